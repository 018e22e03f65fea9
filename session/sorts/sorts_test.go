package sorts

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/fault"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// open makes a session on the host that sorts some keys.
func open(t *testing.T, in Input, actions ...any) *Session {
	t.Helper()
	s := New(ref.NewHost(), sorting.Algorithms(), Options{Wait: true})
	t.Cleanup(s.Release)
	do(t, s, append(actions, SetInput{in})...)
	return s
}

// do applies actions and makes what they ask for.
func do(t *testing.T, s *Session, actions ...any) {
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

// array reads what a lane shows.
func array(t *testing.T, s *Session, lane int) []uint32 {
	t.Helper()
	words := make([]uint32, len(s.keys))
	if err := s.be.Read(context.Background(), s.Arrays()[lane].Keys, 0, words); err != nil {
		t.Fatal(err)
	}
	return words
}

var some = Input{N: 300, Distribution: "uniform", Seed: 3}

// Any step looks the same however one gets there: forward one by one, in one go, or
// back. The array before it is that of the step before.
func TestSeek(t *testing.T) {
	for _, a := range sorting.Algorithms() {
		for _, typ := range sorting.Types() {
			in := some
			in.Type, in.Payload, in.Descending = typ, true, typ == sorting.F32
			s := open(t, in, SetAlgorithm{0, a.Name()})
			steps := len(s.Snapshot().Lanes[0].Steps)
			var forward [][]uint32
			for i := range steps + 1 {
				if n := s.Snapshot().Lanes[0].Position; n != i {
					t.Fatalf("%s: at step %d, not %d", a.Name(), n, i)
				}
				forward = append(forward, array(t, s, 0))
				do(t, s, timeline.Step{Steps: 1})
			}
			same := func(how string, i int) {
				t.Helper()
				if !slices.Equal(array(t, s, 0), forward[i]) {
					t.Errorf("%s, %v: %s, step %d is another", a.Name(), typ, how, i)
				}
				before := make([]uint32, len(s.keys))
				if err := s.be.Read(context.Background(), s.Arrays()[0].Before, 0, before); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(before, forward[max(0, i-1)]) {
					t.Errorf("%s, %v: %s, the array before step %d is not that", a.Name(), typ, how, i)
				}
			}
			for i := steps; i >= 0; i-- {
				do(t, s, timeline.Seek{Step: i})
				same("back", i)
			}
			do(t, s, timeline.Seek{Step: steps}, timeline.Step{Steps: -1})
			same("a step back", steps-1)
			do(t, s, timeline.Seek{Step: steps + 5})
			same("beyond the end", steps)
			if v := s.Snapshot().Lanes[0].Verdict; !v.Heard || v.Wrong != nil {
				t.Errorf("%s, %v: the oracle says %+v", a.Name(), typ, v)
			}
		}
	}
}

// The oracle is asked: a sort that leaves steps out is found wrong.
func TestWrong(t *testing.T) {
	s := open(t, some)
	l := s.lanes[0]
	l.sort.Steps, l.samples = l.sort.Steps[:2], l.samples[:2]
	do(t, s, timeline.Seek{Step: 2})
	if v := s.Snapshot().Lanes[0].Verdict; v.Wrong == nil {
		t.Errorf("the oracle says %+v", v)
	}
}

// A playing sort makes as many steps as time has earned, ends, and begins again.
func TestPlay(t *testing.T) {
	s := open(t, some, SetAlgorithm{0, "batcher"}, timeline.SetSpeed{PerSecond: 10})
	do(t, s, timeline.Play{})
	for _, want := range []int{2, 5, 7} {
		if err := s.Advance(250*time.Millisecond, time.Hour); err != nil {
			t.Fatal(err)
		}
		if n := s.Snapshot().Lanes[0].Position; n != want {
			t.Errorf("after %d steps, not %d", n, want)
		}
	}
	do(t, s, timeline.Pause{})
	if err := s.Advance(time.Hour, time.Hour); err != nil || s.Snapshot().Lanes[0].Position != 7 {
		t.Errorf("a sort that is paused goes on, or %v", err)
	}
	do(t, s, timeline.Play{})
	if err := s.Advance(time.Hour, time.Hour); err != nil {
		t.Fatal(err)
	}
	if n := s.Snapshot(); n.Time.Playing || !n.Lanes[0].Done() || !n.Lanes[0].Timed {
		t.Errorf("at its end a sort is playing, or not done")
	}
	do(t, s, timeline.Play{})
	if n := s.Snapshot(); !n.Time.Playing || n.Lanes[0].Position != 0 {
		t.Errorf("it does not begin again")
	}
}

// A budget is kept: what cannot be made in time is made later.
func TestBudget(t *testing.T) {
	s := open(t, some, SetAlgorithm{0, "batcher"})
	if err := s.Apply(timeline.Seek{Step: 30}); err != nil {
		t.Fatal(err)
	}
	frames := 0
	for ; s.Waiting() && frames < 1000; frames++ {
		if err := s.Advance(0, 0); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Snapshot().Lanes[0].Position; n != 30 || frames < 30 {
		t.Errorf("step %d after %d frames", n, frames)
	}
}

// Two sorts go by GPU time: their clock only goes forward, each shows the last step that
// has ended by then, and the slower one ends when the clock does.
func TestCompare(t *testing.T) {
	s := open(t, some, SetAlgorithm{0, "batcher"}, SetAlgorithm{1, "radix4"}, watch.SetCompare{On: true}, timeline.SetFit{Seconds: 2})
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
			if l.Elapsed > clock || !l.Done() && s.lanes[i].endOf(l.Position+1) <= clock {
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
	s := open(t, some, SetAlgorithm{0, "radix"}, SetAlgorithm{1, "radix4"}, watch.SetCompare{On: true})
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
	s := open(t, some, SetAlgorithm{0, "radix4"}, SetAlgorithm{1, "batcher"}, watch.SetCompare{On: true}, timeline.SetClock{})
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
	s := open(t, one, SetAlgorithm{0, "batcher"}, SetAlgorithm{1, "batcher"}, watch.SetCompare{On: true})
	do(t, s, timeline.Play{}, timeline.Step{Steps: 1}, timeline.Step{Steps: -1}, timeline.SeekClock{At: 5})
	if n := s.Snapshot(); n.Time.Playing || !n.Lanes[0].Done() || !n.Lanes[1].Done() || n.Time.Length != 0 {
		t.Errorf("a key takes %v ms", n.Time.Length)
	}
	do(t, s, SetAlgorithm{1, "radix"}, timeline.Play{})
	if err := s.Advance(time.Hour, time.Hour); err != nil || s.Snapshot().Time.Playing || !s.Snapshot().Lanes[1].Done() {
		t.Errorf("the radix sort does not end: %v", err)
	}
}

// What is turned stays: parameters through other keys, keys through other sorts, and
// the step through parameters.
func TestKept(t *testing.T) {
	s := open(t, some, SetAlgorithm{0, "radix4"}, SetParam{0, sorting.Workgroup, 64})
	before := s.Snapshot()
	do(t, s, timeline.Seek{Step: 3}, SetParam{0, sorting.Items, 3})
	n := s.Snapshot()
	if n.Lanes[0].Position != 3 {
		t.Errorf("a parameter leads to step %d", n.Lanes[0].Position)
	}
	do(t, s, Shuffle{}, SetInput{Input{N: 77, Type: sorting.I32, Distribution: "few", Seed: 9}})
	n = s.Snapshot()
	values := compute.Values{}
	for _, p := range n.Lanes[0].Params {
		values[p.Name] = p.Value
	}
	if !maps.Equal(values, compute.Values{sorting.Workgroup: 64, sorting.Items: 3}) {
		t.Errorf("parameters are %v", values)
	}
	if n.Input.N != 77 || before.Input.N != some.N {
		t.Error("a snapshot has changed, or the input has not")
	}
	do(t, s, SetAlgorithm{0, "batcher"})
	if in := s.Snapshot().Input; in.N != 77 || in.Distribution != "few" {
		t.Errorf("the input is %+v", in)
	}
}

func TestFile(t *testing.T) {
	keys, err := keygen.Keys("uniform", sorting.U64, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, some)
	do(t, s, SetKeys{"keys.bin", sorting.U64, keys})
	if in := s.Snapshot().Input; in.N != 50 || in.File != "keys.bin" || in.Type != sorting.U64 {
		t.Errorf("the input is %+v", in)
	}
	in := s.Snapshot().Input
	in.Type = sorting.U32
	do(t, s, SetInput{in})
	if n := s.Snapshot().Input.N; n != 100 {
		t.Errorf("read as u32, the file has %d keys", n)
	}
	do(t, s, timeline.Seek{Step: 100})
	if v := s.Snapshot().Lanes[0].Verdict; !v.Heard || v.Wrong != nil {
		t.Errorf("the oracle says %+v", v)
	}
}

// small is a device with little memory.
type small struct{ *ref.Host }

func (small) Limits() compute.Limits {
	l := ref.NewHost().Limits()
	l.Memory = 20 << 10
	return l
}

// What cannot be done leaves all as it was.
func TestRefused(t *testing.T) {
	s := New(small{ref.NewHost()}, sorting.Algorithms(), Options{Wait: true})
	do(t, s, SetAlgorithm{0, "batcher"}, SetAlgorithm{1, "batcher"}, SetInput{Input{N: 100, Distribution: "uniform"}}, timeline.Seek{Step: 2})
	defer s.Release()
	was := array(t, s, 0)
	big := Input{N: 10000, Distribution: "uniform"}
	for _, c := range []struct {
		a     Action
		limit bool
	}{
		{SetInput{big}, true}, {SetInput{Input{N: MaxKeys + 1, Distribution: "uniform"}}, true}, {SetInput{Input{Distribution: "uniform"}}, true},
		{SetInput{Input{N: 10, Distribution: "sideways"}}, false}, {SetAlgorithm{0, "bogo"}, false}, {SetParam{0, "colour", 3}, false},
	} {
		err := s.Apply(c.a)
		if err == nil || errors.Is(err, fault.Limit) != c.limit {
			t.Errorf("%+v: %v", c.a, err)
		}
		do(t, s)
		if n := s.Snapshot(); n.Input.N != 100 || n.Lanes[0].Position != 2 || !slices.Equal(array(t, s, 0), was) {
			t.Errorf("%+v has changed the session", c.a)
		}
	}
}

// Keys that are all the same have a range, too.
func TestRange(t *testing.T) {
	for _, c := range []struct {
		keys        []uint32
		typ         sorting.Type
		least, most uint64
	}{
		{[]uint32{5, 2, 9}, sorting.U32, 2, 9},
		{[]uint32{0xffffffff, 1}, sorting.I32, 0x7fffffff, 0x80000001},
		{[]uint32{0, 0}, sorting.U32, 0, 1},
		{[]uint32{7}, sorting.U32, 6, 7},
		{[]uint32{1, 2, 0, 3}, sorting.U64, 0x200000001, 0x300000000},
	} {
		if l, m := rangeOf(c.keys, sorting.Format{Type: c.typ}); l != c.least || m != c.most {
			t.Errorf("%v %x: %x to %x", c.typ, c.keys, l, m)
		}
	}
}

// hardware is a host that is said to be a GPU.
type hardware struct{ *ref.Host }

func (hardware) Limits() compute.Limits {
	l := ref.NewHost().Limits()
	l.IsSoftware = false
	return l
}

// Before a comparison hardware is kept busy, within the budget, and all is measured anew.
func TestWarmth(t *testing.T) {
	s := New(hardware{ref.NewHost()}, sorting.Algorithms(), Options{Wait: true})
	defer s.Release()
	do(t, s, SetInput{some}, timeline.Seek{Step: 2})
	if err := s.Apply(watch.SetCompare{On: true}); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); s.Snapshot().Measured < 1; {
		if s.lanes[0].share() > 0 && !s.warmup.Over(s.be) {
			t.Fatalf("times are taken after %v", time.Duration(s.warmup))
		}
		if time.Since(begin) > 20*time.Second {
			t.Fatal("it is never warm")
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
