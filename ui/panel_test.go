package ui_test

import (
	"math"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// openPanel makes a bench with a panel of two sections, which it returns the names of as they
// are built.
func openPanel(t *testing.T, width, height int, scale float64) (*uitest.Bench, *[]string) {
	b := uitest.Open(t, width, height, scale, "Map")
	var built []string
	b.Frame = func() []watch.Action {
		defer b.Next()
		actions := b.UI.Frame(b.Input, width, height, func() {
			built = nil
			b.UI.BeginPanel("panel", height)
			for _, name := range []string{ui.RunSection, "More"} {
				b.UI.Section(name, 0, func() { built = append(built, name); imgui.Text(name) })
			}
			imgui.End()
		})
		return append(actions, b.UI.Common(b.Input)...)
	}
	b.Frame()
	b.Frame()
	return b, &built
}

// A section folds by its name, all but the run by F9, and the panel's edge can be dragged.
func TestPanel(t *testing.T) {
	b, built := openPanel(t, 1280, 720, 1)
	b.Drag(50, 106, 50, 106)
	b.Frame()
	if len(*built) != 1 {
		t.Errorf("after a click on its name the section is open: %v", *built)
	}
	b.Drag(50, 106, 50, 106)
	b.Frame()
	if len(*built) != 2 {
		t.Errorf("after another click it is not: %v", *built)
	}
	b.Press(input.KeyF9)
	b.Frame()
	if len(*built) != 1 {
		t.Errorf("folded, the panel shows %v", *built)
	}
	b.Press(input.KeyF9)
	before := b.UI.PanelWidth()
	b.Drag(before-2, 60, before+58, 60)
	if now := b.UI.PanelWidth(); math.Abs(now-before-60) > 3 {
		t.Errorf("dragged by 60 pixels, the panel is %v wide, not %v", now, before+60)
	}
	b.Drag(b.UI.PanelWidth()-2, 60, 1200, 60)
	if now := b.UI.PanelWidth(); now > 1280/2 {
		t.Errorf("the panel hides %v pixels of 1280", now)
	}
}

// Even a large interface leaves more than half of the picture free.
func TestLargeInterface(t *testing.T) {
	b, _ := openPanel(t, 1280, 800, 2)
	if w := b.UI.PanelWidth(); w > 1280/2 {
		t.Errorf("the panel hides %v pixels of 1280", w)
	}
}

// The tabs are at the same place whatever is shown, and lead to all places.
func TestTabs(t *testing.T) {
	b, _ := openPanel(t, 900, 700, 1)
	places := map[string]int{} // where a click leads
	for _, shown := range []string{"Map", "Clips", "Sorts"} {
		b.UI.Shown = shown
		for x := 100.0; x < 400; x += 4 {
			for _, a := range b.Drag(x, 17, x, 17) {
				if s, ok := a.(ui.Show); ok {
					places[s.Name] += int(x)
				}
			}
		}
	}
	if len(places) != 3 {
		t.Fatalf("tabs lead to %v", places)
	}
	for name, sum := range places {
		if sum%3 != 0 {
			t.Errorf("the tab of %s is not always at the same place", name)
		}
	}
}

// Messages are over the picture: a problem stays until it is dismissed, a confirmation goes.
func TestToasts(t *testing.T) {
	b, _ := openPanel(t, 900, 700, 1)
	b.UI.Confirm("Saved /tmp/picture.png")
	b.Frame()
	if !b.UI.Fading() {
		t.Error("a confirmation is not shown")
	}
	b.Input.Seconds = 9
	b.Frame()
	if b.UI.Fading() {
		t.Error("a confirmation stays")
	}
	b.Status.Problem = "the file is cut off"
	b.Picture()
	var dismissed bool
	for x := 450.0; x < 900; x += 6 {
		for _, a := range b.Drag(x, 640, x, 640) {
			_, ok := a.(ui.Dismiss)
			dismissed = dismissed || ok
		}
	}
	if !dismissed {
		t.Error("a problem cannot be dismissed")
	}
}

// The keys of the view and the common ones are listed after a question mark.
func TestHelp(t *testing.T) {
	b, _ := openPanel(t, 900, 700, 1)
	before := b.Picture()
	b.Input.Text = "?"
	b.Frame()
	if string(b.Picture().Pix) == string(before.Pix) {
		t.Error("nothing is listed")
	}
	b.Press(input.KeyEscape)
	if string(b.Picture().Pix) != string(before.Pix) {
		t.Error("Esc does not close the list")
	}
}

// T changes the theme on the start card, too.
func TestStartTheme(t *testing.T) {
	b, _ := openPanel(t, 1280, 720, 1)
	b.UI.Start = &ui.Start{Device: "a device"}
	if a := uitest.Find[ui.SetTheme](t, b.Press(input.KeyT)); a.Name == b.UI.Theme.Name {
		t.Errorf("T changes to %s", a.Name)
	}
}

// A lesson leaves the picture the area above it.
func TestLessonArea(t *testing.T) {
	b, _ := openPanel(t, 1280, 720, 1)
	before := b.UI.Area(1280, 720)
	b.UI.Lesson = &ui.Lesson{Title: "a lesson", Caption: "a text", Step: 1, Steps: 2}
	if now := b.UI.Area(1280, 720); now.Max.Y >= before.Max.Y || now.Min != before.Min {
		t.Errorf("with a lesson the area is %v, without %v", now, before)
	}
}
