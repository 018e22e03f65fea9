// Package watchtest tests that subjects satisfy the contract of a timeline. The tests are
// the same for every subject of every family.
package watchtest

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/update"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Timeline compares the state after each step however it is reached: forward step by
// step, back, by seeks to random steps, and by a transport that plays. The subject must
// be at its start.
func Timeline(t *testing.T, be compute.Backend, s watch.Subject, seeks int) {
	t.Helper()
	hash := func() uint64 {
		h, err := watch.Hash(context.Background(), be, s.Layers(be))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	seek := func(to int) {
		t.Helper()
		for there := false; !there; {
			var err error
			if there, err = s.Seek(to, time.Now().Add(time.Second)); err != nil {
				t.Fatalf("step %d: %v", to, err)
			}
		}
	}
	states := []uint64{hash()}
	distinct := map[uint64]bool{states[0]: true}
	for {
		n, whole := s.Length()
		if whole && s.At() == n {
			break
		}
		seek(s.At() + 1)
		if s.At() != len(states) {
			t.Fatalf("a step on from %d leads to %d", len(states)-1, s.At())
		}
		states = append(states, hash())
		distinct[states[len(states)-1]] = true
	}
	last := len(states) - 1
	if last > 1 && len(distinct) < 2 {
		t.Fatalf("all %d states look alike", len(states))
	}
	check := func(how string, want int) {
		t.Helper()
		if s.At() != want {
			t.Fatalf("%s leads to step %d, not %d", how, s.At(), want)
		}
		if hash() != states[want] {
			t.Fatalf("%s, the state after step %d is another", how, want)
		}
	}
	for k := last - 1; k >= 0; k-- {
		seek(k)
		check("a step back", k)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range seeks {
		k := rnd.IntN(len(states))
		seek(k)
		check("a seek", k)
	}
	seek(last + 5)
	check("a seek beyond the end", last)
	played(t, s, last, check)
	clocks(t, s, last)
}

// Events runs all steps of a subject, one by one, and compares its events with the JSON lines
// of testdata/NAME.jsonl. Times are omitted. The same file serves every backend and every lane
// width, so the subject must be deterministic.
func Events(t *testing.T, name string, s watch.Subject) {
	t.Helper()
	var log bytes.Buffer
	var failed error
	write := compute.Lines(&log, &failed)
	for step := 0; ; step++ {
		if _, err := s.Seek(step, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		e := s.Event()
		if e.Step != step {
			t.Fatalf("after %d steps comes the event of step %d", step, e.Step)
		}
		e.GPU, e.Wall = 0, 0
		write(e)
		if n, whole := s.Length(); whole && step == n {
			break
		}
	}
	if failed != nil {
		t.Fatal(failed)
	}
	golden := filepath.Join("testdata", name+".jsonl")
	if *update.Golden {
		if err := update.Write(golden, log.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := bytes.Split(log.Bytes(), []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(got), len(wanted)) {
		if !bytes.Equal(got[i], wanted[i]) {
			t.Fatalf("%s:%d: got %s\nwant %s", golden, i+1, got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Fatalf("%s has %d lines, got %d", golden, len(wanted), len(got))
	}
}

// played moves a subject by a transport, and compares the states.
func played(t *testing.T, s watch.Subject, last int, check func(how string, want int)) {
	t.Helper()
	transport := timeline.New(timeline.MaxSpeed)
	transport.SetLines(s)
	for _, c := range []struct {
		name string
		do   []timeline.Control
		want int
	}{
		{"rewind", []timeline.Control{timeline.Rewind{}}, 0},
		{"step", []timeline.Control{timeline.Step{Steps: 1}}, min(1, last)},
		{"end", []timeline.Control{timeline.End{}}, last},
		{"step back", []timeline.Control{timeline.Step{Steps: -1}}, max(0, last-1)},
		{"scrub", []timeline.Control{timeline.Scrub{At: float64(last / 2)}}, last / 2},
		{"seek", []timeline.Control{timeline.Seek{Step: last / 3}}, last / 3},
	} {
		for _, a := range c.do {
			transport.Apply(a)
		}
		if err := transport.Settle(); err != nil {
			t.Fatal(err)
		}
		check(c.name, c.want)
	}
	transport.Apply(timeline.Rewind{})
	transport.Apply(timeline.Play{})
	for i := 0; transport.State().Playing; i++ {
		if err := transport.Advance(time.Second/60, time.Hour); err != nil {
			t.Fatal(err)
		}
		if i > 10000 {
			t.Fatalf("playing does not end; it is at step %d of %d", s.At(), last)
		}
	}
	check("playing", last)
}

// clocks reads every clock at every step: none falls.
func clocks(t *testing.T, s watch.Subject, last int) {
	t.Helper()
	for c := range timeline.Clocks {
		for k := range last {
			if a, b := s.Reading(timeline.Clock(c), k), s.Reading(timeline.Clock(c), k+1); a > b {
				t.Fatalf("the clock of %v falls from %v to %v at step %d", timeline.Clock(c), a, b, k+1)
			}
		}
	}
}
