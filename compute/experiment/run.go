package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"kernelscope/internal/clock"
	"kernelscope/internal/format"
)

// Subject is an input that settings are measured on: a map with queries, a type of keys
// in several numbers.
type Subject interface {
	// Name names the input, for people and in rows.
	Name() string
	// Cases chooses what each setting is measured on, and returns how many cases there
	// are.
	Cases(w *Watch) (int, error)
	// Measure runs a case with a setting, after a run to warm up where it needs one, and
	// verifies the result. The row comes with its numbers and the subject fills in the
	// rest. If there is no room it says so in LeftOut.
	Measure(w *Watch, s Setting, row *Row) error
	Release() // releases all that is on the device
}

// Compared is a subject with a reference on the host.
type Compared interface {
	Subject
	// MeasureReference does on the host what Measure does with a setting.
	MeasureReference(w *Watch, row *Row) error
}

// Concurrent is a subject that runs cases concurrently.
type Concurrent interface {
	Subject
	// MeasureAll runs all cases with a setting and passes their rows on; each has an
	// equal share of the time of those that ran with it.
	MeasureAll(w *Watch, s Setting, row Row, each func(Row) error) error
}

// Subjects are what an experiment runs on, one after the other; each is opened when
// the one before was released.
type Subjects struct {
	Count int // how many there are
	All   iter.Seq2[Subject, error]
}

// breath is how long an experiment goes on without saying so.
const breath = 50 * time.Millisecond

// errStopped ends an experiment that nobody pulls any more, errTimeUp a search for
// settings.
var (
	errStopped = errors.New("stopped")
	errTimeUp  = errors.New("the time is up")
)

// Run carries a plan out and yields a row for each measured case, and now and then an
// update without one. The caller may stop at any row.
func (p Plan) Run(ctx context.Context, subjects Subjects) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		w := &Watch{Context: ctx, yield: yield, last: clock.Now(), subjects: subjects.Count}
		err := p.Check()
		if err == nil {
			err = p.everywhere(w, subjects)
		}
		if err != nil && err != errStopped {
			yield(Update{}, err)
		}
	}
}

func (p Plan) everywhere(w *Watch, subjects Subjects) error {
	for s, err := range subjects.All {
		if err == nil {
			err = p.measure(w, s)
		}
		if err != nil {
			return err
		}
		w.at++
	}
	return nil
}

func (p Plan) measure(w *Watch, s Subject) error {
	defer s.Release()
	w.share = 0
	cases, err := s.Cases(w)
	if err != nil {
		return err
	}
	b := &bench{Watch: w, plan: p, subject: s, cases: cases}
	switch c, ok := s.(Concurrent); {
	case p.Order == Listed:
		return b.listed()
	case p.Kind != Throughput:
		return b.turns(p.Settings, 0, cases, p.Repetitions)
	case ok:
		return b.together(c)
	}
	return fmt.Errorf("experiment: %s runs one %s at a time", s.Name(), p.Words.Case)
}

// Watch lets long work be seen and stopped.
type Watch struct {
	Context      context.Context
	yield        func(Update, error) bool
	last         clock.Moment // when something was yielded
	subjects, at int          // how many there are, and how many are done
	share        float64      // of the subject that is done
	deadline     clock.Moment // zero for none
	until        clock.Moment // when something long is expected to end; zero for nothing
	rows         int          // measured so far
}

// say yields an update.
func (w *Watch) say(row *Row, doing string) error {
	if err := w.Context.Err(); err != nil {
		return err
	}
	if row != nil {
		w.rows++
	} else if clock.Since(w.last) < breath {
		return nil
	}
	if !w.yield(Update{Row: row, Share: (float64(w.at) + w.share) / float64(max(1, w.subjects)), Doing: doing}, nil) {
		return errStopped
	}
	w.last = clock.Now()
	if w.deadline != 0 && w.rows > 0 && w.last > w.deadline {
		return errTimeUp
	}
	return nil
}

// Breathe says that something goes on. Where it returns an error the work is to end.
func (w *Watch) Breathe(doing string) error {
	if left := time.Duration(w.until - clock.Now()); left > 0 {
		doing += fmt.Sprintf(", about %s left", format.Clock(left.Seconds()))
	}
	return w.say(nil, doing)
}

// Expect says how long the work that begins now will take, so that Breathe tells how much remains.
func (w *Watch) Expect(d time.Duration) { w.until = clock.Now() + clock.Moment(d) }

// Aside computes something on the host and breathes meanwhile. When its context ends it
// does not wait for the result.
func Aside[R any](w *Watch, doing string, compute func() R) (result R, err error) {
	done := make(chan R, 1)
	go func() { done <- compute() }()
	tick := time.NewTicker(breath)
	defer tick.Stop()
	for {
		select {
		case x := <-done:
			return x, w.Context.Err()
		case <-w.Context.Done():
			return result, w.Context.Err()
		case <-tick.C:
			if err := w.Breathe(doing); err != nil {
				return result, err
			}
		}
	}
}

