package paths

import (
	"math"
	"testing"

	"kernelscope/compute/sssp"
	"kernelscope/input"
	"kernelscope/session"
	"kernelscope/ui/uitest"
)

// Esc closes an open list, and nothing else.
func TestEscape(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	p := b.camera.PointAt(700, 400)
	b.apply([]any{session.PickRoad{At: p, Within: 1e9}})
	if b.s.Snapshot().Picked == nil {
		t.Fatal("nothing is picked")
	}
	b.frame()
	closed := 0
	for y := 200.0; y < 400; y += 4 {
		b.Drag(280, y, 280, y)
		if b.Frame(); len(b.Press(input.KeyEscape)) == 0 {
			closed++
			b.Frame()
			uitest.Find[session.DropRoad](t, b.Press(input.KeyEscape))
		}
	}
	if closed == 0 {
		t.Error("Esc closes no list")
	}
	b.Input.Ctrl = true
	uitest.Find[session.UndoRoad](t, b.Press(input.KeyZ))
}

// The panel needs no scroll bar, whatever is searched with.
func TestPanelFits(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float64
	}{{1280, 720, 1}, {1024, 640, 1}, {2560, 1440, 1.5}} {
		b := openBench(t, size.width, size.height, size.scale)
		b.openMap()
		for _, a := range sssp.Algorithms() {
			if err := b.s.Apply(session.SetAlgorithm{Name: a.Name()}); err != nil {
				t.Fatal(err)
			}
			for _, step := range []int{10, math.MaxUint32} {
				if err := b.s.Run(step); err != nil {
					t.Fatal(err)
				}
				b.Picture()
				if b.UI.Overflow() > 0 && size.height >= 720 {
					t.Errorf("%dx%d: the panel of %s must be scrolled by %v", size.width, size.height, a.Name(), b.UI.Overflow())
				}
			}
		}
	}
}
