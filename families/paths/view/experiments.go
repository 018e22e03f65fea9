package view

import (
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/report/chart"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

const (
	dockShare  = 0.56 // of the window's height
	dockMost   = 470  // pixels of a plain display
	bestWithin = 30 * time.Second

	usualQueries = 5 // of an experiment: a single query may not be typical
)

// dockHeight returns the height of the experiments or the plots at the foot of the picture in
// pixels.
func (u *panel) dockHeight(height int) float64 {
	if u.hasPlots() {
		return float64(u.DockHeight())
	}
	if !u.experiments.open {
		return 0
	}
	return float64(min(u.Whole(dockShare*float32(height)/float32(u.Scale())), u.Whole(dockMost)) + u.Whole(ui.PanelMargin))
}

// chartSize returns the size in pixels in which the interface shows a chart, or zero if it shows
// none.
func (u *panel) chartSize() (width, height int) { return u.experiments.wide, u.experiments.high }

// setChart sets the shown chart. The spots describe the parts of it that the mouse can be over.
func (u *panel) setChart(m *image.RGBA, spots []chart.Spot) error {
	u.experiments.chart, u.experiments.spots = m.Rect.Size(), spots
	return u.SetChart(m)
}

// experimentsTab is the tab that opens the dock.
var experimentsTab = ui.Tab{Name: "Experiments", Tip: "Sweeps over parameters, time by Dijkstra rank, work relative to Dijkstra's algorithm, with charts", Key: input.KeyF10}

// showExperiments shows or hides the dock.
func (v *View) showExperiments(on bool) {
	if v.panel.experiments.open != on {
		v.panel.experiments.open = on
		v.Fit()
	}
}

// experimentsPage builds the dock at the foot of the map.
func (u *panel) experimentsPage(s state) {
	l := &u.experiments
	l.wide, l.high = 0, 0
	if !l.open || s.Map == nil || s.Map.Graph.Nodes() == 0 {
		return
	}
	l.fill(s)
	left := float32(u.PanelWidth()) + u.Whole(ui.PanelMargin)
	size := imgui.Vec2{X: float32(s.Camera.Width) - left - u.Whole(ui.PanelMargin), Y: float32(u.dockHeight(s.Camera.Height)) - u.Whole(ui.PanelMargin)}
	if size.X < u.Px(200) || size.Y < u.Px(120) {
		return // too small
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: left, Y: float32(s.Camera.Height) - u.Whole(ui.PanelMargin) - size.Y})
	imgui.SetNextWindowSize(size)
	imgui.BeginV("experiments", nil, imgui.WindowFlagsNoBringToFrontOnFocus|imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
	running := s.Experiment != nil && s.Experiment.Running
	u.experimentControls(s, running)
	switch e, isExample := l.charts(s.Snapshot); {
	case e == nil:
		u.experimentInvite(s)
	case isExample:
		u.experimentExample(s)
		u.experimentChart(e, 0.55)
	default:
		u.experimentStatus(s, running)
		u.experimentChart(e, 1)
	}
	imgui.End()
}

// experimentInvite says what the chosen experiment answers, above a button that runs it.
func (u *panel) experimentInvite(s state) {
	room := imgui.ContentRegionAvail()
	at := imgui.CursorPos().Plus(imgui.Vec2{Y: max(0, room.Y/2-u.Whole(48))})
	for _, text := range []string{about[u.experiments.kind], "A first answer is there within seconds. Cancel keeps what was measured until then."} {
		imgui.SetCursorPos(at.Plus(imgui.Vec2{X: max(0, (room.X-imgui.CalcTextSize(text, false, room.X).X)/2)}))
		u.Wrapped(text)
		at.Y = imgui.CursorPos().Y
	}
	imgui.SetCursorPos(at.Plus(imgui.Vec2{X: (room.X - u.Whole(150)) / 2, Y: u.Whole(6)}))
	u.experimentRun(s)
}

// fill sets defaults for unset choices, and replaces axes that the current search lacks.
func (l *experiments) fill(s state) {
	if l.kind == "" {
		l.kind, l.queries, l.repetitions = experiment.Sweep, usualQueries, 1
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

// about describes each kind of experiment.
var about = map[experiment.Kind]string{
	experiment.Sweep:      "Time and wasted work of the search over a grid of two parameters. Click a cell to use its setting.",
	experiment.Rank:       "Time of a query by its Dijkstra rank, the number of nodes that Dijkstra's algorithm settles before the target.",
	experiment.Relative:   "Speed of each search relative to the best, by Dijkstra rank.",
	experiment.Efficiency: "Edges relaxed per edge that Dijkstra's algorithm relaxes, by Dijkstra rank.",
	experiment.Scale:      "Time of a search to all nodes by the size of the map: squares around its middle, each with four times the nodes of the previous one.",
	experiment.Throughput: "Time per search to all nodes by the number of concurrent searches, each with a workgroup of its own. Only Frontier can do this; other searches make one after another.",
}

// experimentControls builds the line of controls, which wraps in a narrow window.
func (u *panel) experimentControls(s state, running bool) {
	l := &u.experiments
	u.Combo("##kind", 104, string(l.kind), kindNames(), func(name string) { l.kind = experiment.Kind(name) })
	u.Tip(about[l.kind])
	if l.kind == experiment.Sweep {
		for i, what := range []string{"across", "up"} {
			u.Flow(150)
			imgui.AlignTextToFramePadding()
			u.Dimmed(what)
			imgui.SameLine()
			u.Combo("##axis"+what, 100, l.axes[i], paramNames(s.Algorithm), func(name string) { l.axes[i] = name })
			u.Tip("The parameter of " + s.Algorithm.Title() + " on this axis. The others stay as they are.")
		}
	} else {
		for _, a := range s.Algorithms {
			u.Flow(96)
			on := slices.Contains(l.algorithms, a.Name())
			if imgui.Checkbox(a.Title(), &on) {
				l.toggle(a.Name())
			}
			u.Tip("Measures " + a.Title() + " too.")
		}
		u.pairs()
	}
	u.Flow(128)
	imgui.SetNextItemWidth(u.Px(64))
	imgui.SliderIntV("queries", &l.queries, 1, 20, "%d", imgui.SliderFlagsAlwaysClamp)
	u.Tip("Queries per Dijkstra rank, or searches to all nodes. More make the chart steadier but take longer.")
	u.Flow(118)
	imgui.SetNextItemWidth(u.Px(64))
	imgui.SliderIntV("times", &l.repetitions, 1, 9, "%d", imgui.SliderFlagsAlwaysClamp)
	u.Tip("Repetitions of each query; the median counts.")
	u.Flow(60)
	if running {
		if imgui.ButtonV("Cancel", imgui.Vec2{X: u.Px(60)}) {
			u.Do(session.CancelExperiment{})
		}
		u.Tip("Ends the experiment and keeps its measurements.")
		return
	}
	if imgui.ButtonV("Run", imgui.Vec2{X: u.Px(60)}) {
		u.Do(u.experiment(s, 0))
	}
	u.Tip("Measures, row by row, and verifies every distance. The search on the map waits meanwhile.")
	if l.kind == experiment.Sweep {
		u.Flow(80)
		if imgui.ButtonV("Find best", imgui.Vec2{X: u.Px(80)}) {
			u.Do(u.experiment(s, bestWithin))
		}
		u.Tip(fmt.Sprintf("Searches for the best setting for %.0f seconds, on ever finer grids, compares it with auto on other queries, and stores the better one for this map and device. \"tuned\" beside the parameters applies it.", bestWithin.Seconds()))
	}
	if s.Charts > 1 {
		u.Flow(140)
		u.older(s)
	}
	if s.Experiment != nil && len(s.Experiment.Result.Rows) > 0 {
		u.Flow(56)
		if imgui.ButtonV("Save", imgui.Vec2{X: u.Px(56)}) {
			u.Do(saveChart{})
		}
		u.Tip("Saves the chart as PNG, as shown, and as SVG, its data as CSV and JSON, and a report as HTML, in the folder where the program was started.")
	}
}

// pairs is the field of the settings of delta and batch, in experiments by rank.
func (u *panel) pairs() {
	if !measure.HasRanks(u.experiments.kind) {
		return
	}
	u.Flow(190)
	imgui.SetNextItemWidth(u.Px(190))
	u.TextField("pairs", "delta/batch: 512/32, 4096/256", &u.experiments.pairs, 0)
	u.Tip("Settings to compare, each a delta and a batch, of the searches that are in rounds and have buckets. Empty: as in the panel.")
}

// older offers the charts of earlier experiments.
func (u *panel) older(s state) {
	step := func(name string, to int, tip string) {
		if imgui.ButtonV(name, imgui.Vec2{X: u.Px(24)}) {
			u.Do(session.ShowChart{Back: to})
		}
		u.Tip(tip)
	}
	step("<", s.Back+1, "Shows the chart before this one.")
	imgui.SameLine()
	step(">", s.Back-1, "Shows the chart after this one.")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	u.Dimmed(fmt.Sprintf("chart %d of %d", s.Charts-s.Back, s.Charts))
}

// experiment returns the action that runs the chosen experiment.
func (u *panel) experiment(s state, limit time.Duration) session.RunExperiment {
	l := &u.experiments
	a := session.RunExperiment{
		Kind: l.kind, Algorithms: slices.Clone(l.algorithms), Pairs: l.pairs, All: s.All, Queries: int(l.queries), Repetitions: int(l.repetitions), Limit: limit,
	}
	if l.kind == experiment.Sweep {
		a.Algorithms, a.Axes = []string{s.Algorithm.Name()}, slices.Compact(slices.Clone(l.axes[:]))
	} else {
		a.All = false // these run by rank, or always to all nodes
	}
	return a
}

func kindNames() (names []string) {
	for _, k := range experiment.Kinds {
		names = append(names, string(k))
	}
	return names
}

// toggle adds or removes a search, but keeps at least one.
func (l *experiments) toggle(name string) {
	if i := slices.Index(l.algorithms, name); i < 0 {
		l.algorithms = append(l.algorithms, name)
	} else if len(l.algorithms) > 1 {
		l.algorithms = slices.Delete(l.algorithms, i, i+1)
	}
}

// experimentStatus shows the progress or the result of the experiment.
func (u *panel) experimentStatus(s state, running bool) {
	e := s.Experiment
	switch {
	case running:
		imgui.ProgressBarV(float32(e.Share), imgui.Vec2{X: -1, Y: u.Whole(6)}, "")
		text := format.Count(len(e.Result.Rows), "row")
		if e.Share > 0.01 {
			text += " of about " + format.Thousands(int(float64(len(e.Result.Rows))/e.Share))
		}
		u.Note(e.Doing + ", " + text)
		return
	case e.Problem != "":
		u.Coloured(ui.Plain(u.Theme.Error), func() { u.Wrapped(e.Problem) })
		return
	}
	text := fmt.Sprintf("%s, all verified.", format.Count(len(e.Result.Rows), "row"))
	if e.Result.Plan.Kind == experiment.Sweep && len(e.Result.Rows) > 0 {
		text = e.Result.Verdict() + ". Click a cell to use its setting."
	}
	u.Note(text)
}

// experimentChart shows the chart of an experiment in the rest of the dock, with an opacity, describes the part under the
// mouse, and does what a click on it does.
func (u *panel) experimentChart(e *session.Experiment, opacity float32) {
	l := &u.experiments
	room := imgui.ContentRegionAvail()
	l.wide, l.high = max(0, int(room.X)), max(0, int(room.Y))
	if l.chart == (image.Point{}) {
		return
	}
	at := imgui.CursorScreenPos()
	at = imgui.Vec2{X: float32(int(at.X)), Y: float32(int(at.Y))} // whole pixels, so that texels and pixels coincide
	imgui.SetCursorScreenPos(at)
	u.Chart(l.chart, opacity)
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
	ui.OnPanel().AddRectV(imgui.Vec2{X: at.X + float32(p.X), Y: at.Y + float32(p.Y)}, imgui.Vec2{X: at.X + float32(p.X+p.W), Y: at.Y + float32(p.Y+p.H)},
		imgui.Packed(ui.Faded(ui.Plain(u.Theme.Text), 0.5)), 0, 0, u.Px(1))
	text, actions := p.Text, clicks(e.Result, p)
	switch {
	case e.Result.Plan.Kind == experiment.Sweep:
		text += "\nClick to use this setting."
	case len(actions) > 0:
		text += "\nClick to compare both settings on the map, for a query of this rank."
	}
	imgui.BeginTooltip()
	imgui.Text(text)
	imgui.EndTooltip()
	if imgui.IsMouseClicked(0) {
		for _, a := range actions {
			u.Do(a)
		}
	}
}

// clicks returns what a click on a part of a chart does. A cell of a sweep applies its setting. A box of a rank compares its
// setting with the best other one of the rank.
func clicks(r *experiment.Result, p chart.Spot) []watch.Action {
	settings := r.Plan.Settings
	switch {
	case p.Key < 0 || p.Key >= len(settings):
		return nil
	case r.Plan.Kind == experiment.Sweep:
		return []watch.Action{session.ApplySetting{Setting: settings[p.Key]}}
	case !measure.HasRanks(r.Plan.Kind):
		return nil
	}
	other, least := experiment.Reference, 0.0
	for _, s := range r.Plan.ByGroup(r.Rows) {
		cost := s.Wall.Median
		if r.Plan.Kind == experiment.Efficiency {
			cost = s.Work.Median
		}
		if s.Group == p.Group && s.Setting != p.Key && s.Setting != experiment.Reference && (other < 0 || cost < least) {
			other, least = s.Setting, cost
		}
	}
	if other < 0 {
		return nil
	}
	out := []watch.Action{watch.SetCompare{On: true}}
	for lane, i := range []int{p.Key, other} {
		a, err := cli.Named("", settings[i].Algorithm, sssp.Algorithms())
		if err != nil {
			return nil // the window does not have it
		}
		out = append(out, cli.Set(lane, a, settings[i].Values))
	}
	return append(out, session.SetRank{Rank: p.Group}, timeline.Play{})
}
