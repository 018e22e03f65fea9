package session

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/scene/geom"
)

type (
	// SetSource sets the source of trees to the node nearest to a place. While a marker is
	// dragged, the scale of the colours stays, and nothing happens if no node is near.
	SetSource struct {
		At     geom.Point
		Within float64 // units; zero for any distance
		Drag   bool
	}
	// SetTarget shows the path to the node nearest to a place, or none if At is nil.
	SetTarget struct {
		At     *geom.Point
		Within float64
	}
	// PointAt follows the mouse: it is over a place or, if At is nil, off the map.
	PointAt struct {
		At     *geom.Point
		Within float64
	}
	// SetLevel selects the shown front: the one at a depth that holds the node under the mouse; if
	// negative, the one at the depth of the last step.
	SetLevel struct{ Depth int }
	// SetBand chooses the width of isochrones, in weights of the map; zero leaves it to the
	// program. Another map has its own.
	SetBand struct{ Width uint32 }
	// CancelOrder cancels the computation of the order. The map then has no trees.
	CancelOrder struct{}
	// SetView changes the view of the tree.
	SetView struct{ View View }
	// SetWithin sets the distance within which nodes are counted, in weights of the map; zero leaves it to
	// the program. Another map has its own.
	SetWithin struct{ Limit uint32 }
	// SetPlaces makes the colours of all nodes show the distances to some places, and not to all nodes. Without a list,
	// Nearest shows the distances to the source. Another map has none.
	SetPlaces struct {
		List []Destination
		From []string // texts that the list is from, for the command line; nil if it is not
	}
	// TogglePlace adds the node nearest to a position to the places, or removes it.
	TogglePlace struct {
		At     geom.Point
		Within float64 // units; zero for any distance
	}
)

// Destination is a place where distances lead.
type Destination struct {
	Node uint32
	Name string // empty for none
}

func (SetSource) Action()   {}
func (SetTarget) Action()   {}
func (PointAt) Action()     {}
func (SetLevel) Action()    {}
func (SetBand) Action()     {}
func (CancelOrder) Action() {}
func (SetView) Action()     {}
func (SetWithin) Action()   {}
func (SetPlaces) Action()   {}
func (TogglePlace) Action() {}

// Processor selects where trees are computed.
type Processor string

// The forms. Auto is the device, unless it is software or the fronts do not fit.
const (
	Auto     Processor = "auto"
	OnDevice Processor = "device"
	OnHost   Processor = "host"
)

// Forms lists them.
var Forms = []Processor{Auto, OnDevice, OnHost}

// Name returns the name on the command line.
func (f Processor) Name() string { return string(f) }

// Params returns what can be chosen. On the host nothing depends on it.
func (Processor) Params() []compute.Param { return prepared.Params() }

// Colour says what the colours of roads show.
type Colour string

// The colours.
const (
	Bands      Colour = "bands"      // isochrones: a colour for each stretch of distances
	Smooth     Colour = "smooth"     // distances
	Separators Colour = "separators" // the depth of the front that a node is in
	Mean       Colour = "mean"       // the mean distance from a node to all others
	Farthest   Colour = "farthest"   // the greatest one
	Within     Colour = "within"     // the share of nodes within a distance
	Nearest    Colour = "nearest"    // the distance to the nearest place
	Loss       Colour = "loss"       // by how much the last change of roads has raised the mean
)

// Colours lists them.
var Colours = []Colour{Bands, Smooth, Separators, Mean, Farthest, Within, Nearest, Loss}

// Name returns the name on the command line.
func (c Colour) Name() string { return string(c) }

// OfAll reports whether a colour needs the distances from every node, not from the source alone.
func (c Colour) OfAll() bool {
	return slices.Contains([]Colour{Mean, Farthest, Within, Nearest, Loss}, c)
}

// View configures the picture.
type View struct {
	Colour Colour
	Follow bool // the tree begins at the mouse
	Front  bool // the lengths of a front are shown
}
