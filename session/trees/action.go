package trees

import (
	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// Action is what a person, a key, a flag or a script asks for, beside those of the timeline, of
// roads, and those that families share.
type Action interface{ action() }

type (
	// SetSource makes trees begin at the node nearest to a place. While a marker is dragged
	// the scale of the colours stays, and where no node is near nothing happens.
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
	// PointAt follows the mouse: it is over a place, or, if At is nil, nowhere on the map.
	PointAt struct {
		At     *geom.Point
		Within float64
	}
	// SetLevel chooses the front that is shown: the one at a depth that holds the node under
	// the mouse; if negative, the one at the depth that the last step has worked on.
	SetLevel struct{ Depth int }
	// SetForm chooses where the tree of a lane is computed.
	SetForm struct {
		Lane int
		Form Form
	}
	// SetParam turns a parameter.
	SetParam = watch.SetParam
	// SetBand chooses the width of isochrones, in weights of the map; zero leaves it to the
	// program. Another map has its own.
	SetBand struct{ Width uint32 }
	// CancelOrder ends the making of the order. The map stays without trees.
	CancelOrder struct{}
	// SetView changes what is shown.
	SetView struct{ View View }
)

func (SetSource) action()   {}
func (SetTarget) action()   {}
func (PointAt) action()     {}
func (SetLevel) action()    {}
func (SetForm) action()     {}
func (SetBand) action()     {}
func (CancelOrder) action() {}
func (SetView) action()     {}

// Form is where trees are computed.
type Form string

// The forms. Auto is the device, unless that is software or has no room for the fronts.
const (
	Auto     Form = "auto"
	OnDevice Form = "device"
	OnHost   Form = "host"
)

// Forms lists them.
var Forms = []Form{Auto, OnDevice, OnHost}

// Name returns the name on the command line.
func (f Form) Name() string { return string(f) }

// Params returns what can be chosen. On the host nothing depends on it.
func (Form) Params() []compute.Param { return prepared.Params() }

// Colour says what the colours of roads show.
type Colour string

// The colours.
const (
	Bands      Colour = "bands"      // isochrones: a colour for each stretch of distances
	Smooth     Colour = "smooth"     // distances
	Separators Colour = "separators" // the depth of the front that a node is in
)

// Colours lists them.
var Colours = []Colour{Bands, Smooth, Separators}

// View is what is shown.
type View struct {
	Colour Colour
	Follow bool // the tree begins at the mouse
	Front  bool // the lengths of a front are shown
	Panels bool
}
