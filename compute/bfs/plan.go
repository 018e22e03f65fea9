package bfs

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"kernelscope/compute"
	"kernelscope/internal/clock"
)

// Plan describes how a list of pairs will be searched and the memory needed, before any is
// allocated.
type Plan struct {
	Scheme   Scheme // never Auto
	Why      string // why it was chosen, in a sentence
	Values   compute.Values
	Pairs    int
	Searched int   // the others are answered by comparing nodes and components
	Sources  int   // distinct, of the pairs to be searched
	Targets  int   // distinct
	Reverse  bool  // columns are targets, searched against the edges
	Sweeps   int   // zero if pairs do not share any
	Bytes    int64 // on the device, the graph included
	Hybrid   bool  // with the host
	Counters bool  // fill the counters of levels

	counts  bool     // levels are counted, and no pairs answered
	lengths []uint32 // those known without a search, and Unreachable
	jobs    []job
}

// job is a pair to be searched, by places.
type job struct {
	source, target uint32
	at             uint32 // its place in the list
}

// columns returns the number of columns of a plan: that of different sources, or
// of different targets.
func (p *Plan) columns() int { return min(p.Sources, p.Targets) }

// Plan plans the search for a list of pairs. The error is a *PairError, or wraps fault.Limit.
func (b *Graph) Plan(pairs []Pair, o Options) (*Plan, error) {
	p := &Plan{Scheme: o.Scheme, Pairs: len(pairs), Hybrid: o.Hybrid && o.Scheme != Host, Counters: o.Counters, lengths: make([]uint32, len(pairs))}
	if err := b.choose(p, pairs); err != nil {
		return nil, err
	}
	p.Sources, p.Targets = b.different(p.jobs)
	p.Reverse = p.Targets < p.Sources
	if p.Scheme == "" || p.Scheme == Auto {
		b.chooseScheme(p)
	} else {
		p.Why = "it was asked for"
	}
	return p, b.settle(p, o.Values)
}

// choose answers pairs that need no search, and lists the others. Each part of the pairs counts
// them first, to know its place in the list.
func (b *Graph) choose(p *Plan, pairs []Pair) error {
	parts := runtime.GOMAXPROCS(0)
	counts, errs := make([]int, parts), make([]error, parts)
	inParallel(len(pairs), parts, func(part, from, to int) {
		counts[part], errs[part] = b.answerKnown(p, pairs, from, to)
	})
	if err := cmp.Or(errs...); err != nil {
		return err // the first of all
	}
	first := make([]int, parts)
	for part, n := range counts {
		first[part] = p.Searched
		p.Searched += n
	}
	p.jobs = make([]job, p.Searched)
	inParallel(len(pairs), parts, func(part, from, to int) {
		at := first[part]
		for i := from; i < to; i++ {
			if pair := pairs[i]; b.toSearch(pair) {
				p.jobs[at] = job{b.place[pair.Source], b.place[pair.Target], uint32(i)}
				at++
			}
		}
	})
	return nil
}

// answerKnown answers some of the pairs, and returns how many are to be searched.
func (b *Graph) answerKnown(p *Plan, pairs []Pair, from, to int) (open int, err error) {
	for i := from; i < to; i++ {
		pair := pairs[i]
		if most := max(pair.Source, pair.Target); most >= uint32(b.Nodes) {
			node := pair.Source
			if node < uint32(b.Nodes) {
				node = pair.Target
			}
			return 0, &PairError{i, node, b.Nodes}
		}
		if pair.Source != pair.Target { // else its length is 0
			p.lengths[i] = Unreachable
		}
		if b.toSearch(pair) {
			open++
		}
	}
	return open, nil
}

// toSearch reports whether the length of a pair requires a search.
func (b *Graph) toSearch(p Pair) bool {
	return p.Source != p.Target && b.component[p.Source] == b.component[p.Target]
}

// inParallel divides n things into parts and calls f for each part, concurrently if there are
// enough.
func inParallel(n, parts int, f func(part, from, to int)) {
	parts = partsOf(n, parts)
	concurrently(parts, func(part int) { f(part, n*part/parts, n*(part+1)/parts) })
}

// partsOf returns the number of parts for n things, at most most.
func partsOf(n, most int) int {
	const enough = 1 << 12 // things, of a part
	return max(1, min(most, n/enough))
}

