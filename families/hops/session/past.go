package session

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"kernelscope/compute/bfs"
	"kernelscope/watch/timeline"
)

// past remembers the searches on a graph that have ended.
type past struct {
	all    map[string]int // steps of each, by its course
	scheme bfs.Scheme     // of the last one
	ended
}

func newPast() *past { return &past{all: map[string]int{}} }

// note remembers a search that has ended.
func (p *past) note(s *Subject) {
	p.scheme, p.ended = s.steps.Scheme, s.ended
	p.all[s.course] = len(s.known) - 1
}

// courseOf names what determines how a search goes on a graph.
func courseOf(p *bfs.Plan, pairs []bfs.Pair) string {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, pairs) // to memory
	return fmt.Sprint(p.Scheme, p.Values, len(pairs), h.Sum64())
}

// ended counts the parts of a search that have ended, sweeps or pairs, and their steps.
type ended struct{ steps, parts int }

// Expected returns the number of steps that the search took before. One that was not made before
// is expected to take as many steps for each part as its first parts or, before one has ended,
// as the last search.
func (s *Subject) Expected() (steps int, c timeline.Certainty) {
	if steps, ok := s.past.all[s.course]; ok {
		return steps, timeline.Known
	}
	of := s.ended
	if of.parts == 0 && s.past.scheme == s.steps.Scheme {
		of = s.past.ended
	}
	if of.parts == 0 {
		return 0, timeline.Unknown
	}
	return of.steps * s.known[len(s.known)-1].Parts / of.parts, timeline.Estimated
}
