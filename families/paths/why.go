package paths

import (
	"fmt"
	"image/color"
	"slices"
	"sort"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/profile"
	"kernelscope/compute/ref"
	"kernelscope/compute/timing"
	"kernelscope/format"
	"kernelscope/scene/graph"
	"kernelscope/session"
	"kernelscope/ui"
)

// plotsHeight is that of the plots at the foot of the map, pixels of a plain display.
const plotsHeight = 236

// togglePlots shows the plots or hides them. While they are shown each dispatch is timed.
func (u *panel) togglePlots() {
	u.plots = !u.plots
	u.Do(session.SetProfile{On: u.plots})
}

// hasPlots reports whether the plots are shown; experiments take their place.
func (u *panel) hasPlots() bool { return u.plots && !u.lab.open }

// weightsWidth is that of the histogram of weights, where there is room for it beside plots of
// at least stepsWidth, pixels of a plain display.
const weightsWidth, stepsWidth = 248, 300

// why builds the plots of the first search: what waits, what kernels take, and what is done
// in vain; beside them the weights.
func (u *panel) why(s state) {
	if !u.hasPlots() || s.Map == nil || s.Map.Graph.Nodes() == 0 {
		return
	}
	left := float32(u.PanelWidth()) + u.Whole(ui.PanelMargin)
	size := imgui.Vec2{X: float32(s.Camera.Width) - left - u.Whole(ui.PanelMargin), Y: u.Whole(plotsHeight)}
	if size.X < u.Px(200) {
		return // there is no room
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: left, Y: float32(s.Camera.Height) - u.Whole(ui.PanelMargin) - size.Y})
	imgui.SetNextWindowSize(size)
	imgui.BeginV("plots", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
	room, beside := imgui.ContentRegionAvail(), size.X >= u.Px(weightsWidth+stepsWidth)
	if beside {
		room.X -= u.Whole(weightsWidth)
	}
	imgui.BeginChildV("steps", room, false, imgui.WindowFlagsNoScrollbar)
	u.Plots(s.Time, s.Known, []ui.Plot{u.waiting(s), u.kernels(s), u.relaxed(s)}, u.moments(s))
	imgui.EndChild()
	if beside {
		imgui.SameLineV(0, u.Whole(14))
		u.weightPlot(s)
	}
	imgui.End()
}

// waiting plots the queues before each step.
func (u *panel) waiting(s state) ui.Plot {
	p := ui.Plot{Name: "nodes that wait", Tip: "How many nodes, or entries, wait in the queues before each step, by their logarithm. Lines stand where a bucket ends, where most nodes wait, and where the target is reached; Ctrl-Left and Ctrl-Right go from one to the next."}
	for _, q := range queues(&s.Lane) {
		p.Lines = append(p.Lines, ui.Series{Name: q.name, Colour: ui.Plain(u.Theme.States[q.state]), Value: func(i int) uint32 { return q.of(s.Sizes[i]) }})
	}
	return p
}

// markOf returns the number of the mark at or after a step, and how many steps it ends.
func markOf(marks []session.Mark, step int) (i, steps int) {
	i = min(sort.Search(len(marks), func(i int) bool { return marks[i].Step >= step }), len(marks)-1)
	return i, max(1, marks[i].Step-marks[max(0, i-1)].Step)
}

// kernels plots the time of each step on the device, by kernel.
func (u *panel) kernels(s state) ui.Plot {
	p := ui.Plot{Name: "GPU time of a step", Bands: []ui.Band{}, Top: format.Milliseconds, Tip: "By timestamps around each dispatch. Steps that share a submission have equal shares of its time: play step by step for that of each."}
	if !s.Steady { // times differ from run to run
		p.Table = func(step int) string { return tables(s.Marks, step) }
		for k, r := range total(s.Marks) {
			p.Bands = append(p.Bands, ui.Band{Name: r.Kernel, Colour: u.kernelColour(k), Value: func(step int) float64 {
				i, steps := markOf(s.Marks, step)
				return took(s.Marks[i].Kernels, r.Kernel) / float64(steps)
			}})
		}
	}
	if len(p.Bands) == 0 {
		p.Name += ": not known"
		p.Bands = []ui.Band{{Value: func(int) float64 { return 0 }}}
	}
	return p
}

