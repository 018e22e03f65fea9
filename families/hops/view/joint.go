package view

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/ui"
)

// Sizes of the card beside a small graph in pixels of a plain display.
const (
	cardLabel = 34 // column of numbers of nodes
	cardGap   = 16 // between both arrays
	cardLine  = 18 // of text
	cardRow   = 15 // of bits
	queueCell = 24
	minCard   = 204
	minGraph  = 300 // width that the card leaves for the graph
)

// card is the area with the joint frontier's queue and both bit arrays.
type card struct {
	image.Rectangle
	cell, step float32 // side of a bit, and from one to the next
	bits       int     // of a row
}

// card returns the card of a lane; empty if its scheme has none or there is no room.
func (u *panel) card(n *session.Snapshot, lane, width, height int) (c card) {
	if lane >= len(n.Lanes) || !n.IsSmall() || !n.Lanes[lane].Plan.Scheme.HasPhases() {
		return c
	}
	c.bits = min(n.Lanes[lane].Now().Columns, maxBits)
	if c.cell, c.step = u.Whole(11), u.Whole(13); c.bits > 8 {
		c.cell, c.step = u.Whole(7), u.Whole(8)
	}
	wide := int(max(u.Whole(minCard), 2*u.Whole(dockEdge)+u.Whole(cardLabel)+u.Whole(cardGap)+2*c.step*float32(c.bits)))
	half, margin := u.halves(n, width, height)[lane].Area, int(u.Whole(ui.PanelMargin))
	left, _ := u.Free(width)
	left = max(left, half.Min.X)
	top := int(u.Top() + u.Whole(ui.HeaderHeight) + 2*u.Whole(ui.PanelMargin))
	if field := u.FieldArea(u.under(n, width, height)); !field.Empty() && field.Max.X > half.Min.X && field.Min.X < half.Max.X {
		top = field.Max.Y + margin
	}
	c.Rectangle = image.Rect(half.Max.X-margin-wide, top, half.Max.X-margin, int(u.floor(n, height))-margin)
	if c.Min.X-left < int(u.Whole(minGraph)) || c.Dy() < int(u.Whole(6*cardLine)) {
		c.Rectangle = image.Rectangle{}
	}
	return c
}

// beside returns the room that cards take at the right of a graph, in pixels.
func (u *panel) beside(n *session.Snapshot, width, height int) (room float64) {
	for lane := range n.Lanes {
		if c := u.card(n, lane, width, height); !c.Empty() {
			room = max(room, float64(c.Dx()+int(u.Whole(ui.PanelMargin))))
		}
	}
	return room
}

