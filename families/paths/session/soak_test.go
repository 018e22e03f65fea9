package session

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Whatever is asked for in any order, no action fails and every search that ends is right.
func TestSoak(t *testing.T) {
	be := gputest.Open(t)
	s := openOn(t, be)
	rnd := rand.New(rand.NewPCG(9, 9))
	names := []string{"nearfar", "frontier", "nearfar-append", "deltastep", "bellmanford", "dijkstra", "dial", "astar", "bidirectional"}
	for i := range 1500 {
		n := s.Snapshot()
		var a watch.Action
		switch rnd.IntN(12) {
		case 0:
			a = watch.Set{Lane: rnd.IntN(1 + map[bool]int{true: 1}[n.Other != nil]), Algorithm: names[rnd.IntN(len(names))]}
		case 1, 2, 3:
			a = watch.Set{Values: compute.Values{sssp.Delta: 1 << rnd.IntN(25)}}
			if n.Params[0].Name != sssp.Delta {
				a = timeline.Pause{}
			}
		case 4:
			a = timeline.Seek{Step: rnd.IntN(100)}
		case 5:
			a = timeline.Scrub{At: float64(rnd.IntN(100))}
		case 6:
			a = timeline.Play{}
		case 7:
			a = timeline.Step{Steps: rnd.IntN(21) - 10}
		case 8:
			a = SetEnds{Source: &geom.Point{X: int32(rnd.IntN(20000)), Y: int32(rnd.IntN(15000))}, Drag: rnd.IntN(2) == 0}
		case 9:
			a = timeline.SetClock{Clock: timeline.Clock(rnd.IntN(3))}
		case 10:
			a = watch.SetCompare{On: rnd.IntN(3) == 0}
		case 11:
			a = timeline.End{}
		}
		if err := s.Apply(a); err != nil && !errors.Is(err, fault.Usage) { // as of a clock that a search does not have
			t.Fatalf("%d: %#v: %v", i, a, err)
		}
		if err := s.Advance(time.Second/30, time.Millisecond); err != nil {
			t.Fatalf("%d: after %#v: %v", i, a, err)
		}
		s.Layers(be, 0)
		if r := s.Snapshot().Result; r != nil && r.Wrong != nil {
			t.Fatalf("%d: %v", i, r.Wrong)
		}
	}
}
