package view

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// sortBench is the sort view over a session on the host.
type sortBench struct {
	*uitest.Bench
	session *session.Session
	panel   panel
}

func openSorts(t *testing.T, width, height int, scale float64, actions ...watch.Action) *sortBench {
	t.Helper()
	b := &sortBench{Bench: uitest.Open(t, width, height, scale, "Sorts"), session: session.New(host.New(), sorting.Algorithms(), true)}
	b.panel, b.Frame = panel{b.UI}, b.frame
	t.Cleanup(b.session.Release)
	b.do(actions...)
	return b
}

func (b *sortBench) do(actions ...watch.Action) {
	b.T.Helper()
	b.Do(b.session, actions...)
}

func (b *sortBench) state() state {
	return state{Snapshot: b.session.Snapshot(), Width: b.Width, Height: b.Height, Status: b.Status}
}

func (b *sortBench) frame() []watch.Action {
	defer b.Next()
	return b.panel.frame(b.state(), b.Input)
}

func (b *sortBench) click(x, y float64) (actions []watch.Action) {
	for _, down := range []bool{false, true, false} {
		b.Input.X, b.Input.Y, b.Input.Buttons[0] = x, y, down
		actions = append(actions, b.frame()...)
	}
	return actions
}

var few = session.SetInput{Input: session.Input{N: 16, Distribution: "random", Seed: 1}}

func TestSortKeys(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, watch.Set{Algorithm: "radix4"}, few)
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace))
	b.do(timeline.Play{})
	uitest.Find[timeline.Pause](t, b.Press(input.KeySpace))
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right makes %d steps", a.Steps)
	}
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyLeft)); a.Steps != -1 {
		t.Errorf("left makes %d steps", a.Steps)
	}
	uitest.Find[timeline.Rewind](t, b.Press(input.KeyR))
	uitest.Find[timeline.End](t, b.Press(input.KeyEnd))
	if a := uitest.Find[timeline.SetSpeed](t, b.Press(input.KeyRightBracket)); a.PerSecond != 4 {
		t.Errorf("] makes it %v steps/s", a.PerSecond)
	}
	b.do(watch.SetCompare{On: true})
	if a := uitest.Find[timeline.SetFit](t, b.Press(input.KeyRightBracket)); a.Seconds != 4 {
		t.Errorf("] makes a comparison %v s long", a.Seconds)
	}
	uitest.Find[timeline.End](t, b.Press(input.KeyEnd))
}

// A click on the bar of a step goes to the end of the step.
func TestSortSteps(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, watch.Set{Algorithm: "radix4"}, few)
	b.frame()
	if a := uitest.Find[timeline.Seek](t, b.click(100, 250)); a.Step != 6 {
		t.Errorf("a click at the sixth bar goes to step %d", a.Step)
	}
}

// The parts of pictures lie inside the target and beside the panel, and do not overlap.
func TestSortAreas(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1280, 800, 1}, {2560, 1600, 2}, {1920, 1080, 1}, {900, 500, 1}, {300, 200, 1}, {40, 30, 1}} {
		for _, both := range []bool{false, true} {
			b := openSorts(t, c.w, c.h, c.scale, watch.Set{Algorithm: "radix4"}, few, watch.SetCompare{On: both}, timeline.Step{Steps: 1})
			b.frame()
			b.Picture()
			for _, a := range b.panel.areas(b.state()) {
				if !a.Before.Empty() && (a.Before.Overlaps(a.Lines) || a.Lines.Overlaps(a.After) || a.Histogram.Overlaps(a.Before) || a.Array.Overlaps(a.Histogram)) {
					t.Errorf("%d × %d: parts overlap: %+v", c.w, c.h, a)
				}
				for _, r := range []struct{ min, max int }{{a.Array.Min.X, a.Array.Max.X}, {a.Lines.Min.X, a.Lines.Max.X}} {
					if r.max > c.w || float64(c.w) > 2*b.UI.PanelWidth() && r.max > r.min && float64(r.min) < b.UI.PanelWidth() {
						t.Errorf("%d × %d: a part from %d to %d", c.w, c.h, r.min, r.max)
					}
				}
			}
		}
	}
}