// joint draws the card of a search: the queue of its joint frontier, and the bit arrays of two levels.
func (u *panel) joint(list ui.List, s state, lane int) {
	l := &s.Lanes[lane]
	c := u.card(s.Snapshot, lane, s.Camera.Width, s.Camera.Height)
	if c.Empty() || l.Rows == nil {
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	y := float32(c.Min.Y) + u.Px(dockEdge)
	draw := u.bitArrays(s, l, c)
	if l.Plan.Scheme.HasQueue() {
		draw = append([]part{u.queue(s, l, c)}, draw...)
	}
	for _, p := range draw {
		y += p.tall
	}
	list.AddRectFilledV(ui.Vec(c.Min), imgui.Vec2{X: float32(c.Max.X), Y: y}, imgui.Packed(ui.Plain(u.Theme.Panel)), u.Px(8), imgui.DrawCornerFlagsAll)
	u.Edge(list, ui.Vec(c.Min), imgui.Vec2{X: float32(c.Max.X), Y: y})
	y = float32(c.Min.Y) + u.Px(dockEdge)
	for _, p := range draw {
		p.draw(list, y)
		y += p.tall
	}
}

// part is a line of the card: its height and what draws it at a place from the top.
type part struct {
	tall float32
	draw func(list ui.List, y float32)
}

// line is a line of text at the left of the card.
func (u *panel) line(c card, tint color.NRGBA, text string) part {
	return part{u.Px(cardLine), func(list ui.List, y float32) {
		u.Text(list, float32(c.Min.X)+u.Px(dockEdge), y, tint, ui.Fitting(text, float32(c.Dx())-2*u.Px(dockEdge)))
	}}
}

// queue draws the nodes of the joint frontier in the order of its queue.
func (u *panel) queue(s state, l *session.Lane, c card) part {
	caption := u.line(c, ui.Plain(u.theme.Dim), fmt.Sprintf("queue of the joint frontier, level %d", l.Now().Level))
	cell, left := u.Whole(queueCell), float32(c.Min.X)+u.Px(dockEdge)
	perLine := max(1, int((float32(c.Dx())-2*u.Px(dockEdge))/cell))
	lines := max(1, (len(l.Rows.Queue)+perLine-1)/perLine)
	tall := caption.tall + float32(lines)*cell + u.Px(8)
	return part{tall, func(list ui.List, y float32) {
		caption.draw(list, y)
		y += caption.tall
		if len(l.Rows.Queue) == 0 {
			u.Text(list, left, y+u.Px(3), ui.Plain(u.theme.Dim), "empty")
		}
		for i, v := range l.Rows.Queue {
			x, y := left+cell*float32(i%perLine), y+cell*float32(i/perLine)
			in := image.Rect(int(x), int(y), int(x+cell-u.Whole(2)), int(y+cell-u.Whole(2)))
			ui.Box(list, ui.Vec(in.Min), ui.Vec(in.Max), imgui.Packed(ui.Between([]color.RGBA{u.theme.Background, u.theme.States[frontierState]}, 0.65)))
			text := fmt.Sprint(s.Map.Graph.ID[v])
			size := imgui.CalcTextSize(text, false, 0)
			u.Text(list, float32(in.Min.X+in.Max.X)/2-size.X/2, float32(in.Min.Y+in.Max.Y)/2-size.Y/2, ui.Plain(u.theme.Text), text)
		}
	}}
}

// bitArrays draws the bits of all nodes at a level and the next one, with the new bits of either.
func (u *panel) bitArrays(s state, l *session.Lane, c card) (out []part) {
	now, expands := l.Now(), l.Now().Phase == bfs.Expand
	before, caption := now.Level-1, [2]string{"start", fmt.Sprintf("level %d", now.Level)}
	if expands {
		before, caption[1] = now.Level, fmt.Sprintf("level %d", now.Level+1)
	}
	if before >= 0 {
		caption[0] = fmt.Sprintf("level %d", before)
	}
	at := [2]float32{float32(c.Min.X) + u.Px(dockEdge) + u.Whole(cardLabel)}
	at[1] = float32(c.Min.X+c.Max.X)/2 + u.Whole(cardLabel+cardGap)/2
	at[1] = float32(int(at[1]))
	out = append(out, part{u.Px(cardLine), func(list ui.List, y float32) {
		for i, text := range caption {
			u.Text(list, at[i], y, ui.Plain(u.theme.Dim), text)
		}
	}})
	tall := u.Whole(cardRow)
	legend := u.legendOfBits(l, c)
	used := u.Px(2*dockEdge + float32(2+len(legend))*cardLine + 8)
	if l.Plan.Scheme.HasQueue() {
		used += u.queue(s, l, c).tall
	}
	nodes := s.Map.Graph.Nodes()
	most := max(1, min(nodes, int((float32(c.Dy())-used)/tall)))
	if most < nodes {
		most = max(1, most-1)
	}
	for _, v := range byID(s.Map.Graph.ID)[:most] {
		out = append(out, part{tall, func(list ui.List, y float32) { u.rowPair(list, s, l, c, at, v, y) }})
	}
	if most < nodes {
		out = append(out, u.line(c, ui.Plain(u.theme.Dim), fmt.Sprintf("and %d more nodes", nodes-most)))
	}
	if columns := l.Now().Columns; columns > c.bits {
		out = append(out, u.line(c, ui.Plain(u.theme.Dim), fmt.Sprintf("the first %d of %d searches", c.bits, columns)))
	}
	return append(out, append(legend, part{tall: u.Px(8), draw: func(ui.List, float32) {}})...)
}

// byID returns the nodes of a small graph in the order of their numbers in its file.
func byID(id []int64) []int {
	nodes := make([]int, len(id))
	for v := range nodes {
		nodes[v] = v
	}
	slices.SortStableFunc(nodes, func(u, v int) int { return cmp.Compare(id[u], id[v]) })
	return nodes
}

// rowPair draws the row of a node at two levels.
func (u *panel) rowPair(list ui.List, s state, l *session.Lane, c card, at [2]float32, v int, y float32) {
	r, expands := l.Rows, l.Now().Phase == bfs.Expand
	changes := anyBit(r.Fresh[v])
	if expands {
		changes = anyBit(r.Reached[v])
	}
	tint := u.theme.Dim
	if changes {
		tint = u.theme.Text
	}
	u.Text(list, float32(c.Min.X)+u.Px(dockEdge), y-u.Px(1), ui.Plain(tint), fmt.Sprint(s.Map.Graph.ID[v]))
	for k := range c.bits {
		seen, fresh, reached := bitOf(r.Seen[v], k), bitOf(r.Fresh[v], k), bitOf(r.Reached[v], k)
		left, right := seenBit, seenBit
		switch {
		case expands && fresh:
			left = freshBit
		case !seen || !expands && fresh:
			left = noBit
		}
		switch {
		case !expands && fresh:
			right = freshBit
		case expands && reached:
			right = reachedBy(r, k)
		case !seen:
			right = noBit
		}
		u.bit(list, at[0]+c.step*float32(k), y, c.cell, left)
		u.bit(list, at[1]+c.step*float32(k), y, c.cell, right)
	}
}

func bitOf(row []uint32, k int) bool { return row[k/32]>>(k%32)&1 != 0 }

// Kinds of bits in a row.
const (
	noBit      = iota
	seenBit    // the search has seen the node
	freshBit   // in the level
	reachedBit // an expansion has set it, and it is not identified yet
	droppedBit // of a search that has ended: it will not be identified
)

// reachedBy returns the kind of a bit that an expansion has set for a search.
func reachedBy(r *session.Rows, search int) int {
	if bitOf(r.Searching, search) {
		return reachedBit
	}
	return droppedBit
}

// drops reports whether an expansion has set bits of searches that have ended.
func drops(r *session.Rows) bool {
	return slices.ContainsFunc(r.Reached, func(row []uint32) bool {
		for w, x := range row {
			if x&^r.Searching[w] != 0 {
				return true
			}
		}
		return false
	})
}

// bit draws a square for a bit. Bits that are set but not identified yet are hollow.
func (u *panel) bit(list ui.List, x, y, side float32, kind int) {
	tint := ui.Plain(u.Theme.Active)
	switch kind {
	case seenBit:
		tint = ui.Plain(u.bitsColours(false).Some)
	case freshBit, reachedBit:
		tint = ui.Plain(u.theme.States[frontierState])
	case droppedBit:
		tint = ui.Plain(u.theme.Dim)
	}
	ui.Box(list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + side, Y: y + side}, imgui.Packed(tint))
	if rim := u.Whole(2); kind >= reachedBit {
		ui.Box(list, imgui.Vec2{X: x + rim, Y: y + rim}, imgui.Vec2{X: x + side - rim, Y: y + side - rim}, imgui.Packed(ui.Plain(u.Theme.Panel)))
	}
}

// legendOfBits explains the squares.
func (u *panel) legendOfBits(l *session.Lane, c card) (out []part) {
	entry := func(kind int, text string) {
		out = append(out, part{u.Px(cardLine), func(list ui.List, y float32) {
			x := float32(c.Min.X) + u.Px(dockEdge)
			u.bit(list, x, float32(int(y+u.Px(7))), u.Whole(11), kind)
			u.Text(list, x+u.Whole(18), y+u.Px(5), ui.Plain(u.theme.Dim), text)
		}})
	}
	if l.Now().Phase != bfs.Expand {
		entry(freshBit, "new in this level")
		return out
	}
	entry(reachedBit, "set by the expansion")
	if drops(l.Rows) {
		entry(droppedBit, "of a search that has ended")
	}
	return out
}
