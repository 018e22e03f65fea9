package sums

import (
	"errors"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/ref"
	"kernelscope/compute/scan"
	"kernelscope/fault"
	"kernelscope/timeline"
	"kernelscope/watch/watchtest"
)

// The state after each step is the same however it is reached.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, n := range []int{2, 512, 513, 5000} {
		values, err := Input{N: n, Seed: 1}.Values()
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(be, values, compute.Values{scan.Workgroup: 32})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
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

// Events tell each step; actions that fail leave the session as it was.
func TestSession(t *testing.T) {
	s := NewSession(ref.NewHost(), true)
	t.Cleanup(s.Release)
	do := func(actions ...any) {
		t.Helper()
		for _, a := range actions {
			if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
				t.Fatal(err)
			}
		}
	}
	do(SetInput{Input{N: 1000, Seed: 2}}, SetParam{scan.Workgroup, 32}, timeline.Step{Steps: 1})
	n := s.Snapshot()
	if n.Event.Step != 1 || n.Event.Fact("partitions") != 2 || n.Event.Done || n.Verdict.Asked || n.Params[0].Value != 32 {
		t.Errorf("after a step: %+v", n)
	}
	do(timeline.End{})
	if n = s.Snapshot(); n.Event.Step != n.Steps || !n.Event.Done || !n.Verdict.Heard || n.Verdict.Wrong != nil {
		t.Errorf("at the end: %+v", n)
	}
	for a, want := range map[Action]error{SetInput{}: fault.Limit, SetParam{scan.Workgroup, 33}: compute.ErrValue} {
		if err := s.Apply(a); !errors.Is(err, want) || s.Snapshot().Input.N != 1000 || s.Snapshot().Params[0].Value != 32 {
			t.Errorf("%+v: %v", a, err)
		}
	}
	do(SetParam{scan.Workgroup, 0})
	if n = s.Snapshot(); !n.Params[0].IsAuto || n.Params[0].Value != 256 || n.Event.Step != n.Steps {
		t.Errorf("left to the scan: %+v", n)
	}
}

// A scan tells the same each time, on the device and on the host.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": ref.NewHost()} {
		t.Run(name, func(t *testing.T) {
			values, err := Input{N: 1000, Seed: 1}.Values()
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(be, values, compute.Values{scan.Workgroup: 32})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			watchtest.Events(t, "sums", s)
		})
	}
}
