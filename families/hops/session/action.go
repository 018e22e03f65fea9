package session

import (
	"kernelscope/compute/bfs"
	"kernelscope/scene/geom"
)

type (
	// SetInput searches between other pairs, from the start.
	SetInput struct{ Input Input }
	// SetPairs searches between the pairs of a file, from the start.
	SetPairs struct {
		Name  string
		Pairs []bfs.Pair
	}
	// SetEnds sets the first pair to the nodes nearest to points, by graph.Locator.Snap, and
	// searches from the start. A nil end is the shown pair's.
	SetEnds struct {
		Source, Target *geom.Point
		Within         float64 // units; zero for any distance
	}
	// Follow shows the search of a pair or, if negative, of the first pair of each sweep.
	Follow struct{ Pair int }
	// SetView changes how searches are shown.
	SetView struct{ View View }
)

func (SetInput) Action() {}
func (SetPairs) Action() {}
func (SetEnds) Action()  {}
func (Follow) Action()   {}
func (SetView) Action()  {}

// Input describes the searched pairs.
type Input struct {
	N    int       // pairs
	Seed uint64    // of those that are random, within the largest component
	Ends *bfs.Pair // the first pair, if a person has chosen it
	File string    // that the pairs are from; empty if they are random
}

// Colour selects the meaning of the colours of nodes.
type Colour string

// The colours.
const (
	ByLevel    Colour = "level"    // of one search, or of both sides of a pair
	BySearches Colour = "searches" // how many have seen the node
)

// Colours lists them.
var Colours = []Colour{ByLevel, BySearches}

// Name returns the name on the command line.
func (c Colour) Name() string { return string(c) }

// View configures how searches are shown.
type View struct {
	Colour Colour
	Joint  bool // dots mark the joint frontier of a sweep
}
