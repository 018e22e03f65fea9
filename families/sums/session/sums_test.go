package session

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/profile"
	"kernelscope/compute/scan"
	"kernelscope/internal/fault"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

// scanOf makes a scan of values at its start.
func scanOf(t *testing.T, be compute.Backend, n int) *Subject {
	t.Helper()
	values, err := Input{N: n, Seed: 1}.Values()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(be, values, compute.Values{scan.Workgroup: 32})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// The state after each step is the same however it is reached.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, n := range []int{2, 512, 513, 5000} {
		watchtest.Ahead(t, be, scanOf(t, be, n))
		s := scanOf(t, be, n)
		watchtest.Timeline(t, be, s, 100)
		if v := s.judge.Hear(true); !v.Heard || v.Wrong != nil {
			t.Errorf("%d values: %+v", n, v)
		}
	}
}

// A wrong sum is found, and named.
func TestVerify(t *testing.T) {
	if err := verify([]uint32{3, 4, 5}, []uint32{0, 3, 7}); err != nil {
		t.Error(err)
	}
	if err := verify([]uint32{3, 4, 5}, []uint32{0, 3, 8}); err == nil || !strings.Contains(err.Error(), "before value 2 is 8, not 7") {
		t.Error(err)
	}
}

// untaken is an action that nobody takes.
type untaken struct{}

func (untaken) Action() {}

// An action that nobody takes is an error.
func TestUntaken(t *testing.T) {
	s, _ := open(t, host.New())
	if taken, err := watch.Taken(s.Apply(untaken{})); taken || s.Apply(untaken{}) == nil {
		t.Errorf("taken is %v: %v", taken, err)
	}
}

// open makes a session of the host, and what carries out actions on it.
func open(t *testing.T, be compute.Backend) (s *Session, do func(actions ...watch.Action) Snapshot) {
	s = NewSession(be, true)
	t.Cleanup(s.Release)
	return s, func(actions ...watch.Action) Snapshot {
		t.Helper()
		for _, a := range actions {
			if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
				t.Fatalf("%#v: %v", a, err)
			}
		}
		return s.Snapshot()
	}
}

// Events tell each step; actions that fail leave the session as it was.
func TestSession(t *testing.T) {
	s, do := open(t, host.New())
	n := do(SetInput{Input{N: 1000, Seed: 2}}, watch.Set{Values: compute.Values{scan.Workgroup: 32}}, timeline.Step{Steps: 1})
	if l := n.Lanes[0]; len(n.Lanes) != 1 || l.Event.Step != 1 || l.Event.Fact("partitions") != 2 || l.Event.Done || l.Verdict.Asked || l.Params[0].Value != 32 {
		t.Errorf("after a step: %+v", n)
	}
	if l := do(timeline.End{}).Lanes[0]; l.Event.Step != l.Steps || !l.Event.Done || !l.Verdict.Heard || l.Verdict.Wrong != nil {
		t.Errorf("at the end: %+v", l)
	}
	for want, a := range map[error]watch.Action{fault.Limit: SetInput{}, compute.ErrValue: watch.Set{Values: compute.Values{scan.Workgroup: 33}}} {
		if err := s.Apply(a); !errors.Is(err, want) || s.Snapshot().Input.N != 1000 || s.Snapshot().Lanes[0].Params[0].Value != 32 {
			t.Errorf("%+v: %v", a, err)
		}
	}
	if l := do(watch.Set{Values: compute.Values{scan.Workgroup: 0}}).Lanes[0]; !l.Params[0].IsAuto || l.Params[0].Value != 256 || l.Event.Step != l.Steps {
		t.Errorf("left to the scan: %+v", l)
	}
}

