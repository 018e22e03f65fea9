package ui_test

import (
	"testing"

	"kernelscope/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
)

func TestCheck(t *testing.T) {
	if err := ui.Check(); err != nil {
		t.Error(err)
	}
}

// Files, pictures and other places are asked for by the same keys in all views, and not
// while a person types.
func TestCommon(t *testing.T) {
	b := uitest.Open(t, 900, 700, 1, "Map")
	common := func(in input.Frame) []any {
		b.UI.Frame(in, b.Width, b.Height, func() {})
		return b.UI.Common(in)
	}
	key := func(k input.Key) input.Frame {
		return input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1, Keys: []input.KeyEvent{{Key: k, Down: true}}}
	}
	if a := uitest.Find[ui.OpenFile](t, common(input.Frame{Files: []string{"a.osm"}})); a.Path != "a.osm" {
		t.Errorf("dropping a file opens %q", a.Path)
	}
	uitest.Find[ui.Screenshot](t, common(key(input.KeyF8)))
	if a := uitest.Find[ui.Show](t, common(key(input.KeyF3))); a.Name != "Sorts" {
		t.Errorf("F3 shows %q", a.Name)
	}
	b.UI.Shown = "Sorts"
	if a := common(key(input.KeyF3)); len(a) > 0 {
		t.Errorf("in its own view, F3 does %v", a)
	}
	if a := uitest.Find[ui.Show](t, common(key(input.KeyF5))); a.Name != "Map" {
		t.Errorf("F5 shows %q", a.Name)
	}
}
