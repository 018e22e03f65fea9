package sssp_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
)

// The idle dispatches that Submissions tells are those of a run, submission by submission.
func TestSubmissions(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(3, 40, 30, 30)
	for _, a := range sssp.Algorithms() {
		for _, v := range []compute.Values{{sssp.Delta: 20, sssp.Batch: 8}, {sssp.Delta: 300, sssp.Batch: 32}, {sssp.Delta: 90, sssp.Batch: 1}, {sssp.Delta: 40, sssp.Batch: 4, sssp.Rule: sssp.Adaptive}} {
			s := prepare(t, a, d, m)
			q := sssp.Query{Source: 7, Target: 900}
			var record profile.Recorder
			record.Start(d, a.Name())
			r, err := s.Start(q, allowed(d, a, m, v))
			if err != nil {
				t.Fatal(err)
			}
			values := r.Values()
			var sizes []sssp.Sizes
			var ends []int
			for e, err := range r.Steps(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				sizes, ends = append(sizes, e.Sizes...), append(ends, int(e.Step))
			}
			parts := record.Stop()
			got := sssp.Submissions(a, values, sizes, true)
			if a.Name() == "frontier" || a.About().OnHost {
				if got != nil {
					t.Errorf("%s: %v", a.Name(), got)
				}
				continue
			}
			told, idle := 0, 0
			for i, s := range got {
				if i >= len(ends) || s.Step != ends[i] {
					t.Fatalf("%s, %v: submission %d ends with step %d; those of the run with %v", a.Name(), v, i, s.Step, ends)
				}
				told, idle = told+s.Dispatches, idle+s.Idle
			}
			all, nothing := 0, 0
			for _, row := range profile.Rows(parts) {
				if row.Kernel != "copy_words" {
					all, nothing = all+row.Dispatches, nothing+row.Idle
				}
			}
			if len(got) != len(ends) || told != all || idle != nothing {
				t.Errorf("%s, %v: %d submissions with %d dispatches, %d idle; in a run %d with %d, %d idle", a.Name(), v, len(got), told, idle, len(ends), all, nothing)
			}
		}
	}
	if got := sssp.Submissions(sssp.NearFar{}, compute.Values{sssp.Batch: 4}, []sssp.Sizes{{Near: 1}}, false); len(got) != 1 || got[0].Idle != 0 {
		t.Errorf("a submission that goes on: %v", got)
	}
}
