package clip

import (
	"context"

	"kernelscope/compute/ref"
)

// Event is something that a partition has done while it looked back.
type Event struct {
	Kind      EventKind
	Partition int
	Other     int // another partition, or -1 for none
}

// EventKind is what happens.
type EventKind uint8

// Kinds of events.
const (
	Begins    EventKind = ref.ClipBegins
	Publishes EventKind = ref.ClipPublishes // its own numbers, or those of Other, which took too long
	Looks     EventKind = ref.ClipLooks     // sees Other, which has published its numbers
	SeesDone  EventKind = ref.ClipSeesDone  // sees Other, which is done
	Follows   EventKind = ref.ClipFollows   // goes along a back-link to Other
	Waits     EventKind = ref.ClipWaits     // looks at Other in vain, for the first time
	Ends      EventKind = ref.ClipEnds      // is done; its back-link leads to Other
)

// Events waits and returns those of the last run, in the order in which they
// happened, and how many more there were than Lookback.Events.
func (c *Clip) Events(ctx context.Context) (events []Event, lost int, err error) {
	if c.Trace == nil {
		return nil, 0, nil
	}
	words := make([]uint32, c.Trace.Len())
	if err := c.Backend.Read(ctx, c.Trace, 0, words); err != nil {
		return nil, 0, err
	}
	all, room := int(words[ref.ClipTraceHappened]), (len(words)-ref.ClipTraceEvents)/ref.ClipEvent
	for i := range min(all, room) {
		w := words[ref.ClipTraceEvents+ref.ClipEvent*i:]
		events = append(events, Event{
			EventKind(w[0] >> ref.ClipEventKindBits), int(w[0] & (1<<ref.ClipEventKindBits - 1)), int(int32(w[1])),
		})
	}
	return events, max(0, all-room), nil
}
