package ui

import (
	"fmt"
	"strconv"
	"strings"

	"kernelscope/render/input"
)

// Value is a value that a view shows: an entry of a layer.
type Value struct {
	Side  int    // of a comparison: 0 or 1
	Of    string // the entry's kind, such as "node", or the layer
	Entry int
}

// String writes a value as ParseValue reads it: "node=5", and on the second side "node=5,side=2".
func (v Value) String() string {
	text := fmt.Sprintf("%s=%d", v.Of, v.Entry)
	if v.Side > 0 {
		text += fmt.Sprintf(",side=%d", v.Side+1)
	}
	return text
}

// Name names a value for people.
func (v Value) Name() string { return fmt.Sprintf("%s %d", v.Of, v.Entry) }

// ParseValue parses a value.
func ParseValue(text string) (v Value, err error) {
	value, side, two := strings.Cut(text, ",side=")
	of, entry, ok := strings.Cut(value, "=")
	v.Of = of
	if v.Entry, err = strconv.Atoi(entry); err != nil || !ok || of == "" || v.Entry < 0 || two && side != "1" && side != "2" {
		return Value{}, fmt.Errorf("%q is not such as node=5, key=0 or element=7, or node=5,side=2 of a comparison", text)
	}
	if side == "2" {
		v.Side = 1
	}
	return v, nil
}

// wroteHint tells the key that asks who wrote a value.
const wroteHint = "Shift-I tells who wrote it"

// AsksWriter reports whether a person asks who wrote the value under the mouse.
func (u *UI) AsksWriter(in input.Frame) bool {
	return u.CanRecord && u.Lens == nil && in.Shift && !in.Ctrl && in.Pressed(input.KeyI) && !u.Entering()
}

// Point says which value is under the mouse in this frame.
func (u *UI) Point(v Value) { u.pointed = v }

// WroteHint returns a line for the tip of a value under the mouse, or nothing where nobody can ask.
func (u *UI) WroteHint() string {
	if u.CanRecord && u.Lens == nil {
		return "\n" + wroteHint
	}
	return ""
}

// lensKeys are the keys that look inside a dispatch.
func (u *UI) lensKeys(in input.Frame) (a OpenLens, ok bool, err error) {
	v := u.pointed
	u.pointed = Value{}
	switch {
	case u.AsksWriter(in) && v.Of == "":
		return a, false, fmt.Errorf("point at a value that a kernel writes, such as a node, a bar or an element, and press Shift-I")
	case u.AsksWriter(in):
		return OpenLens{Wrote: v}, true, nil
	}
	return a, u.CanRecord && in.Pressed(input.KeyI) && !in.Ctrl && !in.Shift, nil
}
