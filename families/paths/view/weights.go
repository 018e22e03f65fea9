package view

import (
	"fmt"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
)

// count recounts if the map or delta has changed.
func (w *weights) count(m *scene.Map, delta uint32) {
	if w.of == m && w.delta == delta {
		return
	}
	*w = weights{of: m, delta: delta, counts: make([]int, ui.Bin(graph.MaxWeight)+1), least: math.MaxUint32, most: 1}
	for _, x := range m.Graph.Weight {
		if x == graph.Closed {
			continue
		}
		w.edges++
		if x <= delta {
			w.light++
		}
		x = max(1, x)
		w.counts[ui.Bin(x)]++
		w.least, w.most = min(w.least, x), max(w.most, x)
	}
}

// deltaOf returns the bucket width of a search, if it has buckets.
func deltaOf(l *session.Lane) (compute.ParamState, bool) {
	i := slices.IndexFunc(l.Params, func(p compute.ParamState) bool { return p.Name == sssp.Delta })
	if i < 0 {
		return compute.ParamState{}, false
	}
	return l.Params[i], true
}

// room is the factor by which the axis exceeds the greatest weight, because buckets are often
// wider.
const room = 64

// weightPlot builds the histogram of weights, with a line for delta that can be dragged.
func (u *panel) weightPlot(s state) {
	delta, ok := deltaOf(&s.Lane)
	u.weights.count(s.Map, delta.Value)
	w := &u.weights
	h := ui.Histogram{Name: "weights", Counts: w.counts, Least: min(w.least, w.most), Most: uint32(min(float64(w.most)*room, 1<<24)),
		Above: ui.Portion{Name: format.Count(w.edges, "edge"), Colour: ui.Plain(u.Theme.Accent)},
		Tip:   "Histogram of edge weights, on a logarithmic scale; the height of a bar is the number of edges."}
	if h.Most = max(h.Most, w.most); !ok {
		h.Tip += " " + s.Algorithm.Title() + " has no buckets, and so no delta."
		u.Histogram(h)
		return
	}
	percent := func(n int) string { return fmt.Sprintf("%.3g %%", 100*float64(n)/float64(max(1, w.edges))) }
	h.Below = ui.Portion{Name: "light " + percent(w.light), Colour: ui.Plain(u.Theme.Good)}
	h.Above = ui.Portion{Name: "heavy " + percent(w.edges-w.light), Colour: ui.Plain(u.Theme.Second)}
	h.At, h.Set = delta.Value, func(x uint32) { u.Do(watch.Set{Values: compute.Values{sssp.Delta: x}}) }
	_, sentence := weightInWords(s, delta.Value)
	h.Tip += fmt.Sprintf(" Drag the line to change delta, %s, the width of a bucket. Light edges weigh at most delta and may lead into the current bucket, which takes another round; heavy edges lead farther.%s",
		format.Thousands(delta.Value), sentence)
	u.Histogram(h)
}
