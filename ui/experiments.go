package ui

import (
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/chart"
	"kernelscope/compute/experiment"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/format"
	"kernelscope/ui/internal/imdraw"
)

// laboratory is what is chosen, and not yet run, of experiments, and the chart
// that is shown.
type laboratory struct {
	open        bool
	kind        experiment.Kind
	axes        [2]string
	algorithms  []string // names
	queries     int32
	repetitions int32

	wide, high int // of the chart, in pixels; zero while none is shown
	chart      image.Point
	spots      []chart.Spot
}

const (
	dockShare  = 0.56 // of the window's height
	dockMost   = 470  // pixels of a plain display
	bestWithin = 30 * time.Second
)

// DockHeight is how much of the picture's foot the experiments hide, in pixels.
func (u *UI) DockHeight(height int) float64 {
	if !u.lab.open {
		return 0
	}
	return float64(min(u.whole(dockShare*float32(height)/u.scale), u.whole(dockMost)) + u.whole(panelMargin))
}

// ChartSize is the size of the chart that the interface wants to show, in pixels;
// zero while it shows none.
func (u *UI) ChartSize() (width, height int) { return u.lab.wide, u.lab.high }

// SetChart shows a chart. The spots say what the mouse finds on it.
func (u *UI) SetChart(m *image.RGBA, spots []chart.Spot) error {
	u.lab.chart, u.lab.spots = m.Rect.Size(), spots
	return u.painter.SetPicture(m)
}

// toggleExperiments shows the dock or hides it, and the map beside it.
func (u *UI) toggleExperiments() {
	u.lab.open = !u.lab.open
	u.do(FitMap{})
}

// experiments builds the dock at the foot of the map.
func (u *UI) experiments(s State) {
	l := &u.lab
	l.wide, l.high = 0, 0
	if !l.open || s.Map == nil || s.Map.Graph.Nodes() == 0 {
		return
	}
	l.fill(s)
	left := float32(u.PanelWidth()) + u.whole(panelMargin)
	size := imgui.Vec2{X: float32(s.Camera.Width) - left - u.whole(panelMargin), Y: float32(u.DockHeight(s.Camera.Height)) - u.whole(panelMargin)}
	if size.X < u.px(200) || size.Y < u.px(120) {
		return // there is no room
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: left, Y: float32(s.Camera.Height) - u.whole(panelMargin) - size.Y})
	imgui.SetNextWindowSize(size)
	imgui.BeginV("experiments", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
	running := s.Experiment != nil && s.Experiment.Running
	u.labControls(s, running)
	u.labStatus(s, running)
	if s.Experiment != nil {
		u.labChart(s)
	} else {
		u.wrapped(about[l.kind])
	}
	imgui.End()
}

// fill chooses what nobody has chosen yet, and drops what the search at hand
// lacks.
func (l *laboratory) fill(s State) {
	if l.kind == "" {
		l.kind, l.queries, l.repetitions = experiment.Sweep, 1, 1
	}
	if len(l.algorithms) == 0 {
		for _, a := range s.Algorithms[:min(2, len(s.Algorithms))] {
			l.algorithms = append(l.algorithms, a.Name())
		}
	}
	names := paramNames(s.Algorithm)
	for i := range l.axes {
		if !slices.Contains(names, l.axes[i]) && i < len(names) {
			l.axes[i] = names[i]
		}
	}
}

func paramNames(a sssp.Algorithm) (names []string) {
	for _, p := range a.Params() {
		names = append(names, p.Name)
	}
	return names
}

// about tells what an experiment is for, before it is run.
var about = map[experiment.Kind]string{
	experiment.Sweep:      "How long the search takes, and how much of its work is done in vain, over a grid of two parameters. Click a cell to use its setting.",
	experiment.Rank:       "How long a query takes by its Dijkstra rank: how many nodes Dijkstra's algorithm settles before the target.",
	experiment.Efficiency: "How many edges are relaxed for each that Dijkstra's algorithm relaxes, by Dijkstra rank.",
	experiment.Scale:      "How long a search to all nodes takes by the size of the map: squares around its middle, each with four times the nodes of the one before.",
	experiment.Throughput: "How long a search to all nodes takes by how many are made at once, each by a workgroup of its own. Only Frontier can.",
}

