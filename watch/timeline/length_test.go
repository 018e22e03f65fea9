package timeline

import (
	"testing"
	"time"
)

// line is a line of a number of steps that is only known at its end.
type line struct {
	steps, made, at int
	expected        int
	certainty       Certainty
}

func (l *line) Length() (int, bool)            { return l.made, l.made == l.steps }
func (l *line) At() int                        { return l.at }
func (l *line) Reading(_ Clock, s int) float64 { return float64(s) }
func (l *line) Busy() bool                     { return false }
func (l *line) Expected() (int, Certainty)     { return l.expected, l.certainty }
func (l *line) Seek(to int, until time.Time) (bool, error) {
	for l.at = min(to, l.made); l.at < min(to, l.steps); {
		l.at++
		if l.made = max(l.made, l.at); time.Now().After(until) {
			break
		}
	}
	return l.at == min(to, l.steps), nil
}

func of(l *line) *Transport {
	t := New(10)
	t.SetLines(l)
	return &t
}

func settle(t *testing.T, tr *Transport, actions ...Control) State {
	t.Helper()
	for _, a := range actions {
		tr.Apply(a)
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	return tr.State()
}

func want(t *testing.T, s State, at, made, length float64, c Certainty) {
	t.Helper()
	if s.Position != at || s.At != at || s.Made != made || s.Length != length || s.Axis != length || s.Certainty != c {
		t.Errorf("got %+v, want step %v, %v made, of %v (%d)", s, at, made, length, c)
	}
}

// A timeline has room to go on where nothing tells its length, and more when that is used up.
func TestUnknownLength(t *testing.T) {
	tr := of(&line{steps: 500})
	want(t, tr.State(), 0, 0, 100, Unknown)
	want(t, settle(t, tr, Seek{80}), 80, 80, 100, Unknown)
	want(t, settle(t, tr, Step{15}), 95, 95, 190, Unknown)
	want(t, settle(t, tr, Seek{300}), 300, 300, 600, Unknown)
	want(t, settle(t, tr, Seek{20}), 20, 300, 600, Unknown)
	want(t, settle(t, tr, End{}), 500, 500, 500, Known)
}

// An estimate is rounded, and stays while it is about right.
func TestEstimate(t *testing.T) {
	l := &line{steps: 500, expected: 412, certainty: Estimated}
	tr := of(l)
	want(t, tr.State(), 0, 0, 420, Estimated)
	for _, c := range []struct{ expected, length int }{{399, 420}, {461, 420}, {501, 510}, {300, 300}} {
		l.expected = c.expected
		want(t, settle(t, tr, Pause{}), 0, 0, float64(c.length), Estimated)
	}
	want(t, settle(t, tr, Seek{299}), 299, 299, 300, Estimated)
	want(t, settle(t, tr, Step{1}), 300, 300, 600, Unknown)
	l.expected = 470
	want(t, settle(t, tr, Step{1}), 301, 301, 470, Estimated)
	if s := settle(t, tr, Seek{700}); s.Position != 500 || s.Length != 500 || s.Certainty != Known {
		t.Errorf("beyond the end: %+v", s)
	}
}

// A length that is known beforehand does not change.
func TestKnownLength(t *testing.T) {
	tr := of(&line{steps: 412, expected: 412, certainty: Known})
	want(t, tr.State(), 0, 0, 412, Known)
	want(t, settle(t, tr, Seek{411}), 411, 411, 412, Known)
	want(t, settle(t, tr, Seek{1000}), 412, 412, 412, Known)
}

// Nothing moves under the mouse while the slider is held, also if the end turns out to be nearer
// or farther. Then the length is the true one.
func TestHeldSlider(t *testing.T) {
	for _, steps := range []int{250, 1000} {
		tr := of(&line{steps: steps, expected: 400, certainty: Estimated})
		for _, to := range []float64{100, 300, 399, 400, 390} {
			if s := settle(t, tr, Scrub{At: to}); s.Axis != 400 || s.Position != s.At || s.At != min(to, float64(steps)) {
				t.Errorf("held at %v of %d steps: %+v", to, steps, s)
			}
		}
		if s := settle(t, tr, Scrub{At: 390, Rests: true}); s.Axis != 400 || s.Scrubbing {
			t.Errorf("at rest: %+v", s)
		}
		s := settle(t, tr, SeekClock{390})
		if steps == 250 {
			want(t, s, 250, 250, 250, Known)
		} else {
			want(t, s, 390, 400, 800, Unknown)
		}
	}
}

// Pause stops on the way to a step ahead, and the way back is not ahead of anything.
func TestStopsAhead(t *testing.T) {
	tr := of(&line{steps: 500})
	tr.Apply(Seek{450})
	if err := tr.Advance(time.Second, 0); err != nil {
		t.Fatal(err)
	}
	if s := tr.State(); s.Position != 450 || s.At != 1 || s.Made != 1 || s.Length != 450 || !tr.Waiting() {
		t.Errorf("on the way: %+v", s)
	}
	tr.Apply(Pause{})
	if want(t, tr.State(), 1, 1, 100, Unknown); tr.Waiting() {
		t.Error("it goes on after a pause")
	}
}

// The longest line is as long as the timeline, which is computed up to where the line is that
// is farthest from its end.
func TestTwoLengths(t *testing.T) {
	a, b := &line{steps: 40, expected: 40, certainty: Known}, &line{steps: 200, expected: 190, certainty: Estimated}
	tr := New(10)
	tr.SetLines(a, b)
	want(t, tr.State(), 0, 0, 190, Estimated)
	if s := settle(t, &tr, Seek{60}); s.Made != 60 || s.At != 60 {
		t.Errorf("beyond the end of one: %+v", s)
	}
	tr.Apply(Seek{20})
	tr.Apply(End{})
	for range 3 {
		if err := tr.Advance(time.Second, 0); err != nil {
			t.Fatal(err)
		}
	}
	if s := tr.State(); s.At != float64(b.at) || !s.ToEnd || s.At != 63 {
		t.Errorf("on the way to the end, at steps %d and %d: %+v", a.at, b.at, s)
	}
	want(t, settle(t, &tr, End{}), 200, 200, 200, Known)
}