// concurrently calls f for all numbers below n.
func concurrently(n int, f func(part int)) {
	var wait sync.WaitGroup
	for part := 1; part < n; part++ {
		wait.Go(func() { f(part) })
	}
	f(0)
	wait.Wait()
}

// different counts the different sources and the different targets of jobs.
func (b *Graph) different(jobs []job) (sources, targets int) {
	const few = 1 << 16 // done before other processors are awake
	if len(jobs) <= few {
		for _, j := range jobs {
			sources += b.sources.add(j.source)
			targets += b.targets.add(j.target)
		}
	} else {
		var both [2]atomic.Int64
		inParallel(len(jobs), runtime.GOMAXPROCS(0), func(_, from, to int) {
			var sources, targets int
			for _, j := range jobs[from:to] {
				sources += b.sources.addConcurrently(j.source)
				targets += b.targets.addConcurrently(j.target)
			}
			both[0].Add(int64(sources))
			both[1].Add(int64(targets))
		})
		sources, targets = int(both[0].Load()), int(both[1].Load())
	}
	if len(jobs) > len(b.sources)/8 {
		clear(b.sources)
		clear(b.targets)
		return sources, targets
	}
	for _, j := range jobs {
		b.sources[j.source/32], b.targets[j.target/32] = 0, 0
	}
	return sources, targets
}

// set is a set of places, a bit for each.
type set []uint32

func newSet(n int) set { return make(set, (n+31)/32) }

// add adds places and returns how many are new.
func (s set) add(v uint32) int {
	word, bit := &s[v/32], uint32(1)<<(v%32)
	if *word&bit != 0 {
		return 0
	}
	*word |= bit
	return 1
}

// addConcurrently is add for several goroutines. Once a place is there it is only read.
func (s set) addConcurrently(v uint32) int {
	word, bit := &s[v/32], uint32(1)<<(v%32)
	if atomic.LoadUint32(word)&bit != 0 || atomic.OrUint32(word, bit)&bit != 0 {
		return 0
	}
	return 1
}

// settle chooses the parameters and lowers those too large for the device.
func (b *Graph) settle(p *Plan, v compute.Values) (err error) {
	p.Bytes = b.memory.Bytes()
	switch p.Scheme {
	case Paired:
		err = b.planPairs(p, v)
	case Rows:
		err = b.planRows(p, v)
	case Workgroups, Coalesced, BottomUp, MSBFS, Naive, Uber:
		err = b.planJoint(p, v)
	case Single:
		err = b.planSingle(p, v)
	case Host:
		p.Values = compute.Values{}
		p.Sweeps = sweepsOf(p.columns(), hostColumns(p.columns()))
	default:
		return fmt.Errorf("bfs: there is no scheme %q; there are %v", p.Scheme, Schemes())
	}
	if err != nil {
		return fmt.Errorf("bfs: %s: %w", p.Scheme, err)
	}
	return nil
}

// Run runs the searches of a plan. A plan can be run once.
func (b *Graph) Run(ctx context.Context, p *Plan) (Answer, error) {
	a := Answer{Plan: *p, Lengths: p.lengths}
	start, gpu := clock.Now(), b.memory.Backend.Elapsed()
	search := map[Scheme]func(context.Context, *Answer) error{
		Paired: b.runPairs, Rows: b.runRows, Workgroups: b.runJoint, Coalesced: b.runJoint, BottomUp: b.runJoint, MSBFS: b.runJoint, Naive: b.runJoint, Uber: b.runJoint, Single: b.runSingle, Host: b.runHost,
	}[p.Scheme]
	var err error
	switch {
	case len(p.jobs) == 0:
	case p.Hybrid:
		err = b.runHybrid(ctx, &a, func(a *Answer) error { return search(ctx, a) })
	default:
		err = search(ctx, &a)
	}
	a.Wall, a.GPU = clock.Since(start), b.memory.Backend.Elapsed()-gpu
	if err == nil {
		b.speed.learn(&a)
	}
	a.jobs, a.lengths = nil, nil
	return a, err
}

// ceilPowerOfTwo returns the smallest power of two that is not less than n, which
// is at least 1.
func ceilPowerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }
