package session

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// open makes a session on the host that sorts some keys.
func open(t *testing.T, in Input, actions ...watch.Action) *Session {
	t.Helper()
	s := New(host.New(), sorting.Algorithms(), true)
	t.Cleanup(s.Release)
	do(t, s, append(actions, SetInput{in})...)
	return s
}

// do applies actions and makes what they ask for.
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

// array reads what a lane shows.
func array(t *testing.T, s *Session, lane int) []uint32 {
	t.Helper()
	words := make([]uint32, len(s.keys))
	if err := s.Sides[0].Read(context.Background(), s.Arrays()[lane].Keys, 0, words); err != nil {
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
			s := open(t, in, watch.Set{Algorithm: a.Name()})
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
				if err := s.Sides[0].Read(context.Background(), s.Arrays()[0].Before, 0, before); err != nil {
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
	l := s.Lanes[0]
	l.sort.Steps, l.samples = l.sort.Steps[:2], l.samples[:2]
	do(t, s, timeline.Seek{Step: 2})
	if v := s.Snapshot().Lanes[0].Verdict; v.Wrong == nil {
		t.Errorf("the oracle says %+v", v)
	}
}

// A playing sort makes as many steps as time has earned, ends, and begins again.
func TestPlay(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "batcher"}, timeline.SetSpeed{PerSecond: 10})
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
	s := open(t, some, watch.Set{Algorithm: "batcher"})
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

// What is turned stays: parameters through other keys, keys through other sorts, and
// the step through parameters.
func TestKept(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4"}, watch.Set{Values: compute.Values{sorting.Workgroup: 64}})
	before := s.Snapshot()
	do(t, s, timeline.Seek{Step: 3}, watch.Set{Values: compute.Values{sorting.Items: 3}})
	n := s.Snapshot()
	if n.Lanes[0].Position != 3 {
		t.Errorf("a parameter leads to step %d", n.Lanes[0].Position)
	}
	do(t, s, watch.Shuffle{}, SetInput{Input{N: 77, Type: sorting.I32, Distribution: "few", Seed: 9}})
	n = s.Snapshot()
	values := compute.Values{}
	for _, p := range n.Lanes[0].Params {
		values[p.Name] = p.Value
	}
	if !maps.Equal(values, compute.Values{sorting.Workgroup: 64, sorting.Items: 3, sorting.DigitBits: 4, sorting.Counters: 2, sorting.Places: 1, sorting.DigitRadix: 16}) {
		t.Errorf("parameters are %v", values)
	}
	if n.Input.N != 77 || before.Input.N != some.N {
		t.Error("a snapshot has changed, or the input has not")
	}
	do(t, s, watch.Set{Algorithm: "batcher"})
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
	do(t, s, SetKeys{Name: "keys.bin", Type: sorting.U64, Words: keys})
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
type small struct{ *host.Host }

func (small) Limits() compute.Limits {
	l := host.New().Limits()
	l.Memory = 20 << 10
	return l
}

// What cannot be done leaves all as it was.
func TestRefused(t *testing.T) {
	s := New(small{host.New()}, sorting.Algorithms(), true)
	do(t, s, watch.Set{Algorithm: "batcher"}, watch.Set{Lane: 1, Algorithm: "batcher"}, SetInput{Input{N: 100, Distribution: "uniform"}}, timeline.Seek{Step: 2})
	defer s.Release()
	was := array(t, s, 0)
	big := Input{N: 10000, Distribution: "uniform"}
	for _, c := range []struct {
		a     watch.Action
		limit bool
	}{
		{SetInput{big}, true}, {SetInput{Input{N: MaxKeys + 1, Distribution: "uniform"}}, true}, {SetInput{Input{Distribution: "uniform"}}, true},
		{SetInput{Input{N: 10, Distribution: "sideways"}}, false}, {watch.Set{Algorithm: "bogo"}, false}, {watch.Set{Values: compute.Values{"colour": 3}}, false},
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

// Keys of which few bits differ take few passes, until they are read as another type or give
// way to others.
func TestBits(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4"})
	do(t, s, SetKeys{Name: FrameKeys, Bits: 7, Words: []uint32{100, 3, 127, 0}})
	passes := func() int { return len(s.Snapshot().Lanes[0].Steps) / 3 }
	if got := s.Snapshot(); passes() != 2 || got.Input.File != FrameKeys || !got.Lanes[0].Done() && got.Lanes[0].Position > 0 {
		t.Errorf("%d passes of %+v", passes(), got.Input)
	}
	do(t, s, timeline.End{})
	if v := s.Snapshot().Lanes[0].Verdict; !v.Heard || v.Wrong != nil {
		t.Errorf("%+v", v)
	}
	in := s.Snapshot().Input
	in.Type = sorting.I32
	do(t, s, SetInput{in})
	if passes() != 8 {
		t.Errorf("as i32 they take %d passes", passes())
	}
	do(t, s, SetKeys{Name: FrameKeys, Bits: 7, Words: []uint32{100, 3, 127, 0}}, SetInput{some})
	if passes() != 8 {
		t.Errorf("others take %d passes", passes())
	}
}
