package ui_test

import (
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// The menu Share has a picture, a GIF, a page and the command. While a recording is made, its progress is shown, and Cancel
// ends it.
func TestShare(t *testing.T) {
	b := uitest.Open(t, 900, 420, 1, "Map")
	b.UI.CanRecord = true
	b.Frame = func() []watch.Action {
		defer b.Next()
		return b.UI.Frame(b.Input, b.Width, b.Height, func() {
			b.UI.BeginPanel("panel", b.Height)
			imgui.End()
		})
	}
	const x, y = 730, 18 // of the button
	for i, want := range []watch.Action{ui.Screenshot{Twice: true}, ui.ShareGIF{}, ui.SharePage{}, ui.CopyCommand{}} {
		b.Drag(x, y, x, y)
		for range 3 {
			b.Frame()
		}
		if i == 0 {
			b.Golden("share")
			b.Frame()
		}
		got := b.Drag(700, float64(52+19*i), 700, float64(52+19*i))
		if len(got) != 1 || got[0] != want {
			t.Errorf("entry %d does %#v, want %#v", i, got, want)
		}
	}
	b.UI.Film = &ui.Film{File: "kernelscope-20261127-030336.gif", Done: 0.57, Doing: "86 of 150 frames"}
	b.Input.X, b.Input.Y = -1, -1
	b.Golden("film")
	uitest.Find[ui.StopFilm](t, b.Drag(820, 362, 820, 362))
}

// In a narrow window the tabs are one list, which leads everywhere, and the bar has one row.
func TestNarrowBar(t *testing.T) {
	b := uitest.Open(t, 390, 300, 1, "Clips")
	b.UI.CanRecord = true
	b.Frame = func() []watch.Action {
		defer b.Next()
		return b.UI.Frame(b.Input, b.Width, b.Height, func() {
			b.UI.BeginPanel("panel", b.Height)
			b.UI.Buttons([]ui.Button{{Name: "Start"}, {Name: "Back"}, {Name: "Pause"}, {Name: "Step"}, {Name: "End"}})
			imgui.End()
		})
	}
	for range 3 {
		b.Frame()
	}
	if got, row := b.UI.Top(), float32(34); got != row {
		t.Errorf("the bar is %g pixels high, not %g", got, row)
	}
	for i, want := range []string{"Map", "Clips", "Sorts"} {
		b.Drag(40, 18, 40, 18)
		for range 3 {
			b.Frame()
		}
		if i == 0 {
			b.Golden("narrow")
			b.Frame()
		}
		y := float64(52 + 19*i)
		if a := uitest.Find[ui.Show](t, b.Drag(40, y, 40, y)); a.Name != want {
			t.Errorf("entry %d leads to %s, not %s", i, a.Name, want)
		}
	}
}
