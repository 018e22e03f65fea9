package clip

import (
	"context"
	"fmt"

	ref "kernelscope/compute/ref/clip"
	"kernelscope/shaders"
)

// Event is an event of a partition's look-back.
type Event struct {
	Kind      EventKind
	Partition int
	Other     int // another partition, or -1 for none
}

// EventKind is the kind of an event.
type EventKind uint8

// Kinds of events.
const (
	Begins    EventKind = shaders.ClipBegins
	Publishes EventKind = shaders.ClipPublishes // its own numbers, or Other's, which took too long
	Looks     EventKind = shaders.ClipLooks     // sees Other, which has published its numbers
	SeesDone  EventKind = shaders.ClipSeesDone  // sees Other, which is done
	Follows   EventKind = shaders.ClipFollows   // goes along a back-link to Other
	Waits     EventKind = shaders.ClipWaits     // looks at Other in vain, for the first time
	Ends      EventKind = shaders.ClipEnds      // is done; its back-link leads to Other
	Combines  EventKind = shaders.ClipCombines  // has reached a level of its reduction in place: Other
)

// Does describes the event as the predicate of a sentence about the partition.
func (e Event) Does() string {
	switch e.Kind {
	case Begins:
		return "begins"
	case Publishes:
		if e.Other != e.Partition {
			return fmt.Sprintf("reduces %d itself: it has waited long enough", e.Other)
		}
		return "publishes its pops, pushes and slice"
	case Looks:
		return fmt.Sprintf("sees the aggregate of %d", e.Other)
	case SeesDone:
		return fmt.Sprintf("sees that %d is linked", e.Other)
	case Follows:
		return fmt.Sprintf("follows the back-link to %d", e.Other)
	case Combines:
		if e.Other == 0 {
			return "reads its elements"
		}
		return fmt.Sprintf("combines blocks of %d in pairs, level %d", 1<<(e.Other-1), e.Other)
	case Waits:
		return fmt.Sprintf("waits for %d", e.Other)
	}
	if e.Other < 0 {
		return "is linked: nothing below it"
	}
	return fmt.Sprintf("is linked: its back-link leads to %d", e.Other)
}

// Events waits and returns the events of the last run, in the order in which they happened, and
// the number beyond Lookback.Events.
func (c *Clip) Events(ctx context.Context) (events []Event, lost int, err error) {
	if c.Trace == nil {
		return nil, 0, nil
	}
	words := make([]uint32, c.Trace.Len())
	if err := c.Backend.Read(ctx, c.Trace, 0, words); err != nil {
		return nil, 0, err
	}
	all, room := int(words[shaders.ClipTraceHappened]), (len(words)-shaders.ClipTraceEvents)/ref.Event
	for i := range min(all, room) {
		w := words[shaders.ClipTraceEvents+ref.Event*i:]
		events = append(events, Event{
			EventKind(w[0] >> shaders.ClipEventKindBits), int(w[0] & (1<<shaders.ClipEventKindBits - 1)), int(int32(w[1])),
		})
	}
	return events, max(0, all-room), nil
}

// BackLinks returns a histogram of partitions by the number of back-links that they followed in
// their last walk, from 0.
func BackLinks(events []Event) (counts []int) {
	followed := map[int]int{} // by partition that is not done
	for _, e := range events {
		switch {
		case e.Kind == Publishes && e.Other == e.Partition: // its walk begins, or begins again
			followed[e.Partition] = 0
		case e.Kind == Follows:
			followed[e.Partition]++
		case e.Kind == Ends:
			n := followed[e.Partition]
			delete(followed, e.Partition)
			for len(counts) <= n {
				counts = append(counts, 0)
			}
			counts[n]++
		}
	}
	return counts
}
