package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernelscope/watch"
)

// Dial describes a slider: a number of the picture that a person chooses from a list. Panels and pages build their
// controls from it.
type Dial struct {
	Name   string `json:"name"` // of its flag
	Label  string `json:"label"`
	Text   string `json:"text"` // of the present value
	Help   string `json:"help"`
	Values []int  `json:"values"` // to choose from
	At     int    `json:"at"`     // index of the present one, or of the next greater one
	// Auto names the choice that leaves the number to the program, the value 0; empty where there is none.
	Auto     string `json:"auto,omitempty"`
	AutoHelp string `json:"autoHelp,omitempty"`
	IsAuto   bool   `json:"isAuto,omitempty"`
	set      func(value int) watch.Action
}

// Set returns the action that chooses a value; nil if there is no such choice.
func (d *Dial) Set(value int) watch.Action {
	if !slices.Contains(d.Values, value) && (d.Auto == "" || value != 0) {
		return nil
	}
	return d.set(value)
}

// Dials lists the dials of the present view.
func (n *Snapshot) Dials() (all []*Dial) {
	for _, d := range []*Dial{n.BandDial(), n.WithinDial(), n.DepthDial()} {
		if d != nil {
			all = append(all, d)
		}
	}
	return all
}

// rounds is a dial of round distances.
func (n *Snapshot) rounds(d Dial, now uint32) *Dial {
	for _, x := range n.Bands {
		d.Values = append(d.Values, int(x))
	}
	at, _ := slices.BinarySearch(n.Bands, now)
	d.At = min(at, len(n.Bands)-1)
	return &d
}

// BandDial sets the width of isochrones; nil where none are shown.
func (n *Snapshot) BandDial() *Dial {
	if n.View.Colour != Bands || n.Band == 0 || len(n.Bands) == 0 {
		return nil
	}
	unit, of := n.Unit()
	number := strconv.FormatFloat(float64(n.Band)/of, 'g', -1, 64)
	if number == "1" {
		unit = strings.TrimSuffix(unit, "s")
	}
	return n.rounds(Dial{
		Name: "band", Label: "width", Text: number + " " + unit, Help: "Width of an isochrone, the stretch of distances in one colour.",
		Auto: "auto", AutoHelp: "Chooses a round width such that at most ten isochrones cover most nodes.", IsAuto: !n.Given,
		set: func(x int) watch.Action { return SetBand{Width: uint32(x)} },
	}, n.Band)
}

// WithinDial sets the distance within which junctions are counted; nil where none are.
func (n *Snapshot) WithinDial() *Dial {
	if n.View.Colour != Within || n.All == nil || len(n.Bands) == 0 {
		return nil
	}
	return n.rounds(Dial{
		Name: "within", Label: "within", Text: Amount(n.Map, float64(n.All.Limit)), Help: "The distance within which junctions are counted.",
		set: func(x int) watch.Action { return SetWithin{Limit: uint32(x)} },
	}, n.All.Limit)
}

// DepthDial sets the depth of the shown front; nil before there are fronts.
func (n *Snapshot) DepthDial() *Dial {
	if n.Front == nil {
		return nil
	}
	d := &Dial{
		Name: "depth", Label: "depth", Text: fmt.Sprint(n.Front.Depth), At: min(max(0, n.Front.Level+1), n.Depths()),
		Help: "Depth of the shown front, which holds the node under the mouse or the source. At the left end it is the depth of the last step.",
		set:  func(x int) watch.Action { return SetLevel{Depth: x} },
	}
	for depth := -1; depth < n.Depths(); depth++ {
		d.Values = append(d.Values, depth)
	}
	if n.Front.Level < 0 {
		d.Text += " (auto)"
	}
	return d
}
