package view

import (
	"cmp"
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/families/maps"
	"kernelscope/families/trees/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of prepared trees.
type panel struct {
	maps.Panel
	grip
	palette   palette         // the program's theme, adapted by PaletteOf
	inspected session.PointAt // the last requested inspection
}

// state is the state that a frame shows.
type state struct {
	*session.Snapshot
	ui.Status
	Camera render.Camera
}

// of returns the state of a lane, by the camera of its half.
func (s state) of(lane int, c render.Camera) state {
	s.Snapshot, s.Camera = s.Of(lane), c
	return s
}

// roads returns the state of the editor of roads.
func (s state) roads() maps.State {
	return maps.State{Roads: s.Snapshot.Roads, Map: s.Map, Camera: s.Camera, Top: ui.HeaderHeight + 2*ui.PanelMargin, Share: true, Steady: s.Steady}
}

// onMap returns what the map depends on. All of the map is shown with the ends of the path beside the
// legend.
func (u *panel) onMap(n *session.Snapshot, c render.Camera) maps.Shown {
	plots := float64(u.dock(n, c.Height))
	s := maps.Shown{
		Map: n.Map, Camera: c, Compared: n.Other != nil, Edited: n.Picked != nil, Edge: 24, Above: ui.HeaderHeight + ui.PanelMargin,
		Plots: plots, Below: plots, Legend: ui.Corner{Wide: float64(u.scaleWide(c.Width) + u.Px(2*ui.PanelMargin)), Tall: float64(u.Px(cornerTall))},
	}
	if n.View.Colour.OfAll() {
		return s // no tree is shown, and no path
	}
	ends := []geom.Point{n.Source.At}
	if n.Target != nil {
		ends = append(ends, n.Target.At)
	}
	s.Ends = [2][]geom.Point{ends, ends}
	return s
}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	u.palette = PaletteOf(u.Theme).shown(s.View.Colour)
	return u.Frame(in, s.Camera.Width, s.Camera.Height, func() {
		if u.Panels {
			u.build(s)
			u.Edit(s.roads())
			u.Find(u.onMap(s.Snapshot, s.Camera), in, end, nil)
		}
		u.overlay(s)
		u.why(s)
		u.navigate(s, in)
	})
}

// build builds the panel from top to bottom.
func (u *panel) build(s state) {
	u.BeginPanel("trees", s.Camera.Height)
	u.deviceNote(s)
	u.Missing(s.Status)
	section := func(name string, build func(state)) { u.Section(name, 0, func() { build(s) }) }
	mapTall := float32(0)
	if s.Other != nil { // the parameters of both need the room
		mapTall = ui.TallPanel
	}
	if s.Front == nil {
		section("Map", u.mapSection)
	} else {
		section(ui.RunSection, u.runSection)
		u.Section("Map", mapTall, func() { u.mapSection(s) })
		section("Tree", u.treeSection)
		if s.Other == nil {
			section("Last change, and its share of a frame of 16.7 ms", u.frameSection)
		}
		section("Front", u.frontSection)
		section("View", u.viewSection)
	}
	imgui.End()
}

func (u *panel) runSection(s state) {
	u.Transport(s.Time, ui.TransportLook{Step: "A step is a depth of fronts, the climb, or the subtrees.", Hide: s.Steady})
}

// deviceNote names what computes and, if that is not the drawing device, the reason.
func (u *panel) deviceNote(s state) {
	if s.Why == "" || s.Other != nil {
		u.DeviceNote("Prepared trees", "the kernels", s.Device)
		return
	}
	u.Note("Prepared trees on the host, without a GPU")
	u.Tip("Why: " + s.Why + ". " + s.Device.Device + " only draws.")
}

func (u *panel) mapSection(s state) {
	switch {
	case s.Loading != nil:
		u.Loading(*s.Loading)
		return
	case s.Map == nil:
		u.Wrapped("No map is open. Drop a map or a graph here, or enter its path below.")
	default:
		imgui.Text(format.Shortened(s.Map.Name, 24))
		u.Tip(cmp.Or(s.Map.From, s.Map.Name))
		u.Profiles(s.Map.Profile)
		u.Note(fmt.Sprintf("%s, %s", format.Count(s.Map.Graph.Nodes(), "node"), format.Count(s.Map.Graph.Edges(), "edge")))
		u.order(s)
	}
	u.PathField("path of a map or a graph", "Opens a map or a graph: .osm.pbf, .osm, DIMACS .gr, Graphalytics .v and .e, Matrix Market, a list of edges, or gen:roads. Files can also be dropped on the window.")
}

