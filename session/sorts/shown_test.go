package sorts

import (
	"slices"
	"testing"

	"kernelscope/compute/sorting"
	"kernelscope/timeline"
)

// A snapshot of few keys holds them as they are at each step, and of many none.
func TestShown(t *testing.T) {
	list := []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}
	for _, a := range sorting.Algorithms() {
		s := open(t, some, SetAlgorithm{0, a.Name()})
		if s.Snapshot().Lanes[0].Keys != nil {
			t.Errorf("%s: %d keys are held", a.Name(), some.N)
		}
		do(t, s, SetKeys{Name: "a list", Words: list})
		for step := range len(s.Snapshot().Lanes[0].Steps) + 1 {
			do(t, s, timeline.Seek{Step: step})
			got := s.Snapshot().Lanes[0].Keys
			if !slices.Equal(got, array(t, s, 0)) {
				t.Fatalf("%s: at step %d it holds %d", a.Name(), step, got)
			}
			if step == 0 && !slices.Equal(got, list) {
				t.Errorf("%s: the input is %d", a.Name(), got)
			}
		}
		if got := s.Snapshot().Lanes[0].Keys; !slices.IsSorted(got) || len(got) != len(list) {
			t.Errorf("%s: %d", a.Name(), got)
		}
	}
}
