package compute_test

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/host"
)

// Scale are the arguments of a kernel that multiplies an array: B stands for a buffer in
// dispatches and for a slice of words in the mirror.
type Scale[B any] struct {
	Array  B
	Count  uint32
	Factor uint32
}

// A kernel is declared once, with the mirror that does the same on the host. Here the host
// backend runs the mirror; on a device the shader scale.comp would run.
func Example() {
	mirror := func(g compute.Grid, a Scale[[]uint32]) {
		for i := range min(g.Invocations(), int(a.Count)) {
			a.Array[i] *= a.Factor
		}
	}
	scale := compute.NewKernel[Scale[compute.Buffer]]("scale", compute.Workgroup{Default: 64, Min: 32, Max: 1024}, mirror)

	be := host.New()
	array := be.NewBuffer("array", 4)
	defer array.Release()
	be.Write(array, 0, []uint32{1, 2, 3, 4})

	// Work that is done often is recorded once.
	recording := be.Record("scale by three", func(e compute.Encoder) {
		scale.Dispatch(e, 4, Scale[compute.Buffer]{Array: array, Count: 4, Factor: 3})
	})
	defer recording.Release()
	be.Submit(recording)
	be.Submit(recording)

	words := make([]uint32, 4)
	if err := be.Read(context.Background(), array, 0, words); err != nil {
		fmt.Println(err)
	}
	fmt.Println(words)
	// Output: [9 18 27 36]
}

// GridFor rounds up to whole workgroups.
func ExampleGridFor() {
	g := compute.GridFor(1000, 64)
	fmt.Println(g.X, "workgroups,", g.Invocations(), "invocations")
	// Output: 16 workgroups, 1024 invocations
}
