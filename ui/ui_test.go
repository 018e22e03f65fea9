package ui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/profile"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// TestCommon uses the keys that all views share. While a text is entered, those of function keys
// work, others do not.
func TestCommon(t *testing.T) {
	b := uitest.Open(t, 900, 700, 1, "Map")
	text, typing := "", false
	common := func(in input.Frame) []watch.Action {
		b.UI.Frame(in, b.Width, b.Height, func() {
			if typing {
				imgui.SetKeyboardFocusHere()
				imgui.InputText("text", &text)
			}
		})
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
	for _, shown := range []bool{true, false} {
		b.UI.Panels = shown
		if a := uitest.Find[ui.ShowPanels](t, common(key(input.KeyF1))); a.On == shown {
			t.Errorf("F1 leaves the panels as they are: %v", shown)
		}
	}
	uitest.Find[ui.SetTheme](t, common(key(input.KeyT)))
	typing = true
	for range 3 { // until the field has the keys
		common(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1})
	}
	uitest.Find[ui.Screenshot](t, common(key(input.KeyF8)))
	if a := common(key(input.KeyT)); len(a) > 0 {
		t.Errorf("T in a text does %v", a)
	}
}

// The table of a plot has what dispatches move as a share of what memory can.
func TestDispatchesTable(t *testing.T) {
	b := uitest.Open(t, 900, 700, 1, "Map")
	rows := []profile.Row{{Kernel: "copy", Dispatches: 3, Idle: 1, Workgroups: 8, GPU: time.Millisecond, Bytes: 1 << 20}}
	d := ui.DispatchesOf([][]profile.Row{nil, rows, rows})
	for bandwidth, share := range map[float64]string{0: "-", 1 << 32: "24 %"} {
		b.UI.Bandwidth = bandwidth
		lines := strings.Split(b.UI.GPUTime(d, false).Table(2), "\n")
		if f := strings.Fields(lines[2]); lines[0] != "step 2" || strings.Join(f, " ") != "copy 3 1 8 1.000 ms 1 MiB 1.05 "+share {
			t.Errorf("at %g bytes a second: %q", bandwidth, lines)
		}
	}
}

// Ctrl-Z in a field whose text the program has replaced does nothing. Dear ImGui's undo stack would
// be that of the text before: the monkey lost a window to it.
func TestReplacedText(t *testing.T) {
	b := uitest.Open(t, 900, 700, 1, "Map")
	text, focus := "", true
	frame := func(in input.Frame) {
		in.Seconds, in.X, in.Y = 1.0/60, -1, -1
		b.UI.Frame(in, b.Width, b.Height, func() {
			if focus {
				imgui.SetKeyboardFocusHere()
			}
			b.UI.TextField("field", "", &text, 0)
		})
		focus = false
	}
	key := func(k input.Key, ctrl bool) {
		frame(input.Frame{Ctrl: ctrl, Keys: []input.KeyEvent{{Key: k, Down: true}}})
		frame(input.Frame{Keys: []input.KeyEvent{{Key: k}}})
	}
	begin := func() {
		focus = true
		for range 3 {
			frame(input.Frame{})
		}
	}
	begin()
	frame(input.Frame{Text: "some text"})
	frame(input.Frame{})
	if text != "some text" {
		t.Fatalf("the field has %q", text)
	}
	key(input.KeyEnter, false)
	text = ""
	begin()
	key(input.KeyZ, true)
	if text != "" {
		t.Errorf("Ctrl-Z makes %q", text)
	}
	frame(input.Frame{Text: "more"})
	key(input.KeyZ, true)
	if text != "mor" { // it undoes a letter
		t.Errorf("Ctrl-Z after typing leaves %q", text)
	}
}

// Tab enters a panel and goes through its controls, Enter presses one, arrows change a value, Esc leaves.
func TestKeyboardOnly(t *testing.T) {
	b := uitest.Open(t, 900, 700, 1, "Map")
	pressed, ticked, value := "", false, float32(5)
	key := func(k input.Key, shift bool) {
		for _, down := range []bool{true, false, false} {
			in := input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1, Shift: shift, Keys: []input.KeyEvent{{Key: k, Down: down}}}
			b.UI.Frame(in, b.Width, b.Height, func() {
				b.UI.BeginPanel("panel", b.Height)
				for _, name := range []string{"one", "two"} {
					if imgui.Button(name) {
						pressed = name
					}
				}
				imgui.Checkbox("box", &ticked)
				imgui.SliderFloat("slider", &value, 0, 10)
				imgui.End()
			})
		}
	}
	key(input.KeyEnter, false)
	if pressed != "" || b.UI.Typing() {
		t.Errorf("before Tab, Enter presses %q", pressed)
	}
	key(input.KeyTab, false)
	key(input.KeyTab, false)
	key(input.KeyEnter, false)
	key(input.KeyTab, false)
	key(input.KeyEnter, false)
	if !b.UI.Typing() || pressed != "two" || !ticked {
		t.Errorf("Enter presses %q, and the box is ticked: %v", pressed, ticked)
	}
	key(input.KeyTab, false)
	key(input.KeyEnter, false)
	for range 3 {
		key(input.KeyRight, false)
	}
	if value <= 5 {
		t.Errorf("Right makes the value %v", value)
	}
	key(input.KeyEscape, false)
	key(input.KeyTab, true)
	key(input.KeyTab, true)
	key(input.KeyTab, true)
	key(input.KeyEnter, false)
	if pressed != "one" {
		t.Errorf("Shift-Tab leads to %q", pressed)
	}
	key(input.KeyEscape, false)
	key(input.KeyEscape, false)
	if b.UI.Typing() {
		t.Error("Esc does not leave the panel")
	}
}
