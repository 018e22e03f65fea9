package view

import (
	"cmp"
	"fmt"
	"image/color"
	"math/bits"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sssp"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
)

// newPanel returns the panel of an interface.
func newPanel(u *ui.UI) panel { return panel{Panel: maps.Panel{UI: u}} }

// roads returns the state of the editor of roads.
func (u *panel) roads(s state) maps.State {
	r := maps.State{Roads: s.Snapshot.Roads, Map: s.Map, Camera: s.Camera, Steady: s.Steady}
	if u.hasHeaders(s.Snapshot, s.Camera.Width) {
		r.Top = ui.HeaderHeight + 2*ui.PanelMargin
	}
	return r
}

// hasHeaders reports whether headers are above the searches: in a comparison, and beside a panel that
// leaves room.
func (u *panel) hasHeaders(n *session.Snapshot, width int) bool {
	left, _ := u.Free(width)
	return n.Other != nil || left > 0
}

// onMap returns what the map depends on.
func (u *panel) onMap(n *session.Snapshot, c render.Camera) maps.Shown {
	size := u.legendSize(n)
	s := maps.Shown{
		Map: n.Map, Camera: c, Compared: n.Other != nil, Edited: n.Picked != nil, Edge: 24,
		Plots: u.dockHeight(c.Height), Legend: ui.Corner{Wide: size.X, Tall: size.Y},
	}
	if u.Panels && float64(c.Width) > 2*u.PanelWidth() {
		s.Below = s.Plots
	}
	if u.hasHeaders(n, c.Width) {
		s.Above = ui.HeaderHeight
	}
	if n.Map != nil && n.Map.Graph.Nodes() > 0 {
		s.Focus = u.focus
		ends := []geom.Point{n.Source.At, n.Target.At}
		if n.All {
			ends = ends[:1]
		}
		s.Ends = [2][]geom.Point{ends, ends}
	}
	return s
}

// saveChart asks for the chart and its data.
type saveChart struct{}

func (saveChart) Action() {}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	return u.Frame(in, s.Camera.Width, s.Camera.Height, func() {
		if u.Panels {
			u.build(s)
			u.Edit(u.roads(s))
			u.Find(u.onMap(s.Snapshot, s.Camera), in, end, func() { u.directions(s) })
			u.experimentsPage(s)
			u.why(s)
		}
		u.overlay(s)
		u.inspector(s)
		u.navigate(s, in)
	})
}

// build builds the panel from top to bottom.
func (u *panel) build(s state) {
	u.BeginPanel("panel", s.Camera.Height)
	u.deviceNote(s)
	u.Missing(s.Status)
	section := func(name string, tall float32, build func(state)) { u.Section(name, tall, func() { build(s) }) }
	if s.Loading != nil || s.Map == nil || s.Map.Graph.Nodes() == 0 {
		section("Map", 0, u.mapSection)
	} else {
		section(ui.RunSection, 0, u.runSection)
		section("Search", 0, u.searchSection)
		section("Map", ui.TallPanel, u.mapSection)
		section("View", ui.TallPanel, u.viewSection)
		if s.Other == nil { // a comparison shows it in its headers
			section("Result", 0, u.resultSection)
		}
		section("Parameters", 0, u.paramSection)
		u.compareSection(s)
	}
	imgui.End()
}

// deviceNote names the search and the device that it runs on.
func (u *panel) deviceNote(s state) {
	if s.Algorithm.About().OnHost {
		u.Note(s.Algorithm.Title() + " on the host, without a GPU")
		u.Tip("The search runs on a core of the host. " + s.Device.Device + " only draws.")
		return
	}
	u.DeviceNote(s.Algorithm.Title(), "the kernels", s.Device)
}

