package ui_test

import (
	"image"
	"testing"

	"kernelscope/render"
	"kernelscope/render/input"
)

// The picture of the interface that is kept differs from one that is drawn anew by rounding alone, whatever changed since
// the frame before: folded sections, the place of the mouse, messages, the theme, the width of the panel, charts.
func TestKept(t *testing.T) {
	b, _ := openPanel(t, 1000, 500, 1)
	chart := image.NewRGBA(image.Rect(0, 0, 20, 20))
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"at first", func() {}},
		{"without a change", func() {}},
		{"folded", func() { b.Press(input.KeyF9) }},
		{"under the mouse", func() { b.Input.X, b.Input.Y = 60, 106 }},
		{"with a message", func() { b.UI.Confirm("Saved a file") }},
		{"in another theme", func() { b.UI.SetTheme(&render.Light) }},
		{"with all keys", func() { b.Press(input.KeyF1) }},
		{"unfolded", func() { b.Press(input.KeyF1); b.Press(input.KeyF9) }},
		{"with a wider panel", func() { b.Drag(b.UI.PanelWidth()-2, 300, b.UI.PanelWidth()+99, 300) }},
		{"with a chart", func() {
			if err := b.UI.SetChart(chart); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		c.do()
		kept, anew := b.Kept(), b.Picture()
		worst := 0
		for i, v := range anew.Pix {
			worst = max(worst, int(v)-int(kept.Pix[i]), int(kept.Pix[i])-int(v))
		}
		if worst > 2 {
			t.Errorf("%s it differs by %d of 255", c.name, worst)
		}
	}
}
