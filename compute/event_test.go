package compute_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"kernelscope/compute"
	"kernelscope/watch/watchtest"
)

// Events written as lines come back the same, a line each.
func TestLines(t *testing.T) {
	want := []compute.Event{
		{Step: 3, Title: "relax", Facts: []compute.Fact{{Name: "near", Value: 7, Unit: "nodes"}, {Name: "relaxed", Value: 1 << 40}}, GPU: 0.25},
		{Step: 4, Done: true, Facts: []compute.Fact{}},
	}
	var b bytes.Buffer
	var failed error
	write := compute.Lines(&b, &failed)
	for _, e := range want {
		write(e)
	}
	if failed != nil {
		t.Fatal(failed)
	}
	if n := bytes.Count(b.Bytes(), []byte("\n")); n != len(want) {
		t.Errorf("%d lines for %d events", n, len(want))
	}
	var got []compute.Event
	for e, err := range watchtest.ReadLines(&b) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want[0].Fact("near") != 7 || want[0].Fact("far") != 0 {
		t.Error("facts are not found by name")
	}
}

func TestReadBrokenLines(t *testing.T) {
	var err error
	for _, err = range watchtest.ReadLines(bytes.NewBufferString(`{"step":1}` + "\n{broken")) {
	}
	if err == nil {
		t.Error("a broken line was accepted")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestLinesKeepTheFirstError(t *testing.T) {
	var failed error
	write := compute.Lines(full{}, &failed)
	write(compute.Event{})
	if failed == nil || failed.Error() != "full" {
		t.Errorf("got %v", failed)
	}
}
