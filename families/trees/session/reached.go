package session

import (
	"math"
	"slices"

	"kernelscope/compute/prepared"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// All is what every node reaches, as far as it is known.
type All struct {
	Exact   bool    // else results are estimates
	Share   float64 // of the exact results that is made
	Sample  int     // targets of an estimate
	Error   float64 // standard error of a mean distance by an estimate, in weights
	Limit   uint32  // distance of Within
	Scale   Scale
	Loss    *Losses // by the last change of roads; nil unless it is shown and there is one
	Pointed *Pointed
	Verdict watch.Verdict // on exact results
	Painted uint64        // another number whenever colours may have changed
}

// Scale is the scale of colours: from Low to High in bands, in weights or, for Within, in thousandths of all
// nodes. For Loss it reaches from -High to High without bands, and differences below Low hardly show.
type Scale struct{ Low, High, Band uint32 }

// Place returns where a difference is on the scale of Loss, from -1 to 1. The scale is logarithmic in both
// directions: few nodes lose much, and many a little.
func (k Scale) Place(grown float64) float64 {
	low := float64(k.Low)
	return max(-1, min(1, math.Copysign(math.Log1p(math.Abs(grown)/low)/math.Log1p(float64(k.High)/low), grown)))
}

// Half returns the difference in the middle between zero and the end of the scale.
func (k Scale) Half() float64 {
	return float64(k.Low) * (math.Sqrt(1+float64(k.High)/float64(k.Low)) - 1)
}

// Pointed is what the node under the mouse reaches.
type Pointed struct {
	Node   uint32
	Reach  prepared.Reach
	Before *prepared.Reach // before the last change; nil unless Loss is shown
}

// Losses sums up by how much a change of roads has raised the mean distances of nodes.
type Losses struct {
	Lines           []uint32 // changed; nil where a change was taken back
	Least           uint32   // smaller differences do not count, weights
	Losing, Gaining int      // nodes
	Mean, Gain      float64  // of these, in weights
	Most            float64  // greatest loss, in weights
	At              uint32   // node that loses most; graph.NoNode without one
	Cut             int      // nodes that reached most others before, and do not now, or do not reach all their places
}

// connected returns how many nodes or places a node must reach to be coloured: half as many as any. Nodes of small
// components, or cut off by closed roads, reach fewer.
func connected(all []prepared.Reach) uint32 {
	most, least := uint32(0), uint32(2) // itself is not enough, but one place is
	for i := range all {
		if most = max(most, all[i].Nodes); all[i].Target > 0 {
			least = 1
		}
	}
	return max(least, most/2)
}

// least returns how many nodes or places a node must reach to be coloured.
func (c Colour) least(all []prepared.Reach) uint32 {
	if c == Nearest {
		return 1
	}
	return connected(all)
}

// value returns what a colour shows of a node: a distance, or a share of a total in thousandths.
func (c Colour) value(r prepared.Reach, total int) uint32 {
	switch c {
	case Nearest:
		return r.Nearest
	case Farthest:
		return r.Farthest
	case Within:
		return uint32(math.Round(1000 * float64(r.Within) / float64(total)))
	}
	return uint32(math.Round(r.Mean()))
}

// fitScale chooses the scale by the results of the moment: all but a few nodes are within.
func fitScale(m *scene.Map, c Colour, all []prepared.Reach, total int) Scale {
	const few = 2 // percent at either end
	least := c.least(all)
	var values []uint32
	for i := range all {
		if all[i].Nodes >= least {
			values = append(values, c.value(all[i], total))
		}
	}
	if len(values) == 0 {
		return Scale{0, 1, 1}
	}
	slices.Sort(values)
	low, high := values[(len(values)-1)*few/100], values[(len(values)-1)*(100-few)/100]
	if c == Within {
		bands := []uint32{1, 2, 5, 10, 20, 50, 100}
		band := bands[slices.IndexFunc(bands, func(b uint32) bool { return 10*b >= high })]
		return Scale{0, roundUp(max(1, high), band), band}
	}
	band := m.BandFor(max(1, high-low))
	low = low / band * band
	return Scale{low, low + roundUp(max(1, high-low), band), band}
}

func roundUp(x, step uint32) uint32 { return (x + step - 1) / step * step }

// least returns the smallest difference that counts: a tenth of a minute, of a kilometre, or the unit of a
// graph's weights.
func least(m *scene.Map) uint32 {
	switch m.Metric {
	case graph.ByTime:
		return 60
	case graph.ByLength:
		return 1000
	}
	return uint32(max(1, m.Scale))
}

// compare returns by how much the mean distance of each node has grown, NaN for nodes that have none, and a
// summary.
func compare(m *scene.Map, before, now []prepared.Reach) (grown []float64, l Losses) {
	grown, l = make([]float64, len(now)), Losses{Least: least(m), At: graph.NoNode}
	enoughBefore, enoughNow := connected(before), connected(now)
	for v := range now {
		if grown[v] = math.NaN(); before[v].Nodes < enoughBefore {
			continue
		}
		if now[v].Nodes < enoughNow || now[v].Target > 0 && now[v].Nodes < before[v].Nodes { // the mean is by fewer places
			l.Cut++
			continue
		}
		if now[v].Target > 0 && now[v].Nodes > before[v].Nodes {
			continue // the mean is by more places
		}
		x := now[v].Mean() - before[v].Mean()
		if grown[v] = x; x >= float64(l.Least) {
			l.Losing++
			l.Mean += x
		} else if -x >= float64(l.Least) {
			l.Gaining++
			l.Gain -= x
		}
		if x > l.Most {
			l.Most, l.At = x, uint32(v)
		}
	}
	l.Mean, l.Gain = l.Mean/float64(max(1, l.Losing)), l.Gain/float64(max(1, l.Gaining))
	return grown, l
}

// fitLoss chooses a scale by which most of the nodes that lose or gain are within.
func fitLoss(m *scene.Map, grown []float64) Scale {
	const most = 98 // percent
	var sizes []float64
	for _, x := range grown {
		if math.Abs(x) >= float64(least(m)) { // false for NaN
			sizes = append(sizes, math.Abs(x))
		}
	}
	high := least(m)
	if len(sizes) > 0 {
		slices.Sort(sizes)
		high = max(high, uint32(sizes[(len(sizes)-1)*most/100]))
	}
	return Scale{Low: least(m), High: m.BandFor(10 * high)}
}

// relaxed returns the word of a node with a value, in the form of the layer of states.
func relaxed(value uint32) uint32 { return uint32(graph.StateRelaxed)<<30 | value }

// paintValues returns a word for each node by the values of a colour. More is nearer to the beginning of the
// colours for shares, as less is for distances.
func (k Scale) paintValues(c Colour, all []prepared.Reach, total int) []uint32 {
	words, least := make([]uint32, len(all)), c.least(all)
	for v := range all {
		if all[v].Nodes < least {
			continue
		}
		x := min(max(c.value(all[v], total), k.Low), k.High)
		if words[v] = relaxed(x - k.Low); c == Within {
			words[v] = relaxed(k.High - x)
		}
	}
	return words
}

// paintLoss returns a word for each node by how much its mean distance has grown.
func (k Scale) paintLoss(grown []float64) []uint32 {
	words, high := make([]uint32, len(grown)), float64(k.High)
	for v, x := range grown {
		if !math.IsNaN(x) {
			words[v] = relaxed(uint32(math.Round(high + k.Place(x)*high)))
		}
	}
	return words
}
