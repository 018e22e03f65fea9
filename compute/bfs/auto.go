package bfs

import (
	"fmt"
	"math"
	"runtime"
	"time"

	"kernelscope/compute"
)

// speed estimates the times of searches of a graph on a device, in seconds: a guess until the
// first searches are measured.
type speed struct {
	pair   float64 // a pair, searched with many others
	sweep  float64 // a sweep of 1,024 columns
	divide float64 // a pair, divided among sweeps on the host

	usual int   // length that most pairs do not exceed, as sampled; zero before
	later int   // levels by which sweeps are longer than that before their open pairs are gathered
	trial trial // of that

	onHost, onDevice float64 // a pair, of the last hybrid search; zero before
}

// guess estimates from the size of a graph. The constants are of an H200, measured
// on Kronecker graphs of 2^17 and 2^20 nodes and on the road networks of New York
// and Delaware; a software device of two cores is slower, at pairs by more.
func guess(b *Graph, l compute.Limits) speed {
	n, m := float64(max(1, b.live)), float64(max(1, b.Edges))
	var s speed
	if b.Form == Roads {
		// A pair finds a share of all nodes; a sweep has as many levels as the
		// network is across, and handles a share of all rows in each.
		s = speed{pair: 12e-12 * n, sweep: 1.3 * math.Sqrt(n) * (2.6e-6 + 28e-12*n)}
	} else {
		// A pair finds about the root of all nodes, and walks the edges of those; a
		// sweep reads a row for each edge in about two levels.
		s = speed{pair: 1.5e-12 * math.Sqrt(n) * m / n, sweep: 20e-6 + 20e-12*m}
	}
	if l.IsSoftware {
		s.pair *= 20_000
		if s.sweep *= 8000; b.Form == Roads {
			s.sweep /= 5
		}
	}
	s.divide = 16e-9 / float64(runtime.GOMAXPROCS(0)) // as measured on one core
	return s
}

// learn updates a guess by the time of a search. Short lists have little weight, and searches
// that allocated buffers none. A slow search at most doubles the estimate, since the scheme
// that is not chosen is not measured again.
func (s *speed) learn(a *Answer) {
	const enough = 1024
	switch {
	case a.OnHost > 0 || a.fresh:
	case a.Scheme == Paired && a.Searched >= enough:
		s.pair = min(2*s.pair, a.Wall.Seconds()/float64(a.Searched))
	case a.Scheme == Rows && a.Sweeps > 0 && a.columns() >= enough:
		searched := max(0, a.Wall.Seconds()-float64(a.Searched)*s.divide)
		s.sweep = min(2*s.sweep, searched/float64(a.Sweeps)*1024/float64(a.Values[Columns]))
		s.lengthen(a)
	}
}

// trial compares sweeps as long as before with sweeps a level longer, in turn, on lists of
// about as many pairs. One after the other they would run at different clocks of the device.
type trial struct {
	pairs int
	on    bool             // many pairs were gathered
	over  bool             // a level more did not pay
	runs  [2]int           // by how many levels longer
	least [2]time.Duration // of them
}

// sample finds the length that most pairs of nodes do not exceed, by searches from a few nodes on the
// host, once. Large graphs are searched from fewer nodes, the largest from none.
func (b *Graph) sample() {
	const edges = 1 << 24 // to be looked at
	if b.speed.usual > 0 {
		return
	}
	var nodes []int // at each distance, of all searches
	all, n := 0, min(4, edges/max(1, b.Edges), b.live)
	for i := range n {
		for level, found := range b.nodesByLevel(uint32(b.live * (2*i + 1) / (2 * n))) {
			if level == len(nodes) {
				nodes = append(nodes, 0)
			}
			nodes[level] += found
			all += found
		}
	}
	b.speed.usual = defaultDefer
	for near, level := 0, 0; level < len(nodes); level++ {
		if near += nodes[level]; near >= all-all/many {
			if level <= int(deferParam.Max) { // else an early look is cheaper
				b.speed.usual = max(defaultDefer, level)
			}
			return
		}
	}
}

// nodesByLevel counts the nodes at each distance from a place, by a queue.
func (b *Graph) nodesByLevel(from uint32) (nodes []int) {
	found := newSet(b.Nodes)
	found.add(from)
	for level := []uint32{from}; len(level) > 0; {
		nodes = append(nodes, len(level))
		var next []uint32
		for _, u := range level {
			for _, v := range b.out.head[b.out.first[u]:b.out.first[u+1]] {
				if found.add(v) > 0 {
					next = append(next, v)
				}
			}
		}
		level = next
	}
	return nodes
}

// many is the part of all pairs, as a divisor, that should not be gathered.
const many = 8

// length returns the length after which the next sweeps gather their open pairs.
func (s *speed) length() uint32 {
	length := uint32(max(defaultDefer, s.usual) + s.later)
	if t := &s.trial; t.on && !t.over && t.isLonger() {
		length++
	}
	return min(deferParam.Max, length)
}

// lengthen tries sweeps of another level where many pairs were gathered, which divides and
// uploads them a second time. It keeps them where they are faster.
func (s *speed) lengthen(a *Answer) {
	const enough = 4 // runs; the first ones may be slower for other reasons
	longer := int(a.Values[Defer]) - max(defaultDefer, s.usual) - s.later
	if longer != 0 && longer != 1 {
		return // this length was asked for
	}
	t := &s.trial
	if d := a.Searched - t.pairs; d > t.pairs/many || -d > t.pairs/many {
		*t = trial{pairs: a.Searched, over: t.over} // another kind of list
	}
	if t.on = t.on || a.Again > a.Searched/many; !t.on || t.over {
		return
	}
	if t.runs[longer]++; t.runs[longer] == 1 || a.Wall < t.least[longer] {
		t.least[longer] = a.Wall
	}
	switch {
	case min(t.runs[0], t.runs[1]) < enough:
	case t.least[1] < t.least[0]:
		s.later++
		*t = trial{pairs: t.pairs}
	default:
		t.over = true
	}
}

// isLonger reports whether the next sweeps are the longer ones. Runs of the present length come first and last, so that a
// device whose clocks rise during the trial does not favour the longer ones.
func (t *trial) isLonger() bool {
	n := (t.runs[0] + t.runs[1]) % 4
	return n == 1 || n == 2
}

// IsTrying reports whether the next searches compare sweeps of two lengths.
func (b *Graph) IsTrying() bool { return b.speed.trial.on && !b.speed.trial.over }

// chooseScheme compares the times of both schemes.
func (b *Graph) chooseScheme(p *Plan) {
	width := min(1024, ceilPowerOfTwo(max(128, p.columns())))
	sweeps := (p.columns() + width - 1) / width
	// A sweep of fewer columns saves memory traffic, not levels.
	share := 0.25 + 0.75*float64(width)/1024
	pair, rows := float64(p.Searched)*b.speed.pair, float64(sweeps)*b.speed.sweep*share+float64(p.Searched)*b.speed.divide
	p.Scheme = Paired
	if rows < pair {
		p.Scheme = Rows
	}
	p.Why = fmt.Sprintf("%s one by one should take %.3g ms, %s for %s %.3g ms", some(p.Searched, "pair"), 1e3*pair, some(sweeps, "sweep"), some(p.columns(), "column"), 1e3*rows)
}

// some formats a count.
func some(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}
