package view

import (
	"cmp"
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/families/maps"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of hops.
type panel struct {
	maps.Panel
	theme render.Theme // the program's theme, adapted by themeOf
}

// state is the state that a frame shows.
type state struct {
	*session.Snapshot
	ui.Status
	Camera render.Camera
}

// halves divides the target among the searches.
func (u *panel) halves(n *session.Snapshot, width, height int) []ui.Half {
	return u.UI.Halves(width, height, n.Compare)
}

// onMap returns what the map depends on.
func (u *panel) onMap(n *session.Snapshot, c render.Camera) maps.Shown {
	s := u.under(n, c.Width, c.Height)
	s.Camera, s.Plots, s.Below = c, float64(u.plotsHeight(n, c.Height)), float64(c.Height)-float64(u.floor(n, c.Height))-u.FitMargin(c.Width, 0)[3]
	if n.IsSmall() {
		s.Edge = 48 // leaves room for the bits of nodes
		s.Below += float64(u.Px(legendHeight))
		if u.hasArrays(n, c.Width, c.Height) {
			s.Below += float64(u.Px(arraysHeight))
		}
		s.Beside = u.beside(n, c.Width, c.Height)
	}
	for i := range n.Lanes {
		s.Ends[i] = ends(n, i)
	}
	return s
}

// under returns what the map depends on, but for the cards beside it.
func (u *panel) under(n *session.Snapshot, width, height int) maps.Shown {
	return maps.Shown{Map: n.Map, Camera: render.Camera{Width: width, Height: height}, Compared: n.Compare, Edge: 24, Above: ui.HeaderHeight + ui.PanelMargin}
}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	u.theme = render.HopsOf(u.Theme)
	return u.Frame(in, s.Camera.Width, s.Camera.Height, func() {
		if u.Panels {
			u.build(s)
			u.Find(u.onMap(s.Snapshot, s.Camera), in, end, nil)
		}
		u.overlay(s)
		u.why(s)
		u.navigate(s, in)
	})
}

// build builds the panel from top to bottom.
func (u *panel) build(s state) {
	u.BeginPanel("hops", s.Camera.Height)
	u.DeviceNote("Searching", "the searches", s.Device)
	u.Missing(s.Status)
	section := func(name string, build func(state)) { u.Section(name, 0, func() { build(s) }) }
	if s.Map == nil {
		section("Map", u.mapSection)
	} else {
		section(ui.RunSection, u.runSection)
		section("Map", u.mapSection)
		section("Pairs", u.pairSection)
		section("View", u.viewSection)
		section("Scheme", u.schemeSection)
	}
	imgui.End()
}

func (u *panel) runSection(s state) {
	u.Transport(s.Time, ui.TransportLook{Step: "A step is a level of a sweep, half a level with a joint frontier, or a level of one side of a pair.", Hide: s.Steady})
}

func (u *panel) mapSection(s state) {
	switch {
	case s.Loading != nil:
		u.Loading(*s.Loading)
		return
	case s.Map == nil:
		u.Wrapped("No map is open. Drop a map or a graph here, or enter its path below.")
	default:
		imgui.Text(format.Shortened(s.Map.Name, 40))
		u.Tip(cmp.Or(s.Map.From, s.Map.Name))
		kind := map[bfs.Form]string{bfs.Hubs: "with hubs", bfs.Roads: "of small degrees"}[s.Form]
		u.Note(fmt.Sprintf("%s, %s, %s", format.Count(s.Map.Graph.Nodes(), "node"), format.Count(s.Map.Graph.Edges(), "edge"), kind))
	}
	u.PathField("path of a map or a graph", "Opens a map or a graph: .osm.pbf, .osm, DIMACS .gr, Graphalytics .v and .e, Matrix Market, a list of edges, or gen:example. Files can also be dropped on the window.")
}

