package graphload

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"kernelscope/internal/source"
	"kernelscope/scene/graph"
)

// numbering numbers ids in the order of first appearance, small ids with a table and others with a
// map.
type numbering struct {
	budget *source.Budget
	id     []int64
	table  []uint32 // index plus one
	rest   map[int64]uint32
}

// nodeBytes is the greatest number of bytes that a node takes here and while the map is built.
const nodeBytes = 48

// find returns the index of an id.
func (n *numbering) find(id int64) (index uint32, ok bool) {
	if id >= 0 && id < int64(len(n.table)) && n.table[id] > 0 {
		return n.table[id] - 1, true
	}
	index, ok = n.rest[id]
	return index, ok
}

// of returns the index of an id, which it adds if necessary.
func (n *numbering) of(id int64) (uint32, error) {
	if index, ok := n.find(id); ok {
		return index, nil
	}
	if len(n.id) == maxNodes {
		return 0, fmt.Errorf("more than %d nodes", maxNodes)
	}
	if err := n.budget.Take(nodeBytes); err != nil {
		return 0, err
	}
	index := uint32(len(n.id))
	n.id = append(n.id, id)
	const reserve = 1 << 16
	if most := int64(8*len(n.id) + reserve); id >= 0 && id < most {
		if id >= int64(len(n.table)) {
			n.table = append(n.table, make([]uint32, most-int64(len(n.table)))...)
		}
		n.table[id] = index + 1
		return index, nil
	}
	if n.rest == nil {
		n.rest = map[int64]uint32{}
	}
	n.rest[id] = index
	return index, nil
}

// weights records common properties of the weights of a file.
type weights struct {
	decimals int // greatest number of decimals of a weight
	heaviest float64
}

// read parses a weight, which must be neither negative nor too large.
func (w *weights) read(word []byte) (float64, error) {
	x, whole := 0.0, false
	if v, ok := integer(word); ok {
		x, whole = float64(v), true
	} else if f, err := strconv.ParseFloat(string(word), 64); err != nil || math.IsNaN(f) {
		return 0, fmt.Errorf("weight %s is not a number", word)
	} else {
		x = f
	}
	if x < 0 || x > graph.MaxWeight {
		return 0, fmt.Errorf("weight %s is not within 0 and %d", word, graph.MaxWeight)
	}
	w.heaviest = max(w.heaviest, x)
	if !whole {
		w.decimals = max(w.decimals, decimals(word))
	}
	return x, nil
}

// decimals returns the number of decimals of a number.
func decimals(word []byte) int {
	mantissa, exponent := word, 0
	if i := bytes.IndexAny(word, "eE"); i >= 0 {
		mantissa = word[:i]
		exponent, _ = strconv.Atoi(string(word[i+1:]))
	}
	_, fraction, _ := bytes.Cut(mantissa, []byte("."))
	if len(fraction) > 0 {
		fraction = bytes.TrimRight(fraction, "0")
	}
	return max(0, len(fraction)-exponent)
}

// scale returns the factor that makes all weights integers: the smallest such power of ten, up to a
// million. If there is none, or the products are too large, weights are rounded to about seven
// digits of the largest one, and rounded is the number of rounded weights.
func (w *weights) scale(arcs []arc) (scale float64, rounded int) {
	const maxDecimals, digits, minScale = 6, 1e7, 1e18
	if scale = math.Pow10(w.decimals); w.decimals <= maxDecimals && w.heaviest*scale <= graph.MaxWeight {
		return scale, 0
	}
	scale = 1
	for w.heaviest > 0 && w.heaviest*scale*10 <= digits && scale < minScale {
		scale *= 10
	}
	for _, a := range arcs {
		if x := a.weight * scale; x != math.Floor(x) {
			rounded++
		}
	}
	return scale, rounded
}
