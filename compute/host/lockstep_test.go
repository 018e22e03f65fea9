package host_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// faulty is a device on which one dispatch leaves a wrong word in its last buffer.
type faulty struct {
	*host.Host
	ran   []string // kernel and last buffer of each dispatch
	wrong int      // index of the faulty dispatch, -1 for none
	t     *testing.T
}

func (f *faulty) Dispatch(c compute.Call) {
	f.Host.Dispatch(c)
	b := c.Buffers[len(c.Buffers)-1]
	if len(f.ran) == f.wrong {
		var word [1]uint32
		if err := f.Read(f.t.Context(), b, b.Len()-1, word[:]); err != nil {
			f.t.Fatal(err)
		}
		f.Write(b, b.Len()-1, []uint32{word[0] ^ 1})
	}
	name := c.Program.Bindings[slices.Index(c.Buffers, b)] // the first name of a buffer with two bindings
	f.ran = append(f.ran, c.Program.Name+": "+name)
}

// sortOn sorts keys on a backend.
func sortOn(t *testing.T, be compute.Backend) error {
	s, err := sorting.Radix{}.Prepare(be, sorting.Format{}, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := make([]uint32, 100)
	for i := range keys {
		keys[i] = uint32(i*2654435761) % 1000
	}
	if err := s.Write(keys, nil); err != nil {
		t.Fatal(err)
	}
	s.Record(be)
	return be.Flush(t.Context())
}

// If any dispatch leaves a wrong word, lockstep names the dispatch, its kernel and the buffer, and
// stops.
func TestLockstepNames(t *testing.T) {
	right := &faulty{Host: host.New(), wrong: -1, t: t}
	l := host.NewLockstep(t.Context(), right)
	if err := sortOn(t, l); err != nil || l.Dispatches != len(right.ran) || l.Dispatches == 0 {
		t.Fatalf("%d of %d dispatches are compared: %v", l.Dispatches, len(right.ran), err)
	}
	for wrong, name := range right.ran {
		d := &faulty{Host: host.New(), wrong: wrong, t: t}
		l := host.NewLockstep(t.Context(), d)
		err := sortOn(t, l)
		says := fmt.Sprintf("dispatch %d, kernel %s[", wrong+1, name)
		if !errors.Is(err, host.ErrDiffers) || fault.Code(err) != int(fault.Wrong) || !strings.Contains(err.Error(), says) {
			t.Errorf("a wrong word after dispatch %d: %v, want %q", wrong+1, err, says)
		}
		if len(d.ran) != wrong+1 {
			t.Errorf("%d dispatches run; number %d is wrong", len(d.ran), wrong+1)
		}
	}
}

// A kernel without a mirror is an error in both backends that need mirrors.
func TestWithoutMirror(t *testing.T) {
	type args struct {
		Dist, States compute.Buffer
		Threshold    uint32
	}
	k := compute.NewKernel[args, struct{}]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, nil)
	for name, be := range map[string]compute.Backend{
		"host": host.New(), "lockstep": host.NewLockstep(t.Context(), gputest.Open(t)),
	} {
		a, b := be.NewBuffer("a", 1), be.NewBuffer("b", 1)
		k.Dispatch(be, 1, args{a, b, 0})
		if err := be.Flush(t.Context()); err == nil || !strings.Contains(err.Error(), "sssp_state has no mirror") {
			t.Errorf("%s: got %v", name, err)
		}
		a.Release()
		b.Release()
	}
}

// A lockstep also compares another executor, if tests set one, and says that it is not the device that differs.
func TestAlso(t *testing.T) {
	defer func() { host.Also = nil }()
	host.Also = host.Mirrors
	if err := sortOn(t, host.NewLockstep(t.Context(), host.New())); err != nil {
		t.Error(err)
	}
	host.Also = func(g compute.Grid, c compute.Call, buffers [][]uint32) error {
		err := host.Mirrors(g, c, buffers)
		last := buffers[len(buffers)-1]
		last[len(last)-1] ^= 1
		return err
	}
	if err := sortOn(t, host.NewLockstep(t.Context(), host.New())); !errors.Is(err, host.ErrDiffers) || !strings.Contains(err.Error(), "other executor") {
		t.Errorf("a wrong word of another executor: %v", err)
	}
	failure := errors.New("it fails")
	host.Also = func(compute.Grid, compute.Call, [][]uint32) error { return failure }
	if err := sortOn(t, host.NewLockstep(t.Context(), host.New())); !errors.Is(err, failure) || errors.Is(err, host.ErrDiffers) {
		t.Errorf("another executor that fails: %v", err)
	}
}
