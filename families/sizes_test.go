package families_test

import (
	"fmt"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/studio"
	"kernelscope/ui"
)

// Every view works in windows from small to large. Its panel covers at most half of the width, and
// needs no scroll bar from 1280 × 720 on.
func TestSizes(t *testing.T) {
	in := inputs(t)
	for _, name := range []string{"Many searches", "Trees"} {
		in[name] = in["Map"]
	}
	for _, size := range []struct {
		width, height int
		ratio         float64
	}{{1024, 640, 1}, {1280, 720, 1}, {2560, 1440, 1.5}, {1920, 1080, 3}} {
		s, err := studio.NewStage(gputest.Open(t), size.width, size.height, size.ratio, studio.Options{Program: &studio.Program{Families: cli.Views(families.All)}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		for _, f := range cli.Views(families.All) {
			what := fmt.Sprintf("%s at %d × %d, %g pixels for one", f.Name, size.width, size.height, size.ratio)
			if in[f.Name] != nil {
				if err := s.Open(in[f.Name]); err != nil {
					t.Fatal(err)
				}
			}
			for range 4 { // a panel finds its size in the first frames
				if m := interact(t, s, ui.Show{Name: f.Name}); m != "" {
					t.Errorf("%s: %s", what, m)
				}
			}
			if over := s.UI.Overflow(); over > 0 && size.height >= 720 && size.ratio < 3 {
				t.Errorf("%s: the panel must be scrolled by %v pixels", what, over)
			}
			if width := s.UI.PanelWidth(); width > float64(size.width)/2 {
				t.Errorf("%s: the panel covers %v pixels", what, width)
			}
		}
	}
}
