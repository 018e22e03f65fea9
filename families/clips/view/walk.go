package view

import (
	"fmt"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
)

// Colours of walks.
var (
	linkColour = color.NRGBA{0xFF, 0x5C, 0x8A, 0xFF} // back-links
	lookColour = color.NRGBA{0xFC, 0xC6, 0x21, 0xFF} // looks at neighbours
)

// walkColours returns the opaque colours of walks.
func walkColours() (out []color.RGBA) {
	for _, c := range []color.NRGBA{linkColour, lookColour} {
		out = append(out, color.RGBA{c.R, c.G, c.B, 255})
	}
	return out
}

// walks draws the known back-links and, on top, the walk of the shown partition: from partition to
// partition, back along links.
func (v *stripView) walks() {
	const most = 2048 // more back-links could not be told apart
	if len(v.run.Partitions) <= most {
		for q, p := range v.run.Partitions {
			if v.s.States[q] == session.Linked && p.Back >= 0 && q != v.s.Shown {
				v.arc(v.middle(q), v.middle(p.Back), ui.Faded(linkColour, 0.34), 1)
			}
		}
	}
	if v.s.Shown < 0 {
		return
	}
	at, number := v.s.Shown, 0
	type look struct {
		e      clip.Event
		number int
	}
	var looks []look
	for _, e := range v.s.Walk() {
		switch e.Kind {
		case clip.Publishes: // a walk begins, or begins again
			at, number = v.s.Shown, 0
		case clip.Looks, clip.SeesDone:
			number++
			if e.Other != at {
				v.arc(v.middle(at), v.middle(e.Other), lookColour, 2)
			}
			at = e.Other
			looks = append(looks, look{e, number})
		case clip.Follows:
			v.arc(v.middle(at), v.middle(e.Other), linkColour, 2)
			at = e.Other
		case clip.Waits:
			v.arc(v.middle(at), v.middle(e.Other), ui.Faded(ui.Plain(v.Theme.Text), 0.5), 1)
		}
	}
	for _, l := range looks { // on top of the arcs
		v.seen(l.e, l.number)
	}
}

// arc draws an arc above the blocks. It rises with the distance.
func (v *stripView) arc(from, to float32, c color.NRGBA, thick float32) {
	r := v.a.above
	far := math.Abs(float64(to-from)) / float64(r.Dx())
	tall := (float32(r.Dy()) - v.Px(20)) * float32(min(1, 1.25*math.Pow(far, 0.55)))
	base := float32(r.Max.Y) + v.Px(3)
	// The soft ends of short pieces overlap, so that the arc would look beaded.
	pieces := max(10, min(40, int(math.Abs(float64(to-from))/float64(v.Px(1.5)))))
	last := imgui.Vec2{X: from, Y: base}
	for i := 1; i <= pieces; i++ {
		angle := math.Pi * float64(i) / float64(pieces)
		next := imgui.Vec2{
			X: (from+to)/2 + (from-to)/2*float32(math.Cos(angle)),
			Y: base - tall*float32(math.Sin(angle)),
		}
		v.list.AddLineV(last, next, imgui.Packed(c), v.Px(thick))
		last = next
	}
}

// seen marks a partition that a walk has looked at, with its number in the walk if it fits.
func (v *stripView) seen(e clip.Event, number int) {
	c := v.stateColour(session.Aggregate)
	if e.Kind == clip.SeesDone {
		c = v.stateColour(session.Linked)
	}
	x, y := v.middle(e.Other), float32(v.a.above.Max.Y)+v.Px(2)
	v.list.AddCircleFilledV(imgui.Vec2{X: x, Y: y}, v.Px(4.5), imgui.Packed(ui.Plain(v.Theme.Background)), 12)
	v.list.AddCircleFilledV(imgui.Vec2{X: x, Y: y}, v.Px(3.5), imgui.Packed(c), 12)
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	text := fmt.Sprint(number)
	size := imgui.CalcTextSize(text, false, 0)
	left, right := v.ends(e.Other)
	every := 1 // keeps numbers of neighbours apart
	for float32(every)*(right-left) < size.X {
		every *= 5
	}
	switch {
	case number%every != 0:
	case v.labelled():
		v.Backed(v.list, x+v.Px(8), y-v.Px(4)-size.Y, ui.Plain(v.Theme.Text), text)
	default: // the block is wide enough
		v.Text(v.list, x-size.X/2, float32(v.a.blocks.Min.Y+v.a.blocks.Max.Y)/2-size.Y/2, readableOn(v.stateColour(v.s.States[e.Other])), text)
	}
}

// about describes a partition.
func (v *stripView) about(q int) string {
	p, state := v.run.Partitions[q], v.s.States[q]
	switch {
	case state < session.Aggregate:
		return "nothing is known of it yet"
	case state < session.Linked && v.run.Tree == nil:
		return fmt.Sprintf("pops %d earlier pushes, leaves %d of its own open", p.Pops, p.Pushes)
	}
	text := fmt.Sprintf("pops %d earlier pushes, leaves %d of its own open; heights from %s, lowest %s", p.Pops, p.Pushes, format.Thousands(p.Height), format.Thousands(p.Lowest))
	if v.run.Tree != nil {
		return text
	}
	return text + fmt.Sprintf("\nlooked at %d before it, %s", p.Looks, v.backLink(p.Back))
}

// hasSnapshots reports whether partitions have snapshots of the stack.
func (v *stripView) hasSnapshots() bool {
	_, ok := v.s.Form.(clip.Snapshot)
	return ok
}

