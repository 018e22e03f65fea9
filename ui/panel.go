package ui

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/session"
	"kernelscope/format"
	"kernelscope/render"
	"kernelscope/scene"
)

const (
	panelWidth  = 332 // pixels of a plain display
	panelMargin = 12
)

// panel builds the one panel, from top to bottom.
func (u *UI) panel(s State) {
	u.beginPanel("panel", s.Camera.Height)
	u.mapTitle(s)
	if s.Problem != "" {
		u.problem(s.Problem)
	}
	u.mapSection(s)
	if s.Map != nil && s.Map.Graph.Nodes() > 0 {
		u.searchSection(s)
		u.paramSection(s)
		u.runSection(s)
		u.resultSection(s)
		u.queuesSection(s)
		u.viewSection(s)
	}
	imgui.End()
}

// beginPanel begins the one panel of a view, in a target of so many pixels. It ends with
// imgui.End.
func (u *UI) beginPanel(name string, targetHeight int) {
	height := max(1, float32(targetHeight)-2*u.whole(panelMargin))
	imgui.SetNextWindowPos(imgui.Vec2{X: u.whole(panelMargin), Y: u.whole(panelMargin)})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.whole(panelWidth)}, imgui.Vec2{X: u.whole(panelWidth), Y: height})
	imgui.BeginV(name, nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
}

// title writes the name of the program, and at the right of it where one can go: to other
// places, and to more that belongs to the view.
func (u *UI) title(more ...button) {
	places := append(u.tabs(), more...)
	imgui.PushFont(u.bold)
	imgui.Text("Kernelscope")
	imgui.PopFont()
	edge, gap := u.whole(6), u.whole(5)
	left := u.whole(panelWidth-14) + gap
	for _, p := range places {
		left -= imgui.CalcTextSize(p.name, false, 0).X + 2*edge + gap
	}
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: edge, Y: u.whole(3)})
	u.above(left/u.scale, -imgui.TextLineHeight()-u.px(6), func() {
		for i, p := range places {
			if i > 0 {
				imgui.SameLineV(0, gap)
			}
			if imgui.Button(p.name) {
				p.do()
			}
			u.tip(p.tip)
		}
	})
	imgui.PopStyleVar()
}

// goes is what a button does that asks for one action.
func (u *UI) goes(a any) func() { return func() { u.do(a) } }

func (u *UI) mapTitle(s State) {
	var more []button
	if s.Map != nil && s.Map.Graph.Nodes() > 0 {
		more = append(more,
			button{"Experiments", "Sweeps over parameters, time by Dijkstra rank, work relative to Dijkstra's algorithm, with charts (F2).", u.toggleExperiments})
	}
	u.title(more...)
	if s.Algorithm.About().OnHost {
		u.note(s.Algorithm.Title() + " on the host, without a GPU")
		u.tip("The search runs on a core of the host. " + s.Device.Device + " only draws.")
		return
	}
	u.deviceNote(s.Algorithm.Title(), "the kernels", s.Device)
}

// deviceNote says what is done on which device.
func (u *UI) deviceNote(doing, what string, d compute.Limits) {
	kind := "GPU"
	if d.IsSoftware {
		kind = "software device"
	}
	name, _, _ := strings.Cut(d.Device, " (")
	u.note(fmt.Sprintf("%s on %s, a %s", doing, shortened(name, 28), kind))
	u.tip(d.Device + " runs " + what + ". 'viewer devices' lists all devices; --device chooses one.")
}

// shortened cuts a text that is too long for its place.
func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-2]) + ".."
	}
	return s
}

func (u *UI) problem(text string) {
	u.coloured(errorColour, func() {
		imgui.PushTextWrapPos()
		imgui.Text(text)
		imgui.PopTextWrapPos()
	})
	if imgui.Button("Dismiss") {
		u.do(Dismiss{})
	}
}

