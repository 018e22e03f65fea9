package view

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// togglePlots shows or hides the plots. Dispatches are timed while the plots are shown.
func (u *panel) togglePlots() {
	u.plots = !u.plots
	u.Do(watch.SetProfile{On: u.plots})
}

// hasPlots reports whether the plots are visible; the dock of experiments replaces them.
func (u *panel) hasPlots() bool { return u.plots && !u.experiments.open }

// weightsWidth is the width of the histogram of weights in pixels of a plain display.
const weightsWidth = 248

// why builds the plots of the first search: queues, time of kernels and wasted work, with the
// weights beside them.
func (u *panel) why(s state) {
	if !u.hasPlots() || s.Map == nil || s.Map.Graph.Nodes() == 0 {
		return
	}
	d := dispatches(s.Marks)
	plots := []ui.Plot{u.waiting(s), u.GPUTime(d, s.Steady), u.relaxed(s, d)}
	if slices.ContainsFunc(s.Event.More, func(f compute.Fact) bool { return f.Name == sssp.FactDelta }) {
		plots = append(plots, u.widths(s, d))
	}
	u.Dock(s.Camera.Width, s.Camera.Height, s.Time, s.Known, plots, u.moments(s), weightsWidth, func() { u.weightPlot(s) })
}

// dispatches returns the dispatches of the submissions, by the step that each ends with.
func dispatches(marks []session.Mark) (d ui.Dispatches) {
	for _, m := range marks {
		d.Ends, d.Rows = append(d.Ends, m.Step), append(d.Rows, m.Kernels)
	}
	return d
}

// waiting plots the queues before each step.
func (u *panel) waiting(s state) ui.Plot {
	p := ui.Plot{Name: "waiting nodes", Tip: "Nodes, or entries, in the queues before each step, on a logarithmic scale. Lines mark where a bucket ends, where most nodes wait, and where the target is reached; Ctrl-Left and Ctrl-Right go from one to the next."}
	for _, q := range queues(&s.Lane) {
		p.Lines = append(p.Lines, ui.Series{Name: q.name, Colour: ui.Plain(u.Theme.States[q.state]), Value: func(i int) uint32 { return q.of(s.Sizes[i]) }})
	}
	return p
}

// relaxed plots the edges relaxed so far, divided into those that Dijkstra's algorithm relaxes too
// and the rest.
func (u *panel) relaxed(s state, d ui.Dispatches) ui.Plot {
	p := ui.Plot{Name: "edges relaxed so far", Top: format.Rate,
		Tip: "Edges relaxed so far: those that Dijkstra's algorithm needs to settle the same nodes, and the rest. Before the end the rest is work ahead or wasted; at the end all of it is wasted."}
	var needed []uint64
	if s.Result != nil && len(s.Result.Needed) == len(s.Marks) {
		needed = s.Result.Needed
	}
	between := func(step int, of func(i int) uint64) float64 {
		i, steps := d.At(step)
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

// widths plots the delta of an adaptive search.
func (u *panel) widths(s state, d ui.Dispatches) ui.Plot {
	return ui.Plot{
		Name: "delta", Tip: "Width of the buckets, which the search doubles or halves by the nodes of their rounds.",
		Lines: []ui.Series{{Name: "delta", Colour: ui.Plain(u.Theme.Accent), Value: func(i int) uint32 {
			at, _ := d.At(i + 1)
			return s.Marks[at].Delta
		}}},
	}
}

// moments returns the ends of buckets, the step before which most nodes wait, and the step that
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
		out = append(out, ui.Moment{Step: peak, Name: "peak", Colour: ui.Plain(u.Theme.States[graph.StateNear])})
	}
	return out
}
