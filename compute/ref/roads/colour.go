package roads

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
)

// Colour holds the arguments of roads_colour and roads_colour_distance.
type Colour[B any] struct {
	States, Palette, Colours B
	Reach                    float32 // the distance at the end of the ramp
	Stronger                 uint32  // how much more opaque visited roads are, in sixteenths
	Band                     uint32  // width of a band of distances in one colour; 0 for continuous colours
}

// MirrorColour mirrors roads_colour.
func MirrorColour(_ compute.Grid, a Colour[[]uint32]) {
	colourNodes(a, func(word uint32) uint32 { return a.Palette[word>>30] & 0xffffff })
}

// colourNodes writes the colours of all nodes. Those that a search has reached and that are no
// longer near have the colour reached(word), where word is the state of the node.
func colourNodes(a Colour[[]uint32], reached func(word uint32) uint32) {
	last := len(a.Colours) - 1
	a.Colours[last] = 0 // for segments without a node
	for v := range a.Colours[:last] {
		switch word := a.States[v]; graph.NodeState(word >> 30) {
		case graph.StateUnreached:
			a.Colours[v] = 0
		case graph.StateNear:
			a.Colours[v] = a.Palette[graph.StateNear]&0xffffff | (1+3*a.Stronger)<<24
		default:
			a.Colours[v] = reached(word) | (1+a.Stronger)<<24
		}
	}
}

// AgreeOnColours allows colours to differ by one level.
func AgreeOnColours(_, device, mirror Colour[[]uint32]) error {
	return ref.SameColours("Colours", device.Colours, mirror.Colours)
}
