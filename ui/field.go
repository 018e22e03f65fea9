package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"
)

// textField is what a text field had in its last frame.
type textField struct {
	text     string
	isActive bool
	changes  int // of its text by the program
}

// TextField builds a text field and reports what Dear ImGui does. The id is unique in the interface.
//
// A field whose text the program has changed gets another identity: Dear ImGui 1.85 would keep its undo
// stack, which refers to the text before, and Ctrl-Z would write outside of the new text.
func (u *UI) TextField(id, hint string, text *string, flags imgui.InputTextFlags) bool {
	f := u.fields[id]
	if !f.isActive && *text != f.text {
		f.changes++
	}
	entered := imgui.InputTextWithHintV(fmt.Sprintf("##%s %d", strings.TrimPrefix(id, "##"), f.changes), hint, text, flags, nil)
	f.text, f.isActive = *text, imgui.IsItemActive()
	u.fields[id] = f
	return entered
}
