package gen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/gen"
	"kernelscope/compute/simt/onsimt"
)

// arguments are those of the modules that are compared.
type arguments[B any] struct {
	In, Out, Trade, Sums B
	Seed                 [gen.PushWords]uint32
}

// shader is a module with the interface of arguments, and its work.
type shader struct {
	name, code   string
	size, groups int  // invocations of a workgroup in x, workgroups
	words        int  // of Out and of Trade
	may          bool // do what is reported
	seed         [gen.PushWords]uint32
}

// sides compares the device with the interpreter.
type sides struct {
	t        testing.TB
	d        *gpu.Device
	code     string
	n        int
	wide     bool // the device has integers of 64 bits
	subgroup int
}

// open opens the device.
func open(t testing.TB) *sides {
	s := &sides{t: t}
	s.d = gputest.OpenWith(t, gpu.Options{Code: func(string, bool) (string, error) { return s.code, nil }})
	s.wide, s.subgroup = s.d.Limits().IsSoftware, s.d.Limits().Subgroup
	return s
}

// run executes a shader on a backend, and returns the contents of the buffers that it may write.
func (x shader) run(t testing.TB, be compute.Backend) ([]uint32, error) {
	k := compute.NewKernel[arguments[compute.Buffer], arguments[[]uint32]](x.name, compute.Workgroup{Default: x.size, Min: 1, Max: 1024}, nil)
	rnd := rand.New(rand.NewPCG(5, 6))
	var a arguments[compute.Buffer]
	if a.Seed = x.seed; a.Seed == [gen.PushWords]uint32{} {
		a.Seed = [gen.PushWords]uint32{3, 1}
	}
	written := []*compute.Buffer{&a.Out, &a.Trade, &a.Sums}
	for i, b := range append(written, &a.In) {
		*b = be.NewBuffer("words", []int{x.words, x.words, gen.SumWords, gen.InWords}[i])
		defer (*b).Release()
		be.Write(*b, 0, drawn(rnd, (*b).Len()))
	}
	k.Dispatch(be, x.size*x.groups, a)
	var out []uint32
	for _, b := range written {
		words := make([]uint32, (*b).Len())
		if err := be.Read(t.Context(), *b, 0, words); err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

// drawn returns words, half of them small.
func drawn(rnd *rand.Rand, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		if out[i] = rnd.Uint32(); rnd.IntN(2) == 0 {
			out[i] %= 40
		}
	}
	return out
}

// onDevice and onHost execute a shader. The interpreter must report nothing.
func (s *sides) onDevice(x shader) ([]uint32, error) {
	s.code = x.code
	s.n++
	x.name = fmt.Sprint("generated", s.n)
	return x.run(s.t, s.d)
}

func (s *sides) onHost(x shader) ([]uint32, error) {
	i := onsimt.New(s.subgroup)
	i.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true, Writers: true}
	i.Code = func(string, bool) (string, error) { return x.code, nil }
	out, err := x.run(s.t, i.Backend())
	if events := i.Events[x.name]; err == nil && len(events) > 0 && !x.may {
		err = fmt.Errorf("reported is %v", events[0])
	}
	return out, err
}

// compare returns an error if the sides differ.
func (s *sides) compare(x shader) error {
	device, err := s.onDevice(x)
	if err != nil {
		return fmt.Errorf("%s on the device: %w", x.name, err)
	}
	host, err := s.onHost(x)
	if err != nil {
		return fmt.Errorf("%s: %w", x.name, err)
	}
	for i := range host {
		if device[i] != host[i] {
			return fmt.Errorf("%s: word %d is %#x on the device and %#x here (%d words differ)", x.name, i, device[i], host[i], differences(device, host))
		}
	}
	return nil
}

func differences(a, b []uint32) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