// total sums up the dispatches of all steps, by the names of kernels.
func total(marks []session.Mark) []profile.Row {
	var all [][]profile.Row
	for _, m := range marks {
		all = append(all, m.Kernels)
	}
	rows := profile.Sum(all...)
	slices.SortFunc(rows, func(a, b profile.Row) int { return strings.Compare(a.Kernel, b.Kernel) })
	return rows
}

// took returns the ms of a kernel.
func took(rows []profile.Row, kernel string) float64 {
	for _, r := range rows {
		if r.Kernel == kernel {
			return timing.Milliseconds(r.GPU)
		}
	}
	return 0
}

// tables are those of the dispatches of a step, or of the submission that made it, and of all
// steps that were made.
func tables(marks []session.Mark, step int) string {
	i, steps := markOf(marks, step)
	of := fmt.Sprintf("step %s", format.Thousands(step))
	if steps > 1 {
		of = fmt.Sprintf("steps %s to %s, one submission", format.Thousands(marks[i].Step-steps+1), format.Thousands(marks[i].Step))
	}
	return of + "\n" + profile.Table(marks[i].Kernels, 0) + "\nall steps\n" + profile.Table(total(marks), 0)
}

// kernelColour tells kernels apart.
func (u *panel) kernelColour(k int) color.NRGBA {
	all := []color.RGBA{u.Theme.Accent, u.Theme.Second, u.Theme.Good, u.Theme.Error}
	return ui.Plain(all[k%len(all)])
}

// relaxed plots the edges that were relaxed so far, and those of them that Dijkstra's
// algorithm would not have relaxed.
func (u *panel) relaxed(s state) ui.Plot {
	p := ui.Plot{Name: "edges relaxed so far", Top: format.Rate,
		Tip: "Edges looked at so far: those that Dijkstra's algorithm relaxes to settle what is settled by then, and the rest. Before the end the rest is work ahead or in vain, at the end all of it was in vain."}
	var needed []uint64
	if s.Result != nil && len(s.Result.Needed) == len(s.Marks) {
		needed = s.Result.Needed
	}
	between := func(step int, of func(i int) uint64) float64 {
		i, steps := markOf(s.Marks, step)
		a, b := float64(of(max(0, i-1))), float64(of(i))
		return b - (b-a)*float64(s.Marks[i].Step-step)/float64(steps)
	}
	all := func(step int) float64 { return between(step, func(i int) uint64 { return s.Marks[i].Relaxed }) }
	if needed == nil {
		p.Bands = []ui.Band{{Name: "relaxed (the end tells what Dijkstra's algorithm needs)", Colour: ui.Plain(u.Theme.Accent), Value: all}}
		return p
	}
	least := func(step int) float64 { return min(all(step), between(step, func(i int) uint64 { return needed[i] })) }
	p.Bands = []ui.Band{
		{Name: "needed by Dijkstra's algorithm", Colour: ui.Plain(u.Theme.Good), Value: least},
		{Name: "wasted, or ahead", Colour: ui.Plain(u.Theme.Error), Value: func(step int) float64 { return all(step) - least(step) }},
	}
	return p
}

// moments are the ends of buckets, the step before which most nodes wait, and the one that
// reaches the target.
func (u *panel) moments(s state) (out []ui.Moment) {
	peak := 0
	for i, q := range s.Sizes {
		if q.Near > s.Sizes[peak].Near {
			peak = i
		}
	}
	reached := false
	for i, m := range s.Marks {
		if i > 0 && m.Phase != s.Marks[i-1].Phase {
			out = append(out, ui.Moment{Step: m.Step, Name: "bucket ends", Colour: ui.Plain(u.Theme.Dim)})
		}
		if !s.All && !reached && m.Target != graph.Unreached {
			reached = true
			out = append(out, ui.Moment{Step: m.Step, Name: "target reached", Colour: ui.Plain(u.Theme.Target)})
		}
	}
	if len(s.Sizes) > 0 {
		out = append(out, ui.Moment{Step: peak, Name: "peak", Colour: ui.Plain(u.Theme.States[ref.Near])})
	}
	return out
}
