package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

func mapOf(t *testing.T, text string) *scene.Map {
	t.Helper()
	m, err := open.ReadMap(context.Background(), text, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The state after each step is the same however it is reached, of every scheme, on roads and
// with hubs, with keyframes after every step or none.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, text := range []string{"gen:grid,width=12,height=9", "gen:kronecker,scale=7,factor=6"} {
		m := mapOf(t, text)
		on, err := bfs.New(be, m.Graph, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(on.Release)
		for _, scheme := range bfs.Stepped()[1:] { // all but auto
			for _, dense := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s on %s, %t", scheme, text, dense), func(t *testing.T) {
					n, values := 200, compute.Values{bfs.Columns: 128, bfs.Defer: 2}
					switch scheme {
					case bfs.Paired, bfs.Single:
						n = 4
						delete(values, bfs.Columns)
					case bfs.Workgroups:
						values[bfs.Columns] = 32
					}
					fresh := func() *Subject {
						s, err := NewSubject(be, m.Graph, on, pairgen.Random(2, n, on.Largest()), bfs.Options{Scheme: scheme, Values: values}, -1)
						if err != nil {
							t.Fatal(err)
						}
						t.Cleanup(s.Release)
						if dense {
							s.frames.Wait = 0
						}
						return s
					}
					watchtest.Ahead(t, be, fresh())
					s := fresh()
					watchtest.Timeline(t, be, s, gputest.Count(8, 500))
					if v := s.judge.Hear(true); !v.Heard || v.Wrong != nil {
						t.Errorf("the verdict is %+v", v)
					}
				})
			}
		}
	}
}

// A wrong length is found, and named.
func TestVerify(t *testing.T) {
	g := mapOf(t, "gen:grid,width=4,height=1").Graph
	pairs := []bfs.Pair{{Source: 0, Target: 3}, {Source: 2, Target: 2}}
	want, err := oracle.BFSLengths(context.Background(), g.FirstOut, g.Head, []uint32{0, 2}, []uint32{3, 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(g, pairs, want); err != nil {
		t.Error(err)
	}
	want[1] = bfs.Unreachable
	if err := verify(g, pairs, want); err == nil || !strings.Contains(err.Error(), "pair 1, from node 2 to 2, has length unreachable, not 0") {
		t.Error(err)
	}
}

// do carries out actions and makes all that is left to make.
func do(t *testing.T, s *Session, actions ...watch.Action) *Snapshot {
	t.Helper()
	for _, a := range actions {
		if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
			t.Fatalf("%#v: %v", a, err)
		}
	}
	return s.Snapshot()
}

func opened(t *testing.T, be compute.Backend, text string) *Session {
	t.Helper()
	s := New(be, true)
	t.Cleanup(s.Release)
	if err := s.Open(mapOf(t, text)); err != nil {
		t.Fatal(err)
	}
	return s
}

// The path of the pair that is shown is drawn once its length is known, along edges, and as
// long as that; in the search from both ends it leads over the edge where the balls meet.
func TestFound(t *testing.T) {
	for _, text := range []string{"gen:grid,width=15,height=11", "gen:kronecker,scale=8"} {
		s := opened(t, gputest.Open(t), text)
		for _, scheme := range bfs.Stepped() {
			n := do(t, s, SetInput{Input{N: 12, Seed: 3}}, watch.Set{Algorithm: scheme.Name()})
			known := map[int]bool{}
			for !n.Lanes[0].Done() {
				if n = do(t, s, timeline.Step{Steps: 1}); n.Lanes[0].Found == nil {
					continue
				}
				f := n.Lanes[0].Found
				known[f.Pair] = true
				p, g := n.Pairs[f.Pair], n.Map.Graph
				if len(f.Path) != int(f.Length)+1 || f.Path[0] != p.Source || f.Path[len(f.Path)-1] != p.Target {
					t.Fatalf("%s on %s: the path of %v, of length %d, is %v", scheme, text, p, f.Length, f.Path)
				}
				for i := 1; i < len(f.Path); i++ {
					if _, ok := g.Edge(f.Path[i-1], f.Path[i]); !ok {
						t.Fatalf("%s on %s: the path %v has no edge after node %d", scheme, text, f.Path, f.Path[i-1])
					}
				}
				if (f.Meet >= 0) != (n.Lanes[0].Plan.Scheme == bfs.Paired) || f.Meet >= int(f.Length) {
					t.Errorf("%s on %s: the balls meet at %d of a path of %d edges", scheme, text, f.Meet, f.Length)
				}
			}
			if v := n.Lanes[0].Verdict; len(known) == 0 || !v.Heard || v.Wrong != nil {
				t.Errorf("%s on %s: %d paths, %+v", scheme, text, len(known), v)
			}
		}
	}
}

// Actions that fail leave the session as it was; a pair is chosen by its ends, or by number.
func TestSession(t *testing.T) {
	s := opened(t, host.New(), "gen:grid,width=9,height=9")
	n := do(t, s, watch.Set{Algorithm: bfs.Coalesced.Name()}, watch.Set{Values: compute.Values{bfs.Columns: 128}}, timeline.Step{Steps: 2})
	if l := n.Lanes[0]; l.At != 2 || l.Now().Level != 1 || l.Event.Fact("frontier") == 0 || l.Shown != 0 || l.Params[0].Value != 128 {
		t.Errorf("after two steps: %+v", l)
	}
	for _, c := range []struct {
		do   watch.Action
		want error
	}{
		{SetInput{Input{N: 0}}, fault.Limit}, {SetInput{Input{N: MaxPairs + 1}}, fault.Limit}, {watch.Set{Values: compute.Values{bfs.Columns: 100}}, compute.ErrValue}, {Follow{64}, fault.Limit},
	} {
		if err := s.Apply(c.do); !errors.Is(err, c.want) || s.Snapshot().Lanes[0].At != 2 || len(s.Snapshot().Pairs) != 64 {
			t.Errorf("%#v: %v", c.do, err)
		}
	}
	if n = do(t, s, Follow{7}); n.Lanes[0].Shown != 7 || n.Lanes[0].At != 2 {
		t.Errorf("following pair 7: %+v", n.Lanes[0])
	}
	at := n.Map.Graph.At[5]
	if n = do(t, s, SetEnds{Target: &at}, timeline.End{}); n.Pairs[0].Target != 5 || n.Lanes[0].Shown != 0 {
		t.Errorf("the first pair is %v; %d is shown", n.Pairs[0], n.Lanes[0].Shown)
	}
	n = do(t, s, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: bfs.Rows.Name()}, timeline.SetClock{Clock: timeline.Progress}, timeline.End{})
	if len(n.Lanes) != 2 || !n.Lanes[0].Done() || !n.Lanes[1].Done() || n.Measures()[5].Ratio() != 1 {
		t.Errorf("compared: %+v", n.Measures())
	}
	if n = do(t, s, watch.SetCompare{}); len(n.Lanes) != 1 || !n.Lanes[0].Done() {
		t.Errorf("alone again: %+v", n.Lanes)
	}
}

