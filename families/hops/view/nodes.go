package view

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/ui"
)

// Sizes of the nodes of small graphs in pixels of a plain display.
const (
	nodeRadius = 13
	bitSize    = 9
	maxBits    = 16 // longest row drawn below a node
)

// nodes draws the nodes of a small graph with their numbers and, below each, its row of bits.
func (u *panel) nodes(list ui.List, s state, l *session.Lane) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	columns := l.Now().Columns
	source, target := -1, -1
	if l.Shown >= 0 {
		source, target = int(s.Pairs[l.Shown].Source), int(s.Pairs[l.Shown].Target)
	}
	for v, p := range s.Map.Graph.At {
		x, y := s.Camera.Pixel(p)
		at := imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}
		rim := ui.Plain(u.theme.Dim)
		switch {
		case l.Plan.Scheme == bfs.Paired && (v == source || v == target):
			rim = ui.Plain(u.theme.Path)
		case v == source:
			rim = ui.Plain(u.theme.Source)
		case v == target:
			rim = ui.Plain(u.theme.Target)
		}
		seen, fresh := l.Rows.Seen[v], l.Rows.Fresh[v]
		list.AddCircleFilledV(at, u.Px(nodeRadius+2.5), imgui.Packed(rim), 24)
		list.AddCircleFilledV(at, u.Px(nodeRadius), imgui.Packed(u.nodeColour(l, seen, fresh)), 24)
		text := fmt.Sprint(s.Map.Graph.ID[v])
		size := imgui.CalcTextSize(text, false, 0)
		u.Text(list, at.X-size.X/2, at.Y-size.Y/2, ui.Plain(u.theme.Text), text)
		if l.Plan.Scheme != bfs.Paired {
			u.bits(list, imgui.Vec2{X: at.X, Y: at.Y + u.Px(nodeRadius+7)}, l.Rows, v, columns)
		}
	}
}

// nodeColour returns the colour of a node: fresh, in a ball, seen by a search, or unseen.
func (u *panel) nodeColour(l *session.Lane, seen, fresh []uint32) color.NRGBA {
	dark := func(c color.RGBA, part float64) color.NRGBA {
		return ui.Between([]color.RGBA{u.theme.Background, c}, part)
	}
	switch paired := l.Plan.Scheme == bfs.Paired; {
	case anyBit(fresh):
		return dark(u.theme.States[frontierState], 0.65)
	case !anyBit(seen):
		return dark(u.theme.Dim, 0.25)
	case paired && seen[0]&1 == 0:
		return dark(u.theme.Target, 0.65)
	case paired:
		return dark(u.theme.Source, 0.65)
	}
	return dark(u.bitsColours(false).Some, 0.55)
}

func anyBit(row []uint32) bool {
	for _, x := range row {
		if x != 0 {
			return true
		}
	}
	return false
}

// bits draws the row of a node centred below a point, as a square for each search.
func (u *panel) bits(list ui.List, at imgui.Vec2, r *session.Rows, v, columns int) {
	n := min(columns, maxBits)
	side, step := u.Whole(bitSize), u.Whole(bitSize)+u.Whole(2)
	left := float32(int(at.X - (step*float32(n)-u.Whole(2))/2))
	u.Veil(list, left-u.Whole(3), at.Y-u.Whole(2), left+step*float32(n)+u.Whole(1), at.Y+side+u.Whole(2))
	for k := range n {
		kind := noBit
		switch {
		case bitOf(r.Fresh[v], k):
			kind = freshBit
		case bitOf(r.Seen[v], k):
			kind = seenBit
		case r.Reached != nil && bitOf(r.Reached[v], k):
			kind = reachedBy(r, k)
		}
		u.bit(list, left+step*float32(k), at.Y, side, kind)
	}
}
