package watch

import (
	"encoding/json"
	"io"

	"kernelscope/compute"
)

// Told holds what a recording notes of a run: all but times. Recordings and pages hash it, so that the same step of the
// same run has the same hash everywhere.
type Told struct {
	Title string
	Event compute.Event
	Done  bool
	Right *bool // the oracle's verdict; nil where it is not known, or not to be told
}

// Write writes it as a line.
func (t Told) Write(w io.Writer) error {
	t.Event.GPU, t.Event.Wall = 0, 0
	return json.NewEncoder(w).Encode(t)
}