func (u *panel) mapSection(s state) {
	if l := s.Loading; l != nil {
		u.Loading(*l)
		return
	}
	if s.Map == nil {
		u.Wrapped("No map is open. Drop an .osm.pbf, .osm, .osm.gz, .osm.bz2 or .svg file here, or enter its path below.")
	} else {
		m, c := s.Map, s.Map.Counts
		imgui.Text(format.Shortened(m.Name, 24))
		u.Tip(cmp.Or(m.From, m.Name))
		u.Profiles(m.Profile)
		if m.Graph.Nodes() == 0 {
			u.Wrapped("There are no roads that " + cmp.Or(Users(m), "people") + " may use in this file. Open another one: drop it here, or enter its path below.")
		} else {
			dropped := c.MissingNodes + c.BadPlaces + c.DuplicateNodes + c.DuplicateWays + c.ShortWays
			text := fmt.Sprintf("%s, %s", format.Count(m.Graph.Nodes(), "node"), format.Count(m.Graph.Edges(), "edge"))
			if dropped > 0 {
				text += fmt.Sprintf(", %s objects dropped", format.Thousands(dropped))
			}
			u.Note(text)
			u.Tip(contents(m))
		}
	}
	u.PathField("path of a map file", "Opens a map: .osm.pbf, .osm, .osm.gz, .osm.bz2, or a graph: DIMACS .gr, Graphalytics .v and .e, Matrix Market, a list of edges. Files can also be dropped on the window.")
}

// contents describes the nodes and edges of a map.
func contents(m *scene.Map) string {
	c := m.Counts
	if c.HighwayWays == 0 {
		return fmt.Sprintf("The graph as it is in the file. Weight: %s.\nDropped: %d loops, and %d edges that have a better parallel edge.", m.Weighs(), c.Loops, c.ParallelEdges)
	}
	return fmt.Sprintf("Junctions and stretches of road between them, after %s nodes of %s highways were contracted. Weight: %s.\n"+
		"Dropped on import: %d missing nodes, %d bad places, %d duplicate nodes, %d duplicate ways, %d ways with fewer than two nodes.",
		format.Thousands(c.HighwayNodes), format.Thousands(c.HighwayWays), m.Weighs(),
		c.MissingNodes, c.BadPlaces, c.DuplicateNodes, c.DuplicateWays, c.ShortWays)
}

func (u *panel) searchSection(s state) {
	u.ranks(s)
	u.end(s, "from", ui.Plain(u.Theme.Source), s.Source)
	if s.All {
		u.Dot(ui.Plain(u.Theme.Target))
		imgui.Text("to all nodes")
	} else {
		u.end(s, "to", ui.Plain(u.Theme.Target), s.Target)
	}
	if imgui.Button("Random") {
		u.Do(session.RandomEnds{})
	}
	u.Tip("Searches between two random nodes of the largest component.")
	imgui.SameLine()
	all := s.All
	if imgui.Checkbox("to all", &all) {
		u.Do(session.SetTargetAll{All: all})
	}
	u.Tip("Continues until every node is settled, not only the target.")
	u.algorithms(s)
}

// maxRank is the greatest rank that the panel offers. Finding its node takes half a second.
const maxRank = 1 << 20

// ranks offers targets by Dijkstra rank, at the right of the heading.
func (u *panel) ranks(s state) {
	now := "rank"
	if s.Rank > 0 {
		now = "rank " + inPowers(s.Rank)
	}
	u.InHeading(u.Across(ui.ContentRight)-u.Px(100), func() {
		imgui.SetNextItemWidth(-1)
		if u.BeginLongList("##rank", now) {
			for rank := 1; rank < s.Map.Graph.Nodes() && rank <= maxRank; rank *= 2 {
				if imgui.Selectable(inPowers(rank)) {
					u.Do(session.SetRank{Rank: rank})
				}
			}
			imgui.EndCombo()
		}
		u.Tip("The Dijkstra rank of the target, the number of nodes that Dijkstra's algorithm settles before it. Choose one to search from the same source to the node of that rank.")
	})
}

// algorithms offers the searches at the right of their line.
func (u *panel) algorithms(s state) {
	imgui.SameLineV(u.Across(ui.ContentRight-122), -1)
	imgui.SetNextItemWidth(-1)
	u.algorithmCombo(s, 0, &s.Lane)
}

