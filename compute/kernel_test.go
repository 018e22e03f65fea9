package compute_test

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// shared are constants that several kernels have.
type shared struct{ Items compute.Constant }

type sums[B any] struct {
	shared
	In    B
	Scale uint32
	Form  compute.Constant
	Out   B
}

// Fields become constants, bindings and push constants by their types, in order
// of declaration, and the mirror has them by name.
func TestArguments(t *testing.T) {
	k := compute.NewKernel[sums[compute.Buffer]]("sums", compute.Workgroup{Default: 4, Min: 1, Max: 8}, func(g compute.Grid, a sums[[]uint32]) {
		for i := range min(g.Invocations(), len(a.In)) {
			a.Out[i] = a.In[i]*a.Scale + 10*uint32(a.Items) + uint32(a.Form)
		}
	})
	if want := []string{"Items", "Form"}; !slices.Equal(k.Constants, want) {
		t.Errorf("constants %v, want %v", k.Constants, want)
	}
	if want := []string{"In", "Out"}; !slices.Equal(k.Bindings, want) {
		t.Errorf("bindings %v, want %v", k.Bindings, want)
	}
	if want := []string{"Scale"}; !slices.Equal(k.Push, want) {
		t.Errorf("push constants %v, want %v", k.Push, want)
	}
	be := ref.NewHost()
	in, out := be.NewBuffer("in", 3), be.NewBuffer("out", 3)
	be.Write(in, 0, []uint32{1, 2, 3})
	k.Dispatch(be, 3, sums[compute.Buffer]{shared: shared{Items: 4}, In: in, Scale: 100, Form: 5, Out: out})
	got := make([]uint32, 3)
	if err := be.Read(t.Context(), out, 0, got); err != nil {
		t.Fatal(err)
	}
	if want := []uint32{145, 245, 345}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