func (u *UI) mapSection(s State) {
	if l := s.Loading; l != nil {
		u.heading("File")
		u.loading(*l)
		return
	}
	u.heading("Map")
	if s.Map == nil {
		u.wrapped("No map is open. Drop an .osm.pbf, .osm, .osm.gz, .osm.bz2 or .svg file here, or write its path below.")
	} else {
		m, c := s.Map, s.Map.Counts
		imgui.Text(shortened(m.Name, 40))
		if m.Graph.Nodes() == 0 {
			u.wrapped("There are no roads that a car may use in this file. Open another one: drop it here, or write its path below.")
		} else {
			dropped := c.MissingNodes + c.BadPlaces + c.DuplicateNodes + c.DuplicateWays + c.ShortWays
			text := fmt.Sprintf("%s nodes, %s edges", format.Thousands(m.Graph.Nodes()), format.Thousands(m.Graph.Edges()))
			if dropped > 0 {
				text += fmt.Sprintf(", %s objects dropped", format.Thousands(dropped))
			}
			u.note(text)
			u.tip(contents(m))
		}
	}
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - u.px(64))
	entered := imgui.InputTextWithHintV("##path", "path of a map file", &u.path, imgui.InputTextFlagsEnterReturnsTrue, nil)
	u.tip("Opens a map: .osm.pbf, .osm, .osm.gz, .osm.bz2, or a graph: DIMACS .gr, Graphalytics .v and .e, Matrix Market, a list of edges. Files can also be dropped on the window.")
	imgui.SameLine()
	if (imgui.ButtonV("Open", imgui.Vec2{X: -1}) || entered) && u.path != "" {
		u.do(OpenFile{u.path})
	}
}

// contents says what a map's nodes and edges are.
func contents(m *scene.Map) string {
	c := m.Counts
	if c.HighwayWays == 0 {
		return fmt.Sprintf("The graph as it is in the file. Weight: %s.\nDropped: %d loops, and %d edges for which there is a better one beside them.", m.Metric, c.Loops, c.ParallelEdges)
	}
	return fmt.Sprintf("Junctions and stretches of road between them, after %s nodes of %s highways were contracted. Weight: %s.\n"+
		"Dropped on import: %d missing nodes, %d bad places, %d duplicate nodes, %d duplicate ways, %d ways with fewer than two nodes.",
		format.Thousands(c.HighwayNodes), format.Thousands(c.HighwayWays), m.Metric,
		c.MissingNodes, c.BadPlaces, c.DuplicateNodes, c.DuplicateWays, c.ShortWays)
}

func (u *UI) loading(l Loading) {
	imgui.Text(shortened(l.Name, 40))
	if l.Total > 0 {
		share := float32(l.Bytes) / float32(l.Total)
		imgui.ProgressBarV(share, imgui.Vec2{X: -1, Y: u.whole(18)}, fmt.Sprintf("%.0f %%", 100*share))
		u.note(fmt.Sprintf("%s, %s objects", l.Phase, format.Thousands(l.Objects)))
	} else {
		u.note("is being read") // by who does not say how far
	}
	if imgui.Button("Cancel") {
		u.do(CancelLoading{})
	}
	u.tip("Stops the import and keeps the map that is open.")
}

func (u *UI) searchSection(s State) {
	u.heading("Search")
	u.end(s, "from", plain(u.theme.Source), s.Source)
	if s.All {
		u.dot(plain(u.theme.Target))
		imgui.Text("to all nodes")
	} else {
		u.end(s, "to", plain(u.theme.Target), s.Target)
	}
	if imgui.Button("Random") {
		u.do(session.RandomEnds{})
	}
	u.tip("Searches between two random nodes of the largest connected part.")
	imgui.SameLine()
	all := s.All
	if imgui.Checkbox("to all", &all) {
		u.do(session.SetTargetAll{All: all})
	}
	u.tip("Goes on until every node is settled, instead of stopping when the target is.")
	u.algorithms(s)
}

// algorithms offers the searches, at the right of their line.
func (u *UI) algorithms(s State) {
	imgui.SameLineV(u.px(panelWidth-14-122), -1)
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##algorithm", s.Algorithm.Title()) {
		for _, a := range s.Algorithms {
			if imgui.Selectable(a.Title()) {
				u.do(session.SetAlgorithm{Name: a.Name()})
			}
			u.tip(a.About().Summary)
		}
		imgui.EndCombo()
	}
	u.tip("How to search. " + s.Algorithm.Title() + ": " + s.Algorithm.About().Summary)
}

