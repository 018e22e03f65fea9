package profile

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/scan"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// search records a search with all its submissions, in two parts.
func search(t *testing.T, be compute.Profiler) []Part {
	t.Helper()
	var r Recorder
	r.Start(be, "preparing")
	solver, err := sssp.NearFar{}.Prepare(be, ssspgen.Grid(1, 30, 20, 40))
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Release()
	if err := be.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.Part("query")
	run, err := solver.Start(sssp.Query{Source: 0, Target: graph.NoNode}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Release()
	for _, err := range run.Steps(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	r.Part("nothing") // is left out
	return r.Stop()
}

// ran lists the dispatches of parts that have any.
func ran(parts []Part) (out []compute.Dispatched) {
	for _, p := range parts {
		for _, s := range p.Submissions {
			for _, d := range s.Dispatches {
				d.Begin, d.End = 0, 0
				out = append(out, d)
			}
		}
	}
	return out
}

// The device tells the same dispatches as the host, which takes the workgroups of indirect
// ones from the mirrors; the last rounds of a batch find nothing to do.
func TestDispatches(t *testing.T) {
	onDevice, onHost := search(t, gputest.Open(t)), search(t, host.New())
	got, want := ran(onDevice), ran(onHost)
	if len(got) == 0 || !slices.Equal(got, want) {
		t.Fatalf("the device tells %d dispatches, the host %d:\n%v\n%v", len(got), len(want), Rows(onDevice), Rows(onHost))
	}
	if total := Total(Rows(onDevice)); total.Idle == 0 || total.Idle >= total.Dispatches || total.GPU <= total.IdleGPU {
		t.Errorf("of a search in batches: %+v", total)
	}
}

// Bytes are those that a kernel declares, of dispatches that run.
func TestBytes(t *testing.T) {
	be := host.New()
	const n = 5000
	s, err := scan.New(be, scan.Kind{}, n)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	in, out := be.NewBuffer("in", n), be.NewBuffer("out", n)
	be.Fill(in, 0, n, 1)
	var r Recorder
	r.Start(be, "scan")
	s.Record(be, in, out, n)
	if err := be.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	rows := Rows(r.Stop())
	if total := Total(rows); len(rows) != 2 || total.Bytes != 4*n+8*n {
		t.Errorf("got %+v", rows)
	}
	if got := Rows([]Part{{Submissions: []compute.Submission{
		{Dispatches: []compute.Dispatched{{Kernel: "relax", End: time.Second, Bytes: 5}}}, {Moved: map[string]int64{"relax": 3e9, "other": 7}},
	}}}); len(got) != 1 || got[0].Bytes != 3e9+5 || got[0].Rate() != 3e9+5 {
		t.Errorf("what dispatches have moved gives %+v", got)
	}
	row := Row{Bytes: 600, GPU: time.Microsecond}
	if got := row.Share(1.2e9); got != 0.5 {
		t.Errorf("600 bytes in a microsecond are %v of 1.2 GB/s", got)
	}
}

// event is what a reader of the format looks at.
type event struct {
	Name, Cat, Ph string
	TS, Dur       float64
	PID, TID      int
	Args          map[string]any
}

// In a Chrome trace slices nest, in order: dispatches in submissions, those in parts.
func TestTrace(t *testing.T) {
	parts := search(t, gputest.Open(t))
	var b bytes.Buffer
	if err := WriteTrace(&b, "device", parts); err != nil {
		t.Fatal(err)
	}
	var trace struct{ TraceEvents []event }
	if err := json.Unmarshal(b.Bytes(), &trace); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	if wrong := nesting(trace.TraceEvents, count); wrong != nil {
		t.Fatalf("%+v lies outside of its slice, or before the one before it", *wrong)
	}
	if count["dispatch"] != len(ran(parts)) || count["part"] != len(parts) || count["submission"] == 0 {
		t.Errorf("the trace has %v of %d dispatches", count, len(ran(parts)))
	}
	// The check itself notices a slice that begins too early.
	last := slices.Clone(trace.TraceEvents)
	last[len(last)-1].TS -= 1e6
	if nesting(last, map[string]int{}) == nil {
		t.Error("a slice outside of its submission passes")
	}
}

// nesting returns the first slice that is not within that of the level above, or begins before
// the one before it on its level has ended. It counts slices by level.
func nesting(events []event, count map[string]int) *event {
	const rounding = 0.0015 // µs
	levels := []string{"part", "submission", "dispatch"}
	open := make([]event, len(levels))
	for i, e := range events {
		if e.Ph == "M" {
			continue
		}
		at := slices.Index(levels, e.Cat)
		if at < 0 || e.Ph != "X" || e.Dur < 0 {
			return &events[i]
		}
		if before := open[at]; before.Ph != "" && e.TS < before.TS+before.Dur-rounding {
			return &events[i]
		}
		if at > 0 && (e.TS < open[at-1].TS-rounding || e.TS+e.Dur > open[at-1].TS+open[at-1].Dur+rounding) {
			return &events[i]
		}
		open[at] = e
		count[e.Cat]++
	}
	return nil
}
