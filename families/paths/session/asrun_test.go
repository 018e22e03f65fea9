package session

import (
	"testing"

	"kernelscope/compute/sssp"
	"kernelscope/watch/timeline"
)

// A search at its verified end is timed as a run, between frames, while its state stays.
func TestAsRun(t *testing.T) {
	s := open(t)
	s.Wait = false
	do(t, s, timeline.End{})
	frame := func() *Snapshot {
		if err := s.Advance(0, 0); err != nil {
			t.Fatal(err)
		}
		return s.Snapshot()
	}
	n := frame()
	for !n.Timing {
		n = frame()
	}
	want, err := sssp.Chosen(sssp.NearFar{}, s.m.Graph, s.Sides[0].Limits(), false, nil)
	if err != nil || !n.InRun.Equal(want) || n.Params[0].Value == want[n.Params[0].Name] {
		t.Errorf("a run uses %v, want %v; the search that is watched %v; %v", n.InRun, want, n.Params, err)
	}
	if frame(); s.asRun == nil || len(s.asRun.times) > 0 {
		t.Fatal("one frame does more than one step")
	}
	half := s.asRun
	if n = do(t, s, RandomEnds{}, timeline.End{}); n.Timing || s.asRun != nil || half.run != nil {
		t.Error("another query does not end the run")
	}
	for n.AsRun == nil {
		n = frame()
	}
	if r := n.AsRun; !(0 < r.Low && r.Low <= r.Median && r.Median <= r.High) || n.Timing || s.asRun != nil || !n.Done || n.Result == nil {
		t.Errorf("timed %+v; the search is done: %v", r, n.Done)
	}
	event := n.Event
	if n = do(t, s, timeline.Step{Steps: -1}, timeline.Step{Steps: 1}); n.Event.Relaxed != event.Relaxed || !n.Done || n.AsRun == nil {
		t.Errorf("after a step back and on: %+v, was %+v", n.Event, event)
	}
	s.Wait = true
	if s.runDue() {
		t.Error("a script would wait for a time")
	}
}
