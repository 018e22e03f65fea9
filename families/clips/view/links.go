package view

import (
	"cmp"
	"fmt"
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
)

// MaxLinks is the length of the longest sequence whose elements are shown one by one.
const MaxLinks = 64

// linksView draws a frame of a short sequence: the arcs of its links; a column for each element
// with its index, its mark and its link; and the tree.
type linksView struct {
	stripView  // its area above holds the arcs
	left, wide float32
	rows       image.Rectangle
	tree       image.Rectangle
	depths     []int
}

// links shows a short sequence.
func (u *panel) links(s state, in input.Frame) {
	all := u.area(s)
	list := u.OnPicture()
	n := len(s.Sequence.Elements)
	if s.Run == nil || n == 0 || n > MaxLinks {
		u.Void(list, all, fmt.Sprintf("Links shows sequences of 1 to %d elements. This one has %s.", MaxLinks, format.Thousands(n)), short(s)...)
		return
	}
	v := linksView{stripView: stripView{panel: u, s: s, lane: -1, run: s.Run, list: list, n: n}}
	v.place(all)
	v.header()
	v.arcs()
	v.columns()
	v.nodes()
	v.legend(all)
	v.point(in)
	u.hint(s, append(stripKeys, ui.TransportHelp...))
}

// short offers sequences that links can show.
func short(s state) (out []ui.Offer) {
	if all := s.Sequence; len(all.Elements) > MaxLinks {
		name := cmp.Or(s.Input.Name, s.Input.Shape)
		out = append(out, ui.Offer{Name: fmt.Sprintf("First %d", MaxLinks), Tip: fmt.Sprintf("Matches the first %d elements of %s alone.", MaxLinks, name), Do: session.SetSequence{Name: name + ", its beginning", Sequence: all.First(MaxLinks)}})
	}
	const example = "example"
	return append(out, ui.Offer{Name: "Example", Tip: "Matches " + clipseq.About(example) + ".", Do: session.SetInput{Input: session.Input{Shape: example, N: 18}}})
}

// place divides the area and computes the depth of each element.
func (v *linksView) place(all image.Rectangle) {
	px := func(x float32) int { return int(v.Whole(x)) }
	v.a.header = image.Rect(all.Min.X, all.Min.Y, all.Max.X, min(all.Max.Y, all.Min.Y+px(46)))
	body := image.Rect(all.Min.X+px(56), v.a.header.Max.Y, all.Max.X, all.Max.Y-px(28))
	v.wide = float32(int(min(v.Px(44), float32(body.Dx())/float32(v.n))))
	v.left = float32(body.Min.X)
	tall := px(24 * 3)
	arcs := max(0, (body.Dy()-tall)*42/100)
	right := body.Min.X + int(v.wide)*v.n
	v.a.above = image.Rect(body.Min.X, body.Min.Y, right, body.Min.Y+arcs)
	v.rows = image.Rect(body.Min.X, v.a.above.Max.Y+px(8), right, v.a.above.Max.Y+px(8)+tall)
	v.tree = image.Rect(body.Min.X, v.rows.Max.Y+px(16), right, max(v.rows.Max.Y+px(17), body.Max.Y))
	v.depths = make([]int, v.n)
	for i, l := range v.run.Result.Links {
		if l != clip.None {
			v.depths[i] = v.depths[l]
			if v.kind(i) != clipseq.Pop {
				v.depths[i]++
			}
		}
	}
}

func (v *linksView) kind(i int) uint32 { return v.s.Sequence.Elements[i] & clipseq.KindMask }

// at returns the middle of column i.
func (v *linksView) at(i int) float32 { return v.left + v.wide*(float32(i)+0.5) }

// chain returns the selected element and its ancestors.
func (v *linksView) chain() map[int]bool {
	on := map[int]bool{}
	for i := v.s.Element; i >= 0 && v.known(i); i = int(int32(v.run.Result.Links[i])) {
		on[i] = true
	}
	return on
}

// arcs draws the known links as arcs from each element back.
func (v *linksView) arcs() {
	on := v.chain()
	for _, chosen := range []bool{false, true} { // draws the chain on top
		for i, l := range v.run.Result.Links {
			if l == clip.None || !v.known(i) || on[i] != chosen {
				continue
			}
			c, thick := ui.Faded(kindColours[v.kind(i)], 0.55), float32(1.2)
			if chosen {
				c, thick = ui.Plain(v.Theme.Text), 2
			}
			v.arc(v.at(i), v.at(int(l)), c, thick)
		}
	}
}

// columns writes the index, the mark and the link of each element.
func (v *linksView) columns() {
	on := v.chain()
	tall := float32(v.rows.Dy()) / 3
	for row, name := range []string{"index", "input", "value"} {
		top := float32(v.rows.Min.Y) + tall*float32(row)
		imgui.PushFont(v.Small)
		size := imgui.CalcTextSize(name, false, 0)
		v.Text(v.list, v.left-v.Px(10)-size.X, top+(tall-size.Y)/2, ui.Plain(v.Theme.Dim), name)
		narrow := imgui.CalcTextSize("00", false, 0).X+v.Px(2) > v.wide
		if row == 1 { // marks are larger
			imgui.PopFont()
		}
		for i := range v.n {
			text, c := v.cell(row, i)
			if on[i] {
				c = ui.Plain(v.Theme.Text)
			}
			size := imgui.CalcTextSize(text, false, 0)
			y := top + (tall-size.Y)/2
			if narrow && row != 1 { // puts neighbours on two lines
				y += (float32(i%2) - 0.5) * size.Y * 0.8
			}
			v.Text(v.list, v.at(i)-size.X/2, y, c, text)
		}
		if row != 1 {
			imgui.PopFont()
		}
	}
}

