package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
)

// nav is the way of the keyboard through a panel.
type nav struct {
	on   bool
	from bool // the panel that is built next is entered
}

// navigate lets Tab enter the panel, and Esc or a click leave it. In it Tab and Shift-Tab go to the controls
// after and before, arrows to those around, and Enter or Space presses one, after which arrows change its value.
// It returns the input that Dear ImGui gets, which knows Tab only for fields and Enter only for their text.
func (u *UI) navigate(in input.Frame) input.Frame {
	io := imgui.CurrentIO()
	typing := u.Covered() || u.help || io.WantTextInput()
	switch {
	case typing && !u.nav.on:
	case in.Buttons[0], u.Covered(), u.nav.on && u.escape && !imgui.IsAnyItemActive():
		u.nav.on = false
	case !u.nav.on && in.Pressed(input.KeyTab) && u.Panels:
		u.nav = nav{on: true, from: true}
	}
	flags := imgui.ConfigFlags(imgui.ConfigFlagsNone)
	if u.nav.on {
		flags = imgui.ConfigFlagsNavEnableKeyboard
	}
	io.SetConfigFlags(flags)
	if !u.nav.on || typing {
		return in
	}
	keys := make([]input.KeyEvent, len(in.Keys))
	for i, e := range in.Keys {
		switch {
		case e.Key == input.KeyTab && in.Shift:
			e.Key = input.KeyUp
		case e.Key == input.KeyTab:
			e.Key = input.KeyDown
		case e.Key == input.KeyEnter:
			e.Key = input.KeySpace
		}
		keys[i] = e
	}
	in.Keys = keys
	return in
}

// enter gives the panel that begins the keyboard, if Tab was pressed.
func (u *UI) enter() {
	if u.nav.from {
		u.nav.from = false
		imgui.SetNextWindowFocus()
	}
}
