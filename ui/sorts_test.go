package ui_test

import (
	"testing"

	"kernelscope/compute/ref"
	"kernelscope/compute/session/sorts"
	"kernelscope/compute/sorting"
	"kernelscope/input"
	"kernelscope/render"
	"kernelscope/timeline"
	"kernelscope/ui"
)

// sortBench is the sort view over a session on the host.
type sortBench struct {
	*bench
	sorts *sorts.Session
}

func openSorts(t *testing.T, width, height int, scale float64, actions ...any) *sortBench {
	t.Helper()
	b := &sortBench{open(t, width, height, scale), sorts.New(ref.NewHost(), sorting.Algorithms(), sorts.Options{Wait: true})}
	b.ui.Shown = "Sorts"
	t.Cleanup(b.sorts.Release)
	b.build = func() { b.frame() }
	b.do(actions...)
	return b
}

func (b *sortBench) do(actions ...any) {
	b.t.Helper()
	for _, a := range actions {
		if err := b.sorts.Apply(a); err != nil {
			b.t.Fatal(err)
		}
		if err := b.sorts.Settle(); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *sortBench) sortState() ui.SortState {
	return ui.SortState{Snapshot: b.sorts.Snapshot(), Width: b.camera.Width, Height: b.camera.Height, Status: ui.Status{Steady: true, Problem: b.state.Problem}}
}

func (b *sortBench) frame() []any {
	actions := b.ui.FrameSorts(b.sortState(), b.input)
	b.input.Keys, b.input.Files = nil, nil
	return actions
}

func (b *sortBench) press(k input.Key) []any { return b.pressIn(b.frame, k) }

func (b *sortBench) click(x, y float64) (actions []any) {
	for _, down := range []bool{false, true, false} {
		b.input.X, b.input.Y, b.input.Buttons[0] = x, y, down
		actions = append(actions, b.frame()...)
	}
	return actions
}

var few = sorts.SetInput{Input: sorts.Input{N: 16, Distribution: "uniform", Seed: 1}}

func TestSortKeys(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, sorts.SetAlgorithm{Name: "radix4"}, few)
	find[timeline.Play](t, b.press(input.KeySpace))
	b.do(timeline.Play{})
	find[timeline.Pause](t, b.press(input.KeySpace))
	if a := find[timeline.Step](t, b.press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right makes %d steps", a.Steps)
	}
	if a := find[timeline.Step](t, b.press(input.KeyLeft)); a.Steps != -1 {
		t.Errorf("left makes %d steps", a.Steps)
	}
	find[timeline.Rewind](t, b.press(input.KeyR))
	if a := find[timeline.Seek](t, b.press(input.KeyEnd)); a.Step != 8 {
		t.Errorf("End goes to step %d", a.Step)
	}
	if a := find[timeline.SetSpeed](t, b.press(input.KeyRightBracket)); a.PerSecond != 4 {
		t.Errorf("] makes it %v steps/s", a.PerSecond)
	}
	if a := find[sorts.SetView](t, b.press(input.KeyF1)); a.View.Panels {
		t.Error("F1 does not hide the panel")
	}
	b.do(sorts.SetRace{On: true})
	if a := find[timeline.SetFit](t, b.press(input.KeyRightBracket)); a.Seconds != 4 {
		t.Errorf("] makes a race %v s long", a.Seconds)
	}
	find[timeline.SeekClock](t, b.press(input.KeyEnd))
}

// A click on the bar of a step goes to its end.
func TestSortSteps(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, sorts.SetAlgorithm{Name: "radix4"}, few)
	b.frame()
	if a := find[timeline.Seek](t, b.click(100, 430)); a.Step != 2 {
		t.Errorf("a click at the second bar goes to step %d", a.Step)
	}
}

// The parts of pictures lie within the target, do not overlap, and stay beside the
// panel.
func TestSortAreas(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1280, 800, 1}, {2560, 1600, 2}, {1920, 1080, 1}, {900, 500, 1}, {300, 200, 1}, {40, 30, 1}} {
		for _, race := range []bool{false, true} {
			b := openSorts(t, c.w, c.h, c.scale, sorts.SetAlgorithm{Name: "radix4"}, few, sorts.SetRace{On: race}, timeline.Step{Steps: 1})
			b.frame()
			b.picture()
			for _, a := range b.ui.SortAreas(b.sortState()) {
				if !a.Before.Empty() && (a.Before.Overlaps(a.Lines) || a.Lines.Overlaps(a.After) || a.Histogram.Overlaps(a.Before) || a.Array.Overlaps(a.Histogram)) {
					t.Errorf("%d × %d: parts overlap: %+v", c.w, c.h, a)
				}
				for _, r := range []struct{ min, max int }{{a.Array.Min.X, a.Array.Max.X}, {a.Lines.Min.X, a.Lines.Max.X}} {
					if r.max > c.w || float64(c.w) > 2*b.ui.PanelWidth() && r.max > r.min && float64(r.min) < b.ui.PanelWidth() {
						t.Errorf("%d × %d: a part from %d to %d", c.w, c.h, r.min, r.max)
					}
				}
			}
		}
	}
}

// Views and tints suit the sort and the number of keys.
func TestSortLook(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, sorts.SetAlgorithm{Name: "radix4"}, few)
	if l := b.ui.SortLook(b.sortState(), 0); l != (render.SortLook{View: render.SortBars, Tint: render.TintValue, Ratio: 1}) {
		t.Errorf("16 keys look like %+v", l)
	}
	many := few
	many.Input.N = 5000
	b.do(many)
	if l := b.ui.SortLook(b.sortState(), 0); l != (render.SortLook{View: render.SortPlot, Tint: render.TintDigit, Ratio: 1}) {
		t.Errorf("5000 keys look like %+v", l)
	}
	b.do(sorts.SetView{View: sorts.View{Shape: "field", Tint: "moved"}})
	if l := b.ui.SortLook(b.sortState(), 0); l != (render.SortLook{View: render.SortField, Tint: render.TintMoved, Ratio: 1}) {
		t.Errorf("a field of what has moved looks like %+v", l)
	}
}

func TestSortPanels(t *testing.T) {
	b := openSorts(t, 256, 400, 0.6, sorts.SetAlgorithm{Name: "radix4"}, few, timeline.Step{Steps: 3})
	b.golden("sorts")
	b.do(sorts.SetView{}, sorts.SetAlgorithm{Name: "batcher"}, timeline.Seek{Step: 6})
	b.golden("sorts-network")
	many := few
	many.Input.N = 5000
	b.do(many, timeline.Seek{Step: 40})
	b.golden("sorts-stages")
}