// cell returns the text of a row for an element.
func (v *linksView) cell(row, i int) (string, color.NRGBA) {
	switch row {
	case 0:
		return fmt.Sprint(i), ui.Plain(v.Theme.Dim)
	case 1:
		return v.mark(i), kindColours[v.kind(i)]
	}
	switch l := v.run.Result.Links[i]; {
	case !v.known(i):
		return "?", ui.Plain(v.Theme.Active)
	case l == clip.None:
		return "-", ui.Plain(v.Theme.Dim)
	default:
		return fmt.Sprint(l), ui.Plain(v.Theme.Text)
	}
}

// mark returns the bracket of an element, of its document if it comes from one.
func (v *stripView) mark(i int) string {
	if marks := v.s.Sequence.Marks; marks != nil {
		return string(marks[i])
	}
	return string(".()"[v.s.Sequence.Elements[i]&clipseq.KindMask])
}

// node returns the place of an element in the tree.
func (v *linksView) node(i int) imgui.Vec2 {
	tall := min(v.Px(46), float32(v.tree.Dy())/float32(v.s.Depth+1))
	return imgui.Vec2{X: v.at(i), Y: float32(v.tree.Min.Y) + tall*(float32(v.depths[i])+0.5)}
}

// nodes draws the tree: the children of a push are the elements between it and its pop.
func (v *linksView) nodes() {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	on := v.chain()
	dim := imgui.Packed(ui.Faded(ui.Plain(v.Theme.Dim), 0.6))
	for i, l := range v.run.Result.Links {
		if l == clip.None || !v.known(i) {
			continue
		}
		c, thick := dim, v.Px(1.2)
		if on[i] {
			c, thick = imgui.Packed(ui.Plain(v.Theme.Text)), v.Px(2)
		}
		if v.kind(i) == clipseq.Pop {
			c = imgui.Packed(ui.Faded(kindColours[clipseq.Push], 0.5))
		}
		v.list.AddLineV(v.node(int(l)), v.node(i), c, thick)
	}
	radius := min(v.Px(11), 0.46*v.wide)
	for i := range v.n {
		at, c := v.node(i), kindColours[v.kind(i)]
		switch {
		case !v.known(i):
			v.list.AddCircleFilledV(at, v.Px(2), imgui.Packed(ui.Plain(v.Theme.Active)), 12)
			continue
		case v.kind(i) == clipseq.Pop:
			if v.run.Result.Links[i] == clip.None {
				c = ui.Plain(v.Theme.Error)
			}
			v.list.AddCircleFilledV(at, min(v.Px(4), radius), imgui.Packed(c), 12)
			continue
		}
		v.list.AddCircleFilledV(at, radius, imgui.Packed(c), 24)
		if on[i] {
			v.list.AddCircleV(at, radius+v.Px(1.5), imgui.Packed(ui.Plain(v.Theme.Text)), 24, v.Px(1.5))
		}
		text := fmt.Sprint(i)
		if size := imgui.CalcTextSize(text, false, 0); size.X < 2*radius {
			v.Text(v.list, at.X-size.X/2, at.Y-size.Y/2, readableOn(c), text)
		}
	}
}

// legend explains the colours and the selected element.
func (v *linksView) legend(all image.Rectangle) {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	x, y := v.left, float32(all.Max.Y)-v.Px(22)
	for _, e := range []struct {
		kind uint32
		text string
	}{{clipseq.Push, "push: its parent"}, {clipseq.Pop, "pop: its partner"}, {clipseq.Leaf, "leaf: its parent"}} {
		ui.Box(v.list, imgui.Vec2{X: x, Y: y + v.Px(3)}, imgui.Vec2{X: x + v.Px(9), Y: y + v.Px(12)}, imgui.Packed(kindColours[e.kind]))
		v.Text(v.list, x+v.Px(14), y, ui.Plain(v.Theme.Text), e.text)
		x += v.Px(28) + imgui.CalcTextSize(e.text, false, 0).X
	}
	text := "click an element to see the pushes open before it: the chain of its links"
	if v.s.Element >= 0 {
		text = fmt.Sprintf("before element %d: %s", v.s.Element, v.open())
		if where := v.s.Sequence.Where(v.s.Element); where != "" {
			text = fmt.Sprintf("element %d is %s; %s", v.s.Element, where, v.open())
		}
	}
	if room := float32(all.Max.X) - x; imgui.CalcTextSize(text, false, 0).X <= room {
		v.Text(v.list, x, y, ui.Plain(v.Theme.Dim), text)
	}
}

// open lists the pushes that are open before the selected element.
func (v *linksView) open() (text string) {
	if !v.known(v.s.Element) {
		return "not known yet"
	}
	for i := v.run.Result.Links[v.s.Element]; i != clip.None; i = v.run.Result.Links[i] {
		text = fmt.Sprintf("%d ", i) + text
	}
	if text == "" {
		return "no open pushes"
	}
	return "open pushes " + text
}

// columnAt returns which of n columns of a width has a distance from the left edge of the first. There is none in a
// narrow picture, whose columns have no width.
func columnAt(x, wide float32, n int) (i int, ok bool) {
	if x < 0 || !(x < wide*float32(n)) {
		return 0, false
	}
	return min(n-1, int(x/wide)), true
}

// point describes the element under the mouse and selects it on a click.
func (v *linksView) point(in input.Frame) {
	i, over := columnAt(float32(in.X)-v.left, v.wide, v.n)
	over = over && !v.OverPanel() && in.Y >= float64(v.a.above.Min.Y) && in.Y < float64(v.tree.Max.Y)
	if !over {
		return
	}
	v.hoverElement(i, v.aboutElement(i))
	if v.mouse.WentDown(in, 0) {
		v.Do(session.SelectElement{Element: i})
	}
}
