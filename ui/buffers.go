package ui

import (
	"cmp"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/watch/timeline"
)

// buffers is the table of the buffers after the present step, of which only the visible entries are read.
type buffers struct {
	layers   []laneLayer
	chosen   int
	marked   int     // entry that was asked for; -1 for none
	typed    string  // entry, half typed
	typing   bool    // the field gets the keyboard
	writer   bool    // W was pressed
	to       float32 // offset that is scrolled to; negative for none
	scrolled float32 // offset of the frame before
	visible  float32 // pixels of the frame before

	of      readOf
	read    float64 // when, in seconds of frames
	stale   bool
	words   []uint32
	problem string
}

// laneLayer is a layer of a lane.
type laneLayer struct {
	compute.Layer
	lane int
}

// readOf is what was read, and when.
type readOf struct {
	shown            string
	at, made, length float64
	chosen, first, n int
}

// readEvery is how often a table is read while its steps play, in seconds.
const readEvery = 0.1

// Buffer returns the name of the buffer that the dock has shown last, and its first visible entry; empty if there is none.
func (u *UI) Buffer() (name, entry string) {
	b := &u.dock.buffers
	if u.dock.page != buffersPage || len(b.layers) == 0 {
		return "", ""
	}
	l := b.layers[b.chosen]
	if len(b.words) >= l.Stride && l.Count > 0 {
		entry = entryText(l.Layer, b.words[:l.Stride])
	}
	return l.Name, entry
}

// next chooses another buffer.
func (b *buffers) next(back bool) {
	if n := len(b.layers); n > 0 && back {
		b.choose((b.chosen + n - 1) % n)
	} else if n > 0 {
		b.choose((b.chosen + 1) % n)
	}
}

func (b *buffers) choose(i int) { b.chosen, b.marked, b.typed, b.to = i, -1, "", 0 }

// keys scrolls by Page Up and Page Down; E begins to type an entry.
func (b *buffers) keys(u *UI, in input.Frame) {
	if u.dock.page != buffersPage {
		return
	}
	for key, pages := range map[input.Key]float32{input.KeyPageUp: -1, input.KeyPageDown: 1} {
		if in.Pressed(key) && u.Lesson == nil {
			b.to = max(0, b.scrolled+pages*(b.visible-u.lineHeight()))
		}
	}
	b.typing = b.typing || in.Pressed(input.KeyE) && !in.Ctrl
	b.writer = u.CanRecord && strings.Contains(strings.ToLower(in.Text), "w")
}

// update updates the layers, if another moment is shown or time has passed.
func (b *buffers) update(u *UI, t timeline.State) (again bool) {
	now := b.of
	now.shown, now.at, now.made, now.length, now.chosen = u.Shown, t.At, t.Made, t.Length, b.chosen
	due := u.seconds-b.read >= readEvery
	if again = b.stale || b.layers == nil || now != b.of && !t.Playing || due; !again {
		return false
	}
	if now.shown != b.of.shown {
		b.choose(0)
	}
	b.layers = nil
	for lane := range 2 {
		if u.Probe.Layers == nil {
			break
		}
		for _, l := range u.Probe.Layers(lane) {
			b.layers = append(b.layers, laneLayer{l, lane})
		}
	}
	b.chosen = max(0, min(b.chosen, len(b.layers)-1))
	b.of, b.read, b.stale = now, u.seconds, false
	return true
}

// bufferTable builds a list of buffers, and beside it a table of the values of one.
func (u *UI) bufferTable(t timeline.State) {
	b := &u.dock.buffers
	again := b.update(u, t)
	if len(b.layers) == 0 {
		u.Note("there are no buffers yet")
		return
	}
	l := b.layers[b.chosen]
	room := imgui.ContentRegionAvail()
	wide := min(u.Whole(196), room.X/3)
	top := imgui.CursorPos()
	u.bufferHeader(l, room.X-u.Px(dockRoom))
	imgui.SetCursorPos(imgui.Vec2{X: top.X, Y: top.Y + u.Whole(24)})
	imgui.BeginChildV("buffers", imgui.Vec2{X: wide}, false, imgui.WindowFlagsNone)
	imgui.PushFont(u.Small)
	for i, other := range b.layers {
		name := other.Name
		if other.lane > 0 {
			name += ", second"
		}
		if imgui.SelectableV(fmt.Sprintf("%s##%d", name, i), i == b.chosen, 0, imgui.Vec2{}) {
			b.choose(i)
			b.stale = true
		}
		u.Tip(fmt.Sprintf("%s of %s, in the buffer %s.", format.Things(other.Count, "entry"), typeOf(other.Layer), other.Buffer.Name()))
	}
	imgui.PopFont()
	imgui.EndChild()
	imgui.SameLineV(0, u.Whole(10))
	u.bufferLines(l, again)
}

// typeOf says what an entry of a layer is.
func typeOf(l compute.Layer) string {
	switch {
	case l.Type != "":
		return l.Type
	case l.Stride > 1:
		return fmt.Sprintf("%d × uint32", l.Stride)
	}
	return "uint32"
}

