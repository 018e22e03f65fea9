package view

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
	"kernelscope/watch"
)

// levelsView draws a frame of the reduction of a partition in place: a row for each level, with the
// slots of its blocks and the links resolved there.
type levelsView struct {
	stripView
	levels []clip.Level
	made   int // number of completed levels
	part   int
	left   float32
	wide   float32 // width of a slot
	top    float32 // top of the first level
	tall   float32 // height of a level
	cell   float32 // height of a slot
	lines  int     // on which numbers of neighbours are written, so that they do not overlap; 0 if they would on two
	line   float32 // height of such a line
}

// reduction shows the selected partition from the inside.
func (u *panel) reduction(s state, in input.Frame) {
	all := u.area(s)
	list := u.OnPicture()
	levels, made := s.Reduced()
	if levels == nil {
		if s.Run != nil && len(s.Run.Levels) > 0 {
			u.Void(list, all, fmt.Sprintf("The levels of the first %d partitions are kept.", len(s.Run.Levels)),
				ui.Offer{Name: "First partition", Tip: "Shows the first partition.", Do: session.Select{Partition: 0}})
			return
		}
		u.Void(list, all, "The forms Shuffle and Snapshot reduce a partition level by level; "+s.Lane.Form.Title()+" does not.",
			ui.Offer{Name: "Shuffle", Tip: "Matches the sequence by the form Shuffle.", Do: watch.Set{Algorithm: clip.Shuffle{}.Name()}})
		return
	}
	v := levelsView{stripView: stripView{panel: u, s: s, lane: -1, run: s.Run, list: list, n: len(s.Sequence.Elements)}, levels: levels, made: made, part: s.Shown}
	v.place(all)
	v.header()
	v.inputs()
	for k := range levels {
		v.moves(k)
	}
	for k := range levels {
		v.level(k)
	}
	v.values()
	v.legend(all)
	v.point(in)
	u.hint(s, append(stripKeys, ui.TransportHelp...))
}

func (v *levelsView) size() int { return len(v.levels[0].Slots) }

// place divides the area.
func (v *levelsView) place(all image.Rectangle) {
	px := func(x float32) int { return int(v.Whole(x)) }
	v.a.header = image.Rect(all.Min.X, all.Min.Y, all.Max.X, min(all.Max.Y, all.Min.Y+px(46)))
	v.left = float32(all.Min.X + px(78))
	v.wide = min(v.Px(46), (float32(all.Max.X)-v.left)/float32(v.size()))
	if v.wide >= 1 {
		v.wide = float32(int(v.wide))
	}
	v.line = v.Whole(12)
	more := v.line * float32(max(0, v.numberLines()-1)) // than one line
	v.top = float32(v.a.header.Max.Y) + v.Px(52) + more
	v.tall = float32(int(min(v.Px(92), (float32(all.Max.Y)-v.Px(76)-2*more-v.top)/float32(len(v.levels)))))
	v.cell = float32(int(min(v.Px(26), v.tall*0.36)))
}

// numberLines sets and returns the number of lines on which the numbers of the partition fit: one, two, or none.
func (v *levelsView) numberLines() int {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	widest := imgui.CalcTextSize(fmt.Sprint(v.part*v.run.Size+v.size()-1), false, 0).X + v.Px(3)
	for v.lines = 1; widest > v.wide*float32(v.lines); v.lines++ {
		if v.lines == 2 {
			v.lines = 0
			break
		}
	}
	return v.lines
}

// at returns the left edge of slot i.
func (v *levelsView) at(i int) float32 { return v.left + v.wide*float32(i) }

// row returns the upper edge of the slots of level k.
func (v *levelsView) row(k int) float32 { return v.top + v.tall*float32(k) }

// levelColour returns the colour of links resolved at level k.
func (v *levelsView) levelColour(k int) color.NRGBA {
	return ui.Between(v.Theme.Ramp[:], 0.15+0.85*float64(k)/float64(max(1, len(v.levels)-1)))
}

// label writes the name of a row left of it.
func (v *levelsView) label(y float32, text string) {
	size := imgui.CalcTextSize(text, false, 0)
	v.Text(v.list, v.left-v.Px(12)-size.X, y, ui.Plain(v.Theme.Dim), text)
}

// middle writes text in the middle of a slot.
func (v *levelsView) middle(i int, y float32, c color.NRGBA, text string) {
	v.Text(v.list, v.at(i)+(v.wide-imgui.CalcTextSize(text, false, 0).X)/2, y, c, text)
}

