package bfs

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	hostWords = 8 // of a row, at most: one line of a cache
	hostLeast = 64
)

// hostColumns returns the searches of a sweep on the host: as many as fit a row, but
// few enough that every core has a sweep.
func hostColumns(columns int) int {
	width := 64 * hostWords
	for width > hostLeast && columns < width*runtime.GOMAXPROCS(0) {
		width /= 2
	}
	return width
}

// runHost answers the jobs of a plan on the host, sweeps of 64 to 512 searches on
// all cores (M. Then et al., "The more the merrier: efficient multi-source graph
// traversal", VLDB 2014).
func (b *Graph) runHost(ctx context.Context, a *Answer) error {
	width := hostColumns(a.columns())
	d := b.divide(a.jobs, a.Reverse, width, given)
	lengths := make([]uint32, len(d.jobs))
	var next, levels atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(d.sweeps)) {
		wait.Go(func() {
			s := newHostSweep(b, a.Reverse, width/64)
			for i := next.Add(1) - 1; int(i) < len(d.sweeps) && ctx.Err() == nil; i = next.Add(1) - 1 {
				levels.Add(int64(s.run(ctx, &d, d.sweeps[i], lengths)))
			}
		})
	}
	wait.Wait()
	d.answer(a, lengths)
	a.Levels = int(levels.Load())
	return ctx.Err()
}

// hostSweep is a sweep on one core. Rows have words of 64 columns each.
type hostSweep struct {
	d           *direction
	words       int
	seen        []uint64
	visit, next []uint64 // the frontier of this level and of the next one
}

func newHostSweep(b *Graph, reverse bool, words int) *hostSweep {
	s := &hostSweep{d: b.out, words: words}
	if reverse {
		s.d = b.in
	}
	s.seen, s.visit, s.next = make([]uint64, b.live*words), make([]uint64, b.live*words), make([]uint64, b.live*words)
	return s
}

// run searches until all pairs of the sweep are answered or no node is new. It returns the
// number of levels.
func (s *hostSweep) run(ctx context.Context, d *division, w sweep, lengths []uint32) (level int) {
	clear(s.seen)
	clear(s.visit)
	clear(s.next)
	for c, v := range d.sources[w.firstColumn : w.firstColumn+w.columns] {
		s.seen[int(v)*s.words+c/64] |= 1 << (c % 64)
		s.visit[int(v)*s.words+c/64] |= 1 << (c % 64)
	}
	open := make([]int, w.pairs)
	for i := range open {
		open[i] = w.firstPair + i
		lengths[open[i]] = Unreachable
	}
	for grown := true; grown && len(open) > 0 && ctx.Err() == nil; {
		level++
		s.expand()
		grown = s.settle()
		left := open[:0]
		for _, p := range open {
			c := int(d.column(p))
			if s.seen[int(d.end(p))*s.words+c/64]>>(c%64)&1 != 0 {
				lengths[p] = uint32(level)
			} else {
				left = append(left, p)
			}
		}
		open = left
	}
	return level
}

// expand ORs the row of every frontier node into those of its neighbours.
func (s *hostSweep) expand() {
	k := s.words
	for u := range len(s.visit) / k {
		row := s.visit[u*k : u*k+k]
		any := uint64(0)
		for _, x := range row {
			any |= x
		}
		if any == 0 {
			continue
		}
		for _, v := range s.d.head[s.d.first[u]:s.d.first[u+1]] {
			to := s.next[int(v)*k : int(v)*k+k]
			for i, x := range row {
				to[i] |= x
			}
		}
	}
}

// settle makes the new nodes the frontier, and reports whether there are any.
func (s *hostSweep) settle() bool {
	any := uint64(0)
	for i, x := range s.next {
		fresh := x &^ s.seen[i]
		s.seen[i] |= x
		s.visit[i], s.next[i] = fresh, 0
		any |= fresh
	}
	return any != 0
}
