package paths

import (
	"math"
	"testing"

	"kernelscope/compute/sssp"
	"kernelscope/session"
)

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