// bufferHeader says what the buffer is, and has a field to go to an entry.
func (u *UI) bufferHeader(l laneLayer, right float32) {
	b := &u.dock.buffers
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	text := fmt.Sprintf("%s: %s × %s", l.Name, format.Thousands(l.Count), typeOf(l.Layer))
	if l.Unordered {
		text += ", in any order"
	}
	field := u.Whole(96)
	imgui.Text(Fitting(text, right-field-u.Whole(20)))
	imgui.SameLineV(right-field-u.Whole(8), -1)
	imgui.SetNextItemWidth(field)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(6), Y: 0})
	if b.typing {
		imgui.SetKeyboardFocusHere()
		b.typing = false
	}
	if u.TextField("entry", "go to entry (E)", &b.typed, imgui.InputTextFlagsEnterReturnsTrue) {
		if i, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(b.typed), ",", "")); err == nil && i >= 0 && i < l.Count {
			b.marked, b.to = i, toMarked
		} else {
			u.Do(Refuse{fmt.Sprintf("%q is not an entry of %s, which has %s: 0 to %d", b.typed, l.Name, format.Count(l.Count, "entry"), l.Count-1)})
		}
	}
	imgui.PopStyleVar()
	u.Tip("The number of an entry, from 0, such as a node. Page Up and Page Down scroll; W tells who wrote the entry.")
}

// bufferLines builds the values of a buffer, as many entries in a line as fit.
func (u *UI) bufferLines(l laneLayer, again bool) {
	b := &u.dock.buffers
	size := imgui.ContentRegionAvail()
	imgui.PushFont(u.Mono)
	letter := imgui.CalcTextSize("0", false, 0).X
	imgui.PopFont()
	index := letter * float32(len(format.Thousands(max(0, l.Count-1)))+2)
	cell := letter * (cellOf(l.Layer) + 2)
	each := 1
	if l.Stride == 1 || l.Text != nil && l.Stride == 2 {
		each = entriesIn(size.X-index-imgui.CurrentStyle().ScrollbarSize(), cell)
	}
	to := b.to
	if to == toMarked {
		to = max(0, float32(b.marked/each)*u.lineHeight()-size.Y/3)
	}
	b.to = -1
	b.visible = u.lines("values", size, (l.Count+each-1)/each, to, func(first, n int, line func(int, float32, color.NRGBA, string)) {
		b.scrolled = imgui.ScrollY()
		at := imgui.CursorScreenPos()
		from, end := first*each, min((first+n)*each, l.Count)
		words := b.wordsOf(u, l, from, end-from, again)
		for e := from; e < end && len(words) == (end-from)*l.Stride; e++ {
			if e%each == 0 {
				line(e/each, 0, Plain(u.Theme.Dim), format.Thousands(e))
			}
			c := Plain(u.Theme.Text)
			if e == b.marked {
				c = Plain(u.Theme.Accent)
			}
			u.entryWriter(l, e, imgui.Vec2{X: at.X + index + float32(e%each)*cell, Y: at.Y + float32(e/each)*u.lineHeight()}, cell)
			line(e/each, index+float32(e%each)*cell, c, entryText(l.Layer, words[(e-from)*l.Stride:(e-from+1)*l.Stride]))
		}
	})
	b.problem = cmp.Or(b.problem, map[bool]string{true: "It is empty after this step."}[l.Count == 0])
	if b.problem != "" {
		at := imgui.CursorPos()
		imgui.SetCursorPos(imgui.Vec2{X: at.X + u.Whole(206), Y: u.Whole(24)})
		u.Note(b.problem)
	}
}

// entryWriter asks who wrote an entry, if that is clicked, or marked and W pressed.
func (u *UI) entryWriter(l laneLayer, entry int, at imgui.Vec2, wide float32) {
	b, mouse := &u.dock.buffers, imgui.MousePos()
	over := u.CanRecord && imgui.IsWindowHovered() && mouse.X >= at.X && mouse.X < at.X+wide && mouse.Y >= at.Y && mouse.Y < at.Y+u.lineHeight()
	if over {
		Box(OnPanel(), at, imgui.Vec2{X: at.X + wide, Y: at.Y + u.lineHeight()}, imgui.Packed(Plain(u.Theme.Hover)))
		u.Told(fmt.Sprintf("Entry %s. A click tells who wrote it.", format.Thousands(entry)))
	}
	if over && imgui.IsMouseClicked(0) || entry == b.marked && b.writer {
		u.Do(OpenLens{Wrote: Value{l.lane, l.Named(), entry}})
		b.writer = false
	}
}

// toMarked is the offset that shows the entry that was asked for.
const toMarked = -2

// cellOf returns how many letters an entry takes at most.
func cellOf(l compute.Layer) float32 {
	switch {
	case l.Text == nil:
		return 10
	case l.Stride == 1:
		return 18
	}
	return 20
}

// entriesIn returns how many entries a line of a width has: a number that is easy to count by.
func entriesIn(width, cell float32) int {
	best := 1
	for _, n := range []int{2, 4, 5, 8, 10, 16, 20} {
		if float32(n)*cell <= width {
			best = n
		}
	}
	return best
}

// entryText writes an entry.
func entryText(l compute.Layer, words []uint32) string {
	if l.Text != nil {
		return l.Text(words)
	}
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "%10d  ", w)
	}
	return strings.TrimRight(b.String(), " ")
}

// wordsOf returns the words of some entries, read anew if they are others than in the frame before.
func (b *buffers) wordsOf(u *UI, l laneLayer, first, n int, again bool) []uint32 {
	if !again && b.of.first == first && b.of.n == n {
		return b.words
	}
	b.of.first, b.of.n, b.problem = first, n, ""
	b.words = make([]uint32, max(0, n)*l.Stride)
	if n <= 0 {
		return nil
	}
	if err := u.Probe.Read(l.lane, l.Layer, first*l.Stride, b.words); err != nil {
		b.words, b.problem = nil, err.Error()
	}
	return b.words
}
