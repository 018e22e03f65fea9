package session

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// small partitions, of which there are some in a short sequence; the tree form has a tree.
var small = []watch.Action{
	watch.Set{Algorithm: "tree"}, watch.Set{Values: compute.Values{clip.Workgroup: 64}}, watch.Set{Values: compute.Values{clip.Items: 1}}, watch.Set{Values: compute.Values{clip.Few: 1}}, watch.Set{Algorithm: "lookback"},
}

// open makes a session over small partitions of a sequence.
func open(t *testing.T, be compute.Backend, actions ...watch.Action) *Session {
	t.Helper()
	s := New(be, clip.Forms(), true)
	t.Cleanup(s.Release)
	do(t, s, append(slices.Clone(small), actions...)...)
	return s
}

// do applies actions and waits for what they lead to.
func do(t *testing.T, s *Session, actions ...watch.Action) {
	t.Helper()
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			t.Fatalf("%T: %v", a, err)
		}
	}
	if err := s.Settle(); err != nil {
		t.Fatal(err)
	}
}

var some = SetInput{Input{Shape: "adversarial", N: 3000, Seed: 3}}

// Every form matches every shape, on the device and on the host; the oracle says so, and
// it is timed.
func TestForms(t *testing.T) {
	for name, be := range map[string]compute.Backend{"host": host.New(), "device": gputest.Open(t)} {
		s := open(t, be, some)
		for _, f := range clip.Forms() {
			for _, shape := range clipseq.Shapes() {
				do(t, s, watch.Set{Algorithm: f.Name()}, SetInput{Input{Shape: shape, N: 3000, Seed: 1}})
				n := s.Snapshot()
				if v := n.Verdict; !v.Heard || v.Wrong != nil || n.Form.Name() != f.Name() || !n.Timed || n.MS <= 0 || n.Rate(len(n.Sequence.Elements)) <= 0 {
					t.Errorf("%s, %s, %s: %+v, %v ms", name, f.Name(), shape, v, n.MS)
				}
				if got, want := n.Run.Result.Links, oracle.Clip(n.Sequence).Links; !slices.Equal(got, want) || len(n.Run.Partitions) != 47 || n.Run.Size != 64 {
					t.Errorf("%s, %s, %s: links differ, or there are %d partitions", name, f.Name(), shape, len(n.Run.Partitions))
				}
				if n.Position != n.Length || n.Length == 0 {
					t.Errorf("%s, %s, %s: it begins at step %d of %d", name, f.Name(), shape, n.Position, n.Length)
				}
			}
		}
	}
}

// The oracle is asked: links that are wrong are found.
func TestWrong(t *testing.T) {
	s := open(t, host.New(), some)
	s.Lanes[0].run.Result.Links[1234]++
	s.Lanes[0].ask(s.sequence)
	do(t, s)
	if v := s.Snapshot().Verdict; v.Wrong == nil {
		t.Errorf("the oracle says %+v", v)
	}
}

// At any step states are the same however one gets there, and only grow with time. No
// partition sees another one further than it is then.
func TestReplay(t *testing.T) {
	s := open(t, gputest.Open(t), some)
	length := s.Snapshot().Length
	var forward [][]State
	for i := range length + 1 {
		do(t, s, timeline.Seek{Step: i})
		n := s.Snapshot()
		forward = append(forward, n.States)
		for q, state := range n.States {
			if i > 0 && state < forward[i-1][q] {
				t.Fatalf("step %d: partition %d goes back to %v", i, q, state)
			}
		}
		e, ok := n.Last()
		if ok != (i > 0) {
			t.Fatalf("step %d: %+v", i, e)
		}
		if ok && i < length && n.Shown != e.Partition {
			t.Errorf("step %d shows partition %d, not %d, which acts", i, n.Shown, e.Partition)
		}
		if ok && (e.Kind == clip.Looks && n.States[e.Other] < Aggregate || e.Kind == clip.SeesDone && n.States[e.Other] != Linked) {
			t.Errorf("step %d: partition %d sees %d, which is %v", i, e.Partition, e.Other, n.States[e.Other])
		}
	}
	if slices.Contains(forward[length], Waiting) || slices.Contains(forward[length], Aggregate) || slices.Max(forward[0]) != Waiting {
		t.Error("in the end not all partitions are linked, or one was at the start")
	}
	for _, i := range []int{length, 7, length / 2, 0, length - 1, 1} {
		do(t, s, timeline.Seek{Step: i})
		if !slices.Equal(s.Snapshot().States, forward[i]) {
			t.Errorf("step %d looks different from elsewhere", i)
		}
	}
}