// labControls is the line of choices. It breaks where the window is narrow.
func (u *UI) labControls(s State, running bool) {
	l := &u.lab
	u.combo("##kind", 104, string(l.kind), kindNames(), func(name string) { l.kind = experiment.Kind(name) })
	u.tip(about[l.kind])
	if l.kind == experiment.Sweep {
		for i, what := range []string{"across", "up"} {
			u.flow(150)
			imgui.AlignTextToFramePadding()
			u.dimmed(what)
			imgui.SameLine()
			u.combo("##axis"+what, 100, l.axes[i], paramNames(s.Algorithm), func(name string) { l.axes[i] = name })
			u.tip("The parameter of " + s.Algorithm.Title() + " on this axis. The others stay as they are.")
		}
	} else {
		for _, a := range s.Algorithms {
			u.flow(96)
			on := slices.Contains(l.algorithms, a.Name())
			if imgui.Checkbox(a.Title(), &on) {
				l.toggle(a.Name())
			}
			u.tip("Measures " + a.Title() + " too.")
		}
	}
	u.flow(128)
	imgui.SetNextItemWidth(u.px(64))
	imgui.SliderIntV("queries", &l.queries, 1, 20, "%d", imgui.SliderFlagsAlwaysClamp)
	u.tip("How many queries for each Dijkstra rank, or searches to all. More make the chart steadier and take longer.")
	u.flow(118)
	imgui.SetNextItemWidth(u.px(64))
	imgui.SliderIntV("times", &l.repetitions, 1, 9, "%d", imgui.SliderFlagsAlwaysClamp)
	u.tip("How often each query is repeated; its median counts.")
	u.flow(60)
	if running {
		if imgui.ButtonV("Cancel", imgui.Vec2{X: u.px(60)}) {
			u.do(session.CancelExperiment{})
		}
		u.tip("Ends the experiment; what was measured stays.")
		return
	}
	if imgui.ButtonV("Run", imgui.Vec2{X: u.px(60)}) {
		u.do(u.experiment(s, 0))
	}
	u.tip("Measures, row by row, and verifies every distance. The search on the map waits meanwhile.")
	if l.kind == experiment.Sweep {
		u.flow(80)
		if imgui.ButtonV("Find best", imgui.Vec2{X: u.px(80)}) {
			u.do(u.experiment(s, bestWithin))
		}
		u.tip(fmt.Sprintf("Looks for the best setting for %.0f seconds, in finer and finer grids, and keeps it for this map and device: \"tuned\" beside the parameters uses it.", bestWithin.Seconds()))
	}
	if s.Experiment != nil && len(s.Experiment.Result.Rows) > 0 {
		u.flow(56)
		if imgui.ButtonV("Save", imgui.Vec2{X: u.px(56)}) {
			u.do(SaveChart{})
		}
		u.tip("Saves the chart as it is shown as PNG, as SVG, and the data as CSV and JSON, where the program was started.")
	}
}

// experiment is the action for what is chosen.
func (u *UI) experiment(s State, limit time.Duration) session.RunExperiment {
	l := &u.lab
	a := session.RunExperiment{
		Kind: l.kind, Algorithms: slices.Clone(l.algorithms), All: s.All, Queries: int(l.queries), Repetitions: int(l.repetitions), Limit: limit,
	}
	if l.kind == experiment.Sweep {
		a.Algorithms, a.Axes = []string{s.Algorithm.Name()}, slices.Compact(slices.Clone(l.axes[:]))
	} else {
		a.All = false // these are about ranks, or always to all
	}
	return a
}

func kindNames() (names []string) {
	for _, k := range experiment.Kinds {
		names = append(names, string(k))
	}
	return names
}

