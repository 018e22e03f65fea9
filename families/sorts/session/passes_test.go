package session

import (
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// tenKeys are the keys of VREN's article.
var tenKeys = SetKeys{Name: "a list", Words: []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}}

// Places by atomic operations are wrong from the second pass on, which names the keys that it has
// exchanged; before it, and with ranks, nothing is wrong.
func TestWrongPass(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4", Values: compute.Values{sorting.DigitRadix: 10, sorting.Places: 2}})
	do(t, s, tenKeys)
	for _, step := range []int{0, 3, 5, 6, 4, 6} {
		do(t, s, timeline.Seek{Step: step})
		l := s.Snapshot().Lanes[0]
		if step < 6 {
			if l.Wrong != nil || l.Verdict.Wrong != nil {
				t.Errorf("step %d is wrong: %v, %v", step, l.Wrong, l.Verdict.Wrong)
			}
			continue
		}
		if len(l.Steps) != 6 || l.Wrong == nil || l.Wrong.Number != 2 || l.Wrong.Digits[0] != l.Wrong.Digits[1] || l.Verdict.Wrong != error(l.Wrong) {
			t.Fatalf("step %d of %d: %+v, %+v", step, len(l.Steps), l.Wrong, l.Verdict)
		}
		if text := l.Wrong.Error(); !strings.HasPrefix(text, "pass 2, digit 1 of radix 10, place ") || !strings.Contains(text, "the pass has exchanged them") {
			t.Errorf("it says %q", text)
		}
	}
	do(t, s, watch.Set{Values: compute.Values{sorting.Places: 1}}, timeline.Seek{Step: 6})
	if l := s.Snapshot().Lanes[0]; l.Wrong != nil || !l.Verdict.Heard || l.Verdict.Wrong != nil {
		t.Errorf("with ranks: %+v, %+v", l.Wrong, l.Verdict)
	}
}

// A snapshot of few keys tells where each was before a pass.
func TestFrom(t *testing.T) {
	s := open(t, some, watch.Set{Algorithm: "radix4", Values: compute.Values{sorting.DigitRadix: 10}})
	do(t, s, tenKeys)
	for step, want := range map[int][]int{0: nil, 2: nil, 3: {0, 9, 4, 8, 3, 7, 1, 5, 6, 2}, 5: nil, 6: {2, 7, 0, 1, 3, 5, 6, 9, 8, 4}} {
		do(t, s, timeline.Seek{Step: step})
		if got := s.Snapshot().Lanes[0].From; !slices.Equal(got, want) {
			t.Errorf("step %d: %d, want %d", step, got, want)
		}
	}
}