// The walk of a partition is what it has done so far; its last step comes when it is done.
func TestWalk(t *testing.T) {
	s := open(t, gputest.Open(t), some)
	n := s.Snapshot()
	longest := n.Run.Longest()
	if n.Shown != longest || n.Pinned || n.Run.Counters.Longest != uint32(n.Run.Partitions[longest].Looks) {
		t.Errorf("partition %d is shown, and not %d with the longest walk", n.Shown, longest)
	}
	do(t, s, Select{0, longest}, timeline.Seek{Step: 0})
	seen := 0
	for n = s.Snapshot(); len(n.Walk()) != len(n.Run.Of(longest, n.Length)); n = s.Snapshot() {
		at := n.Run.Next(longest, n.Position, true)
		do(t, s, timeline.Seek{Step: at})
		if e, _ := s.Snapshot().Last(); e.Partition != longest || len(s.Snapshot().Walk()) != seen+1 {
			t.Fatalf("step %d is of partition %d", at, e.Partition)
		}
		seen++
	}
	if e, _ := n.Last(); e.Kind != clip.Ends || n.States[longest] != Linked || e.Other != n.Run.Partitions[longest].Back {
		t.Errorf("the walk ends with %+v", e)
	}
	if back := n.Run.Next(longest, n.Position, false); back != n.Position-1 {
		t.Errorf("back from step %d leads to %d", n.Position, back)
	}
	do(t, s, SelectElement{700})
	if n := s.Snapshot(); n.Element != 700 || n.Shown != 700/64 || !n.Pinned {
		t.Errorf("element %d, partition %d", n.Element, n.Shown)
	}
	do(t, s, Select{0, -1})
	if n := s.Snapshot(); n.Element != -1 || n.Pinned {
		t.Error("nothing is let go")
	}
}

// Nodes of the tree that the device leaves are the least of their children, and searches
// find the partitions that links lead to.
func TestTree(t *testing.T) {
	for _, n := range []int{64, 65, 3000, 20_000} {
		for _, shape := range clipseq.Shapes() {
			s := open(t, gputest.Open(t), watch.Set{Algorithm: "tree"}, SetInput{Input{Shape: shape, N: n, Seed: 5}})
			x := s.Snapshot()
			tree := x.Run.Tree
			if len(x.Run.Partitions) <= 1 {
				continue
			}
			for level := range tree.Levels() {
				first, number := tree.Level(level)
				for node := first; node < first+number; node++ {
					from, end := tree.Span(node)
					least := math.MaxInt
					for _, p := range x.Run.Partitions[from:end] {
						least = min(least, p.Lowest)
					}
					if tree.Lowest(node) != least {
						t.Fatalf("%d elements, %s: node %d has %d, and partitions below it %d", n, shape, node, tree.Lowest(node), least)
					}
				}
			}
			for i, link := range x.Run.Result.Links {
				q, want := i/64, -1
				if link != clip.None {
					want = int(link) / 64
				}
				if want == q {
					continue
				}
				looks, got := tree.Search(q, int(x.Heights[i]))
				if got != want || len(looks) > 8*tree.Levels() {
					t.Fatalf("%d elements, %s: the search of element %d ends at partition %d after %d looks; the link is in %d", n, shape, i, got, len(looks), want)
				}
			}
		}
	}
}

// Of few partitions there is no tree, and two steps.
func TestFew(t *testing.T) {
	s := open(t, gputest.Open(t), watch.Set{Algorithm: "tree"}, watch.Set{Values: compute.Values{clip.Few: 1024}}, some)
	if n := s.Snapshot(); n.Run.Tree == nil || n.Run.Tree.Levels() != 0 || n.Length != 2 || n.Verdict.Wrong != nil {
		t.Errorf("%+v, %d steps, %+v", n.Run.Tree, n.Length, n.Verdict)
	}
	for i, want := range []State{Waiting, Aggregate, Linked} {
		do(t, s, timeline.Seek{Step: i})
		if got := s.Snapshot().States; slices.Min(got) != want || slices.Max(got) != want {
			t.Errorf("step %d: %v", i, got)
		}
	}
}

