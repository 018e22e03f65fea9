package ui_test

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/profile"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// openDock makes a bench whose dock is open after a step, and reads a million numbers, of which a test sees the reads.
func openDock(t *testing.T) (b *uitest.Bench, reads *[][2]int) {
	b = uitest.Open(t, 1100, 520, 1, "Map")
	reads = &[][2]int{}
	const n = 1 << 20
	be := host.New()
	keys, queue := be.NewBuffer("keys", n), be.NewBuffer("queue", n)
	layers := []compute.Layer{
		{Kind: "keys", Name: "keys", Buffer: keys, Count: n, Stride: 1},
		{Kind: "queue", Name: "queue", Buffer: queue, Count: 5, Stride: 1, Unordered: true, Type: "node", Text: func(e []uint32) string { return fmt.Sprintf("node %d", e[0]) }},
	}
	b.UI.Probe = ui.Probe{
		Layers: func(lane int) []compute.Layer { return layers[:len(layers)*(1-lane)] },
		Read: func(_ int, l compute.Layer, first int, to []uint32) error {
			*reads = append(*reads, [2]int{first, len(to)})
			for i := range to {
				to[i] = uint32(7 * (first + i))
			}
			if first > n-100 {
				return errors.New("that cannot be read")
			}
			return nil
		},
		Dispatches: func() []profile.Part {
			d := func(kernel string, groups int, begin, end time.Duration) compute.Dispatched {
				return compute.Dispatched{Kernel: kernel, Grid: compute.Grid{X: groups, Y: 1, Size: 64}, Begin: begin, End: end}
			}
			return []profile.Part{
				{Name: "step 1", Step: 1, Submissions: []compute.Submission{{Dispatches: []compute.Dispatched{d("relax", 1, 0, 1e6)}}}},
				{Name: "step 4", Step: 4, Submissions: []compute.Submission{
					{Dispatches: []compute.Dispatched{d("relax", 9, 2e6, 3e6), d("sift", 0, 3e6, 4e6)}}, {Moved: map[string]int64{"relax": 2e6}},
				}},
			}
		},
	}
	state := timeline.State{At: 3, Position: 3, Length: 9, Axis: 9, Made: 4, Speed: 1}
	open := true
	b.Frame = func() []watch.Action {
		defer b.Next()
		return b.UI.Frame(b.Input, b.Width, b.Height, func() {
			if open {
				b.UI.BeginPanel("panel", b.Height)
				imgui.End()
				b.UI.Dock(b.Width, b.Height, state, 4, []ui.Plot{
					{Name: "waiting", Lines: []ui.Series{{Name: "near", Value: func(i int) uint32 { return uint32(10 * i) }}}},
					{Name: "time", Top: func(most float64) string { return fmt.Sprint(most) + " ms" }, Bands: []ui.Band{{Name: "relax", Value: func(step int) float64 { return float64(step) }}}},
				}, nil, 0, nil)
			}
			if !b.UI.Typing() && b.UI.DockKeys(b.Input, open) {
				open = !open
			}
		})
	}
	b.Frame()
	return b, reads
}

// The dock reads the entries of a buffer that are visible and no others, goes to an entry, and says what cannot be read.
func TestBuffers(t *testing.T) {
	b, reads := openDock(t)
	b.Press(input.KeyB)
	b.Frame()
	if name, entry := b.UI.Buffer(); name != "keys" || entry != "         0" || len(*reads) == 0 {
		t.Fatalf("B shows %q, %q, after %v", name, entry, *reads)
	}
	last := (*reads)[len(*reads)-1]
	if last[0] != 0 || last[1] < 20 || last[1] > 200 {
		t.Errorf("%d entries are read from %d on", last[1], last[0])
	}
	b.Golden("dock-buffers")
	n := len(*reads)
	if b.Input.Seconds = 0; len(b.Frame()) > 0 || len(*reads) != n {
		t.Errorf("nothing has changed, and %v is read", (*reads)[n:])
	}
	b.Input.Seconds = 1.0 / 60
	b.Press(input.KeyPageDown)
	b.Frame()
	b.Frame()
	if next := (*reads)[len(*reads)-1]; next[0] <= last[0] || next[0] > last[0]+last[1] {
		t.Errorf("Page Down reads %v after %v", next, last)
	}
	b.Press(input.KeyE)
	for range 3 { // the field gets the keyboard
		b.Frame()
	}
	b.Input.Text = "500,000"
	b.Frame()
	b.Press(input.KeyEnter)
	for range 3 {
		b.Frame()
	}
	if r := (*reads)[len(*reads)-1]; r[0] > 500000 || r[0]+r[1] < 500000 {
		t.Errorf("entry 500,000 is not among %v", r)
	}
	b.UI.CanRecord = true
	b.Input.Text = "w"
	if a := uitest.Find[ui.OpenLens](t, append(b.Frame(), b.Frame()...)); a.Wrote != (ui.Value{Of: "keys", Entry: 500000}) {
		t.Errorf("W asks for %+v", a)
	}
	b.UI.CanRecord = false
	b.Press(input.KeyEscape)
	b.Frame()
	b.Press(input.KeyB)
	b.Frame()
	if name, entry := b.UI.Buffer(); name != "queue" || entry != "node 0" {
		t.Errorf("B again shows %q, %q", name, entry)
	}
	b.Golden("dock-queue")
}

// A line through all plots is at the step under the mouse, whose values are told.
func TestHoverLine(t *testing.T) {
	b, _ := openDock(t)
	for name, y := range map[string]float64{"dock-lines": 350, "dock-bands": 450} {
		b.Input.X, b.Input.Y = 700, y
		b.Golden(name)
	}
}

// Of arrays with more entries than columns it is said that columns show some.
func TestSampled(t *testing.T) {
	for n, want := range map[int]string{900: "", 901: "; a column shows the first of 2", 65536: "; a column shows the first of 73"} {
		if got := ui.Sampled(n, image.Rect(10, 0, 910, 5)); got != want {
			t.Errorf("%d entries: %q, want %q", n, got, want)
		}
	}
}

// The dispatches of the submission that has made a step are listed, with the bytes that they have moved.
func TestDispatchList(t *testing.T) {
	b, reads := openDock(t)
	b.Press(input.KeyD)
	for range 2 {
		b.Frame()
	}
	b.Golden("dock-dispatches")
	b.UI.CanRecord = true
	b.Press(input.KeyDown)
	b.Frame()
	if a := uitest.Find[ui.OpenLens](t, b.Press(input.KeyEnter)); a != (ui.OpenLens{Kernel: "relax", Number: 1}) {
		t.Errorf("Enter looks at %+v", a)
	}
	b.Press(input.KeyDown)
	b.Frame()
	if a := uitest.Find[ui.Refuse](t, b.Press(input.KeyEnter)); !strings.Contains(a.Why, "over no workgroups") {
		t.Errorf("there is nothing inside an idle dispatch: %q", a.Why)
	}
	b.Golden("dock-chosen")
	b.Press(input.KeyD)
	b.Press(input.KeyB)
	if b.Frame(); len(*reads) == 0 {
		t.Error("D has not closed the dock, so that B opens it with buffers")
	}
}
