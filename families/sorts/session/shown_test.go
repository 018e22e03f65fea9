package session

import (
	"slices"
	"testing"

	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// A snapshot of few keys holds them as they are at each step, and of many none.
func TestShown(t *testing.T) {
	list := []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}
	for _, a := range sorting.Algorithms() {
		s := open(t, some, watch.Set{Algorithm: a.Name()})
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

// The table of a digit is that of the keys: counts after the first of its steps, offsets
// after the second.
func TestTable(t *testing.T) {
	list := []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}
	counts := []uint32{0, 1, 0, 0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 0, 0, 0}
	offsets := []uint32{0, 0, 1, 1, 1, 2, 4, 4, 6, 6, 7, 9, 9, 10, 10, 10}
	s := open(t, some, watch.Set{Algorithm: "radix4"})
	do(t, s, SetKeys{Name: "a list", Words: list})
	for step, want := range [][]uint32{nil, nil, offsets, offsets} {
		do(t, s, timeline.Seek{Step: step})
		table := s.Snapshot().Lanes[0].Table
		if (table == nil) != (step == 0) {
			t.Fatalf("at step %d the table is %v", step, table)
		}
		if step > 0 && (!slices.Equal(table.Counts, counts) || !slices.Equal(table.Offsets, want)) {
			t.Errorf("at step %d counts are %d and offsets %d", step, table.Counts, table.Offsets)
		}
	}
	do(t, s, SetInput{Input{N: 5000, Distribution: "few", Seed: 2}}, timeline.Seek{Step: 4})
	table := s.Snapshot().Lanes[0].Table
	for digit, count := range table.Counts {
		sum := uint32(0)
		for p := range table.Partitions {
			sum += table.At(digit, p)
		}
		if sum != count || table.Partitions != 5 {
			t.Errorf("digit %d: %d keys, %d in %d partitions", digit, count, sum, table.Partitions)
		}
	}
}

// The trail of a network has the keys after each step; going back shortens it.
func TestTrail(t *testing.T) {
	s := open(t, Input{N: 11, Distribution: "random", Seed: 1}, watch.Set{Algorithm: "batcher"})
	for _, step := range []int{0, 4, 10, 2} {
		do(t, s, timeline.Seek{Step: step})
		l := s.Snapshot().Lanes[0]
		if len(l.Trail) != step+1 || !slices.Equal(l.Trail[step], l.Keys) {
			t.Errorf("after %d steps the trail is %v, the keys %v", step, l.Trail, l.Keys)
		}
	}
	do(t, s, timeline.End{})
	if last := s.Snapshot().Lanes[0].Trail[10]; !slices.IsSorted(last) {
		t.Errorf("the trail ends in %v", last)
	}
}
