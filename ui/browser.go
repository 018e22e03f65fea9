package ui

import (
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/render/input"
)

// Browser shows a folder to choose a file from.
type Browser struct {
	Folder  string
	Entries []Entry // folders first
	Problem string  // why there are no entries; empty for none
	Peeked  string  // path of the file that is looked at; empty for none
	Preview string  // what was found; empty while it is looked at

	filter string // typed; entries that do not contain it are left out
	chosen int    // among those that are shown
	moved  bool   // by a key: the entry comes into view
	// wasTyped says that there was a filter in the frame before: the Backspace that takes its
	// last letter away does not go up.
	wasTyped bool
	typing   bool // the field gets the typed text
}

// Entry is a file or folder.
type Entry struct {
	Name   string
	Folder bool
	Kind   string // what the name says that it is
	Size   string // for people
}

// shown lists the entries that contain what was typed, whatever the case.
func (b *Browser) shown() (out []Entry) {
	for _, e := range b.Entries {
		if strings.Contains(strings.ToLower(e.Name), strings.ToLower(b.filter)) {
			out = append(out, e)
		}
	}
	return out
}

// browseRows is how many entries are in view, where there is room.
const browseRows = 14

// browse builds the browser.
func (u *UI) browse(b *Browser, in input.Frame, wide float32) {
	imgui.PushFont(u.Bold)
	imgui.Text("Open a file")
	imgui.PopFont()
	u.Dimmed(b.Folder)
	u.wrong()
	imgui.SetNextItemWidth(wide - u.Whole(88))
	if !b.typing {
		imgui.SetKeyboardFocusHere()
	}
	u.TextField("filter", "type a part of a name, or a path", &b.filter, 0)
	b.typing = imgui.IsItemActive()
	imgui.SameLine()
	if imgui.ButtonV("Up", imgui.Vec2{X: u.Whole(80)}) {
		u.Do(Browse{filepath.Dir(b.Folder)})
	}
	u.Tip("Goes to the parent folder (Backspace).")
	all := b.shown()
	u.browseKeys(b, all, in)
	line := imgui.TextLineHeight() + imgui.CurrentStyle().ItemSpacing().Y
	rest := imgui.CursorPosY() + line + u.Whole(cardEdge) // above the entries, and below
	tall := max(3*line, min(browseRows*line+u.Whole(8), float32(u.height)-rest))
	left := float32(int(wide * 0.6))
	imgui.BeginChildV("entries", imgui.Vec2{X: left, Y: tall}, false, 0)
	u.entries(b, all)
	imgui.EndChild()
	imgui.SameLine()
	imgui.BeginChildV("preview", imgui.Vec2{X: wide - left - imgui.CurrentStyle().ItemSpacing().X, Y: tall}, false, 0)
	u.preview(b, all)
	imgui.EndChild()
	u.Note("Up and Down choose, Enter opens, Backspace goes up, Esc closes.")
}

// entries lists the shown entries.
func (u *UI) entries(b *Browser, all []Entry) {
	if b.Problem != "" {
		u.Coloured(Plain(u.Theme.Error), func() { u.Wrapped(b.Problem) })
	} else if len(all) == 0 {
		u.Dimmed("There is nothing to open here.")
	}
	for i, e := range all {
		label := e.Name
		if e.Folder {
			label += "/"
		}
		if imgui.SelectableV(format.Shortened(label, 44)+"##"+e.Name, i == b.chosen, imgui.SelectableFlagsAllowDoubleClick, imgui.Vec2{}) {
			b.chosen = i
			if imgui.IsMouseDoubleClicked(0) || e.Folder {
				u.take(b, e)
			}
		}
		if i == b.chosen && b.moved {
			imgui.SetScrollHereY(0.5)
			b.moved = false
		}
	}
}

// preview says what the chosen entry is, and offers to open it.
func (u *UI) preview(b *Browser, all []Entry) {
	if b.chosen >= len(all) {
		return
	}
	e := all[b.chosen]
	u.Wrapped(e.Name)
	if e.Folder {
		u.Dimmed("a folder")
	} else {
		u.Dimmed(e.Kind + ", " + e.Size)
		path := filepath.Join(b.Folder, e.Name)
		switch {
		case b.Peeked != path:
			u.Do(Peek{path})
		case b.Preview == "":
			u.Dimmed("is being read ..")
		default:
			u.Wrapped(b.Preview)
		}
	}
	imgui.Dummy(imgui.Vec2{Y: u.Whole(8)})
	width := imgui.Vec2{X: min(u.Whole(92), (imgui.ContentRegionAvail().X-imgui.CurrentStyle().ItemSpacing().X)/2)}
	if imgui.ButtonV("Open", width) {
		u.take(b, e)
	}
	imgui.SameLine()
	if imgui.ButtonV("Cancel", width) {
		u.Do(CloseBrowser{})
	}
}

// take opens a file, or shows a folder.
func (u *UI) take(b *Browser, e Entry) {
	path := filepath.Join(b.Folder, e.Name)
	if e.Folder {
		u.Do(Browse{path})
		return
	}
	u.Do(OpenFile{path})
}

// browseKeys follows keys. A path that is typed is opened, whatever the entries are.
func (u *UI) browseKeys(b *Browser, all []Entry, in input.Frame) {
	typed := strings.ContainsAny(b.filter, `/\:`)
	switch {
	case in.Pressed(input.KeyEscape):
		u.Do(CloseBrowser{})
	case in.Pressed(input.KeyEnter) && typed:
		u.Do(Browse{b.filter})
	case in.Pressed(input.KeyEnter) && b.chosen < len(all):
		u.take(b, all[b.chosen])
	case in.Pressed(input.KeyBackspace) && b.filter == "" && !b.wasTyped:
		u.Do(Browse{filepath.Dir(b.Folder)})
	case in.Pressed(input.KeyDown):
		b.chosen, b.moved = b.chosen+1, true
	case in.Pressed(input.KeyUp):
		b.chosen, b.moved = b.chosen-1, true
	case in.Pressed(input.KeyHome):
		b.chosen, b.moved = 0, true
	case in.Pressed(input.KeyEnd):
		b.chosen, b.moved = len(all)-1, true
	}
	b.wasTyped = b.filter != ""
	b.chosen = max(0, min(b.chosen, len(all)-1))
}