// toggle adds or drops a search, but for the last one.
func (l *laboratory) toggle(name string) {
	if i := slices.Index(l.algorithms, name); i < 0 {
		l.algorithms = append(l.algorithms, name)
	} else if len(l.algorithms) > 1 {
		l.algorithms = slices.Delete(l.algorithms, i, i+1)
	}
}

// labStatus is how far the experiment is, or what it has found.
func (u *UI) labStatus(s State, running bool) {
	e := s.Experiment
	switch {
	case e == nil:
		return
	case running:
		imgui.ProgressBarV(float32(e.Share), imgui.Vec2{X: -1, Y: u.whole(6)}, "")
		u.note(fmt.Sprintf("%s, %s rows", e.Doing, format.Thousands(len(e.Result.Rows))))
		return
	case e.Problem != "":
		u.coloured(errorColour, func() { u.wrapped(e.Problem) })
		return
	}
	text := fmt.Sprintf("%s rows, all verified.", format.Thousands(len(e.Result.Rows)))
	if best, ok := e.Result.Plan.Best(e.Result.Rows); ok && e.Result.Plan.Kind == experiment.Sweep {
		text = fmt.Sprintf("best: %s with %s ms a query. Click a cell to use its setting.", experiment.InWords(e.Result.Plan.Params(), best.Values), format.Short(best.Wall.Mean))
	}
	u.note(text)
}

// labChart shows the chart in what is left of the dock, says what the mouse is on,
// and applies the setting of a cell that is clicked.
func (u *UI) labChart(s State) {
	l := &u.lab
	room := imgui.ContentRegionAvail()
	l.wide, l.high = max(0, int(room.X)), max(0, int(room.Y))
	if l.chart == (image.Point{}) {
		return
	}
	at := imgui.CursorScreenPos()
	at = imgui.Vec2{X: float32(int(at.X)), Y: float32(int(at.Y))} // texel by texel
	imgui.SetCursorScreenPos(at)
	imgui.Image(imdraw.PictureID, imgui.Vec2{X: float32(l.chart.X), Y: float32(l.chart.Y)})
	if !imgui.IsItemHovered() {
		return
	}
	mouse := imgui.MousePos()
	x, y := float64(mouse.X-at.X), float64(mouse.Y-at.Y)
	i := slices.IndexFunc(l.spots, func(p chart.Spot) bool { return x >= p.X && x < p.X+p.W && y >= p.Y && y < p.Y+p.H })
	if i < 0 {
		return
	}
	p := l.spots[i]
	imgui.WindowDrawList().AddRectV(imgui.Vec2{X: at.X + float32(p.X), Y: at.Y + float32(p.Y)}, imgui.Vec2{X: at.X + float32(p.X+p.W), Y: at.Y + float32(p.Y+p.H)},
		imgui.Packed(faded(plain(u.theme.Text), 0.5)), 0, 0, u.px(1))
	text := p.Text
	sweep := s.Experiment.Result.Plan.Kind == experiment.Sweep
	if sweep {
		text += "\nClick to use this setting."
	}
	imgui.BeginTooltip()
	imgui.Text(text)
	imgui.EndTooltip()
	if settings := s.Experiment.Result.Plan.Settings; sweep && p.Key < len(settings) && imgui.IsMouseClicked(0) {
		u.do(session.ApplySetting{Setting: settings[p.Key]})
	}
}

// combo offers names.
func (u *UI) combo(id string, width float32, current string, names []string, choose func(string)) {
	imgui.SetNextItemWidth(u.px(width))
	if !imgui.BeginCombo(id, current) {
		return
	}
	for _, n := range names {
		if imgui.Selectable(n) {
			choose(n)
		}
	}
	imgui.EndCombo()
}

// flow goes on in the line if there is room for so many pixels of a plain display.
func (u *UI) flow(width float32) {
	right := imgui.WindowPos().X + imgui.WindowSize().X - u.whole(14)
	if imgui.ItemRectMax().X+imgui.CurrentStyle().ItemSpacing().X+u.px(width) <= right {
		imgui.SameLine()
	}
}