// order shows the progress of the search for separators, or their statistics.
func (u *panel) order(s state) {
	if k := s.Making; k != nil {
		imgui.ProgressBarV(float32(k.Share), imgui.Vec2{X: u.Across(ui.ContentRight) - u.Px(86), Y: u.Whole(18)}, fmt.Sprintf("order %.0f %%", 100*k.Share))
		imgui.SameLine()
		if imgui.ButtonV("Cancel", imgui.Vec2{X: -1}) {
			u.Do(session.CancelOrder{})
		}
		u.Tip("Stops the search for separators. The map then has no trees.")
		return
	}
	if s.Made == nil {
		return
	}
	u.Note(fmt.Sprintf("%s at %s, the largest of %s", format.Count(len(s.Made.List), "front"), format.Count(s.Made.Depths(), "depth"), format.Count(s.Made.Largest, "node")))
	how := "made in"
	if s.Made.FromCache {
		how = "read from the cache in"
	}
	tip := fmt.Sprintf("A front is a separator with its boundary. Their lengths take %s; a tree adds up %s of them.", format.Bytes(4*int64(s.Made.Words)), format.Thousands(s.Made.Sums()))
	if !s.Steady {
		tip += fmt.Sprintf(" The order was %s %s.", how, format.Milliseconds(timing.Milliseconds(s.Made.Order+s.Made.Lists)))
	}
	u.Tip(tip)
}

