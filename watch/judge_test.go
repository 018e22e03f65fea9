package watch

import (
	"errors"
	"runtime"
	"testing"
)

// The judge answers the last question only, and has one goroutine however many are
// asked.
func TestJudge(t *testing.T) {
	var j Judge
	if v := j.Hear(true); v != (Verdict{}) {
		t.Errorf("a judge that nobody asked says %+v", v)
	}
	release, asked, before := make(chan struct{}), 0, runtime.NumGoroutine()
	last := errors.New("last")
	for i := range 50 {
		j.Ask(func() error {
			<-release
			asked++
			if i == 49 {
				return last
			}
			return errors.New("stale")
		})
	}
	if n := runtime.NumGoroutine(); n > before+1 {
		t.Errorf("%d goroutines were started", n-before)
	}
	if v := j.Hear(false); !v.Pending() {
		t.Errorf("before the answer: %+v", v)
	}
	close(release)
	if v := j.Hear(true); !v.Heard || v.Wrong != last || asked != 2 {
		t.Errorf("after %d questions: %+v", asked, v)
	}
	j.Ask(func() error { return nil })
	j.Drop()
	if v := j.Hear(true); v != (Verdict{}) {
		t.Errorf("a dropped question is answered: %+v", v)
	}
	j.Ask(func() error { return nil })
	if v := j.Hear(true); !v.Heard || v.Wrong != nil {
		t.Errorf("got %+v", v)
	}
}
