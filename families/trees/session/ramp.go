package session

import (
	"slices"
	"strconv"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// Ramp describes the scale of the colours.
type Ramp struct {
	Title string
	Boxes int // colours of which each is a box; zero for continuous colours
	Ticks []Tick
}

// Tick is a text at a place of a scale, from 0 to 1.
type Tick struct {
	Part float64
	Text string
}

// maxBoxes is the greatest number of colours drawn as boxes on the scale; more look continuous.
const maxBoxes = 60

// Ramp describes the scale of the shown colours.
func (n *Snapshot) Ramp() Ramp {
	r := Ramp{Boxes: n.boxes()}
	r.Title, r.Ticks = n.ticks()
	return r
}

// boxes returns the number of colours of isochrones, or zero if colours are continuous.
func (n *Snapshot) boxes() int {
	if k := n.All; k != nil && k.Scale.Band > 0 {
		return int((k.Scale.High - k.Scale.Low) / k.Scale.Band)
	}
	if n.View.Colour != Bands || n.Band == 0 {
		return 0
	}
	if k := n.Reach / n.Band; k <= maxBoxes {
		return int(k)
	}
	return 0
}

// ticks returns the title of the scale and its ticks.
func (n *Snapshot) ticks() (title string, ticks []Tick) {
	if n.View.Colour.OfAll() {
		return n.allTicks()
	}
	if n.View.Colour == Separators {
		last := n.Depths() - 1
		for d := 0; d < last; d += 1 + last/8 {
			ticks = append(ticks, Tick{float64(d) / float64(last), strconv.Itoa(d)})
		}
		ticks = append(ticks, Tick{1, strconv.Itoa(last)})
		return "depth of the separator", ticks
	}
	if n.Band == 0 {
		return "distance from the source", nil
	}
	unit, of := n.Unit()
	for d := uint32(0); d < n.Reach; d += max(1, n.Reach/n.Band/maxBoxes) * n.Band {
		ticks = append(ticks, Tick{float64(d) / float64(n.Reach), strconv.FormatFloat(float64(d)/of, 'f', -1, 64)})
	}
	ticks = append(ticks, Tick{1, strconv.FormatFloat(float64(n.Reach)/of, 'f', -1, 64) + "+"})
	return unit + " from the source", ticks
}

// allTicks returns the title of the scale of all nodes and its ticks.
func (n *Snapshot) allTicks() (title string, ticks []Tick) {
	if n.All == nil {
		return n.allTitle(), nil
	}
	k, what := n.All.Scale, "junction"
	if n.Places != nil {
		what = "place"
	}
	unit := unitFor(n.Map, float64(k.High))
	switch n.View.Colour {
	case Loss:
		half := float64(n.Map.BandFor(uint32(10 * k.Half())))
		for _, x := range []float64{-float64(k.High), -half, 0, half, float64(k.High)} {
			ticks = append(ticks, Tick{(1 + k.Place(x)) / 2, Signed(x/unit.of, number(x/unit.of))})
		}
		return unit.title + " saved and lost", ticks
	case Within:
		for x := uint32(0); x <= k.High; x += k.Band {
			ticks = append(ticks, Tick{1 - float64(x)/float64(k.High), strconv.FormatFloat(float64(x)/10, 'f', -1, 64)})
		}
		slices.Reverse(ticks)
		return "% of " + what + "s within " + Amount(n.Map, float64(n.All.Limit)), ticks
	}
	for x := k.Low; x < k.High; x += k.Band {
		ticks = append(ticks, Tick{float64(x-k.Low) / float64(k.High-k.Low), number(float64(x) / unit.of)})
	}
	ticks = append(ticks, Tick{1, number(float64(k.High)/unit.of) + "+"})
	switch n.View.Colour {
	case Nearest:
		return unit.title + " to the nearest place", ticks
	case Farthest:
		return unit.title + " to the farthest " + what, ticks
	}
	return unit.title + " to a " + what + ", on average", ticks
}

// Unit returns the unit of the scale of distances and its size in map weights.
func (n *Snapshot) Unit() (name string, of float64) {
	switch {
	case n.Map.Metric == graph.ByTime && n.Band%36000 == 0:
		return "hours", 36000
	case n.Map.Metric == graph.ByTime && n.Band >= 600:
		return "minutes", 600
	case n.Map.Metric == graph.ByTime:
		return "seconds", 10
	case n.Map.Metric == graph.ByLength && n.Band >= 1000:
		return "km", 10000
	case n.Map.Metric == graph.ByLength:
		return "metres", 10
	}
	return "distance", 1 / n.Map.Given(1)
}

// Depths returns the number of depths of the fronts, or zero without fronts.
func (n *Snapshot) Depths() int {
	if n.Made == nil {
		return 0
	}
	return n.Made.Depths()
}

// Coloured returns the layer whose states colour the roads.
func (n *Snapshot) Coloured() compute.LayerKind {
	switch {
	case n.View.Colour == Separators:
		return Depths
	case n.View.Colour.OfAll():
		return Reached
	}
	return States
}

// Shades say how the states of Coloured become colours.
type Shades struct {
	Reach uint32 // at the end of the ramp
	Band  uint32 // values in one colour; zero for continuous colours
}

// Shades returns how states become colours.
func (n *Snapshot) Shades() Shades {
	switch {
	case n.All != nil:
		k := n.All.Scale
		if n.View.Colour == Loss {
			return Shades{2 * k.High, k.Band}
		}
		return Shades{k.High - k.Low, k.Band}
	case n.View.Colour == Separators:
		return Shades{uint32(max(1, n.Depths()-1)), 0}
	case n.View.Colour == Bands:
		return Shades{n.Reach, n.Band}
	}
	return Shades{n.Reach, 0}
}

// Swept returns the number of depths of fronts whose distances are known before the last step, if
// that step is a depth of the sweep.
func (n *Snapshot) Swept() int {
	if step := n.Event.Step; n.Made == nil || step <= n.Made.Stages()+1 || step >= n.Steps-1 {
		return 0
	}
	return n.Front.Worked
}

// More than ManyDots dots would hide each other, and are smaller by a factor of SmallDots.
const (
	ManyDots  = 1000
	SmallDots = 0.6
)

// Fresh returns ranges of rows: of the fronts that the last step has worked on, of which the climb's are apart.
func (n *Snapshot) Fresh() (rows [][2]uint32) {
	add := func(first, end uint32) { rows = append(rows, [2]uint32{n.Made.First[first], n.Made.First[end]}) }
	for _, f := range n.Front.Climb {
		add(f, f+1)
	}
	if step := n.Event.Step; step > 0 && step < n.Steps-1 && n.Front.Climb == nil {
		add(n.Made.Levels[n.Front.Worked], n.Made.Levels[n.Front.Worked+1])
	}
	return rows
}
