package session

import (
	"math"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Two sorts go by GPU time: their clock only goes forward, each shows the last step that
// has ended by then, and the slower one ends when the clock does.
func TestCompare(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "batcher"}, watch.Set{Lane: 1, Algorithm: "radix4"}, watch.SetCompare{On: true}, timeline.SetFit{Seconds: 2})
	n := s.Snapshot()
	if n.Measured != 1 || n.Time.Length <= 0 || n.Time.Length != max(n.Lanes[0].Total, n.Lanes[1].Total) {
		t.Fatalf("measured %v, %v ms", n.Measured, n.Time.Length)
	}
	do(t, s, timeline.Rewind{}, timeline.Play{})
	clock, frames := 0.0, 0
	for ; s.Snapshot().Time.Playing && frames < 1000; frames++ {
		if err := s.Advance(50*time.Millisecond, time.Hour); err != nil {
			t.Fatal(err)
		}
		n := s.Snapshot()
		if n.Time.Position < clock {
			t.Fatalf("the clock goes from %v back to %v", clock, n.Time.Position)
		}
		clock = n.Time.Position
		for i, l := range n.Lanes {
			if l.Elapsed > clock || !l.Done() && s.Lanes[i].endOf(l.Position+1) <= clock {
				t.Errorf("at %v ms sort %d is at step %d, which ended at %v", clock, i, l.Position, l.Elapsed)
			}
		}
	}
	if frames < 40 || frames > 41 {
		t.Errorf("a comparison of 2 s takes %d frames of 50 ms", frames)
	}
	n = s.Snapshot()
	for i, l := range n.Lanes {
		if !l.Done() || !l.Verdict.Heard || l.Verdict.Wrong != nil {
			t.Errorf("sort %d ends at step %d, and the oracle says %+v", i, l.Position, l.Verdict)
		}
	}
	if !slices.Equal(array(t, s, 0), array(t, s, 1)) {
		t.Error("the sorts differ")
	}
}

// Steps of a comparison are those of either sort, forward and back.
func TestCompareSteps(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix"}, watch.Set{Lane: 1, Algorithm: "radix4"}, watch.SetCompare{On: true})
	sum := func() int {
		n := s.Snapshot()
		return n.Lanes[0].Position + n.Lanes[1].Position
	}
	var clocks []float64
	last := -1
	for range 100 {
		clocks = append(clocks, s.Snapshot().Time.Position)
		if sum() <= last {
			t.Fatalf("a step leads from %d steps to %d", last, sum())
		}
		if last = sum(); s.Snapshot().Time.Position == s.Snapshot().Time.Length {
			break
		}
		do(t, s, timeline.Step{Steps: 1})
	}
	for i := len(clocks) - 2; i >= 0; i-- {
		do(t, s, timeline.Step{Steps: -1})
		if c := s.Snapshot().Time.Position; c != clocks[i] {
			t.Fatalf("a step back leads to %v ms, not %v", c, clocks[i])
		}
	}
	do(t, s, timeline.SeekClock{At: clocks[2]*0.5 + clocks[3]*0.5}, timeline.Step{Steps: -1})
	if c := s.Snapshot().Time.Position; c != clocks[2] {
		t.Errorf("from the midst of a step back leads to %v ms, not %v", c, clocks[2])
	}
	do(t, s, watch.SetCompare{})
	if n := s.Snapshot(); n.Compare || len(n.Lanes) != 1 {
		t.Error("the comparison does not end")
	}
}

// On the clock of steps both make a step at a time, and the one that has ended waits.
func TestCompareBySteps(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4"}, watch.Set{Lane: 1, Algorithm: "batcher"}, watch.SetCompare{On: true}, timeline.SetClock{})
	few, many := len(s.Snapshot().Lanes[0].Steps), len(s.Snapshot().Lanes[1].Steps)
	for _, at := range []int{3, many, few + 1, 0} {
		do(t, s, timeline.SeekClock{At: float64(at)})
		if n := s.Snapshot(); n.Lanes[0].Position != min(at, few) || n.Lanes[1].Position != min(at, many) || n.Time.Fit != 0 {
			t.Errorf("at step %d they are at %d of %d and %d of %d", at, n.Lanes[0].Position, few, n.Lanes[1].Position, many)
		}
	}
	n := s.Snapshot()
	for _, m := range n.Measures() {
		want := map[string]float64{"steps": float64(many) / float64(few), "GPU time": n.Lanes[1].Total / n.Lanes[0].Total, "keys/s": n.Lanes[0].Total / n.Lanes[1].Total}
		if w, ok := want[m.Name]; ok && !(math.Abs(m.Ratio()-w) < 1e-9*w) {
			t.Errorf("%s: the ratio of %v is %v, want %v", m.Name, m.Of, m.Ratio(), w)
		}
	}
}

// A single key is sorted by no step of a network, which no comparison waits for.
func TestOneKey(t *testing.T) {
	one := some
	one.N = 1
	s := open(t, one, watch.Set{Algorithm: "batcher"}, watch.Set{Lane: 1, Algorithm: "batcher"}, watch.SetCompare{On: true})
	do(t, s, timeline.Play{}, timeline.Step{Steps: 1}, timeline.Step{Steps: -1}, timeline.SeekClock{At: 5})
	if n := s.Snapshot(); n.Time.Playing || !n.Lanes[0].Done() || !n.Lanes[1].Done() || n.Time.Length != 0 {
		t.Errorf("a key takes %v ms", n.Time.Length)
	}
	do(t, s, watch.Set{Lane: 1, Algorithm: "radix"}, timeline.Play{})
	if err := s.Advance(time.Hour, time.Hour); err != nil || s.Snapshot().Time.Playing || !s.Snapshot().Lanes[1].Done() {
		t.Errorf("the radix sort does not end: %v", err)
	}
}

// hardware is a host that is said to be a GPU.
type hardware struct{ *host.Host }

func (hardware) Limits() compute.Limits {
	l := host.New().Limits()
	l.IsSoftware = false
	return l
}

// Before a comparison hardware is kept busy, within the budget, and all is measured anew.
func TestWarmth(t *testing.T) {
	s := New(hardware{host.New()}, sorting.Algorithms(), true)
	defer s.Release()
	do(t, s, SetInput{some}, timeline.Seek{Step: 2})
	if err := s.Apply(watch.SetCompare{On: true}); err != nil {
		t.Fatal(err)
	}
	for s.Snapshot().Measured < 1 {
		if s.Lanes[0].share() > 0 && !s.warmup.Over(s.Sides[0]) {
			t.Fatalf("times are taken after %v", time.Duration(s.warmup))
		}
		if err := s.Advance(0, 10*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	do(t, s) // what is still measured changes the length
	do(t, s, timeline.SeekClock{At: s.Snapshot().Time.Length})
	for i, l := range s.Snapshot().Lanes {
		if !l.Done() || l.Verdict.Wrong != nil {
			t.Errorf("sort %d is at step %d", i, l.Position)
		}
	}
}