// number writes a number in the middle of a slot, on its line.
func (v *levelsView) number(i int, y float32, c color.NRGBA, n any) {
	v.middle(i, y+v.line*float32(i%v.lines), c, fmt.Sprint(n))
}

// inputs writes the index and the mark of each element.
func (v *levelsView) inputs() {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	y := float32(v.a.header.Max.Y)
	input := v.top - v.Px(34)
	if v.lines > 0 {
		v.label(y, "index")
	}
	v.label(input, "input")
	for i := range v.size() {
		element := v.part*v.run.Size + i
		if element >= v.n {
			continue
		}
		kind := v.s.Sequence.Elements[element] & clipseq.KindMask
		if v.lines > 0 {
			v.number(i, y, ui.Plain(v.Theme.Dim), element)
		}
		if text := v.mark(element); imgui.CalcTextSize(text, false, 0).X <= v.wide-v.Px(1) {
			v.middle(i, input, kindColours[kind], text)
		}
	}
}

// moves draws where each push of level k comes from: straight down, or next to the pushes of the
// block to its right.
func (v *levelsView) moves(k int) {
	if k == 0 || k >= v.made || v.wide < 3 {
		return
	}
	from := map[int]int{} // slot of each push
	for i, s := range v.levels[k-1].Slots {
		if s.Push >= 0 {
			from[s.Push] = i
		}
	}
	for i, s := range v.levels[k].Slots {
		if s.Push < 0 {
			continue
		}
		c, thick := ui.Faded(kindColours[clipseq.Push], 0.3), float32(1)
		if from[s.Push] != i {
			c, thick = lookColour, 1.6
		}
		v.list.AddLineV(imgui.Vec2{X: v.at(from[s.Push]) + v.wide/2, Y: v.row(k-1) + v.cell},
			imgui.Vec2{X: v.at(i) + v.wide/2, Y: v.row(k)}, imgui.Packed(c), v.Px(thick))
	}
}

// level draws the slots and blocks of level k, and the links resolved there.
func (v *levelsView) level(k int) {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	l, y := v.levels[k], v.row(k)
	name := fmt.Sprintf("level %d", k)
	if k == 0 {
		name = "elements"
	}
	v.label(y+(v.cell-imgui.TextLineHeight())/2, name)
	side := len(l.Slots) / len(l.Blocks)
	gap := min(v.Px(2), v.wide/6)
	for b, block := range l.Blocks {
		low, high := imgui.Vec2{X: v.at(b*side) + gap, Y: y}, imgui.Vec2{X: v.at((b+1)*side) - gap, Y: y + v.cell}
		if k >= v.made {
			v.outline(v.list, low, high, ui.Plain(v.Theme.Field))
			continue
		}
		ui.Box(v.list, low, high, imgui.Packed(ui.Plain(v.Theme.Field)))
		if text := monoid(block); k > 0 && v.tall > v.Px(56) && imgui.CalcTextSize(text, false, 0).X < high.X-low.X {
			v.Text(v.list, low.X+v.Px(2), high.Y+v.Px(2), ui.Plain(v.Theme.Dim), text)
		}
	}
	if k >= v.made {
		return
	}
	for i, s := range l.Slots {
		if s.Push >= 0 {
			ui.Box(v.list, imgui.Vec2{X: v.at(i) + gap, Y: y}, imgui.Vec2{X: max(v.at(i)+1, v.at(i+1)-gap), Y: y + v.cell}, imgui.Packed(kindColours[clipseq.Push]))
			if v.lines == 1 { // two lines do not fit
				v.middle(i, y+(v.cell-imgui.TextLineHeight())/2, readableOn(kindColours[clipseq.Push]), fmt.Sprint(v.part*v.run.Size+s.Push))
			}
		}
		if v.resolvedAt(i) == k { // mark below the slot of the element's own invocation
			x, c := v.at(i)+v.wide/2, v.levelColour(k)
			ui.Box(v.list, imgui.Vec2{X: v.at(i) + gap, Y: y + v.cell}, imgui.Vec2{X: max(v.at(i)+1, v.at(i+1)-gap), Y: y + v.cell + v.Whole(3)}, imgui.Packed(c))
			if v.lines > 0 && v.tall >= v.cell+v.Px(44) {
				text := fmt.Sprint(s.Link)
				v.Backed(v.list, x-imgui.CalcTextSize(text, false, 0).X/2, y+v.cell+v.Px(16)+v.line*float32(i%v.lines), c, text)
			}
		}
	}
}