// pairSection selects the pairs and the shown one.
func (u *panel) pairSection(s state) {
	in := s.Input
	u.InHeading(u.Across(ui.ContentRight)-u.Px(60), func() {
		if imgui.ButtonV("Random", imgui.Vec2{X: -1}) {
			in.Seed, in.Ends, in.File = in.Seed+1, nil, ""
			u.Do(session.SetInput{Input: in})
		}
		u.Tip(fmt.Sprintf("Other random pairs. These have the seed %d.", s.Input.Seed))
	})
	if in.N = u.NumberSlider("pairs", in.N, 0, 16, 10, "How many pairs are searched: 1 to 65,536. Random ones are of the largest component."); in.N != s.Input.N {
		in.File = ""
		u.Do(session.SetInput{Input: in})
	}
	if in.File != "" {
		u.Note("from " + format.Shortened(in.File, 40))
	}
	shown := s.Lanes[0].Shown
	if shown >= 0 {
		p, ids := s.Pairs[shown], s.Map.Graph.ID
		u.Dot(ui.Plain(u.theme.Source))
		u.Monospace(fmt.Sprint(ids[p.Source]))
		u.Tip("Source of the shown search, by its number in the file. Click a node to begin there.")
		imgui.SameLineV(u.Across(ui.LabelAt), -1)
		u.Dot(ui.Plain(u.theme.Target))
		u.Monospace(fmt.Sprint(ids[p.Target]))
		u.Tip("Target of the shown search. Shift-click a node to search to there.")
	}
	u.followed(s, shown)
}

// followed selects the shown pair and generates other random pairs.
func (u *panel) followed(s state, shown int) {
	pair := int32(s.Follow)
	imgui.SetNextItemWidth(u.Across(ui.SliderWidth))
	imgui.SliderIntV("##shown", &pair, -1, int32(len(s.Pairs)-1), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput)
	if int(pair) != s.Follow {
		u.Do(session.Follow{Pair: int(pair)})
	}
	text := "none"
	if shown >= 0 {
		text = fmt.Sprint(shown)
	}
	if s.Follow < 0 {
		text += " (auto)"
	}
	u.Beside("shown", text, "The pair whose search colours the map by level. At the left end it is the first pair of each sweep. Scheme pair shows the one that it searches.")
}

// schemeSection selects the schemes and their parameters.
func (u *panel) schemeSection(s state) {
	u.scheme(s, 0)
	u.Compare(s.Compare, s.Time, []string{"steps", "GPU time", "answered pairs"}, "Two schemes for the same pairs, side by side, on one map and one clock.")
	if s.Compare {
		u.scheme(s, 1)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// scheme selects the scheme of a lane and its parameters.
func (u *panel) scheme(s state, lane int) {
	l := &s.Lanes[lane]
	title := session.Title(l.Asked)
	if l.Asked == bfs.Auto {
		title += ": " + session.Title(l.Plan.Scheme)
	}
	imgui.SetNextItemWidth(-1)
	if u.BeginList(fmt.Sprintf("##scheme%d", lane), title) {
		for _, other := range bfs.Stepped() {
			if imgui.Selectable(session.Title(other)) {
				u.Do(watch.Set{Lane: lane, Algorithm: other.Name()})
			}
			u.Tip(session.About(other))
		}
		imgui.EndCombo()
	}
	u.Tip(session.About(l.Asked) + "\nChosen because " + l.Plan.Why + ".")
	u.Params(fmt.Sprint(lane), l.Params, l.On, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
}

func (u *panel) viewSection(s state) {
	u.NamesBox(s.Map)
	v := s.View
	if imgui.RadioButton("by level", v.Colour == session.ByLevel) {
		v.Colour = session.ByLevel
	}
	u.Tip("Colours each node by its level in the shown search, or by the end of the pair whose ball contains it.")
	imgui.SameLine()
	if imgui.RadioButton("by searches", v.Colour == session.BySearches) {
		v.Colour = session.BySearches
	}
	u.Tip("Colours each node by the number of searches that have seen it.")
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(46), -1)
	if imgui.ButtonV("Fit", imgui.Vec2{X: -1}) {
		u.Do(ui.Fit{})
	}
	u.Tip("Shows the whole map (F).")
	imgui.Checkbox("joint frontier", &v.Joint)
	u.Tip("Marks every node that the last level of a sweep found for any of its searches.")
	if v != s.View {
		u.Do(session.SetView{View: v})
	}
}
