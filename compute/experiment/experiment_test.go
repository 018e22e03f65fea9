package experiment_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock/clocktest"
)

// toy is an algorithm with two parameters.
type toy struct{}

func (toy) Name() string  { return "toy" }
func (toy) Title() string { return "Toy" }
func (toy) Params() []compute.Param {
	return []compute.Param{{Name: "delta", Min: 1, Max: 1 << 20}, {Name: "batch", Min: 1, Max: 256, Default: 16, PowerOfTwo: true}}
}

// sizes is a subject of some sizes, whose times are made up.
type sizes struct {
	of       []int
	time     func(experiment.Setting, int) float64 // ms
	released int
	breathe  func(*experiment.Watch) // while a case is measured; nil for none
}

func (s *sizes) Name() string                         { return "sizes" }
func (s *sizes) Release()                             { s.released++ }
func (s *sizes) Cases(*experiment.Watch) (int, error) { return len(s.of), nil }
func (s *sizes) note(x experiment.Setting, row *experiment.Row) {
	row.Size, row.Values = s.of[row.Case], x.Values
	row.State("done", 4)
	row.State("needed", 2)
	row.Measured(timing.Times{Wall: s.time(x, row.Size)})
}

func (s *sizes) Measure(w *experiment.Watch, x experiment.Setting, row *experiment.Row) error {
	if s.breathe != nil {
		s.breathe(w)
	}
	if row.Size = s.of[row.Case]; row.LeftOut == "" {
		s.note(x, row)
	}
	return nil
}

func (s *sizes) MeasureReference(_ *experiment.Watch, row *experiment.Row) error {
	s.note(experiment.Setting{Algorithm: "reference"}, row)
	return nil
}

func (s *sizes) MeasureAll(_ *experiment.Watch, x experiment.Setting, row experiment.Row, each func(experiment.Row) error) error {
	for i := range s.of {
		r := row
		r.Case, r.AtOnce = i, x.AtOnce
		s.note(x, &r)
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// subjects are one of them.
func subjects(s *sizes) experiment.Subjects {
	return experiment.Subjects{Count: 1, All: func(yield func(experiment.Subject, error) bool) { yield(s, nil) }}
}

// plan compares some settings of the toy.
func plan(settings int) experiment.Plan {
	p := experiment.Plan{Kind: experiment.Sweep, Queries: 1, Repetitions: 2, Seed: 3}
	p.Words = experiment.Words{Algorithm: "algorithm", Input: "input", Size: "n", Case: "case", Cases: "cases", Done: "done", Needed: "needed"}
	for i := range settings {
		p.Settings = append(p.Settings, experiment.Setting{Algorithm: "toy", Title: "Toy", Values: compute.Values{"delta": uint32(i + 1)}})
	}
	return p
}

// collect runs updates to their end.
func collect(t *testing.T, updates iter.Seq2[experiment.Update, error]) (rows []experiment.Row) {
	t.Helper()
	last := 0.0
	for u, err := range updates {
		if err != nil {
			t.Fatal(err)
		}
		if u.Share < last || u.Share > 1 {
			t.Errorf("the share goes from %g to %g", last, u.Share)
		}
		last = u.Share
		if u.Row != nil {
			rows = append(rows, *u.Row)
		}
	}
	return rows
}

func level(experiment.Setting, int) float64 { return 1 }

// Settings and the reference take turns on each case in each repetition, and the one that
// stops leaves nothing open.
func TestTurns(t *testing.T) {
	s := &sizes{of: []int{5, 6, 7}, time: level}
	p := plan(2)
	p.Reference = true
	rows := collect(t, p.Run(context.Background(), subjects(s)))
	if len(rows) != 3*2*3 || s.released != 1 {
		t.Fatalf("%d rows, released %d times", len(rows), s.released)
	}
	for turn := range slices.Chunk(rows, 3) {
		var of []int
		for _, r := range turn {
			of = append(of, r.Setting)
			if r.Case != turn[0].Case || r.Repetition != turn[0].Repetition || !r.Verified {
				t.Errorf("%+v in the turn of %+v", r, turn[0])
			}
		}
		if slices.Sort(of); !slices.Equal(of, []int{experiment.Reference, 0, 1}) {
			t.Errorf("a turn has the settings %v", of)
		}
	}
	for range p.Run(context.Background(), subjects(s)) {
		break
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range p.Run(cancelled, subjects(s)) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled, it says %v", err)
		}
	}
	if s.released != 3 {
		t.Errorf("released %d times", s.released)
	}
}

// Listed plans keep their order, and settings that take too long end with a reason.
func TestListed(t *testing.T) {
	s := &sizes{of: []int{1 << 10, 1 << 11, 1 << 12}, time: func(x experiment.Setting, n int) float64 { return float64(x.Values["delta"]) * float64(n) / 1024 }}
	p := plan(2)
	p.Order, p.Limit = experiment.Listed, 4*time.Millisecond
	rows := collect(t, p.Run(context.Background(), subjects(s)))
	var left []bool
	for i, r := range rows {
		if r.Case != i/2 || r.Setting != i%2 || r.Size != s.of[i/2] {
			t.Errorf("row %d is %+v", i, r)
		}
		left = append(left, r.LeftOut != "")
	}
	if want := []bool{false, false, false, true, true, true}; !slices.Equal(left, want) || !strings.Contains(rows[3].LeftOut, "2^10 took 0.0 s") {
		t.Errorf("left out: %v, %q", left, rows[3].LeftOut)
	}
}

// TestExpect says how long something takes yet, until that time is over.
func TestExpect(t *testing.T) {
	advance := clocktest.Fake(t)
	var doing []string
	s := &sizes{of: []int{1}, time: func(experiment.Setting, int) float64 { return 1 }, breathe: func(w *experiment.Watch) {
		w.Expect(time.Minute)
		advance(100 * time.Millisecond)
		_ = w.Breathe("sorting")
		w.Expect(0)
		advance(100 * time.Millisecond)
		_ = w.Breathe("sorting")
	}}
	p := plan(1)
	p.Order = experiment.Listed
	for u, err := range p.Run(t.Context(), subjects(s)) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Row == nil {
			doing = append(doing, u.Doing)
		}
	}
	if want := []string{"sorting, about 1:00 min left", "sorting"}; !slices.Equal(doing, want) {
		t.Errorf("%q, want %q", doing, want)
	}
}

// Settings take turns on all cases where they run concurrently.
func TestTogether(t *testing.T) {
	s := &sizes{of: []int{1, 2, 3}, time: level}
	p := plan(1)
	p.Kind, p.Settings = experiment.Throughput, experiment.AtOnce(p.Settings, []int{2, 3})
	rows := collect(t, p.Run(context.Background(), subjects(s)))
	if len(rows) != 2*3*3 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		if r.AtOnce != p.Settings[r.Setting].AtOnce || r.Case != i%3 {
			t.Errorf("row %d is %+v", i, r)
		}
	}
}

func TestNumbersAtOnce(t *testing.T) {
	for _, c := range []struct {
		room int
		want []int
	}{{1, []int{1}}, {8, []int{1, 8}}, {100, []int{1, 8, 32, 100}}, {528, []int{1, 8, 32, 132, 264, 528}}} {
		if got := experiment.NumbersAtOnce(c.room); !slices.Equal(got, c.want) {
			t.Errorf("room for %d: %v, want %v", c.room, got, c.want)
		}
	}
}
