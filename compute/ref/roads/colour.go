package roads

import (
	"math"

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
	Scale                    uint32  // Logarithmic, or 0 for a linear ramp
}

// Logarithmic is a scale of Colour.
const Logarithmic = 1

// fade is the share of the colour of unreached nodes at the source.
const fade = 0.8

// MirrorColour mirrors roads_colour.
func MirrorColour(_ compute.Grid, a Colour[[]uint32]) {
	colourNodes(a, func(word uint32) uint32 {
		state := graph.NodeState(word >> 30)
		if state != graph.StateRelaxed {
			return a.Palette[state] & 0xffffff
		}
		t := float64(min(1, float32(word&graph.StateDistance)/a.Reach))
		return mixed(a.Palette[state], a.Palette[graph.StateUnreached], fade*(1-t))
	})
}

// mixed returns a share of one colour in another.
func mixed(from, to uint32, share float64) (colour uint32) {
	for shift := 0; shift < 24; shift += 8 {
		a, b := float64(from>>shift&255), float64(to>>shift&255)
		colour |= uint32(math.Round(a+(b-a)*share)) << shift
	}
	return colour
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