// What plays makes as many steps as time has earned, ends, and begins again.
func TestPlay(t *testing.T) {
	s := open(t, host.New(), some, timeline.SetSpeed{PerSecond: 10}, timeline.Seek{Step: 0}, timeline.Play{})
	for _, want := range []int{2, 5, 7} {
		if err := s.Advance(250*time.Millisecond, 0); err != nil {
			t.Fatal(err)
		}
		if n := s.Snapshot().Position; n != want {
			t.Errorf("after %d steps, not %d", n, want)
		}
	}
	do(t, s, timeline.Step{Steps: -3})
	if n := s.Snapshot(); n.Time.Playing || n.Position != 4 {
		t.Errorf("a step back leads to %d", n.Position)
	}
	do(t, s, timeline.Play{})
	if err := s.Advance(time.Hour, 0); err != nil {
		t.Fatal(err)
	}
	if n := s.Snapshot(); n.Time.Playing || n.Position != n.Length || s.Waiting() {
		t.Errorf("it ends at step %d", n.Position)
	}
	do(t, s, timeline.Play{})
	if n := s.Snapshot(); !n.Time.Playing || n.Position != 0 {
		t.Error("it does not begin again")
	}
}

// Sequences that are empty, of one element, without boxes, or unbalanced can be watched.
func TestSequences(t *testing.T) {
	s := open(t, gputest.Open(t))
	for name, q := range map[string]clipseq.Sequence{
		"empty": {Elements: []uint32{}},
		"nil":   {},
		"one":   {Elements: []uint32{clipseq.Push}},
		"pops":  {Elements: slices.Repeat([]uint32{clipseq.Pop}, 200)},
		"boxes": {Elements: []uint32{clipseq.Push, clipseq.Leaf, clipseq.Pop}, Boxes: make([]clipseq.Box, 3)},
	} {
		for _, f := range clip.Forms() {
			do(t, s, SetSequence{name, q}, watch.Set{Algorithm: f.Name()}, timeline.Step{Steps: -1}, timeline.Step{Steps: 1}, Select{0, 0}, SelectElement{0})
			if n := s.Snapshot(); n.Run == nil || len(n.Run.Result.Links) != len(q.Elements) || n.Verdict.Wrong != nil || n.Input.Name != name || n.Input.N != len(q.Elements) {
				t.Errorf("%s, %s: %+v, %+v", name, f.Name(), n.Verdict, n.Input)
			}
		}
	}
	do(t, s, watch.Shuffle{})
}

// tiny is a device with little memory.
type tiny struct{ *host.Host }

func (tiny) Limits() compute.Limits {
	l := host.New().Limits()
	l.Memory = 1 << 18
	return l
}

// What cannot be done leaves all as it was.
func TestRefused(t *testing.T) {
	s := open(t, tiny{host.New()}, some, timeline.Seek{Step: 5})
	was := s.Snapshot()
	for _, c := range []struct {
		a     watch.Action
		limit bool
	}{
		{SetInput{Input{Shape: "random", N: 100_000}}, true}, {SetInput{Input{Shape: "random", N: MaxElements + 1}}, true},
		{SetInput{Input{Shape: "random"}}, true}, {SetInput{Input{Shape: "round", N: 5}}, false}, {watch.Set{Algorithm: "stack"}, false},
		{watch.Set{Values: compute.Values{"colour": 3}}, false}, {SetSequence{"bad", clipseq.Sequence{Elements: []uint32{3}}}, false},
	} {
		err := s.Apply(c.a)
		if err == nil || errors.Is(err, fault.Limit) != c.limit {
			t.Errorf("%+v: %v", c.a, err)
		}
		do(t, s)
		if n := s.Snapshot(); n.Input != was.Input || n.Position != 5 || n.Version != was.Version || n.Run != was.Run || n.MS == 0 {
			t.Errorf("%+v has changed the session", c.a)
		}
	}
}

// What is turned stays, with other forms too, and the timeline goes to the end anew.
func TestKept(t *testing.T) {
	s := open(t, host.New(), some, watch.Set{Values: compute.Values{clip.Workgroup: 128}}, timeline.Seek{Step: 3}, watch.Shuffle{})
	n := s.Snapshot()
	if n.Run.Size != 128 || n.Input.Seed != 4 || n.Position != n.Length {
		t.Errorf("partitions of %d, seed %d", n.Run.Size, n.Input.Seed)
	}
	do(t, s, watch.Set{Algorithm: "tree"})
	if n := s.Snapshot(); n.Run.Size != 128 {
		t.Errorf("the tree has partitions of %d", n.Run.Size)
	}
	do(t, s, watch.Set{Algorithm: "lookback"}, watch.Set{Values: compute.Values{clip.Workgroup: 0}}, watch.Set{Values: compute.Values{clip.Items: 0}})
	for _, p := range s.Snapshot().Params {
		if !p.IsAuto {
			t.Errorf("%s is not left to the form", p.Name)
		}
	}
}