func (v *stripView) backLink(q int) string {
	switch {
	case q < 0 && v.hasSnapshots():
		return "no back-link: its snapshot has the whole stack"
	case q < 0:
		return "no back-link: nothing before it goes lower"
	case v.hasSnapshots():
		return fmt.Sprintf("back-link to %d, from the bottom of its snapshot", q)
	}
	return fmt.Sprintf("back-link to %d", q)
}

var elementKinds = [...]string{clipseq.Leaf: "leaf", clipseq.Push: "push", clipseq.Pop: "pop"}

// aboutElement describes an element.
func (v *stripView) aboutElement(i int) string {
	text := fmt.Sprintf("Element %s, a %s, in partition %d", format.Thousands(i), elementKinds[v.s.Sequence.Elements[i]&clipseq.KindMask], i/v.run.Size)
	if where := v.s.Sequence.Where(i); where != "" {
		text += ": " + where
	}
	if !v.known(i) {
		return text + "\nits link is not known yet"
	}
	if l := v.run.Result.Links[i]; l != clip.None {
		text += fmt.Sprintf("\nlink: the push %s, in partition %d", format.Thousands(l), int(l)/v.run.Size)
		if where := v.s.Sequence.Where(int(l)); where != "" {
			text += ": " + where
		}
		return text
	}
	return text + "\nno push is open before it"
}

// known reports whether the link of element i has been found.
func (v *stripView) known(i int) bool { return v.s.States[i/v.run.Size] == session.Linked }

// element shows the selected element and its link.
func (v *stripView) element() {
	i := v.s.Element
	if i < 0 {
		return
	}
	mark := func(k int, c color.NRGBA) imgui.Vec2 {
		at := imgui.Vec2{X: (v.x(k) + v.x(k+1)) / 2, Y: v.y(int(v.s.Heights[k]))}
		v.list.AddCircleFilledV(at, v.Px(5.5), imgui.Packed(ui.Plain(v.Theme.Background)), 16)
		v.list.AddCircleFilledV(at, v.Px(4), imgui.Packed(c), 16)
		return at
	}
	if l := v.run.Result.Links[i]; l != clip.None && v.known(i) {
		from := imgui.Vec2{X: (v.x(i) + v.x(i+1)) / 2, Y: v.y(int(v.s.Heights[i]))}
		y := v.y(int(v.s.Heights[l]))
		to := (v.x(int(l)) + v.x(int(l)+1)) / 2
		c := imgui.Packed(ui.Plain(v.Theme.Good))
		v.list.AddLineV(from, imgui.Vec2{X: from.X, Y: y}, c, v.Px(1.5))
		v.list.AddLineV(imgui.Vec2{X: from.X, Y: y}, imgui.Vec2{X: to, Y: y}, c, v.Px(1.5))
		mark(int(l), ui.Plain(v.Theme.Good))
	}
	mark(i, ui.Plain(v.Theme.Text))
}

// foot describes the picture and its colours.
func (v *stripView) foot() {
	u, r := v.panel, v.a.foot
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	line := imgui.TextLineHeight() + u.Px(3)
	y := float32(r.Min.Y) + u.Px(6)
	var number [session.Linked + 1]int
	for _, state := range v.s.States {
		number[state]++
	}
	x := float32(r.Min.X)
	entry := func(c color.NRGBA, text string, round bool) {
		size := imgui.CalcTextSize(text, false, 0)
		if x+u.Px(16)+size.X > float32(r.Max.X) {
			return // too small
		}
		middle := y + size.Y/2
		if round {
			ui.Box(v.list, imgui.Vec2{X: x, Y: middle - u.Px(1)}, imgui.Vec2{X: x + u.Px(11), Y: middle + u.Px(1)}, imgui.Packed(c))
		} else {
			ui.Box(v.list, imgui.Vec2{X: x, Y: middle - u.Px(5)}, imgui.Vec2{X: x + u.Px(11), Y: middle + u.Px(5)}, imgui.Packed(c))
		}
		u.Text(v.list, x+u.Px(16), y, ui.Plain(u.Theme.Text), text)
		x += u.Px(16) + size.X + u.Px(16)
	}
	for state := session.Waiting; state <= session.Linked; state++ {
		if v.run.Tree != nil && state == session.Working {
			continue
		}
		entry(u.stateColour(state), fmt.Sprintf("%s %s", v.stateName(state), format.Thousands(number[state])), false)
	}
	entry(lookColour, "looks at", true)
	if v.run.Tree == nil {
		entry(linkColour, "back-link", true)
		entry(ui.Plain(u.Theme.Dim), "1, 2, ..: the order in which it looks", true)
	} else {
		entry(ui.Plain(v.Theme.Good), "link", true)
	}
	x = float32(r.Min.X)
	y += line
	for kind, c := range kindColours {
		entry(c, []string{"leaves", "pushes", "pops"}[kind], false)
	}
	y += line
	text := "Click a partition to see its walk, or the strip to see an element and its link."
	switch {
	case v.s.Element >= 0:
		text = v.aboutElement(v.s.Element)
	case v.s.Shown >= 0:
		text = fmt.Sprintf("Partition %d: %s", v.s.Shown, v.about(v.s.Shown))
	}
	u.lines(v.list, float32(r.Min.X), y, ui.Plain(u.Theme.Text), text, float32(r.Dx()))
}