// Two settings scan the same values: one clock moves both, and both have the same sums.
func TestCompare(t *testing.T) {
	be := gputest.Open(t)
	s, do := open(t, be)
	n := do(SetInput{Input{N: 5000, Seed: 3}}, watch.Set{Values: compute.Values{scan.Workgroup: 128}}, timeline.Step{Steps: 1}, watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{scan.Workgroup: 32}})
	if len(n.Lanes) != 2 || n.Lanes[0].Params[0].Value != 128 || n.Lanes[1].Params[0].Value != 32 || n.Lanes[0].Event.Step != 1 || n.Lanes[1].Event.Step != 1 {
		t.Fatalf("the comparison begins with %+v", n.Lanes)
	}
	for _, c := range []timeline.Clock{timeline.Steps, timeline.DeviceTime} {
		n = do(timeline.SetClock{Clock: c}, timeline.End{})
		for _, share := range []float64{1, 0.4, 0} {
			at := share * n.Time.Length
			do(timeline.SeekClock{At: at})
			for i, l := range s.Lanes.Active() {
				if r := l.Reading(c, l.At()); r > at+1e-9 || l.At() < len(l.steps) && l.Reading(c, l.At()+1) <= at {
					t.Errorf("%v at %v: lane %d is at step %d, which reads %v", c, at, i, l.At(), r)
				}
			}
		}
	}
	n = do(timeline.SetClock{Clock: timeline.Steps}, timeline.End{})
	var sums [2][]uint32
	for i, l := range s.Lanes {
		sums[i] = make([]uint32, n.Input.N)
		if err := be.Read(t.Context(), l.out, 0, sums[i]); err != nil || !n.Lanes[i].Verdict.Heard || n.Lanes[i].Verdict.Wrong != nil {
			t.Errorf("lane %d: %v, %+v", i, err, n.Lanes[i].Verdict)
		}
	}
	if !slices.Equal(sums[0], sums[1]) {
		t.Error("the sums differ")
	}
	want := map[string]float64{"steps": 1, "partitions": 10.0 / 3, "GPU time": n.Lanes[1].Event.GPU / n.Lanes[0].Event.GPU}
	for _, m := range n.Measures() {
		if w, ok := want[m.Name]; ok && m.Ratio() != w {
			t.Errorf("%s: the ratio of %v is %v, not %v", m.Name, m.Of, m.Ratio(), w)
		}
	}
	if err := s.Apply(timeline.SetClock{Clock: timeline.Work}); !errors.Is(err, fault.Usage) || !strings.Contains(err.Error(), "does not count its work") || s.Snapshot().Time.Clock != timeline.Steps {
		t.Errorf("a clock that scans do not have: %v", err)
	}
	if n = do(timeline.SetClock{Clock: timeline.DeviceTime}, watch.SetCompare{}); len(n.Lanes) != 1 || n.Compare || n.Time.Clock != timeline.Steps || n.Measures() != nil {
		t.Errorf("the comparison does not end: %+v", n)
	}
}

// The dispatches of each step are told while they are timed, and the scans stay where they were.
func TestProfile(t *testing.T) {
	s, do := open(t, gputest.Open(t))
	do(SetInput{Input{N: 5000, Seed: 3}}, watch.SetCompare{On: true}, timeline.Step{Steps: 1})
	n := do(watch.SetProfile{On: true})
	if !n.Profiled || n.Lanes[0].Event.Step != 1 || n.Lanes[1].Event.Step != 1 {
		t.Errorf("timing dispatches leads to %+v", n)
	}
	n = do(timeline.End{})
	for i, l := range n.Lanes {
		for step, rows := range l.Kernels[1:] {
			if sum := profile.Total(rows); sum.Dispatches == 0 || sum.GPU <= 0 || sum.Bytes == 0 {
				t.Errorf("lane %d, step %d: %+v", i, step+1, rows)
			}
		}
		if len(l.Kernels) != l.Steps+1 {
			t.Errorf("lane %d tells %d of %d steps", i, len(l.Kernels)-1, l.Steps)
		}
	}
	if parts := s.Dispatches(); len(parts) != n.Lanes[0].Steps+n.Lanes[1].Steps {
		t.Errorf("the trace has %d parts", len(parts))
	}
	if n = do(watch.SetProfile{}); n.Profiled || n.Lanes[0].Kernels[1] != nil || s.Dispatches() != nil {
		t.Errorf("it does not end: %+v", n.Lanes[0].Kernels)
	}
}

// A scan tells the same each time, on the device and on the host.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		t.Run(name, func(t *testing.T) {
			watchtest.Events(t, "sums", scanOf(t, be, 1000))
		})
	}
}

// Views show the assignment of partitions in one pass alone.
func TestEffective(t *testing.T) {
	for passes := range uint32(2) {
		used := compute.Values{scan.Workgroup: 64, scan.Passes: 1 + passes, scan.Assign: 1}
		all := compute.States(scan.Algorithm{}.Params(), nil, used)
		l := Lane{Params: all}
		if has := slices.ContainsFunc(l.Effective(), func(p compute.ParamState) bool { return p.Name == scan.Assign }); has != (passes == 0) || len(all) != 3 {
			t.Errorf("%d passes: the assignment is shown: %t", 1+passes, has)
		}
	}
}
