package session

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/lab"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/open/labload"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

// collatz is a lab of two kernels that swaps buffers and ends by a condition.
func collatz(t *testing.T) *lab.Lab {
	t.Helper()
	l, err := labload.Read(t.Context(), "testdata/collatz.toml")
	if err != nil {
		t.Fatal(err)
	}
	return l.Lab
}

// runOf makes a run at its start.
func runOf(t *testing.T, be compute.Backend, n uint32) *Subject {
	t.Helper()
	s, err := New(be, collatz(t), compute.Values{"n": n})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// The state after each step is the same however it is reached, with keyframes and without.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, n := range []uint32{1, 63, 64, 65} {
		watchtest.Ahead(t, be, runOf(t, be, n))
		s := runOf(t, be, n)
		s.frames.Wait = time.Duration(n) // a keyframe after each step, or nearly
		watchtest.Timeline(t, be, s, 20)
		if v := s.judge.Hear(true); !v.Heard || v.Wrong != nil {
			t.Errorf("%d values: %+v", n, v)
		}
	}
}

// A run takes as many steps on the interpreter as on the device, and a wrong result is found.
func TestVerdict(t *testing.T) {
	var steps [2]int
	for i, be := range []compute.Backend{gputest.Open(t), onsimt.New(4).Backend()} {
		s := runOf(t, be, 27)
		for there := false; !there; {
			var err error
			if there, err = s.Seek(math.MaxInt32, time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		if v := s.judge.Hear(true); !v.Heard || v.Wrong != nil {
			t.Errorf("%+v", v)
		}
		steps[i] = s.At()
	}
	const most = 111 // of the sequence that begins with 27
	if steps != [2]int{2 * most, 2 * most} {
		t.Errorf("%v steps", steps)
	}
	l := collatz(t)
	end := map[string][]uint32{"From": {1, 1, 2}, "To": {}, "Left": {0}}
	err := l.Verify(t.Context(), lab.Env{"n": 3, "size": 64}, end, map[string][]uint32{})
	if err == nil || !strings.Contains(err.Error(), "collatz.toml:35: From[i] == 1 fails at element 2, where From[2] is 2") {
		t.Error(err)
	}
}

// Two settings run on one clock, and lab that was edited stays at its step.
func TestSession(t *testing.T) {
	s := NewSession(gputest.Open(t), true)
	defer s.Release()
	do := func(actions ...watch.Action) Snapshot {
		t.Helper()
		for _, a := range actions {
			if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
				t.Fatalf("%#v: %v", a, err)
			}
		}
		return s.Snapshot()
	}
	l := collatz(t)
	n := do(SetLabs{[2]*lab.Lab{l, l}}, watch.Set{Values: compute.Values{"n": 9}}, timeline.Seek{Step: 4})
	if got := n.Lanes[0]; got.Event.Step != 4 || got.Event.Title != "collatz" || got.Event.Fact("invocations") != 64 || got.Lengths[0] != 9 || len(got.Few["Left"]) != 1 {
		t.Errorf("after four steps: %+v", got)
	}
	n = do(watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{"n": 3, "size": 3}}, timeline.End{})
	if a, b := n.Lanes[0], n.Lanes[1]; a.Steps != 38 || b.Steps != 14 || !a.Verdict.Heard || b.Verdict.Wrong != nil || b.Event.Fact("invocations") != 128 {
		t.Errorf("at the end: %+v, %+v", a, b)
	}
	edited := collatz(t)
	n = do(timeline.Seek{Step: 6}, SetLabs{[2]*lab.Lab{edited, edited}})
	if a := n.Lanes[0]; a.Event.Step != 6 || a.Lab != edited || a.Lengths[0] != 9 {
		t.Errorf("edited: %+v", a)
	}
	if m := n.Measures(); len(m) != 2 || m[0].Ratio() != 1 {
		t.Errorf("measures: %+v", m)
	}
	if err := s.Apply(timeline.SetClock{Clock: timeline.Work}); !errors.Is(err, fault.Usage) {
		t.Error(err)
	}
}

func TestFailingActionChangesNothing(t *testing.T) {
	l := collatz(t)
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := NewSession(be, true)
			if err := s.Apply(SetLabs{[2]*lab.Lab{l, l}}); err != nil {
				t.Fatal(err)
			}
			return s, func() any { return s.Snapshot() }
		},
		All:     []watch.Action{SetLabs{[2]*lab.Lab{l, l}}, watch.Set{Values: compute.Values{"n": 50}}, watch.Set{Lane: 1, Values: compute.Values{"size": 2}}},
		Wrong:   []watch.Action{watch.Set{Values: compute.Values{"n": 1 << 30}}, watch.Set{Values: compute.Values{"nonsense": 1}}},
		Execute: onsimt.New(4).Execute,
	}.FailingChangesNothing(t)
}
