package session

import (
	"errors"
	"math"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// end makes the search to its end and returns its steps.
func end(t *testing.T, s *Session) int {
	t.Helper()
	if err := s.Run(math.MaxInt32); err != nil {
		t.Fatal(err)
	}
	return s.Snapshot().Known
}

// A search that was made before has the length that it had then; another one is estimated, and
// has no length that one could rely on before there was any.
func TestExpected(t *testing.T) {
	s := open(t)
	if n := s.Snapshot(); n.Time.Certainty != timeline.Unknown || n.Time.Length != 100 || n.Time.Made != 0 {
		t.Errorf("at first: %+v", n.Time)
	}
	usual := end(t, s)
	do(t, s, watch.Set{Values: compute.Values{sssp.Delta: 5}}, timeline.Rewind{})
	if n := s.Snapshot(); n.Time.Certainty == timeline.Known {
		t.Errorf("with another delta: %+v", n.Time)
	}
	narrow := end(t, s)
	for i, want := range []int{usual, narrow} {
		delta := []uint32{0, 5}[i] // the other one first: the present one starts no run
		n := do(t, s, watch.Set{Values: compute.Values{sssp.Delta: delta}}, timeline.Rewind{})
		if n.Known == want || n.Time.Certainty != timeline.Known || n.Time.Length != float64(want) {
			t.Errorf("delta %d again: %+v, not %d", delta, n.Time, want)
		}
	}
	n := do(t, s, CloseRoad{Lines: []uint32{40}}, timeline.Rewind{})
	if n.Time.Certainty == timeline.Known {
		t.Errorf("by other weights: %+v", n.Time)
	}
}

// The estimate for another query is by the distance as the crow flies, at first at the rate of
// the last search, then at its own.
func TestEstimate(t *testing.T) {
	s := open(t)
	whole := end(t, s)
	half := geom.Point{X: 9000, Y: 7000} // of the way
	n := do(t, s, SetEnds{Target: &half}, timeline.Rewind{})
	if x := n.Time.Length / float64(whole); n.Time.Certainty != timeline.Estimated || x < 0.35 || x > 0.65 {
		t.Errorf("half the way after %d steps: %+v", whole, n.Time)
	}
	n = do(t, s, watch.Set{Algorithm: "bellmanford"}, timeline.Rewind{}, timeline.Step{Steps: 5})
	length, c := n.Time.Length, n.Time.Certainty
	if steps := float64(end(t, s)); c != timeline.Estimated || length < 0.5*steps || length > 2*steps {
		t.Errorf("after 5 steps of another search %v (%v) are expected, and there are %v", length, c, steps)
	}
}

// A search that does not end in the time of Aim is estimated by how far it is.
func TestAimInPart(t *testing.T) {
	for _, all := range []bool{false, true} {
		s := open(t)
		do(t, s, watch.Set{Values: compute.Values{sssp.Batch: 4}}, SetTargetAll{all})
		s.Aim(10*time.Second, 0)
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		n := s.Snapshot()
		length, c := n.Time.Length, n.Time.Certainty
		if steps := float64(end(t, s)); c != timeline.Estimated || length < steps/4 || length > 4*steps || n.Known != 0 {
			t.Errorf("to all %v: %v steps (%v) are expected, and there are %v", all, length, c, steps)
		}
	}
}

// A search that only goes forward is dragged ahead; dragging it back is refused, and it stays.
func TestForwardOnlyAhead(t *testing.T) {
	s := open(t)
	do(t, s, watch.Set{Algorithm: "frontier"}, SetTrace{false}, timeline.Scrub{At: 12})
	if err := s.Settle(); err != nil || s.Snapshot().Event.Step != 12 {
		t.Fatalf("%v: step %d", err, s.Snapshot().Event.Step)
	}
	do(t, s, timeline.Scrub{At: 5})
	if err := s.Advance(time.Second/60, time.Second); !errors.Is(err, errForwardOnly) {
		t.Errorf("dragged back: %v", err)
	}
	for range 3 {
		if err := s.Advance(time.Second/60, time.Second); err != nil || s.Waiting() {
			t.Errorf("after that: %v", err)
		}
	}
	if n := s.Snapshot(); n.Event.Step != 12 || n.Time.Position != 12 {
		t.Errorf("refused, it is at %+v", n.Time)
	}
}
