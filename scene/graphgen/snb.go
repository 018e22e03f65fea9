package graphgen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"

	"kernelscope/internal/fault"
	"kernelscope/scene/build"
	"kernelscope/scene/graph"
)

// SNBSize is the size of the friendships at a scale factor of the LDBC Social Network Benchmark:
// persons, and edges counted in both directions.
type SNBSize struct{ Factor, Persons, Edges int }

// SNBSizes lists the sizes in T. Dreef, "Path-finding on GPUs for Database Systems", 2025, Table
// 5.1: persons and friendships of the raw data sets, as LDBC publishes them (The LDBC Social Network
// Benchmark specification, table of entities of the raw data sets, which SNB BI and Interactive v2 use;
// ldbc_snb_docs, tables/table-number-of-entities-bi-raw.tex).
func SNBSizes() []SNBSize {
	return []SNBSize{
		{1, 10_620, 219_450}, {3, 25_870, 668_431}, {10, 70_800, 2_304_951},
		{30, 175_950, 6_880_584}, {100, 487_700, 23_116_805}, {300, 1_230_500, 68_313_982},
	}
}

// snbFactors lists the scale factors as text.
func snbFactors() (words []string) {
	for _, s := range SNBSizes() {
		words = append(words, strconv.Itoa(s.Factor))
	}
	return words
}

// SNB generates a graph of friendships with the size of a scale factor. It is not the benchmark's
// generator but resembles it. Degrees are log-normal. Most friends of a person are close in one of
// two orders, such as place of study and interest (45 % each); the rest are random. Edges run in
// both directions; if their number is odd, the last one runs in one direction. All weights are 1.
func SNB(seed uint64, factor int) (build.Input, error) {
	sizes := SNBSizes()
	i := slices.IndexFunc(sizes, func(s SNBSize) bool { return s.Factor == factor })
	if i < 0 {
		return build.Input{}, fmt.Errorf("%w: the scale factor is %d, not 1, 3, 10, 30, 100 or 300", fault.Limit, factor)
	}
	return social(seed, sizes[i].Persons, sizes[i].Edges), nil
}

// social generates a graph of friendships.
func social(seed uint64, persons, edges int) build.Input {
	rnd := rand.New(rand.NewPCG(seed, 6))
	const spread, near = 1.0, 60.0 // standard deviation of the logarithm of degrees; mean distance of friends in an order
	sum := make([]float64, persons+1)
	for v := range persons {
		sum[v+1] = sum[v] + math.Exp(spread*rnd.NormFloat64())
	}
	// weighted draws a person with a probability proportional to its number of friendships.
	weighted := func() int {
		return sort.SearchFloat64s(sum, rnd.Float64()*sum[persons]) - 1
	}
	order := rnd.Perm(persons) // the second order; the first is by number
	rank := make([]int, persons)
	for i, v := range order {
		rank[v] = i
	}
	beside := func(i int) int {
		step := 1 + int(near*rnd.ExpFloat64())
		if rnd.Uint32()&1 == 0 {
			step = -step
		}
		return ((i+step)%persons + persons) % persons
	}
	draw := func() uint64 {
		u := max(0, weighted())
		v := 0
		switch p := rnd.Float64(); {
		case p < 0.45:
			v = beside(u)
		case p < 0.9:
			v = order[beside(rank[u])]
		default:
			v = max(0, weighted())
		}
		return uint64(min(u, v))<<32 | uint64(max(u, v))
	}
	want := (edges + 1) / 2
	var pairs []uint64
	for len(pairs) < want {
		for range want - len(pairs) {
			if p := draw(); p>>32 != p&math.MaxUint32 {
				pairs = append(pairs, p)
			}
		}
		slices.Sort(pairs)
		pairs = slices.Compact(pairs)
	}
	arcs := make([]graph.Arc, 0, 2*want)
	for _, p := range pairs {
		u, v := uint32(p>>32), uint32(p)
		arcs = append(arcs, arc(u, v, 1), arc(v, u, 1))
	}
	return input(persons, arcs[:edges])
}
