package trace

import (
	"bytes"
	"errors"
	"iter"
	"reflect"
	"testing"
)

func sequence(events []Event, end error) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
		if end != nil {
			yield(Event{}, end)
		}
	}
}

// Events written as lines come back the same.
func TestLines(t *testing.T) {
	want := []Event{
		{Kind: Step, Round: 3, Near: 7, Far: 9, Relaxed: 1 << 40, GPU: 0.25, Rounds: []Round{{1, 2}, {3, 4}}},
		{Kind: Done, Round: 4, Target: 1 << 31},
	}
	var b bytes.Buffer
	var failed error
	for range Tee(sequence(want, nil), Lines(&b, &failed)) {
	}
	if failed != nil {
		t.Fatal(failed)
	}
	if n := bytes.Count(b.Bytes(), []byte("\n")); n != len(want) {
		t.Errorf("%d lines for %d events", n, len(want))
	}
	var got []Event
	for e, err := range Read(&b) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Observers see each event once, before the caller does, and no errors.
func TestTee(t *testing.T) {
	broken := errors.New("broken")
	var seen []uint32
	count := 0
	for e, err := range Tee(sequence([]Event{{Round: 1}, {Round: 2}}, broken), func(e Event) { seen = append(seen, e.Round) }) {
		count++
		if err == nil && seen[len(seen)-1] != e.Round {
			t.Errorf("the caller has round %d, the observer %v", e.Round, seen)
		}
		if (count == 3) != (err == broken) {
			t.Errorf("item %d: %v", count, err)
		}
	}
	if !reflect.DeepEqual(seen, []uint32{1, 2}) {
		t.Errorf("observed %v", seen)
	}
	for range Tee(sequence([]Event{{}, {}}, nil), func(Event) { count++ }) {
		break
	}
	if count != 4 {
		t.Error("it goes on after the caller has stopped")
	}
}

func TestReadBroken(t *testing.T) {
	var err error
	for _, err = range Read(bytes.NewBufferString(`{"round":1}` + "\n{broken")) {
	}
	if err == nil {
		t.Error("a broken line was accepted")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestLinesKeepsTheFirstError(t *testing.T) {
	var failed error
	write := Lines(full{}, &failed)
	write(Event{})
	if failed == nil || failed.Error() != "full" {
		t.Errorf("got %v", failed)
	}
}