// Playing rests at the end of each pair, so that its path is seen; in scripts it does not.
func TestRests(t *testing.T) {
	for _, wait := range []bool{false, true} {
		s := New(gputest.Open(t), wait)
		t.Cleanup(s.Release)
		if err := s.Open(mapOf(t, "gen:grid,width=6,height=6")); err != nil {
			t.Fatal(err)
		}
		do(t, s, SetInput{Input{N: 4, Seed: 3}}, timeline.Rewind{}, timeline.Play{})
		frames, at := map[int]int{}, 0
		for s.Snapshot().Time.Playing {
			if err := s.Advance(time.Second/20, time.Hour); err != nil {
				t.Fatal(err)
			}
			at = s.Snapshot().Lanes[0].At
			frames[at]++
		}
		ends := 0
		for i, l := range s.Snapshot().Lanes[0].Levels {
			if rests := frames[i] > 10; i > 0 && i < at && rests != (l.Ended && !wait) {
				t.Errorf("waiting %t: step %d, ended %t, is shown for %d frames", wait, i, l.Ended, frames[i])
			}
			if l.Ended {
				ends++
			}
		}
		if ends < 3 {
			t.Errorf("%d pairs have ended", ends)
		}
	}
}

// A search tells the same each time, on the device and, but for pairs, whose mirror knows no
// budget, on the host.
func TestEventsSameEachTime(t *testing.T) {
	m := mapOf(t, "gen:kronecker,scale=7,factor=6")
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		on, err := bfs.New(be, m.Graph, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(on.Release)
		for scheme, n := range map[bfs.Scheme]int{bfs.Paired: 5, bfs.Rows: 200, bfs.BottomUp: 60} {
			if scheme == bfs.Paired && name == "host" {
				continue
			}
			s, err := NewSubject(be, m.Graph, on, pairgen.Random(2, n, on.Largest()), bfs.Options{Scheme: scheme, Values: compute.Values{bfs.Columns: 128}}, -1)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Release)
			watchtest.Events(t, scheme.Name(), s)
		}
	}
}

// Searches that were made before have the length that they had then; the length of others is
// estimated by the pairs that have ended, or by the last search.
func TestExpected(t *testing.T) {
	s := New(gputest.Open(t), true)
	t.Cleanup(s.Release)
	if err := s.Open(mapOf(t, "gen:grid,width=30,height=20")); err != nil {
		t.Fatal(err)
	}
	do := func(actions ...watch.Action) timeline.State {
		t.Helper()
		for _, a := range actions {
			if err := errors.Join(s.Apply(a), s.Settle()); err != nil {
				t.Fatalf("%#v: %v", a, err)
			}
		}
		return s.Snapshot().Time
	}
	first := SetInput{Input{N: 20, Seed: 1}}
	if n := do(first); n.Certainty != timeline.Unknown {
		t.Errorf("at first: %+v", n)
	}
	n := do(timeline.Seek{Step: 60})
	length := n.Length
	if whole := do(timeline.End{}).Length; n.Certainty != timeline.Estimated || length < whole/2 || length > 2*whole {
		t.Errorf("after 60 of %v steps: %+v", whole, n)
	}
	whole := do().Length
	if n := do(SetInput{Input{N: 40, Seed: 2}}); n.Certainty != timeline.Estimated || n.Length < whole || n.Length > 3*whole || n.Made != 0 {
		t.Errorf("twice as many pairs, after %v steps for half of them: %+v", whole, n)
	}
	if n := do(first); n.Certainty != timeline.Known || n.Length != whole || n.Made != 0 {
		t.Errorf("again, after %v steps: %+v", whole, n)
	}
}