// algorithmCombo selects the algorithm of a search.
func (u *panel) algorithmCombo(s state, lane int, of *session.Lane) {
	if u.BeginLongList(fmt.Sprintf("##algorithm%d", lane), of.Algorithm.Title()) {
		for _, a := range s.Algorithms {
			title := a.Title()
			if a.About().OnHost {
				title += " (host)"
			}
			if imgui.Selectable(title) {
				u.Do(watch.Set{Lane: lane, Algorithm: a.Name()})
			}
			u.Tip(a.About().Summary)
		}
		if lane == 0 {
			if imgui.Selectable(sssp.Prepared{}.Title() + " ..") {
				u.Do(ShowTrees{})
			}
			u.Tip(sssp.Prepared{}.About().Summary + "\nThey have a view of their own, which begins with this map, its ends and its changed roads. Its button Search leads back with those that it has then.")
		}
		imgui.EndCombo()
	}
	u.Tip("How to search. " + of.Algorithm.Title() + ": " + of.Algorithm.About().Summary)
}

// end shows a source or target in the colour of its marker.
func (u *panel) end(s state, label string, c color.NRGBA, e session.End) {
	u.Dot(c)
	imgui.Text(label)
	imgui.SameLineV(u.Px(66), -1)
	if s.Map.Abstract {
		u.Monospace(fmt.Sprintf("number %d", e.ID))
	} else {
		lon, lat := e.At.Degrees()
		u.Monospace(fmt.Sprintf("%.5f, %.5f", lon, lat))
	}
	u.Tip(fmt.Sprintf("Node #%d, number %d in the file. On the command line: -s #%d or -s id:%d", e.Node, e.ID, e.Node, e.ID))
}

func (u *panel) viewSection(s state) {
	u.NamesBox(s.Map)
	v := s.View
	if imgui.RadioButton("by state", !v.ByDistance) {
		v.ByDistance = false
	}
	u.Tip("Colours roads by the state of their nodes: in the near queue, in the far queue, or in neither. Relaxed: its edges were relaxed from its distance, which may still decrease. Settled: its distance is final.")
	imgui.SameLine()
	if imgui.RadioButton("by distance", v.ByDistance) {
		v.ByDistance = true
	}
	u.Tip("Colours a road by its node's distance from the source.")
	if s.Painter == "quads" {
		imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(100), -1)
		if imgui.ButtonV("Sort", imgui.Vec2{X: u.Px(48)}) {
			u.Do(SortKeys{})
		}
		u.Tip("Opens the draw keys of this frame in the view of sorts.")
	}
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(46), -1)
	if imgui.ButtonV("Fit", imgui.Vec2{X: -1}) {
		u.Do(ui.Fit{})
	}
	u.Tip("Shows the whole map (F).")
	width := float32(120) // of each list
	if s.Painter == "quads" {
		width = 104 // there are two lists
	}
	v.Painter = u.Choice("painter", width, v.Painter, s.Painter, render.Painters)
	u.Tip("Splat: a kernel rasterizes roads once per camera. Quads: four corners per segment, with casings and blending. Both show the same map.")
	if s.Painter == "quads" {
		imgui.SameLine()
		v.Order = u.Order(width, v.Order, s.Order.Ordered, "How quads are ordered, by keys of level, casing or fill, class and search state: radix and Batcher sort them. "+
			"None paints segments as stored: casings close junctions, and reached roads are hidden.")
	} else {
		imgui.SameLineV(0, imgui.CurrentStyle().ItemInnerSpacing().X)
		imgui.AlignTextToFramePadding()
		imgui.Text("painter")
	}
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(74), -1)
	imgui.AlignTextToFramePadding()
	u.FrameRate(s.Status)
	if s.Painter == "quads" {
		v.Order = u.OrderSizes(v.Order, s.Order.Ordered, s.Device)
		u.OrderNote(s.Order.Ordered, s.Order.Took, s.Order.Frame, "Time to find and sort the keys and to lay out the elements. Nothing is sorted while the picture rests.")
	}
	if v != s.View {
		u.Do(session.SetView{View: v})
	}
}

// inPowers formats a rank; powers of two are written as powers.
func inPowers(rank int) string {
	if bits.OnesCount(uint(rank)) == 1 {
		return fmt.Sprintf("2^%d", bits.Len(uint(rank))-1)
	}
	return fmt.Sprint(rank)
}

// Users names who may use the roads of a map.
func Users(m *scene.Map) string {
	return map[string]string{"bicycle": "bicycles", "foot": "pedestrians", "car": "cars"}[m.Profile]
}
