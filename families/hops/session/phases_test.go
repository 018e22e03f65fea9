package session

import (
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The queue and the bits of two searches, from nodes 1 and 2 of a small graph, are those that one
// finds by hand after each phase, however it is reached.
func TestPhases(t *testing.T) {
	want := []struct{ title, queue, rows string }{
		{"where 2 searches begin", "1 2", ""},
		{"sweep 1 of 1: level 0, expand top-down", "1 2", "3:a 4:ab 5:b"},
		{"sweep 1 of 1: level 1, identify", "3 4 5", ""},
		{"sweep 1 of 1: level 1, expand top-down", "3 4 5", "1:b 2:a 6:ab 7:ab"},
		{"sweep 1 of 1: level 2, identify", "1 2 6 7", ""},
	}
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		s := opened(t, be, "gen:example,kind=shared")
		do(t, s, SetPairs{Name: "two", Pairs: s.pairsOf([2]int64{1, 8}, [2]int64{2, 3})}, watch.Set{Algorithm: bfs.Coalesced.Name()})
		for _, step := range []int{0, 1, 2, 3, 4, 2, 3, 0, 4, 1} {
			l, w := &do(t, s, timeline.Seek{Step: step}).Lanes[0], want[step]
			var queue []int64
			for _, v := range l.Rows.Queue {
				queue = append(queue, s.m.Graph.ID[v])
			}
			slices.Sort(queue) // the device is free to use any order
			if got := fmt.Sprint(queue); got != "["+w.queue+"]" || l.Event.Title != w.title || s.letters(l.Rows.Reached) != w.rows {
				t.Errorf("%s, step %d, %q: the queue is %s and %q are reached; want %q, [%s] and %q", name, step, l.Event.Title, got, s.letters(l.Rows.Reached), w.title, w.queue, w.rows)
			}
		}
	}
}

// pairsOf makes pairs of numbers of a graph's file.
func (s *Session) pairsOf(ids ...[2]int64) (pairs []bfs.Pair) {
	at := func(id int64) uint32 { return uint32(slices.Index(s.m.Graph.ID, id)) }
	for _, p := range ids {
		pairs = append(pairs, bfs.Pair{Source: at(p[0]), Target: at(p[1])})
	}
	return pairs
}

// letters writes the rows that are not empty, with a letter for each search.
func (s *Session) letters(rows [][]uint32) (text string) {
	ids := slices.Clone(s.m.Graph.ID)
	slices.Sort(ids)
	for _, id := range ids {
		row := ""
		for k := range 32 {
			if rows[slices.Index(s.m.Graph.ID, id)][0]>>k&1 != 0 {
				row += string(rune('a' + k))
			}
		}
		if row != "" && text != "" {
			text += " "
		}
		if row != "" {
			text += fmt.Sprintf("%d:%s", id, row)
		}
	}
	return text
}
