// Package trace tells what a run does: events of counts and names, for logs,
// plots and tests. It carries no data of the scene; layers do.
package trace

import (
	"encoding/json"
	"io"
	"iter"
)

// Kind says what an event closes.
type Kind string

const (
	// Step closes some rounds that shared a submission.
	Step Kind = "step"
	// Done is the last event of a run.
	Done Kind = "done"
)

// Event is the state of a run after a step. Counts are since the run began.
type Event struct {
	Kind      Kind    `json:"kind"`
	Round     uint32  `json:"round"`  // relax dispatches so far
	Phase     uint32  `json:"phase"`  // buckets begun so far
	Bucket    uint32  `json:"bucket"` // number of the present bucket
	Threshold uint32  `json:"threshold"`
	Near      uint32  `json:"near"` // entries
	Far       uint32  `json:"far"`
	Relaxed   uint64  `json:"relaxed"`  // edges looked at
	Improved  uint64  `json:"improved"` // edges that shortened a distance
	Target    uint32  `json:"target"`   // distance of the target so far
	GPU       float64 `json:"gpu_ms"`   // time on the device
	Wall      float64 `json:"wall_ms"`  // time in steps
	// Rounds are those of this step, for plots.
	Rounds []Round `json:"rounds,omitempty"`
}

// Round is the size of the queues before a round.
type Round struct {
	Near uint32 `json:"near"`
	Far  uint32 `json:"far"`
}

// Tee passes a sequence on and shows each event to observers first.
func Tee(steps iter.Seq2[Event, error], observers ...func(Event)) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for e, err := range steps {
			if err == nil {
				for _, o := range observers {
					o(e)
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Lines returns an observer that writes events as JSON lines. The first error
// is kept in *failed.
func Lines(w io.Writer, failed *error) func(Event) {
	encoder := json.NewEncoder(w)
	return func(e Event) {
		if *failed == nil {
			*failed = encoder.Encode(e)
		}
	}
}

// Read reads events written by Lines.
func Read(r io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		decoder := json.NewDecoder(r)
		for {
			var e Event
			err := decoder.Decode(&e)
			if err == io.EOF {
				return
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}
