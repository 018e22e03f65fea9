package view

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/scene/geom"
	"kernelscope/ui"
)

// overlay draws what belongs to the picture itself, with or without the panel.
func (u *panel) overlay(s state) {
	if s.Map == nil {
		return
	}
	list, n := u.OnPicture(), u.onMap(s.Snapshot, s.Camera)
	floor, right := u.floor(s.Snapshot, s.Camera.Height), float32(s.Camera.Width)
	if s.IsSmall() {
		u.nodeLegend(list, s, floor)
	} else {
		u.legend(list, s, right, floor)
	}
	u.arrays(list, s)
	u.Overlay(list, n, floor, func(lane int, _ ui.Half, c render.Camera) {
		of := s
		of.Camera = c
		u.marks(list, of, lane, n.Ends[lane])
	})
	foot := float32(s.Camera.Height - u.plotsHeight(s.Snapshot, s.Camera.Height))
	u.Headers(list, n, foot, func(lane int) ui.Header { return u.header(s, lane) })
	u.docks(list, s)
	for lane := range s.Lanes {
		u.joint(list, s, lane)
	}
	if u.Panels {
		keys := []ui.Help{{Key: "click", Does: "source"}, {Key: "Shift-click", Does: "target"}, {Key: "F", Does: "fit"}, ui.DockHelp, {Key: "Ctrl-F", Does: "find a place"}}
		end := right - u.Px(ui.SideMargin)
		if floor == float32(s.Camera.Height) {
			end = right - u.Px(180) // leaves room for scale and attribution
		}
		u.Hint(append(keys, ui.TransportHelp...), foot-u.Px(8), end)
	}
}

// ends returns the source and the target of the shown pair, if there is one.
func ends(n *session.Snapshot, lane int) []geom.Point {
	if n.Lanes[lane].Shown < 0 {
		return nil
	}
	p := n.Pairs[n.Lanes[lane].Shown]
	return []geom.Point{n.Map.Graph.At[p.Source], n.Map.Graph.At[p.Target]}
}

// marks draws over the map: the nodes of a small graph, both ends of the shown pair, and the place
// where its balls meet.
func (u *panel) marks(list ui.List, s state, lane int, ends []geom.Point) {
	l := &s.Lanes[lane]
	if l.Rows != nil {
		u.nodes(list, s, l)
	}
	if !s.IsSmall() {
		u.Pin(list, s.Camera, ends, &u.theme)
	}
	if f := l.Found; f != nil && f.Meet >= 0 {
		u.meeting(list, s, f)
	}
}

// meeting marks the edge at which two balls meet, with the length of the path.
func (u *panel) meeting(list ui.List, s state, f *session.Found) {
	var at [2]imgui.Vec2
	for i := range at {
		x, y := s.Camera.Pixel(s.Map.Graph.At[f.Path[f.Meet+i]])
		at[i] = imgui.Vec2{X: float32(x), Y: float32(y)}
	}
	for i, c := range []color.RGBA{u.theme.Source, u.theme.Target} {
		if !s.IsSmall() {
			list.AddCircleFilledV(at[i], u.Px(5), imgui.Packed(ui.Plain(u.theme.Path)), 16)
			list.AddCircleFilledV(at[i], u.Px(3.5), imgui.Packed(ui.Plain(c)), 16)
		}
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	u.Backed(list, (at[0].X+at[1].X)/2+u.Px(12), (at[0].Y+at[1].Y)/2+u.Px(6), ui.Plain(u.theme.Text), fmt.Sprintf("they meet here: %s", format.Count(f.Length, "edge")))
}

// header describes a search, its last step and the time of this step.
func (u *panel) header(s state, lane int) ui.Header {
	l := &s.Lanes[lane]
	h := ui.Header{Lane: -1, Title: session.Title(l.Plan.Scheme), Time: format.Milliseconds(l.Event.GPU), Story: s.Snapshot.Story(l), Why: session.About(l.Plan.Scheme)}
	if s.Compare {
		h.Lane, h.Title = lane, h.Title+ui.Chosen(l.Params, s.Lanes[0].Params, s.Lanes[1].Params)
	}
	if l.Plan.Reverse && l.Plan.Scheme != bfs.Paired {
		h.Title += ", from the targets"
	}
	if s.Steady {
		h.Time = ""
	}
	if l.Event.Done {
		h.Verdict, h.Colour = u.Verdict(l.Verdict, "answered")
	}
	return h
}

// legend explains the colours in the lower right.
func (u *panel) legend(list ui.List, s state, right, floor float32) {
	entries := u.entries(s.Legend())
	if ends := s.Ramp(); ends != nil {
		u.Ramp(list, u.theme.Ramp[:], right, floor-float32(len(entries))*u.Px(17)+u.Px(56), ends[0], ends[1])
	}
	u.Legend(list, entries, right, floor)
}

// legendHeight is the height of the legend of a small graph, a line below the graph, in pixels of a
// plain display.
const legendHeight = 24

// nodeLegend explains the colours of the nodes of a small graph, as far as there is room.
func (u *panel) nodeLegend(list ui.List, s state, floor float32) {
	if u.Panels && floor == float32(s.Camera.Height) { // without a dock the keys are there
		return
	}
	if u.hasArrays(s.Snapshot, s.Camera.Width, s.Camera.Height) {
		floor -= u.Px(arraysHeight)
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	free, _ := u.Free(s.Camera.Width)
	x, y := float32(free)+u.Px(ui.PanelMargin), floor-u.Px(legendHeight-4)
	end := float32(u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height)[0].Area.Max.X)
	for _, e := range u.entries(s.NodeLegend()) {
		width := imgui.CalcTextSize(e.Name, false, 0).X + u.Px(13)
		if x+width > end {
			break
		}
		u.Swatch(list, x, y, ui.Plain(e.Colour))
		u.Text(list, x+u.Px(13), y, ui.Plain(u.theme.Text), e.Name)
		x += width + u.Px(16)
	}
}
