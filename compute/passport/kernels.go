package passport

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"kernelscope/compute"
	"kernelscope/compute/simt/gen"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/format"
)

// generated are the arguments of modules of package gen.
type generated struct {
	In, Out, Trade, Sums compute.Buffer
	Seed                 [gen.PushWords]uint32
}

var generatedLayout = compute.LayoutOf(reflect.TypeFor[generated](), reflect.TypeFor[compute.Buffer]())

// kernels compares random kernels on the device with the interpreter.
func (t *taker) kernels() error {
	differ, first := 0, ""
	for seed := range t.o.Kernels {
		t.show(float64(seed) / float64(t.o.Kernels))
		p := gen.Draw(uint64(seed), t.l.IsSoftware)
		program := &compute.Program{Name: fmt.Sprint("generated", seed), Code: p.SPIRV(), Workgroup: compute.Workgroup{Default: p.Size[0], Min: 1, Max: 1024}, Layout: generatedLayout}
		got, err := t.generated(t.be, program, p)
		if err != nil {
			return fmt.Errorf("kernel %d: %w", seed, err)
		}
		want, err := t.generated(onsimt.New(t.l.Subgroup).Backend(), program, p)
		if err != nil {
			return fmt.Errorf("kernel %d on the interpreter: %w", seed, err)
		}
		for i := range want {
			if got[i] == want[i] {
				continue
			}
			if differ++; first == "" {
				first = fmt.Sprintf("kernel %d: word %d is %#x, not %#x", seed, i, got[i], want[i])
			}
			break
		}
	}
	r := Row{Group: Driver, Name: "random kernels that differ from the interpreter", Value: float64(differ), Unit: "of " + format.Thousands(t.o.Kernels)}
	if differ > 0 {
		r.Fault = first
	}
	t.isBad["kernels"] = differ > 0
	t.add(r)
	return nil
}

// generated runs a module on a backend, and returns the contents of the buffers that it may write.
func (t *taker) generated(be compute.Backend, program *compute.Program, p *gen.Program) (out []uint32, err error) {
	n := p.Groups * p.Size[0] * p.Size[1] * gen.Stride
	m := compute.Memory{Backend: be}
	defer m.Release()
	rnd := rand.New(rand.NewPCG(5, 6))
	var bound []compute.Buffer
	for i, words := range []int{gen.InWords, n, n, gen.SumWords} {
		b := m.NewBuffer(generatedLayout.Bindings[i], words)
		bound = append(bound, b)
	}
	if err := m.Ready(); err != nil {
		return nil, err
	}
	for _, b := range bound {
		words := make([]uint32, b.Len())
		for i := range words {
			if words[i] = rnd.Uint32(); rnd.IntN(2) == 0 {
				words[i] %= 40
			}
		}
		be.Write(b, 0, words)
	}
	be.Dispatch(compute.Call{Program: program, Workgroup: p.Size[0], Groups: [3]int{p.Groups, 1, 1}, Buffers: bound, Push: []uint32{3, 1}})
	for _, b := range bound[1:] {
		words := make([]uint32, b.Len())
		if err := be.Read(t, b, 0, words); err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}
