package ui

import (
	"slices"

	"kernelscope/osmload"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/watch"
)

// Tab is a view that one can change to, or a part of one, by a tab and a function key.
type Tab struct {
	Name string    // of the tab
	Tip  string    // its content, a sentence
	Key  input.Key // a function key, or none
}

// Status is the state of the program that the panels of all views show.
type Status struct {
	Loading *Loading // nil while nothing is loaded
	Problem string   // what went wrong last, for people; shown over the picture
	Missing string   // what the picture lacks, since the device has no room for it
	FPS     float64  // zero hides it
	Idle    bool     // nothing moves by itself: frames are drawn only after events
	Steady  bool     // hide what differs between runs: times
}

// Actions for the program around the interface.
type (
	// Show changes to the place of a name.
	Show struct{ Name string }
	// OpenFile opens a file: a path, or the name of a built-in input.
	OpenFile struct{ Path string }
	// SetProfile reads the open map again, for another mode of travel.
	SetProfile struct{ Profile osmload.Profile }
	// CancelLoading ends an import.
	CancelLoading struct{}
	// CopyCommand copies the command that shows the same view.
	CopyCommand struct{}
	// Record begins to remember the view or, if it is remembered, makes a storyboard and a
	// recording of it.
	Record struct{}
	// SaveBoard saves a storyboard of the session.
	SaveBoard struct{}
	// SaveTrace saves the dispatches that are timed.
	SaveTrace struct{}
	// ShowPanels shows or hides the panels of all views.
	ShowPanels struct{ On bool }
	// Screenshot saves the picture, in twice as many pixels across and down if Twice is set.
	Screenshot struct{ Twice bool }
	// Refuse shows why an input is invalid.
	Refuse struct{ Why string }
	// SetTheme sets the theme.
	SetTheme struct{ Name string }
	// SetDevice changes to another device.
	SetDevice struct{ Index int }
	// SetSecond runs the second sides of comparisons on another device.
	SetSecond struct{ Index int }
	// Dismiss forgets the problem.
	Dismiss struct{}
)

// Common returns the user's requests that apply to any view: other places, pictures and dropped
// files. A view's frame comes first.
func (u *UI) Common(in input.Frame) (actions []watch.Action) {
	for _, f := range in.Files {
		actions = append(actions, OpenFile{f})
	}
	if u.Browser == nil && in.Ctrl && in.Pressed(input.KeyO) {
		return append(actions, Browse{})
	}
	if u.Covered() {
		return actions
	}
	for _, p := range u.others() {
		if p.Key != input.KeyNone && in.Pressed(p.Key) {
			actions = append(actions, Show{p.Name})
		}
	}
	if in.Pressed(input.KeyF1) {
		actions = append(actions, ShowPanels{!u.Panels})
	}
	if in.Pressed(input.KeyF8) {
		actions = append(actions, Screenshot{Twice: in.Shift})
	}
	switch {
	case !in.Pressed(input.KeyF11) || !u.CanRecord:
	case in.Shift:
		actions = append(actions, ShareGIF{})
	default:
		actions = append(actions, Record{})
	}
	if in.Pressed(input.KeyF9) {
		u.fold()
	}
	if u.Entering() { // function keys enter no text
		return actions
	}
	if a, ok, err := u.lensKeys(in); err != nil {
		actions = append(actions, Refuse{err.Error()})
	} else if ok {
		actions = append(actions, a)
	}
	if in.Ctrl && in.Pressed(input.KeyC) {
		actions = append(actions, CopyCommand{})
	}
	if in.Ctrl && in.Pressed(input.KeyE) {
		actions = append(actions, SharePage{})
	}
	if in.Ctrl && in.Pressed(input.KeyS) {
		actions = append(actions, SaveBoard{})
	}
	if in.Ctrl && in.Pressed(input.KeyT) {
		actions = append(actions, SaveTrace{})
	}
	if in.Pressed(input.KeyT) && !in.Ctrl {
		actions = append(actions, SetTheme{u.nextTheme()})
	}
	return actions
}

// tip tells what the place shows, and its key.
func (p Tab) tip() string {
	if p.Key == input.KeyNone {
		return p.Tip + "."
	}
	return p.Tip + " (" + p.Key.String() + ")."
}

// others are the places that are not shown.
func (u *UI) others() []Tab {
	return slices.DeleteFunc(slices.Clone(u.Places), func(p Tab) bool { return p.Name == u.Shown })
}

// nextTheme is the name of the theme after the one that is used.
func (u *UI) nextTheme() string {
	i := slices.IndexFunc(render.Themes, func(t *render.Theme) bool { return t.Name == u.Theme.Name })
	return render.Themes[(i+1)%len(render.Themes)].Name
}
