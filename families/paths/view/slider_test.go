package view

import (
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/render/input"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// advance carries out actions, and lets a frame pass in which there is hardly time to compute.
func (b *bench) advance(actions []watch.Action) {
	b.T.Helper()
	for _, a := range actions {
		if err := b.s.Apply(a); err != nil {
			b.T.Fatal(err)
		}
	}
	if err := b.s.Advance(time.Second/60, 0); err != nil {
		b.T.Fatal(err)
	}
}

// The slider is dragged to steps that are not computed yet, and shows how far they are. Esc stops
// at the step that was reached, and the mouse has no effect until its button is released.
func TestSliderAhead(t *testing.T) {
	b := openBench(t, 700, 560, 1)
	b.openMap()
	b.Do(b.s, watch.Set{Values: compute.Values{sssp.Batch: 4}}, timeline.Step{Steps: 10})
	b.Picture() // now the panel has its size
	b.Input.X, b.Input.Y = 100, 147
	b.advance(b.frame())
	b.Input.Buttons[0] = true
	b.advance(b.frame())
	b.Input.X = 250
	to := uitest.Find[timeline.Scrub](t, b.frame())
	if n := b.s.Snapshot().Time; to.At <= n.Made || to.At >= n.Length {
		t.Errorf("dragged to %v of %+v", to.At, n)
	}
	b.advance([]watch.Action{to})
	n := b.s.Snapshot()
	if n.Time.Position != to.At || n.Time.At <= 10 || n.Time.At >= to.At || int(n.Event.Step) != int(n.Time.At) {
		t.Errorf("a frame later it is at %+v", n.Time)
	}
	b.Golden("ahead")
	b.Input.Keys = []input.KeyEvent{{Key: input.KeyEscape, Down: true}}
	stop := b.frame()
	uitest.Find[timeline.Pause](t, stop)
	b.advance(stop)
	b.Input.Keys = []input.KeyEvent{{Key: input.KeyEscape}}
	b.Input.X = 300
	for _, held := range []bool{true, false, false} {
		b.Input.Buttons[0] = held
		if more := b.frame(); len(more) > 0 {
			t.Errorf("after Esc the mouse does %v", more)
		}
	}
	if now := b.s.Snapshot(); now.Time.Position != n.Time.At || now.Event.Step != n.Event.Step || b.s.Waiting() {
		t.Errorf("Esc leads from step %d to %d, %+v", n.Event.Step, now.Event.Step, now.Time)
	}
	b.Input.X = 200
	b.Input.Buttons[0] = true
	uitest.Find[timeline.Scrub](t, b.frame())
	b.Input.Buttons[0] = false
	uitest.Find[timeline.SeekClock](t, b.frame())
}

// G opens a field for a step, Esc closes it.
func TestTypedStep(t *testing.T) {
	b := openBench(t, 700, 560, 1)
	b.openMap()
	b.Picture()
	typed := func(text string, end input.Key) []watch.Action {
		b.Press(input.KeyG)
		b.frame()
		b.frame() // now it has the keyboard
		b.Input.Text = text
		b.frame()
		return b.Press(end)
	}
	if a := uitest.Find[timeline.Seek](t, typed("37", input.KeyEnter)); a.Step != 37 {
		t.Errorf("37 goes to step %d", a.Step)
	}
	if a := typed("12", input.KeyEscape); len(a) > 0 {
		t.Errorf("Esc does %v", a)
	}
	b.frame()
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace)) // the keyboard is free again
}
