package simt_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
)

// A trace of a sort, a search and a clip has all accesses, barriers and divergent branches that counters count, with their costs.
func TestTrace(t *testing.T) {
	for name, run := range algorithms {
		i := onsimt.New(16)
		for k, d := range dispatches(t, i, run, func([][]uint32) {}) {
			if k%3 > 0 {
				continue
			}
			counting := onsimt.New(16)
			counting.Machine.Observe = simt.Observe{Counters: true}
			if err := counting.Execute(d.g, d.c, copies(d.before)); err != nil {
				t.Fatal(err)
			}
			var want, got simt.LineCount
			for _, r := range counting.Lines(d.c.Program.Name) {
				want.Add(r)
			}
			r, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{})
			if err != nil {
				t.Fatal(err)
			}
			at := int64(-1)
			err = r.Trace(t.Context(), func(x simt.Traced) bool {
				if r.At() <= at {
					t.Fatalf("%s, %s: moment %d after %d", name, d.c.Program.Name, r.At(), at)
				}
				at = r.At()
				c := x.Cost
				got.Sectors, got.MinSectors = got.Sectors+c.Sectors, got.MinSectors+c.Least
				got.BankRounds, got.Conflicts, got.Addresses = got.BankRounds+c.Rounds, got.Conflicts+c.Conflicts, got.Addresses+c.Addresses
				if x.Waits {
					got.Barriers++
				}
				if x.Divides {
					got.Divergent++
				}
				return true
			})
			if err != nil || r.At() != 0 {
				t.Fatalf("moment %d: %v", r.At(), err)
			}
			seen := simt.LineCount{Sectors: want.Sectors, MinSectors: want.MinSectors, BankRounds: want.BankRounds, Conflicts: want.Conflicts, Addresses: want.Addresses, Barriers: want.Barriers, Divergent: want.Divergent}
			if got != seen {
				t.Errorf("%s, %s: the trace has %+v, counters %+v", name, d.c.Program.Name, got, seen)
			}
		}
	}
}

// A trace ends when it is told to.
func TestTraceEnds(t *testing.T) {
	i := onsimt.New(16)
	d := dispatches(t, i, algorithms["sort"], func([][]uint32) {})[0]
	r, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = r.Trace(t.Context(), func(simt.Traced) bool {
		n++
		return n < 10
	})
	if n != 10 || err != nil || r.At() != 0 {
		t.Errorf("%d instructions, moment %d: %v", n, r.At(), err)
	}
}

// In a recording of some workgroups every position of these is found, and none of others.
func TestFindOnly(t *testing.T) {
	i := onsimt.New(16)
	const n = 5000
	scans := func(be compute.Backend) error {
		s, err := scan.Sized(be, scan.Kind{}, n, compute.Values{scan.Workgroup: 128})
		if err == nil {
			s.Record(be, be.NewBuffer("values", n), be.NewBuffer("sums", n), n)
		}
		return err
	}
	for _, d := range dispatches(t, i, scans, func([][]uint32) {}) {
		if d.g.X*d.g.Y < 3 {
			continue
		}
		i.Only = []int{0, 2}
		r, err := i.Recording(t.Context(), d.g, d.c, d.before, simt.Recorder{Interval: 100})
		if err != nil {
			t.Fatal(err)
		}
		var all []simt.Position
		if err := r.Trace(t.Context(), func(x simt.Traced) bool {
			all = append(all, x.Position)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for k := 0; k < len(all); k += 1 + len(all)/200 {
			if err := r.Find(t.Context(), all[k]); err != nil || r.Moment().Position != all[k] {
				t.Fatalf("%v: %v, %v", all[k], r.Moment().Position, err)
			}
		}
		if err := r.Find(t.Context(), simt.Position{Workgroup: 1}); err == nil {
			t.Error("a workgroup is found that was not recorded")
		}
		return
	}
	t.Fatal("there is no dispatch of three workgroups")
}
