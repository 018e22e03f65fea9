package clip

import (
	"fmt"
	"kernelscope/shaders"
)

// Event is the number of words in an event of a trace. The first word has a kind, from
// ClipBegins to ClipCombines, above ClipEventKindBits and the acting partition below. The second
// word is another partition, or a level for ClipCombines. ClipTraceHappened also counts events
// without room.
const Event = 2

// clipEvent is an event of a trace.
type clipEvent struct{ kind, part, other uint32 }

// eventsOf returns the events in a trace.
func eventsOf(trace []uint32) (out []clipEvent) {
	words := trace[shaders.ClipTraceEvents:]
	for i := range min(int(trace[shaders.ClipTraceHappened]), len(words)/Event) {
		w := words[Event*i:]
		out = append(out, clipEvent{w[0] >> shaders.ClipEventKindBits, w[0] & (1<<shaders.ClipEventKindBits - 1), w[1]})
	}
	return out
}

// traceEvent appends an event to a trace, as far as there is room.
func traceEvent(trace []uint32, kind uint32, part, other int) {
	at := shaders.ClipTraceEvents + Event*int(trace[shaders.ClipTraceHappened])
	if at+Event <= len(trace) {
		trace[at], trace[at+1] = kind<<shaders.ClipEventKindBits|uint32(part), uint32(other)
	}
	trace[shaders.ClipTraceHappened]++
}

// beginTrace writes the events of a partition up to its walk, with one for each level up to levels;
// -1 means none.
func beginTrace(trace []uint32, part, levels int) {
	traceEvent(trace, shaders.ClipBegins, part, part)
	for level := range levels + 1 {
		traceEvent(trace, shaders.ClipCombines, part, level)
	}
	traceEvent(trace, shaders.ClipPublishes, part, part)
}

// traceLookback writes the events of the partitions from first up to, not including, end, if each
// finds the previous one done. Partitions reduced in place have an event for each level up to
// levels; -1 means none.
func traceLookback(a Walks[[]uint32], first, end, levels int, trace []uint32) {
	for part := first; part < end; part++ {
		p := partitionOf(a.Partitions, part)
		beginTrace(trace, part, levels)
		least := p.lowest() + int32(p[0]) // height at its beginning
		for q := part - 1; q >= 0 && (q == part-1 || least >= p.lowest()); {
			traceEvent(trace, shaders.ClipSeesDone, part, q)
			least = min(least, partitionOf(a.Partitions, q).lowest())
			q = int(int32(a.State[State*q+Back]))
			if q >= 0 {
				traceEvent(trace, shaders.ClipFollows, part, q)
			}
		}
		traceEvent(trace, shaders.ClipEnds, part, int(int32(a.State[State*part+Back])))
	}
}

// checkTrace refuses impossible traces: a partition acts before it begins or after it is done,
// looks at something not yet published, or goes elsewhere than its back-link. It does not check a
// trace without events, nor events without room.
func checkTrace(a Walks[[]uint32], trace []uint32) error {
	events := eventsOf(trace)
	number := len(a.State) / State
	began, published, done := make([]bool, number), make([]bool, number), make([]bool, number)
	at, seen := make([]uint32, number), make([]uint32, number)      // of each walk: its position, and the number of partitions seen
	waits, levels := make([]uint32, number), make([]uint32, number) // the partition that it waits for, plus one; the level that comes next
	followed, fallbacks := uint32(0), uint32(0)
	for i, e := range events {
		wrong := func(what string) error {
			return fmt.Errorf("Trace: event %d, of partition %d, kind %d, %d: %s", i, e.part, e.kind, int32(e.other), what)
		}
		switch {
		case int(e.part) >= number || e.kind > shaders.ClipCombines || int(e.other) >= number && e.kind != shaders.ClipCombines && !(e.kind == shaders.ClipEnds && e.other == shaders.ClipNone):
			return wrong("there is no such kind or partition")
		case (e.kind == shaders.ClipBegins) == began[e.part] || done[e.part]:
			return wrong("a partition begins once, before its other events, and ends once")
		}
		p := e.part
		looks := e.kind == shaders.ClipLooks || e.kind == shaders.ClipSeesDone || e.kind == shaders.ClipFollows || e.kind == shaders.ClipWaits
		if looks && (e.other > at[p] || e.other == at[p] && e.kind == shaders.ClipFollows) {
			return wrong("a walk looks at a partition it has seen")
		}
		switch e.kind {
		case shaders.ClipBegins:
			began[p] = true
		case shaders.ClipPublishes:
			if e.other != p {
				if fallbacks++; waits[p] != e.other+1 {
					return wrong("it reduces another partition without waiting")
				}
			}
			published[e.other] = true
			at[p], seen[p], waits[p] = p-1, 0, 0
		case shaders.ClipCombines:
			if e.other != 0 && e.other != levels[p] {
				return wrong("a level is left out")
			}
			levels[p] = e.other + 1
		case shaders.ClipWaits:
			if waits[p] == e.other+1 {
				return wrong("it waits twice")
			}
			waits[p] = e.other + 1
		case shaders.ClipLooks, shaders.ClipSeesDone:
			if !published[e.other] || e.kind == shaders.ClipSeesDone && !done[e.other] {
				return wrong("it sees what is not published")
			}
			seen[p]++
			at[p], waits[p] = e.other, 0
			if e.kind == shaders.ClipLooks && e.other > 0 {
				at[p]--
			}
		case shaders.ClipFollows:
			if a.State[State*at[p]+Back] != e.other {
				return wrong("the back-link leads elsewhere")
			}
			at[p] = e.other
			followed++
		case shaders.ClipEnds:
			done[p] = true
			if !published[p] || seen[p] != a.State[State*p+Steps] || e.other != a.State[State*p+Back] {
				return wrong("the state says otherwise")
			}
		}
	}
	all, counted := trace[shaders.ClipTraceHappened], a.Control[shaders.ClipFollowed:shaders.ClipFallbacks+1]
	if int(all) == len(events) && all > 0 && (followed != counted[0] || fallbacks != counted[1]) {
		return fmt.Errorf("%d back-links are followed and %d partitions reduced by others, but the control block has %d", followed, fallbacks, counted)
	}
	return nil
}
