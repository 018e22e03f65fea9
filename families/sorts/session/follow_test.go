package session

import (
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// A key is where its place says, at every step of every sort whose keys can be followed.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		values    compute.Values
		followed  bool
	}{
		{"radix4", compute.Values{sorting.DigitRadix: 10, sorting.Workgroup: 32, sorting.Items: 1}, true}, {"radix4", nil, true}, {"radix", nil, true},
		{"radix4", compute.Values{sorting.Places: 2}, false}, {"batcher", nil, false},
	} {
		in := Input{N: 64, Distribution: "few", Seed: 7, Payload: true, Type: sorting.I32}
		s := open(t, in, watch.Set{Algorithm: c.algorithm, Values: c.values}, SetView{View{Follow: 34}})
		for step := range len(s.Snapshot().Lanes[0].Steps) + 1 {
			do(t, s, timeline.Seek{Step: step})
			l := s.Snapshot().Lanes[0]
			if (l.Followed != nil) != c.followed || (l.Places != nil) != c.followed {
				t.Fatalf("%s, %v: followed %v, places %v", c.algorithm, c.values, l.Followed, l.Places)
			}
			if !c.followed {
				continue
			}
			_, payload := s.Lanes[0].now()
			values := make([]uint32, in.N)
			if err := s.Sides[0].Read(t.Context(), payload, 0, values); err != nil {
				t.Fatal(err)
			}
			if at := slices.Index(values, 33); l.Followed.Place != at || l.InputAt(at) != 33 {
				t.Errorf("%s, step %d: it is at %d, not %d", c.algorithm, step, at, l.Followed.Place)
			}
		}
	}
}

// The story of a key has its symbol, count, offset and place.
func TestFollowStory(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4", Values: compute.Values{sorting.DigitRadix: 10}}, SetView{View{Follow: 6}})
	do(t, s, tenKeys)
	for step, want := range []string{
		"5 is at place 5", "5 has the symbol 5: it counts 1 of 2", "5 has the symbol 5: its keys begin at 6", "5 has the symbol 5: offset 6 + 1 earlier = place 7",
		"5 has the symbol 0: it counts 1 of 2", "5 has the symbol 0: its keys begin at 0", "5 has the symbol 0: offset 0 + 1 earlier = place 1",
	} {
		do(t, s, timeline.Seek{Step: step})
		if got := fmt.Sprint(s.Snapshot().Lanes[0].Followed.Story); got != want {
			t.Errorf("step %d: %s, want %s", step, got, want)
		}
	}
}
