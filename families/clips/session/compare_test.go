package session

import (
	"math"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/host"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Two forms match one sequence; one clock moves both, and the one that has ended waits.
func TestCompare(t *testing.T) {
	s := New(host.New(), clip.Forms(), true)
	t.Cleanup(s.Release)
	do := func(actions ...watch.Action) *Snapshot {
		t.Helper()
		for _, a := range actions {
			if err := s.Apply(a); err != nil {
				t.Fatalf("%#v: %v", a, err)
			}
		}
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		return s.Snapshot()
	}
	do(watch.Set{Algorithm: "lookback"}, watch.Set{Values: compute.Values{clip.Workgroup: 64}}, watch.Set{Values: compute.Values{clip.Items: 1}}, SetInput{Input{Shape: "random", N: 3000, Seed: 1}})
	n := do(watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: "tree"}, watch.Set{Lane: 1, Values: compute.Values{clip.Workgroup: 128}}, watch.Set{Lane: 1, Values: compute.Values{clip.Items: 1}}, watch.Set{Lane: 1, Values: compute.Values{clip.Few: 1}})
	if n.Other == nil || n.Run.Tree != nil || n.Other.Run.Tree == nil || n.Position != n.Length || n.Other.Position != n.Other.Length {
		t.Fatalf("the comparison begins with %+v", n.Other)
	}
	for i, l := range n.Lanes() {
		if !l.Verdict.Heard || l.Verdict.Wrong != nil {
			t.Errorf("lane %d: the oracle says %+v", i, l.Verdict)
		}
	}
	for _, c := range []timeline.Clock{timeline.Steps, timeline.DeviceTime, timeline.Progress} {
		do(timeline.End{})
		if n = do(timeline.SetClock{Clock: c}); n.Position != n.Length || n.Other.Position != n.Other.Length {
			t.Errorf("%v: choosing the clock leads to steps %d and %d", c, n.Position, n.Other.Position)
		}
		for _, share := range []float64{0.5, 1, 0.02, 0} {
			at := math.Floor(share * n.Time.Length)
			if c == timeline.DeviceTime {
				at = share * n.Time.Length
			}
			do(timeline.SeekClock{At: at})
			for i, l := range s.Lanes.Active() {
				known, _ := l.Length()
				if r := l.Reading(c, l.At()); r > at+1e-9 || l.At() < known && l.Reading(c, l.At()+1) <= at {
					t.Errorf("%v at %v of %v: lane %d is at step %d of %d, which reads %v", c, at, n.Time.Length, i, l.At(), known, r)
				}
			}
		}
	}
	n = do(SelectElement{2000})
	if n.Shown != 2000/n.Run.Size || n.Other.Shown != 2000/n.Other.Run.Size || n.Run.Size == n.Other.Run.Size {
		t.Errorf("element 2000 is in the partitions %d and %d", n.Shown, n.Other.Shown)
	}
	want := map[string]float64{
		"steps": float64(n.Other.Length) / float64(n.Length), "partitions": float64(len(n.Other.Run.Partitions)) / float64(len(n.Run.Partitions)),
		"GPU time": n.Other.MS / n.MS, "elements/s": n.MS / n.Other.MS,
	}
	for _, m := range n.Measures() {
		if w, ok := want[m.Name]; ok && !(math.Abs(m.Ratio()-w) < 1e-9*w) {
			t.Errorf("%s: the ratio of %v is %v, want %v", m.Name, m.Of, m.Ratio(), w)
		}
	}
	if n = do(watch.Set{Lane: 1, Values: compute.Values{clip.Workgroup: 64}}); n.Other.Run.Size != 64 || n.Run.Size != 64 {
		t.Errorf("partitions of %d and %d", n.Run.Size, n.Other.Run.Size)
	}
	if err := s.Apply(watch.Set{Lane: 1, Algorithm: "bogus"}); err == nil {
		t.Error("there is a form bogus")
	}
	if n = do(watch.SetCompare{}); n.Other != nil || n.Time.Clock != timeline.Steps || n.Measures() != nil {
		t.Error("the comparison does not end")
	}
}
