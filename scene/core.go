package scene

import (
	"slices"

	"kernelscope/scene/geom"
)

// Core returns the box of most of the map. It omits a few outliers if the rest would be small
// compared with the whole; otherwise it returns the map's box.
func (m *Map) Core() geom.Box {
	const (
		most   = 100_000 // number of nodes sampled
		tail   = 200     // one node in this number may be omitted at each side
		margin = 0.08    // margin around the rest, relative to its size
		worth  = 0.7     // greatest size of the rest relative to the map, in either direction
	)
	nodes := m.Graph.Candidates()
	if len(nodes) < tail {
		return m.Box
	}
	var xs, ys []int32
	for i := 0; i < len(nodes); i += 1 + len(nodes)/most {
		at := m.Graph.At[nodes[i]]
		xs, ys = append(xs, at.X), append(ys, at.Y)
	}
	core := m.Box
	core.Min.X, core.Max.X = without(xs, tail, margin, core.Min.X, core.Max.X)
	core.Min.Y, core.Max.Y = without(ys, tail, margin, core.Min.Y, core.Max.Y)
	if float64(core.Width()) > worth*float64(m.Box.Width()) && float64(core.Height()) > worth*float64(m.Box.Height()) {
		return m.Box
	}
	return core
}

// without returns the range of values without tail values at either end, widened by a margin
// relative to its size and clamped to least and most.
func without(values []int32, tail int, margin float64, least, most int32) (low, high int32) {
	slices.Sort(values)
	n := len(values)
	a, b := float64(values[n/tail]), float64(values[n-1-n/tail])
	wider := margin * (b - a)
	return int32(max(float64(least), a-wider)), int32(min(float64(most), b+wider))
}
