package view

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// Sizes of the arrays in pixels of a plain display.
const (
	arraysHeight = 64 // of both, with a gap above
	arrayRow     = 20
	arrayLabels  = 62
	arrayCell    = 26  // widest cell
	minAbove     = 360 // height above the dock below which the graph needs all the room
	minCell      = 15  // with room for two digits
)

// rows are the arrays of a graph in compressed sparse rows, its nodes in the order of their numbers.
type rows struct {
	order      []uint32 // nodes
	first      []int
	neighbours []uint32
}

// rowsOf returns the arrays of a small graph, of edges or of reversed edges.
func rowsOf(g *graph.Graph, reverse bool) (r rows) {
	first, neighbours := g.FirstOut, g.Head
	if reverse {
		first, neighbours = g.FirstIn, g.Tail
	}
	for v := range uint32(g.Nodes()) {
		r.order = append(r.order, v)
	}
	slices.SortFunc(r.order, func(a, b uint32) int { return cmp.Compare(g.ID[a], g.ID[b]) })
	r.first = []int{0}
	for _, v := range r.order {
		from := len(r.neighbours)
		r.neighbours = append(r.neighbours, neighbours[first[v]:first[v+1]]...)
		slices.SortFunc(r.neighbours[from:], func(a, b uint32) int { return cmp.Compare(g.ID[a], g.ID[b]) })
		r.first = append(r.first, len(r.neighbours))
	}
	return r
}

// hasArrays reports whether the arrays of the graph are drawn: it is small, no other search is beside
// it, and there is a dock to draw them above.
func (u *panel) hasArrays(n *session.Snapshot, width, height int) bool {
	if floor := u.floor(n, height); n.Map == nil || !n.IsSmall() || n.Compare || floor == float32(height) || floor < u.Px(minAbove) {
		return false
	}
	free, _ := u.Free(width)
	return u.Px(arrayLabels)+float32(n.Map.Graph.Edges())*u.Px(minCell) < float32(width-free)-2*u.Px(ui.PanelMargin)
}

// arrays draws the graph as the kernels read it, above the dock: for each node where its neighbours
// begin, and the neighbours. The rows of the nodes in the frontier are lit: a level top-down reads them.
func (u *panel) arrays(list ui.List, s state) {
	if !u.hasArrays(s.Snapshot, s.Camera.Width, s.Camera.Height) {
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	g, l := s.Map.Graph, &s.Lanes[0]
	r, names := rowsOf(g, false), [2]string{"first_out", "head"}
	if l.Plan.Reverse {
		r, names = rowsOf(g, true), [2]string{"first_in", "tail"}
	}
	free, _ := u.Free(s.Camera.Width)
	left, top := float32(free)+u.Px(ui.PanelMargin), u.floor(s.Snapshot, s.Camera.Height)-u.Px(arraysHeight-12)
	room := float32(s.Camera.Width) - left - u.Px(ui.PanelMargin+arrayLabels)
	cell := min(u.Px(arrayCell), room/float32(max(len(r.neighbours), len(r.first))))
	reads := make([]bool, len(r.neighbours)) // entries of head
	row := func(y float32, name string, n int, lit func(i int) bool, text func(i int) string) {
		u.Text(list, left, y+u.Px(3), ui.Plain(u.theme.Dim), name)
		for i := range n {
			x := left + u.Px(arrayLabels) + cell*float32(i)
			if lit(i) {
				ground := ui.Between([]color.RGBA{u.theme.Background, u.theme.States[frontierState]}, 0.55)
				ui.Box(list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + cell - u.Whole(2), Y: y + u.Px(arrayRow)}, imgui.Packed(ground))
			}
			word := text(i)
			size := imgui.CalcTextSize(word, false, 0)
			u.Text(list, x+(cell-u.Whole(2)-size.X)/2, y+u.Px(3), ui.Plain(u.Theme.Text), word)
		}
		at := imgui.Vec2{X: left + u.Px(arrayLabels), Y: y + u.Px(arrayRow)}
		ui.Box(list, at, imgui.Vec2{X: at.X + cell*float32(n) - u.Whole(2), Y: at.Y + u.Whole(1)}, imgui.Packed(ui.Plain(u.Theme.Line)))
	}
	row(top, names[0], len(r.first), func(i int) bool {
		if i == len(r.order) || l.Rows == nil || l.Plan.Scheme == bfs.Paired || !anyBit(l.Rows.Fresh[r.order[i]]) {
			return false
		}
		for k := r.first[i]; k < r.first[i+1]; k++ {
			reads[k] = true
		}
		return true
	}, func(i int) string { return fmt.Sprint(r.first[i]) })
	row(top+u.Px(arrayRow+4), names[1], len(r.neighbours), func(i int) bool { return reads[i] }, func(i int) string { return fmt.Sprint(g.ID[r.neighbours[i]]) })
}