// treeSection selects the source, and where trees are computed.
func (u *panel) treeSection(s state) {
	u.InHeading(u.Across(ui.ContentRight)-u.Px(60), func() {
		if imgui.ButtonV("Search", imgui.Vec2{X: -1}) {
			u.Do(ShowSearch{})
		}
		u.Tip("Shows the search from here to the target, or to all nodes, with the same roads in the view Map. Its list of searches leads back.")
	})
	u.Dot(ui.Plain(u.palette.Source))
	imgui.Text("from")
	imgui.SameLineV(u.Px(66), -1)
	if s.Map.Abstract {
		u.Monospace(fmt.Sprintf("number %d", s.Source.ID))
	} else {
		lon, lat := s.Source.At.Degrees()
		u.Monospace(fmt.Sprintf("%.5f, %.5f", lon, lat))
	}
	u.Tip("Click a node to begin there. Shift-click one to keep the path to it.")
	v := s.View
	if imgui.Checkbox("follow the mouse", &v.Follow) {
		u.Do(session.SetView{View: v})
	}
	u.Tip("The tree begins at the node under the mouse, and all colours update.")
	imgui.SameLineV(u.Across(ui.ContentRight-122), -1)
	u.lane(s, 0)
	u.Compare(s.Compare, s.Time, []string{"steps", "time"}, "Two trees of one map, side by side, such as the device beside the host, on one clock: steps, or the time of the device or of the host.")
	if s.Other != nil {
		u.lane(s, 1)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// lane selects where a tree is computed, and its parameters.
func (u *panel) lane(s state, lane int) {
	l := s.Lanes()[lane]
	imgui.SetNextItemWidth(-1)
	if u.BeginList(fmt.Sprintf("##form%d", lane), formName(l.Processor, l.Why)) {
		for _, f := range session.Forms {
			if imgui.Selectable(string(f)) {
				u.Do(watch.Set{Lane: lane, Algorithm: f.Name()})
			}
		}
		imgui.EndCombo()
	}
	u.Tip("Where trees are computed. Auto: on the device, unless it is software or has no room for the fronts.")
	u.Params(fmt.Sprint(lane), l.Params, s.Device, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
}

// formName names a form for the panel.
func formName(f session.Processor, why string) string {
	if f != session.Auto {
		return string(f)
	}
	if why != "" {
		return "auto: host"
	}
	return "auto: device"
}

// FrameMS is the duration of a frame in ms, at 60 per second.
const FrameMS = 1000.0 / 60

// frameSection shows the times of the last change relative to a frame.
func (u *panel) frameSection(s state) {
	p, sum := s.Parts, 0.0
	if !imgui.BeginTable("parts", 3) {
		return
	}
	for i, width := range []float32{142, 84, 0} {
		flags := imgui.TableColumnFlagsWidthFixed
		if width == 0 {
			flags = imgui.TableColumnFlagsWidthStretch
		}
		imgui.TableSetupColumnV(fmt.Sprint(i), flags, u.Px(width), 0)
	}
	row := func(name string, ms float64, help string) {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		u.Dimmed(name)
		u.Tip(help)
		texts := []string{format.Milliseconds(ms), fmt.Sprintf("%.1f %%", 100*ms/FrameMS)}
		if s.Steady || ms == 0 {
			texts = []string{"-", "-"}
		}
		for _, t := range texts {
			imgui.TableNextColumn()
			u.Monospace(t)
		}
	}
	for _, part := range []struct {
		name, help string
		ms         float64
	}{
		{"weights", "New weights of the map, on the host.", timing.Milliseconds(s.Weighed)},
		{"customization", "The lengths of all fronts, by the new weights. Nothing where only the source has moved.", s.Took(p.Customization)},
		{"climb and sweep", "The distances of all nodes.", s.Took(p.Tree)},
		{"colours", "What pictures show of each node.", s.Took(p.Colours)},
	} {
		if part.name == "weights" && s.Took(p.Customization) == 0 {
			part.ms = 0
		}
		sum += part.ms
		row(part.name, part.ms, part.help)
	}
	row("together", sum, "Share of the 16.7 ms of a frame at 60 per second. Here the host waits for each part; 'viewer bench trees-frame' measures them together.")
	imgui.EndTable()
}

// frontSection selects the front whose lengths are shown.
func (u *panel) frontSection(s state) {
	v := s.View
	if imgui.Checkbox("lengths of the front under the mouse", &v.Front) {
		u.Do(session.SetView{View: v})
	}
	u.Tip("Shows the square of lengths of a front, as it fills during customization, and its nodes on the map.")
	u.dial(s.DepthDial())
}

// dial is the slider of a number of the picture.
func (u *panel) dial(d *session.Dial) {
	at := int32(d.At)
	imgui.SetNextItemWidth(u.Across(ui.SliderWidth))
	if imgui.SliderIntV("##"+d.Name, &at, 0, int32(len(d.Values)-1), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		u.Do(d.Set(d.Values[at]))
	}
	u.Beside(d.Label, d.Text, d.Help)
}

func (u *panel) viewSection(s state) {
	u.NamesBox(s.Map)
	v := s.View
	for i, c := range []struct {
		colour session.Colour
		name   string
		help   string
	}{
		{session.Bands, "isochrones", "One colour per band of distances."},
		{session.Smooth, "distances", "Colours that change continuously with distance."},
		{session.Separators, "separators", "Colours each node by the depth of its front: the separators that cut the whole map are the brightest."},
		{session.Mean, "mean", "Colours every junction by its mean distance to all others. Estimated while roads change, then exact."},
		{session.Farthest, "farthest", "Colours every junction by its distance to the farthest one."},
		{session.Within, "within", "Colours every junction by the share of all others within a distance."},
		{session.Nearest, "nearest", "Colours every junction by its distance to the nearest place: the source, or the junctions where A was pressed."},
		{session.Loss, "loss", "Colours every junction by how much the last change of roads has raised its mean distance."},
	} {
		if c.colour == session.Mean {
			u.Note("every junction to " + s.DestinationsText())
		} else if i > 0 && c.colour != session.Nearest { // five do not fit a row
			imgui.SameLine()
		}
		if imgui.RadioButton(c.name, v.Colour == c.colour) {
			v.Colour = c.colour
		}
		u.Tip(c.help)
	}
	u.allOthers(s)
	if v != s.View {
		u.Do(session.SetView{View: v})
	}
	band := s.BandDial()
	if d := cmp.Or(band, s.WithinDial()); d != nil {
		u.dial(d)
	}
	if imgui.ButtonV("Fit", imgui.Vec2{X: u.Px(46)}) {
		u.Do(ui.Fit{})
	}
	u.Tip("Shows the whole map (F).")
	if band != nil {
		imgui.SameLineV(u.Across(14+ui.SliderWidth+10), -1)
		u.auto(band)
	}
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(74), -1)
	imgui.AlignTextToFramePadding()
	u.FrameRate(s.Status)
}

// auto is the box that leaves a number to the program.
func (u *panel) auto(d *session.Dial) {
	auto, value := d.IsAuto, 0
	if imgui.Checkbox(d.Auto+" "+d.Label, &auto) {
		if !auto {
			value = d.Values[d.At]
		}
		u.Do(d.Set(value))
	}
	u.Tip(d.AutoHelp)
}
