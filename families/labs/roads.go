package labs

import (
	"context"
	"image"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/families/labs/session"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// roads draws a map whose nodes have the colours of numbers in a buffer.
type roads struct {
	*render.Map
	of      *scene.Map
	states  compute.Buffer
	drawing drawing
	version int // of the lane whose numbers the states are
}

// Release releases all resources.
func (r *roads) Release() {
	r.Map.Release()
	r.states.Release()
}

// roadsOf is what a map shows, and where.
type roadsOf struct {
	drawing
	lane *session.Lane
	side int
	area image.Rectangle
}

// onMap draws the map of a number.
func (v *View) onMap(cmd *gpu.Commands, number int, x roadsOf, l compute.Layer) ([]draw.Call, error) {
	r, err := v.roadsAt(number, x.Map)
	if err != nil {
		return nil, err
	}
	if r.version != x.lane.Version || r.drawing != x.drawing {
		words := make([]uint32, min(l.Buffer.Len(), r.states.Len()))
		if err := v.Side(x.side).Backend.Read(context.Background(), l.Buffer, 0, words); err != nil {
			return nil, err
		}
		v.GPU.Write(r.states, 0, v.statesOf(x, words, r.states.Len()))
		r.version, r.drawing = x.lane.Version, x.drawing
	}
	a := x.area
	c := render.Fit(r.of.Box, v.Width, v.Height, [4]float64{float64(a.Min.X), float64(a.Min.Y), float64(v.Width - a.Max.X), float64(v.Height - a.Max.Y)})
	return r.Frame(cmd, c, render.Look{States: r.states, ByDistance: true, Reach: graph.StateDistance, Ratio: v.Ratio, Moment: uint64(r.version) + 1, Part: a}), nil
}

// roadsAt returns a map's picture, made on first use.
func (v *View) roadsAt(number int, m *scene.Map) (*roads, error) {
	if number < len(v.roads) && v.roads[number].of == m {
		return v.roads[number], nil
	}
	for _, r := range v.roads[min(number, len(v.roads)):] {
		r.Release()
	}
	v.roads = v.roads[:min(number, len(v.roads))]
	p, err := render.NewMap(v.GPU, m, v.UI.Theme)
	if err != nil {
		return nil, err
	}
	r := &roads{Map: p, of: m, states: v.GPU.NewBuffer("numbers of nodes", m.Graph.Nodes()), version: -1}
	v.roads = append(v.roads, r)
	return r, nil
}

// statesOf returns the states of nodes by the numbers of a buffer. Numbers above the scale, and nodes without a number, are not
// reached. Without a scale in the lab, it includes the numbers seen so far, as in other drawings.
func (v *View) statesOf(x roadsOf, words []uint32, nodes int) []uint32 {
	t := x.lane.Buffers[x.of].Type
	scale := render.Scale{Low: x.Low, High: x.High}
	if !(x.Low < x.High) {
		scale = v.scales[x.Buffer]
		for _, w := range words {
			if f := t.Number(w); f-f == 0 { // finite
				scale.Low, scale.High = min(scale.Low, f), max(scale.High, f)
			}
		}
		if !(scale.Low < scale.High) {
			scale.High = scale.Low + 1
		}
		v.scales[x.Buffer] = scale
	}
	out := make([]uint32, nodes)
	for i, w := range words {
		if share := (t.Number(w) - scale.Low) / (scale.High - scale.Low); share <= 1 {
			out[i] = graph.StateWord(graph.StateRelaxed, uint32(max(0, share)*graph.StateDistance))
		}
	}
	return out
}
