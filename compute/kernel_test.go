package compute_test

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
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
	be := host.New()
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

// A mirror whose arguments differ from those of dispatches would get the wrong
// buffers and numbers.
func TestMirrorDiffers(t *testing.T) {
	type args struct {
		In, Out compute.Buffer
		Shift   int32
		Items   compute.Constant
	}
	w := compute.Workgroup{Default: 4, Min: 1, Max: 8}
	declare := map[string]func(){
		"": func() {
			compute.NewKernel[args]("sums", w, func(compute.Grid, struct {
				In, Out []uint32
				Shift   int32
				Items   compute.Constant
			}) {
			})
		},
		"argument 0 is In (buffer); in the mirror it is Out (buffer)": func() {
			compute.NewKernel[args]("sums", w, func(compute.Grid, struct {
				Out, In []uint32
				Shift   int32
				Items   compute.Constant
			}) {
			})
		},
		"argument 2 is Shift (int32); in the mirror it is Shift (uint32)": func() {
			compute.NewKernel[args]("sums", w, func(compute.Grid, struct {
				In, Out []uint32
				Shift   uint32
				Items   compute.Constant
			}) {
			})
		},
		"argument 2 is Shift (int32); in the mirror it is Items (compute.Constant)": func() {
			compute.NewKernel[args]("sums", w, func(compute.Grid, struct {
				In, Out []uint32
				Items   compute.Constant
				Shift   int32
			}) {
			})
		},
		"argument 3 is Items (compute.Constant); in the mirror it is missing": func() {
			compute.Agreeing(compute.NewKernel[args, struct{}]("sums", w, nil), func(_, _, _ struct {
				In, Out []uint32
				Shift   int32
			}) error {
				return nil
			})
		},
	}
	for want, kernel := range declare {
		if got := panicOf(kernel); want == "" && got != "" || want != "" && got != "compute: kernel sums: "+want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// panicOf returns what a function panics with, empty if it returns.
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = r.(string)
		}
	}()
	f()
	return ""
}