// end shows a source or target with the colour of its marker.
func (u *UI) end(s State, label string, c color.NRGBA, e session.End) {
	u.dot(c)
	imgui.Text(label)
	imgui.SameLineV(u.px(66), -1)
	if s.Map.Abstract {
		u.monospace(fmt.Sprintf("number %d", e.ID))
	} else {
		lon, lat := e.At.Degrees()
		u.monospace(fmt.Sprintf("%.5f, %.5f", lon, lat))
	}
	u.tip(fmt.Sprintf("Node #%d, number %d in the file. On the command line: -s #%d or -s id:%d", e.Node, e.ID, e.Node, e.ID))
}

func (u *UI) dot(c color.NRGBA) {
	at, r := imgui.CursorScreenPos(), u.px(4.5)
	imgui.WindowDrawList().AddCircleFilledV(imgui.Vec2{X: at.X + r + 1, Y: at.Y + imgui.TextLineHeight()/2 + 1}, r, imgui.Packed(c), 12)
	imgui.Dummy(imgui.Vec2{X: 2*r + u.px(2), Y: imgui.TextLineHeight()})
	imgui.SameLine()
}

func (u *UI) viewSection(s State) {
	u.heading("View")
	v := s.View
	if imgui.RadioButton("by state", !v.ByDistance) {
		v.ByDistance = false
	}
	u.tip("Colours a road by where its node is: unreached, in the far queue, in the near queue, settled.")
	imgui.SameLine()
	if imgui.RadioButton("by distance", v.ByDistance) {
		v.ByDistance = true
	}
	u.tip("Colours a road by its node's distance from the source.")
	imgui.SameLineV(u.px(panelWidth-14)-u.px(46), -1)
	if imgui.ButtonV("Fit", imgui.Vec2{X: -1}) {
		u.do(FitMap{})
	}
	u.tip("Shows the whole map (F).")
	width := float32(120) // of a choice
	if s.Painter == "quads" {
		width = 104 // there are two
	}
	v.Painter = u.choice("painter", width, v.Painter, s.Painter, render.Painters)
	u.tip("Splat: a kernel rasterizes roads once per camera. Quads: four corners a segment, with casings and blending. Both show the same map.")
	if s.Painter == "quads" {
		imgui.SameLine()
		v.Order = u.choice("order", width, v.Order, s.DrawOrder.Order, render.Orders)
		u.tip("How quads are put in order, by keys of level, casing or fill, class, and what the search knows: radix and Batcher sort them. " +
			"None paints segments as they are stored: junctions close, and what was reached is hidden.")
	} else {
		imgui.SameLineV(0, imgui.CurrentStyle().ItemInnerSpacing().X)
		imgui.AlignTextToFramePadding()
		imgui.Text("painter")
	}
	if s.FPS > 0 {
		imgui.SameLineV(u.px(panelWidth-14)-u.px(74), -1)
		imgui.AlignTextToFramePadding()
		u.note(fmt.Sprintf("%3.0f frames/s", s.FPS))
	}
	if s.Painter == "quads" {
		u.drawOrder(s.DrawOrder)
	}
	if v != s.View {
		u.do(session.SetView{View: v})
	}
}

// choice offers some names, or none for the one that the program chooses, and
// returns what is chosen.
func (u *UI) choice(label string, width float32, chosen, auto string, names []string) string {
	imgui.SetNextItemWidth(u.px(width))
	now := chosen
	if now == "" {
		now = "auto: " + auto
	}
	if imgui.BeginCombo("##"+label, now) {
		if imgui.Selectable("auto") {
			chosen = ""
		}
		for _, name := range names {
			if imgui.Selectable(name) {
				chosen = name
			}
		}
		imgui.EndCombo()
	}
	return chosen
}

// drawOrder says what it takes to put quads in order.
func (u *UI) drawOrder(d DrawOrder) {
	text := fmt.Sprintf("%s keys, %d passes", format.Thousands(d.Number), d.Passes)
	if d.Passes == 1 {
		text = strings.TrimSuffix(text, "es")
	}
	if d.Took > 0 {
		text += fmt.Sprintf(", %.2f ms (%.0f %%)", 1e3*d.Took.Seconds(), 100*d.Took.Seconds()/max(1e-9, d.Frame.Seconds()))
	}
	u.note(text)
	u.tip(fmt.Sprintf("On average over the last frames it took %.3f of %.3f ms on the device to find the keys, sort them and lay out what is drawn. Nothing is sorted while the picture rests.",
		1e3*d.Took.Seconds(), 1e3*d.Frame.Seconds()))
}