// The automatic shape and colours suit the sort and the number of keys.
func TestSortLook(t *testing.T) {
	b := openSorts(t, 1280, 800, 1, watch.Set{Algorithm: "radix4"}, few)
	if l := b.panel.look(b.state(), 0); l != (render.SortLook{View: render.SortBars, Tint: render.TintValue, Ratio: 1}) {
		t.Errorf("16 keys look like %+v", l)
	}
	many := few
	many.Input.N = 5000
	b.do(many)
	if l := b.panel.look(b.state(), 0); l != (render.SortLook{View: render.SortPlot, Tint: render.TintDigit, Ratio: 1}) {
		t.Errorf("5000 keys look like %+v", l)
	}
	b.do(session.SetView{View: session.View{Shape: "field", Tint: "moved"}})
	if l := b.panel.look(b.state(), 0); l != (render.SortLook{View: render.SortField, Tint: render.TintMoved, Ratio: 1}) {
		t.Errorf("a field of what has moved looks like %+v", l)
	}
}

func TestSortPanels(t *testing.T) {
	b := openSorts(t, 256, 400, 0.6, watch.Set{Algorithm: "radix4"}, few, timeline.Step{Steps: 3})
	b.Golden("panel")
	b.UI.Panels = false
	b.do(session.SetView{}, watch.Set{Algorithm: "batcher"}, timeline.Seek{Step: 6})
	b.Golden("network")
	many := few
	many.Input.N = 5000
	b.do(many, timeline.Seek{Step: 40})
	b.Golden("stages")
}

// Beside a network, if it is wide enough, there is the recursion that it is derived from.
func TestSortDerivation(t *testing.T) {
	b := openSorts(t, 400, 360, 0.6, session.SetView{}, watch.Set{Algorithm: "batcher"}, few, timeline.Seek{Step: 5})
	b.UI.Panels = false
	b.Golden("derivation")
}

// A comparison shows both sorts and the table of ratios.
func TestSortCompare(t *testing.T) {
	b := openSorts(t, 560, 480, 0.6, watch.Set{Algorithm: "radix4"}, watch.Set{Lane: 1, Algorithm: "batcher"}, few, watch.SetCompare{On: true})
	b.do(timeline.SetClock{}, timeline.SeekClock{At: 7})
	b.Golden("compare")
}

// P shows and hides the plots of the times and the transfers of kernels.
func TestPlots(t *testing.T) {
	b := openSorts(t, 900, 640, 0.8, watch.Set{Algorithm: "radix4"}, few)
	b.do(uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)), timeline.Seek{Step: 5})
	b.frame()
	b.Golden("plots")
	d := dispatches(b.session.Snapshot().Lanes[0])
	if p := b.panel.Moved(d); len(p.Bands) < 2 || p.Bands[0].Value(1) == 0 {
		t.Errorf("the plot of memory is %+v", p)
	}
	b.do(uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)))
	if b.panel.dock(b.state()) != 0 {
		t.Error("the plots stay")
	}
}

// A click on a bar follows its key, a second click lets it go. The key, its symbol and its way are
// marked, and the keys that a wrong pass has exchanged.
func TestSortFollow(t *testing.T) {
	b := openSorts(t, 400, 250, 0.6, watch.Set{Algorithm: "radix4", Values: compute.Values{sorting.DigitRadix: 10}},
		few, session.SetKeys{Name: "a list", Words: []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}}, timeline.Seek{Step: 3})
	b.UI.Panels = false
	b.frame()
	r := b.panel.areas(b.state())[0].Array
	x, y := float64(r.Min.X)+6.5*float64(r.Dx())/10, float64(r.Max.Y-3)
	a := uitest.Find[session.SetView](t, b.click(x, y))
	if a.View.Follow != 2 {
		t.Errorf("a click on 25 follows key %d", a.View.Follow)
	}
	b.do(a)
	b.Golden("follow")
	if a := uitest.Find[session.SetView](t, b.click(x, y)); a.View.Follow != 0 {
		t.Errorf("a second click follows key %d", a.View.Follow)
	}
	b.do(session.SetView{}, watch.Set{Values: compute.Values{sorting.Places: 2}}, timeline.Seek{Step: 6})
	b.Golden("wrong")
}