// monoid formats a block as its numbers of pops and pushes.
func monoid(b clip.Block) string {
	if b.Pops+b.Pushes > 6 {
		return fmt.Sprintf("%d ), %d (", b.Pops, b.Pushes)
	}
	return strings.Repeat(")", b.Pops) + strings.Repeat("(", b.Pushes)
}

// resolvedAt returns the level at which the link of an element is found, or the number of
// levels if it lies outside the partition.
func (v *levelsView) resolvedAt(i int) int {
	for k, l := range v.levels {
		if l.Slots[i].Link >= 0 {
			return k
		}
	}
	return len(v.levels)
}

// values writes the known links in the colour of the level that resolved them.
func (v *levelsView) values() {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	y := v.row(len(v.levels)-1) + v.cell + v.Px(40) + v.line*float32(max(0, v.lines-1))
	v.label(y, "value")
	for i := range v.size() {
		element, k := v.part*v.run.Size+i, v.resolvedAt(i)
		if element >= v.n {
			continue
		}
		link := v.run.Result.Links[element]
		text, c := fmt.Sprint(link), linkColour
		switch {
		case k < v.made && k < len(v.levels):
			c = v.levelColour(k)
		case k < len(v.levels) || !v.known(element):
			text, c = "?", ui.Plain(v.Theme.Active)
		case link == clip.None:
			text, c = "-", ui.Plain(v.Theme.Dim)
		}
		if v.lines > 0 {
			v.number(i, y, c, text)
		} else {
			ui.Box(v.list, imgui.Vec2{X: v.at(i), Y: y + v.Px(3)}, imgui.Vec2{X: max(v.at(i)+1, v.at(i+1)-v.Whole(1)), Y: y + v.Px(11)}, imgui.Packed(c))
		}
	}
}

// legend explains the colours.
func (v *levelsView) legend(all image.Rectangle) {
	imgui.PushFont(v.Small)
	defer imgui.PopFont()
	x, y := v.left, float32(all.Max.Y)-v.Px(22)
	for _, e := range []struct {
		c    color.NRGBA
		text string
	}{
		{kindColours[clipseq.Push], "an open push"}, {lookColour, "is moved in place"},
		{v.levelColour(1), "resolved at level 1"}, {v.levelColour(len(v.levels) - 1), fmt.Sprintf("at level %d", len(v.levels)-1)}, {linkColour, "by the look-back"},
	} {
		if size := imgui.CalcTextSize(e.text, false, 0); x+v.Px(16)+size.X <= float32(all.Max.X) {
			ui.Box(v.list, imgui.Vec2{X: x, Y: y + v.Px(3)}, imgui.Vec2{X: x + v.Px(9), Y: y + v.Px(12)}, imgui.Packed(e.c))
			v.Text(v.list, x+v.Px(14), y, ui.Plain(v.Theme.Text), e.text)
			x += v.Px(30) + size.X
		}
	}
}

// point describes the block under the mouse and selects the element there on a click.
func (v *levelsView) point(in input.Frame) {
	i, over := columnAt(float32(in.X)-v.left, v.wide, v.size())
	k, inRow := columnAt(float32(in.Y)-v.top, v.tall, len(v.levels))
	if !over || !inRow || v.OverPanel() {
		return
	}
	element := v.part*v.run.Size + i
	v.hoverElement(element, v.aboutBlock(k, i))
	if element < v.n && v.mouse.WentDown(in, 0) {
		v.Do(session.SelectElement{Element: element})
	}
}

// aboutBlock describes the value of a block and its two parts.
func (v *levelsView) aboutBlock(k, i int) string {
	l := v.levels[k]
	side := len(l.Slots) / len(l.Blocks)
	worth := func(k, b int) string {
		x := v.levels[k].Blocks[b]
		return fmt.Sprintf("%d pops, then %d pushes", x.Pops, x.Pushes)
	}
	b := i / side
	first := v.part*v.run.Size + b*side
	text := fmt.Sprintf("Elements %d to %d: %s", first, first+side-1, worth(k, b))
	if k >= v.made {
		return fmt.Sprintf("Elements %d to %d are not combined yet", first, first+side-1)
	}
	if k > 0 {
		x, y := v.levels[k-1].Blocks[2*b], v.levels[k-1].Blocks[2*b+1]
		text += fmt.Sprintf("\nfrom (%s) and (%s):\n%d pops of the right one meet pushes of the left one", worth(k-1, 2*b), worth(k-1, 2*b+1), min(x.Pushes, y.Pops))
	}
	return text
}
