package experiment

import (
	"bytes"
	"testing"

	"kernelscope/compute/timing"
)

// Times come back from a file as they were measured, also shares of a time.
func TestTimesInFiles(t *testing.T) {
	in := Result{Plan: Plan{Kind: Throughput, Settings: []Setting{{}}, Queries: 1, Repetitions: 1}, Rows: make([]Row, 1)}
	in.Rows[0].Measured(timing.Times{GPU: 1.0 / 7, Wall: 100.0 / 3})
	var file bytes.Buffer
	if err := in.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	out, err := ReadJSON(&file)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := in.Rows[0], out.Rows[0]; a.Wall != b.Wall || a.GPU != b.GPU {
		t.Errorf("%v and %v ms are %v and %v in a file", a.GPU, a.Wall, b.GPU, b.Wall)
	}
}
