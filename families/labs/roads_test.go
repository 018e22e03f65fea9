package labs

import (
	"math"
	"slices"
	"testing"

	"kernelscope/compute/lab"
	"kernelscope/families/labs/session"
	"kernelscope/open/labload"
	"kernelscope/render"
	"kernelscope/scene/graph"
)

// Nodes have distances in proportion to their numbers; those above the scale or without a number are not reached.
func TestStates(t *testing.T) {
	v := &View{scales: map[string]render.Scale{}}
	lane := &session.Lane{Lab: &lab.Lab{Buffers: []lab.Buffer{{Name: "B", Type: lab.F32, Stride: 1}}}}
	words := func(numbers ...float32) (out []uint32) {
		for _, x := range numbers {
			out = append(out, math.Float32bits(x))
		}
		return out
	}
	at := func(share float64) uint32 {
		return graph.StateWord(graph.StateRelaxed, uint32(share*graph.StateDistance))
	}
	nan := float32(math.NaN())
	x := roadsOf{drawing: drawing{View: labload.View{Buffer: "B", Low: 1, High: 3}}, lane: lane}
	if got, want := v.statesOf(x, words(1, 2, 3, 4, -9, nan), 7), []uint32{at(0), at(0.5), at(1), 0, at(0), 0, 0}; !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	x.Low, x.High = 0, 0
	if got, want := v.statesOf(x, words(4, 2, nan), 3), []uint32{at(1), at(0.5), 0}; !slices.Equal(got, want) || v.scales["B"] != (render.Scale{High: 4}) {
		t.Errorf("%x, want %x, %v", got, want, v.scales)
	}
}
