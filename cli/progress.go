package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"kernelscope/internal/format"
	"kernelscope/osmload"
)

// lines tell how much of some work is done where there is no terminal: a line after some
// seconds if the work is long, and one every ten seconds.
type lines struct {
	out         io.Writer
	begin, next time.Time
}

// When lines are printed.
const (
	firstLine = 2 * time.Second
	nextLine  = 10 * time.Second
)

func newLines(out io.Writer, now time.Time) *lines { return &lines{out, now, now.Add(firstLine)} }

// tell prints a line where it is time for one. The share that is done is of work that began
// with the lines.
func (l *lines) tell(now time.Time, share float64, doing string) {
	if now.Before(l.next) || share <= 0 {
		return
	}
	done := now.Sub(l.begin)
	left := time.Duration(float64(done) * (1 - share) / share)
	if done < nextLine && left < nextLine {
		return // it will be done before the next line
	}
	l.next = now.Add(nextLine)
	fmt.Fprintf(l.out, "%.0f %% after %s, about %s left: %s\n", 100*share, format.Clock(done.Seconds()), format.Clock(left.Seconds()), doing)
}

// isTerminal reports whether a person looks on.
func isTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }

// ShowShare returns functions that show and remove the progress of some work: a bar on a
// terminal, and lines elsewhere.
func ShowShare() (show func(share float64, doing string), stop func()) {
	if !isTerminal() {
		l := newLines(os.Stderr, time.Now())
		return func(share float64, doing string) { l.tell(time.Now(), share, doing) }, func() {}
	}
	const whole = 1000
	bar := progressbar.NewOptions(whole, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true))
	return func(share float64, doing string) {
		bar.Describe(doing)
		_ = bar.Set(min(whole-1, int(share*whole))) // a full bar ends its line
	}, func() { _ = bar.Clear() }
}

// showProgress shows how far an import is until stop is called: by a bar on a terminal, and by
// lines elsewhere. Short imports show nothing.
func showProgress(p *osmload.Progress) (stop func()) {
	show, hide := showLines(p)
	if isTerminal() {
		show, hide = showBar(p)
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer hide()
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case now := <-tick.C:
				show(now)
			}
		}
	}()
	return func() { close(end); <-ended }
}

// about says what an import does.
func about(r osmload.Report) string {
	return fmt.Sprintf("%s, %s objects", r.Phase, format.Thousands(uint64(r.Objects)))
}

// showLines shows an import by lines: the share is of its present phase.
func showLines(p *osmload.Progress) (show func(now time.Time), hide func()) {
	var l *lines
	last := osmload.PhaseOpen
	return func(now time.Time) {
		r := p.Report()
		if l == nil || r.Phase != last {
			l, last = newLines(os.Stderr, now), r.Phase
		}
		l.tell(now, float64(r.Bytes)/float64(max(1, r.Total)), about(r))
	}, func() {}
}

// showBar shows an import by a bar.
func showBar(p *osmload.Progress) (show func(now time.Time), hide func()) {
	var bar *progressbar.ProgressBar
	begin := time.Now()
	return func(now time.Time) {
			r := p.Report()
			if bar == nil && now.Sub(begin) > 300*time.Millisecond {
				bar = progressbar.NewOptions64(max(1, r.Total), progressbar.OptionShowBytes(true),
					progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(24), progressbar.OptionThrottle(50*time.Millisecond))
			}
			if bar != nil {
				bar.Describe(about(r))
				_ = bar.Set64(r.Bytes)
			}
		}, func() {
			if bar != nil {
				_ = bar.Clear()
			}
		}
}
