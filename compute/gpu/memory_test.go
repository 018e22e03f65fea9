package gpu_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// released is what Prepare returns, if it does.
type released interface{ Release() }

// Whatever allocation fails, what needed it is refused with an error and releases
// everything; a sort and a search run as before.
func TestFailedAllocation(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(1, 12, 10, 9)
	prepare := map[string]func() (released, error){
		"scan": func() (released, error) { return scan.New(d, scan.Kind{}, 1000) },
	}
	for _, a := range sorting.Algorithms() {
		prepare[a.Name()] = func() (released, error) { return a.Prepare(d, sorting.Format{Payload: true}, 1000, nil) }
	}
	for _, f := range clip.Forms() {
		prepare[f.Name()] = func() (released, error) { return f.Prepare(d, 1000, true, nil) }
	}
	for _, a := range sssp.Algorithms() {
		prepare[a.Name()] = func() (released, error) { return a.Prepare(d, m) }
	}
	check := func(after string) {
		t.Helper()
		if err := sorted(d); err != nil {
			t.Errorf("after %s: a sort: %v", after, err)
		}
		s, err := sssp.NearFar{}.Prepare(d, m)
		if err != nil {
			t.Fatalf("after %s: a search: %v", after, err)
		}
		defer s.Release()
		r, err := s.Start(sssp.Query{Target: graph.NoNode}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				t.Fatalf("after %s: a search: %v", after, err)
			}
		}
		dist, err := r.Distances(context.Background())
		if err == nil {
			err = oracle.Verify(m.Graph, oracle.Dijkstra(m.Graph, 0, graph.NoNode), graph.NoNode, dist)
		}
		if err != nil {
			t.Errorf("after %s: a search: %v", after, err)
		}
	}
	for name, make := range prepare {
		failed := 0
		for done := false; !done; failed++ {
			gpu.WithAllocations(failed, func() {
				x, err := make()
				if err == nil {
					x.Release()
					done = true
				} else if !errors.Is(err, gpu.ErrOutOfMemory) {
					t.Errorf("%s with %d allocations: %v", name, failed, err)
				}
			})
			if err := d.Flush(context.Background()); err != nil {
				t.Errorf("%s with %d allocations: the error came twice: %v", name, failed, err)
			}
		}
		if failed < 2 {
			t.Errorf("%s needs no memory", name)
		}
		check(name)
	}
}

// sorted sorts some keys and compares.
func sorted(d *gpu.Device) error {
	s, err := sorting.Radix{}.Prepare(d, sorting.Format{}, 1000, nil)
	if err != nil {
		return err
	}
	defer s.Release()
	keys := make([]uint32, 1000)
	for i := range keys {
		keys[i] = uint32(i) * 2654435761
	}
	if err := s.Write(keys, nil); err != nil {
		return err
	}
	s.Record(d)
	k, p := s.Sorted()
	got, _, err := s.Read(context.Background(), k, p, len(keys))
	if slices.Sort(keys); err == nil && !slices.Equal(got, keys) {
		err = errors.New("the keys are not sorted")
	}
	return err
}

// Commands that use a buffer without memory are left out, and reading it is an
// error; so is what was written where there was no memory to write it from.
func TestLeftOut(t *testing.T) {
	d, ctx := gputest.Open(t), context.Background()
	whole := d.NewBuffer("whole", 64)
	defer whole.Release()
	d.Fill(whole, 0, 64, 5)
	var lacking compute.Buffer
	gpu.WithAllocations(0, func() { lacking = d.NewBuffer("lacking", 64) })
	defer lacking.Release()
	if err := d.Flush(ctx); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("making it: %v", err)
	}
	words := make([]uint32, 64)
	for what, do := range map[string]func() error{
		"filling": func() error { d.Fill(lacking, 0, 64, 1); return d.Flush(ctx) },
		"copying": func() error { d.Copy(whole, 0, lacking, 0, 64); return d.Err() },
		"reading": func() error { return d.Read(ctx, lacking, 0, words) },
		"writing": func() (err error) {
			gpu.WithAllocations(0, func() { d.Write(whole, 0, words) })
			return d.Flush(ctx)
		},
		"mapping": func() (err error) {
			gpu.WithoutMapping(func() { d.Write(whole, 0, words) })
			return d.Flush(ctx)
		},
		"a mapped buffer": func() (err error) {
			gpu.WithoutMapping(func() { _, err = d.NewMapped("mapped", 64) })
			return err
		},
	} {
		if err := do(); err == nil {
			t.Errorf("%s: no error", what)
		}
		if err := d.Flush(ctx); err != nil {
			t.Errorf("%s: the error came twice: %v", what, err)
		}
	}
	if err := d.Read(ctx, whole, 0, words); err != nil || !slices.Equal(words, slices.Repeat([]uint32{5}, 64)) {
		t.Errorf("%v, %v", words, err)
	}
}

// A lost device stays lost.
func TestLost(t *testing.T) {
	d := gputest.Open(t)
	gpu.Lose(d)
	for range 2 {
		if err := d.Flush(context.Background()); !errors.Is(err, gpu.ErrDeviceLost) {
			t.Errorf("got %v", err)
		}
	}
}

// What a driver's threads have freed goes back to the system. Others of its threads may allocate in the
// meantime, so one of five measurements must show it.
func TestFreedMemory(t *testing.T) {
	gputest.Open(t)
	kept := math.MaxInt
	for range 5 {
		before := anonymous(t)
		if !gputest.Compile() {
			t.Skip("no thread")
		}
		kept = min(kept, anonymous(t)-before)
	}
	if kept > 8<<10 {
		t.Errorf("the C library keeps %d KiB of 40 MiB", kept)
	}
}

// anonymous returns the KiB of memory of this process beside files.
func anonymous(t *testing.T) (kib int) {
	debug.FreeOSMemory() // garbage of Go is none of it
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(status), "RssAnon:")
	_, _ = fmt.Sscan(rest, &kib)
	return kib
}
