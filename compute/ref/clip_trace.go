package ref

import "fmt"

// ClipEvent is the number of words in an event of a trace. The first word has a kind, from
// ClipBegins to ClipCombines, above ClipEventKindBits and the acting partition below. The second
// word is another partition, or a level for ClipCombines. ClipTraceHappened also counts events
// without room.
const ClipEvent = 2

// clipEvent is an event of a trace.
type clipEvent struct{ kind, part, other uint32 }

// eventsOf returns the events in a trace.
func eventsOf(trace []uint32) (out []clipEvent) {
	words := trace[ClipTraceEvents:]
	for i := range min(int(trace[ClipTraceHappened]), len(words)/ClipEvent) {
		w := words[ClipEvent*i:]
		out = append(out, clipEvent{w[0] >> ClipEventKindBits, w[0] & (1<<ClipEventKindBits - 1), w[1]})
	}
	return out
}

// traceLookback writes the events of the partitions from first up to, not including, end, if each
// finds the previous one done. Partitions reduced in place have an event for each level up to
// levels; -1 means none.
func traceLookback(a ClipWalks[[]uint32], first, end, levels int, trace []uint32) {
	happens := func(kind uint32, part, other int) {
		at := ClipTraceEvents + ClipEvent*int(trace[ClipTraceHappened])
		if at+ClipEvent <= len(trace) {
			trace[at], trace[at+1] = kind<<ClipEventKindBits|uint32(part), uint32(other)
		}
		trace[ClipTraceHappened]++
	}
	for part := first; part < end; part++ {
		p := partitionOf(a.Partitions, part)
		happens(ClipBegins, part, part)
		for level := range levels + 1 {
			happens(ClipCombines, part, level)
		}
		happens(ClipPublishes, part, part)
		least := p.lowest() + int32(p[0]) // height at its beginning
		for q := part - 1; q >= 0 && (q == part-1 || least >= p.lowest()); {
			happens(ClipSeesDone, part, q)
			least = min(least, partitionOf(a.Partitions, q).lowest())
			q = int(int32(a.State[ClipState*q+ClipBack]))
			if q >= 0 {
				happens(ClipFollows, part, q)
			}
		}
		happens(ClipEnds, part, int(int32(a.State[ClipState*part+ClipBack])))
	}
}

// checkTrace refuses impossible traces: a partition acts before it begins or after it is done,
// looks at something not yet published, or goes elsewhere than its back-link. It does not check a
// trace without events, nor events without room.
func checkTrace(a ClipWalks[[]uint32], trace []uint32) error {
	events := eventsOf(trace)
	number := len(a.State) / ClipState
	began, published, done := make([]bool, number), make([]bool, number), make([]bool, number)
	at, seen := make([]uint32, number), make([]uint32, number) // of each walk: its position, and the number of partitions seen
	followed := uint32(0)
	for i, e := range events {
		wrong := func(what string) error {
			return fmt.Errorf("Trace: event %d, of partition %d, kind %d, %d: %s", i, e.part, e.kind, int32(e.other), what)
		}
		switch {
		case int(e.part) >= number || e.kind > ClipCombines || int(e.other) >= number && e.kind != ClipCombines && !(e.kind == ClipEnds && e.other == ClipNone):
			return wrong("there is no such kind or partition")
		case (e.kind == ClipBegins) == began[e.part] || done[e.part]:
			return wrong("a partition begins once, before its other events, and ends once")
		}
		p := e.part
		looks := e.kind == ClipLooks || e.kind == ClipSeesDone || e.kind == ClipFollows || e.kind == ClipWaits
		if looks && (e.other > at[p] || e.other == at[p] && e.kind == ClipFollows) {
			return wrong("a walk looks at a partition it has seen")
		}
		switch e.kind {
		case ClipBegins:
			began[p] = true
		case ClipPublishes:
			published[e.other] = true
			at[p], seen[p] = p-1, 0
		case ClipLooks, ClipSeesDone:
			if !published[e.other] || e.kind == ClipSeesDone && !done[e.other] {
				return wrong("it sees what is not published")
			}
			seen[p]++
			at[p] = e.other
			if e.kind == ClipLooks && e.other > 0 {
				at[p]--
			}
		case ClipFollows:
			if a.State[ClipState*at[p]+ClipBack] != e.other {
				return wrong("the back-link leads elsewhere")
			}
			at[p] = e.other
			followed++
		case ClipEnds:
			done[p] = true
			if !published[p] || seen[p] != a.State[ClipState*p+ClipSteps] || e.other != a.State[ClipState*p+ClipBack] {
				return wrong("the state says otherwise")
			}
		}
	}
	if all := trace[ClipTraceHappened]; int(all) == len(events) && all > 0 && followed != a.Control[ClipFollowed] {
		return fmt.Errorf("%d back-links are followed, but the control block has %d", followed, a.Control[ClipFollowed])
	}
	return nil
}