// bench measures settings on a subject.
type bench struct {
	*Watch
	plan    Plan
	subject Subject
	cases   int
}

// row is a row with its numbers.
func (b *bench) row(s Setting, setting, at, repetition int) Row {
	return Row{Input: b.subject.Name(), Setting: setting, Algorithm: s.Algorithm, Values: s.Values, Case: at, Repetition: repetition}
}

// turns lets settings, which are numbered from first on, take turns on the first few
// cases.
func (b *bench) turns(settings []Setting, first, cases, repetitions int) error {
	rnd := rand.New(rand.NewPCG(b.plan.Seed, uint64(3+first)))
	turns := len(settings)
	if b.plan.Reference {
		turns++
	}
	done, total := 0, cases*repetitions*b.mine(first, turns)
	for at := range cases {
		for repetition := range repetitions {
			for _, k := range rnd.Perm(turns) {
				if !b.measures(first, k) {
					continue
				}
				b.share = float64(done) / float64(total)
				row, err := b.turn(settings, first, k, at, repetition)
				if err != nil {
					return err
				}
				done++
				b.share = float64(done) / float64(total)
				doing := fmt.Sprintf("%s: %s %d of %d, repetition %d of %d", b.subject.Name(), b.plan.Words.Case, at+1, cases, repetition+1, repetitions)
				if err := b.say(&row, doing); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// measures reports whether the k-th of some settings, or the reference after them, is measured
// in the plan's part.
func (b *bench) measures(first, k int) bool {
	if b.plan.Reference && first+k == len(b.plan.Settings) {
		return b.plan.Measures(Reference)
	}
	return b.plan.Measures(first + k)
}

// mine counts the turns that are taken in the plan's part.
func (b *bench) mine(first, turns int) (n int) {
	for k := range turns {
		if b.measures(first, k) {
			n++
		}
	}
	return n
}

// turn measures a case with the k-th setting, or the reference after them.
func (b *bench) turn(settings []Setting, first, k, at, repetition int) (Row, error) {
	if k < len(settings) {
		row := b.row(settings[k], first+k, at, repetition)
		return row, b.subject.Measure(b.Watch, settings[k], &row)
	}
	row := b.row(Setting{}, Reference, at, repetition)
	c, ok := b.subject.(Compared)
	if !ok {
		return row, fmt.Errorf("experiment: %s has no reference", b.subject.Name())
	}
	return row, c.MeasureReference(b.Watch, &row)
}

// together lets settings take turns on all cases.
func (b *bench) together(c Concurrent) error {
	p := b.plan
	done, total := 0, p.Repetitions*b.mine(0, len(p.Settings))*b.cases
	rnd := rand.New(rand.NewPCG(p.Seed, 3))
	for repetition := range p.Repetitions {
		for _, k := range rnd.Perm(len(p.Settings)) {
			if !p.Measures(k) {
				continue
			}
			b.share = float64(done) / float64(total)
			err := c.MeasureAll(b.Watch, p.Settings[k], b.row(p.Settings[k], k, 0, repetition), func(row Row) error {
				done++
				b.share = float64(done) / float64(total)
				return b.say(&row, fmt.Sprintf("%s: %s, repetition %d of %d", c.Name(), p.Name(k), repetition+1, p.Repetitions))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// listed measures all settings on each case in turn, until a larger one would take too
// long.
func (b *bench) listed() error {
	slow := make([]string, len(b.plan.Settings)) // why a setting has ended
	for at := range b.cases {
		for k, s := range b.plan.Settings {
			b.share = float64(at*len(slow)+k) / float64(b.cases*len(slow))
			row := b.row(s, k, at, 0)
			row.LeftOut = slow[k] // the subject describes the row, and measures it where this is empty
			if err := b.subject.Measure(b.Watch, s, &row); err != nil {
				return err
			}
			if row.LeftOut == "" {
				slow[k] = b.plan.tooSlow(row)
			}
			if err := b.say(&row, fmt.Sprintf("%s: %s", b.subject.Name(), s.Title)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tooSlow says why cases after a measured one are left out, if they are: twice as large
// ones take more than twice as long.
func (p Plan) tooSlow(row Row) string {
	const growth = 2.2
	if p.Limit == 0 || time.Duration(growth*row.Wall*1e6) <= p.Limit {
		return ""
	}
	return fmt.Sprintf("%s took %.1f s, and a run may take %v (--limit)", format.Power(row.Size), row.Wall/1e3, p.Limit)
}
