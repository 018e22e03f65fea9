package watchtest

import (
	"encoding/json"
	"io"
	"iter"

	"kernelscope/compute"
)

// ReadLines reads events that compute.Lines wrote. It stops after the first error.
func ReadLines(r io.Reader) iter.Seq2[compute.Event, error] {
	return func(yield func(compute.Event, error) bool) {
		decoder := json.NewDecoder(r)
		for {
			var e compute.Event
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
