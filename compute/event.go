package compute

import (
	"io"

	"kernelscope/internal/format"
)

// Event describes the step of an algorithm that ended, and the facts known by then. One stream
// of events serves panels, plots, logs, recordings and tests.
type Event struct {
	Step  int     `json:"step"`  // steps done since the start
	Title string  `json:"title"` // what the last step did, for people
	Done  bool    `json:"done,omitempty"`
	Facts []Fact  `json:"facts"`
	GPU   float64 `json:"gpu_ms"`  // device time since the start, ms
	Wall  float64 `json:"wall_ms"` // wall time since the start, ms
}

// Fact is a number that a step established.
type Fact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"` // plural, such as "nodes"; empty for plain numbers
}

// Fact returns the value of a fact, 0 if the event does not state it.
func (e Event) Fact(name string) float64 {
	for _, f := range e.Facts {
		if f.Name == name {
			return f.Value
		}
	}
	return 0
}

// Lines returns an observer that writes events as JSON lines. It stores the first error in
// *failed and then stops writing.
func Lines(w io.Writer, failed *error) func(Event) {
	encoder := format.JSON(w)
	return func(e Event) {
		if *failed == nil {
			*failed = encoder.Encode(e)
		}
	}
}
