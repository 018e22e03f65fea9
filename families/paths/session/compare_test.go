package session

import (
	"errors"
	"math"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// pair makes a session that compares a small delta with a large one, both at their ends.
func pair(t *testing.T) *Session {
	t.Helper()
	s := open(t)
	do(t, s, watch.SetCompare{On: true}, watch.Set{Values: compute.Values{sssp.Delta: 5}}, watch.Set{Lane: 1, Values: compute.Values{sssp.Delta: 500}}, timeline.End{})
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	return s
}

// One clock moves both searches: each shows its last step up to the same reading, forward
// and back, and the one that has ended waits.
func TestOneClock(t *testing.T) {
	s := pair(t)
	for _, c := range []timeline.Clock{timeline.Steps, timeline.DeviceTime, timeline.Progress, timeline.Work} {
		do(t, s, timeline.SetClock{Clock: c})
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		n := s.Snapshot()
		if !n.Done {
			t.Errorf("%v: the first search leaves its end for step %d", c, n.Event.Step)
		}
		length := n.Time.Length
		if length <= 0 {
			t.Fatalf("%v: the length is %v", c, length)
		}
		for _, share := range []float64{0.5, 0.1, 0.9, 0, 1} {
			at := share * length
			do(t, s, timeline.SeekClock{At: at})
			if err := s.Settle(); err != nil {
				t.Fatal(err)
			}
			for i, l := range s.Lanes.Active() {
				known, whole := l.Length()
				if r := l.Reading(c, l.At()); r > at+1e-9 || !whole || l.At() < known && l.Reading(c, l.At()+1) <= math.Floor(at) {
					t.Errorf("%v at %v of %v: lane %d is at step %d of %d, which reads %v", c, at, length, i, l.At(), known, r)
				}
			}
			if n := s.Snapshot(); share == 1 && (!n.Done || !n.Other.Done) {
				t.Errorf("%v: at the end a search is not done", c)
			}
		}
	}
	do(t, s, timeline.SetClock{Clock: timeline.Steps}, timeline.Rewind{}, timeline.SetSpeed{PerSecond: 10}, timeline.Play{})
	few, many := s.Snapshot().Known, s.Snapshot().Other.Known
	if few == many {
		t.Fatalf("both searches have %d steps", few)
	}
	for i := 1; i <= max(few, many); i++ {
		n := pass(t, s, 100*time.Millisecond)
		if n.Event.Step != uint32(min(i, few)) || n.Other.Event.Step != uint32(min(i, many)) {
			t.Fatalf("after %d tenths of a second they are at steps %d of %d and %d of %d", i, n.Event.Step, few, n.Other.Event.Step, many)
		}
	}
	if n := pass(t, s, 0); n.Time.Playing {
		t.Error("it plays on after the end of both")
	}
}

// On another clock than steps both searches are made to their ends first; playing takes the
// seconds that are wanted.
func TestSurvey(t *testing.T) {
	s := open(t)
	do(t, s, watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{sssp.Delta: 500}}, timeline.SetClock{Clock: timeline.Progress}, timeline.SetFit{Seconds: 2}, timeline.Play{})
	frames := 0
	for ; frames < 100 && s.Snapshot().Time.Playing; frames++ {
		pass(t, s, 100*time.Millisecond)
	}
	if n := s.Snapshot(); !n.Done || !n.Other.Done || frames < 19 || frames > 23 {
		t.Errorf("2 s take %d frames of a tenth", frames)
	}
}

// The table's ratios are those of what both have counted.
func TestMeasures(t *testing.T) {
	n := pair(t).Snapshot()
	want := map[string][2]float64{
		"steps":      {float64(n.Event.Step), float64(n.Other.Event.Step)},
		"relaxed":    {float64(n.Event.Relaxed), float64(n.Other.Event.Relaxed)},
		"improved":   {float64(n.Event.Improved), float64(n.Other.Event.Improved)},
		"efficiency": {n.Result.Efficiency, n.Other.Result.Efficiency},
	}
	for _, m := range n.Measures() {
		if w, ok := want[m.Name]; ok && (m.Of != w || math.Abs(m.Ratio()-w[1]/w[0]) > 1e-12 || w[0] == 0) {
			t.Errorf("%s: %v with the ratio %v, want %v", m.Name, m.Of, m.Ratio(), w)
		}
		delete(want, m.Name)
	}
	if len(want) > 0 {
		t.Errorf("there is no measure of %v", want)
	}
	if e, o := n.Result.Efficiency, n.Other.Result.Efficiency; !(o < e) || n.Other.Result.Distance != n.Result.Distance {
		t.Errorf("a delta of 500 has the efficiency %v, one of 5 %v", o, e)
	}
	s := open(t)
	if m := s.Snapshot().Measures(); m != nil {
		t.Errorf("without a comparison there is %v", m)
	}
}

// What is asked of the query goes for both searches; a parameter for one, which goes to
// where the other is.
func TestBothLanes(t *testing.T) {
	s := pair(t)
	at := s.m.Graph.At[45]
	n := do(t, s, SetEnds{Source: &at})
	if n.Query.Source != 45 || n.Event.Step != 0 || n.Other.Event.Step != 0 {
		t.Errorf("other ends: from %d, at steps %d and %d", n.Query.Source, n.Event.Step, n.Other.Event.Step)
	}
	do(t, s, timeline.Seek{Step: 7}, watch.Set{Lane: 1, Values: compute.Values{sssp.Delta: 50}})
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	if n = s.Snapshot(); n.Event.Step != 7 || n.Other.Event.Step != 7 {
		t.Errorf("after a parameter they are at steps %d and %d", n.Event.Step, n.Other.Event.Step)
	}
	do(t, s, timeline.End{})
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	do(t, s, watch.Set{Lane: 1, Algorithm: "bellmanford"})
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
	if n = s.Snapshot(); !n.Done || !n.Other.Done || n.Other.Result.Wrong != nil || n.Other.Result.Distance != n.Result.Distance {
		t.Errorf("another algorithm at the end: done %v and %v", n.Done, n.Other.Done)
	}
	do(t, s, watch.SetCompare{})
	if n = s.Snapshot(); n.Other != nil || n.Time.Clock != timeline.Steps {
		t.Error("the comparison does not end")
	}
}

// A clock other than steps needs searches that go back.
func TestFastClock(t *testing.T) {
	s := open(t)
	do(t, s, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: "frontier"}, timeline.SetClock{Clock: timeline.Progress}, SetTrace{})
	if n := s.Snapshot(); n.Other.Mode != Fast || n.Time.Clock != timeline.Steps {
		t.Errorf("mode %v, clock %v", n.Other.Mode, n.Time.Clock)
	}
	for _, c := range []timeline.Clock{timeline.DeviceTime, timeline.Work} {
		if err := s.Apply(timeline.SetClock{Clock: c}); !errors.Is(err, errClock) {
			t.Errorf("%v: got %v", c, err)
		}
	}
}

// The article's pair is one that the parameters allow.
func TestArticlePair(t *testing.T) {
	s := open(t)
	n := do(t, s, ArticlePair()...)
	for i, want := range []map[string]uint32{{sssp.Delta: 512, sssp.Batch: 32}, {sssp.Delta: 4096, sssp.Batch: 512}} {
		for _, p := range n.Lanes()[i].Params {
			if w, ok := want[p.Name]; ok && p.Value != w {
				t.Errorf("lane %d: %s is %d, want %d", i, p.Name, p.Value, w)
			}
		}
	}
}
