package compute_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/watch/watchtest"
)

// FuzzReadLines: whatever a file of events holds, events are read up to the first error, and
// read again as they are written.
func FuzzReadLines(f *testing.F) {
	for _, text := range []string{
		`{"step":64,"title":"round 63","facts":[{"name":"near","value":53,"unit":"nodes"}],"gpu_ms":1.5}` + "\n" + `{"step":65,"done":true}`, "{}", "null", "[1]", "{", `{"step":-1}`, `{"facts":null}`, "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read := func(text string) (events []compute.Event, failed error) {
			for e, err := range watchtest.ReadLines(strings.NewReader(text)) {
				if failed != nil {
					t.Fatal("there is an event after an error")
				}
				if failed = err; err == nil {
					events = append(events, e)
				}
			}
			return events, failed
		}
		events, _ := read(text)
		var b bytes.Buffer
		var failed error
		write := compute.Lines(&b, &failed)
		for _, e := range events {
			write(e)
		}
		second, err := read(b.String())
		if failed != nil || err != nil || len(second) != len(events) {
			t.Fatalf("%d events, then %d: %v, %v", len(events), len(second), failed, err)
		}
		b.Reset()
		for _, e := range second {
			compute.Lines(&b, &failed)(e)
		}
		if third, _ := read(b.String()); !reflect.DeepEqual(third, second) {
			t.Errorf("%+v is read as %+v", second, third)
		}
	})
}
