package bfs

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"time"

	"kernelscope/compute"
)

// Plan says how a list of pairs is going to be searched, and what memory that
// takes, before any is taken.
type Plan struct {
	Scheme   Scheme // never Auto
	Why      string // it was chosen, in a sentence
	Values   compute.Values
	Pairs    int
	Searched int   // the others are answered by comparing nodes and components
	Sources  int   // distinct, of the pairs to be searched
	Targets  int   // distinct
	Reverse  bool  // columns are targets, searched against the edges
	Sweeps   int   // zero where pairs do not share any
	Bytes    int64 // on the device, the graph included
	Hybrid   bool  // with the host
	Counters bool  // fill those of the levels

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

// Plan decides how to search a list of pairs. The error is a *PairError, or wraps
// fault.Limit.
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

// choose answers what needs no search, and lists the other pairs.
func (b *Graph) choose(p *Plan, pairs []Pair) error {
	parts, errs := make([][]job, runtime.GOMAXPROCS(0)), make([]error, runtime.GOMAXPROCS(0))
	inParallel(len(pairs), len(parts), func(part, from, to int) {
		parts[part], errs[part] = b.chosen(p, pairs[from:to], from)
	})
	if err := cmp.Or(errs...); err != nil {
		return err // the first of all
	}
	for _, jobs := range parts {
		p.Searched += len(jobs)
	}
	if p.jobs = parts[0]; len(p.jobs) == p.Searched {
		return nil // there was one part
	}
	p.jobs = make([]job, p.Searched)
	var wait sync.WaitGroup
	at := 0
	for _, jobs := range parts {
		to := p.jobs[at:]
		wait.Go(func() { copy(to, jobs) })
		at += len(jobs)
	}
	wait.Wait()
	return nil
}

// chosen does so for a part of the pairs, from a place in the list.
func (b *Graph) chosen(p *Plan, pairs []Pair, from int) ([]job, error) {
	jobs := make([]job, 0, len(pairs))
	for i, pair := range pairs {
		if most := max(pair.Source, pair.Target); most >= uint32(b.Nodes) {
			node := pair.Source
			if node < uint32(b.Nodes) {
				node = pair.Target
			}
			return nil, &PairError{from + i, node, b.Nodes}
		}
		switch {
		case pair.Source == pair.Target: // its length is 0
		case b.component[pair.Source] != b.component[pair.Target]:
			p.lengths[from+i] = Unreachable
		default:
			p.lengths[from+i] = Unreachable
			jobs = append(jobs, job{b.place[pair.Source], b.place[pair.Target], uint32(from + i)})
		}
	}
	return jobs, nil
}

// inParallel divides n things in parts and calls f for each of them, concurrently
// where there are enough.
func inParallel(n, parts int, f func(part, from, to int)) {
	const enough = 1 << 12 // things, of a part
	parts = max(1, min(parts, n/enough))
	var wait sync.WaitGroup
	for part := 1; part < parts; part++ {
		wait.Go(func() { f(part, n*part/parts, n*(part+1)/parts) })
	}
	f(0, 0, n/parts)
	wait.Wait()
}

// different counts the different sources and the different targets of jobs.
func (b *Graph) different(jobs []job) (sources, targets int) {
	for _, j := range jobs { // bit 0 of a place: it is a source, bit 1: a target
		if b.scratch[j.source]&1 == 0 {
			b.scratch[j.source] |= 1
			sources++
		}
		if b.scratch[j.target]&2 == 0 {
			b.scratch[j.target] |= 2
			targets++
		}
	}
	if len(jobs) > len(b.scratch) {
		clear(b.scratch)
		return sources, targets
	}
	for _, j := range jobs {
		b.scratch[j.source], b.scratch[j.target] = 0, 0
	}
	return sources, targets
}

// settle chooses the parameters and cuts what is too large for the device.
func (b *Graph) settle(p *Plan, v compute.Values) (err error) {
	p.Bytes = b.memory.Bytes()
	switch p.Scheme {
	case Paired:
		err = b.planPairs(p, v)
	case Rows:
		err = b.planRows(p, v)
	case Workgroups, Coalesced, BottomUp, Naive:
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

// Run makes the searches of a plan, which is of no use after that.
func (b *Graph) Run(ctx context.Context, p *Plan) (Answer, error) {
	a := Answer{Plan: *p, Lengths: p.lengths}
	start, gpu := time.Now(), b.memory.Backend.Elapsed()
	search := map[Scheme]func(context.Context, *Answer) error{
		Paired: b.runPairs, Rows: b.runRows, Workgroups: b.runJoint, Coalesced: b.runJoint, BottomUp: b.runJoint, Naive: b.runJoint, Single: b.runSingle, Host: b.runHost,
	}[p.Scheme]
	var err error
	switch {
	case len(p.jobs) == 0:
	case p.Hybrid:
		err = b.runHybrid(ctx, &a, func(a *Answer) error { return search(ctx, a) })
	default:
		err = search(ctx, &a)
	}
	a.Wall, a.GPU = time.Since(start), b.memory.Backend.Elapsed()-gpu
	if err == nil {
		b.speed.learn(&a)
	}
	a.jobs, a.lengths = nil, nil
	return a, err
}

// ceilPowerOfTwo returns the smallest power of two that is not less than n, which
// is at least 1.
func ceilPowerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }
