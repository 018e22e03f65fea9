// Package schedule has orders in which the subgroups of a dispatch run on the interpreter of package simt: random,
// deliberately unfair, or recorded earlier.
package schedule

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
)

// kinds are the orders, each made from random numbers; their types say what they do.
var kinds = []struct {
	name string
	make func(rnd *rand.Rand) simt.Scheduler
}{
	{"order", func(*rand.Rand) simt.Scheduler { return first{} }},
	{"reversed", func(*rand.Rand) simt.Scheduler { return last{} }},
	{"turns", func(*rand.Rand) simt.Scheduler { return &turns{} }},
	{"random", Random},
	{"pct", newPriorities},
	{"starved", func(rnd *rand.Rand) simt.Scheduler { return &starved{anyone: anyone{rnd}} }},
	{"ahead", func(rnd *rand.Rand) simt.Scheduler { return &ahead{rnd: rnd} }},
}

// Kinds returns the names of the orders.
func Kinds() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// IsFair reports whether all subgroups that can run proceed alike in an order, so that none waits long for another one.
func IsFair(kind string) bool { return kind == "turns" || kind == "random" }

// New returns a scheduler of a kind. Equal random numbers give equal choices.
func New(kind string, rnd *rand.Rand) (simt.Scheduler, error) {
	for _, k := range kinds {
		if k.name == kind {
			return k.make(rnd), nil
		}
	}
	return nil, fmt.Errorf("%w: no schedule has the name %q", fault.Usage, kind)
}

// first runs workgroups and their subgroups in order, each up to its next barrier.
type first struct{}

// Next chooses the first.
func (first) Next([]simt.SubgroupAt) (int, int) { return 0, 0 }

// last runs the last subgroup of the last workgroup first.
type last struct{}

// Next chooses the last.
func (last) Next(ready []simt.SubgroupAt) (int, int) { return len(ready) - 1, 0 }

// turns goes from a workgroup to the next one that can run. Within one it goes from subgroup to subgroup.
type turns struct {
	workgroup uint32
	subgroup  map[uint32]int // that ran last, by workgroup
}

// Next chooses a subgroup of the next workgroup.
func (t *turns) Next(ready []simt.SubgroupAt) (int, int) {
	after := slices.IndexFunc(ready, func(s simt.SubgroupAt) bool { return s.Workgroup > t.workgroup })
	t.workgroup = ready[max(after, 0)].Workgroup
	if t.subgroup == nil {
		t.subgroup = map[uint32]int{}
	}
	was, ran := t.subgroup[t.workgroup]
	at := slices.IndexFunc(ready, func(s simt.SubgroupAt) bool { return s.Workgroup == t.workgroup && (!ran || s.Subgroup > was) })
	if at < 0 {
		at = slices.IndexFunc(ready, func(s simt.SubgroupAt) bool { return s.Workgroup == t.workgroup })
	}
	t.subgroup[t.workgroup] = ready[at].Subgroup
	return at, 1
}

// Random returns a scheduler that chooses any subgroup, for up to six blocks.
func Random(rnd *rand.Rand) simt.Scheduler { return anyone{rnd} }

type anyone struct{ rnd *rand.Rand }

// Next chooses any.
func (a anyone) Next(ready []simt.SubgroupAt) (int, int) {
	return a.rnd.IntN(len(ready)), 1 + a.rnd.IntN(6)
}

// priorities is probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs, ASPLOS 2010): the subgroup of the highest priority runs, for up to six blocks at a time; at
// d-1 of k choices the one that runs gets a priority below all others. A fault that d orderings of such pieces cause is found with a
// probability of at least 1/(n k^(d-1)) among n subgroups, if there are at most k choices.
type priorities struct {
	rnd    *rand.Rand
	salt   uint64
	points []int
	fallen map[simt.SubgroupAt]int64 // their priorities, below zero
	falls  int64
	ready  []simt.SubgroupAt // of the last choice, unless it fell
	best   int
	at     int
	last   simt.SubgroupAt // that ran, and how often in succession
	times  int
}

// patience is how often in succession a subgroup is chosen before it falls: it may wait for another one, for ever.
const patience = 256

func newPriorities(rnd *rand.Rand) simt.Scheduler {
	p, k := &priorities{rnd: rnd, salt: rnd.Uint64(), fallen: map[simt.SubgroupAt]int64{}}, 1<<(3+rnd.IntN(9))
	for range 1 + rnd.IntN(6) {
		p.points = append(p.points, rnd.IntN(k))
	}
	return p
}

// of is the priority of a subgroup: a hash, below all others if it fell.
func (p *priorities) of(s simt.SubgroupAt) int64 {
	if x := p.fallen[s]; x < 0 {
		return x
	}
	x := (p.salt ^ uint64(s.Workgroup)<<16 ^ uint64(s.Subgroup)) * 0x9e3779b97f4a7c15 // the golden ratio, as in splitmix64
	return int64((x ^ x>>29) * 0xbf58476d1ce4e5b9 >> 1)
}

// first returns the one with the highest priority.
func (p *priorities) first(ready []simt.SubgroupAt) (best int) {
	most := p.of(ready[0])
	for i, s := range ready[1:] {
		if x := p.of(s); x > most {
			best, most = i+1, x
		}
	}
	return best
}

// Next chooses the highest priority.
func (p *priorities) Next(ready []simt.SubgroupAt) (int, int) {
	if !slices.Equal(ready, p.ready) { // else the last choice is still the best
		p.ready, p.best = append(p.ready[:0], ready...), p.first(ready)
	}
	best := p.best
	if p.times++; ready[best] != p.last {
		p.last, p.times = ready[best], 0
	}
	if slices.Contains(p.points, p.at) || p.times == patience {
		p.times = 0
		p.falls++
		p.fallen[ready[best]] = -p.falls
		p.ready = p.ready[:0]
	}
	p.at++
	return best, 1 + p.rnd.IntN(6)
}

// starved runs a workgroup of its choice only if no other can run: a device need not let it proceed while others wait for it.
type starved struct {
	anyone
	has    bool
	victim uint32
}

// Next chooses any subgroup of other workgroups.
func (s *starved) Next(ready []simt.SubgroupAt) (int, int) {
	if !s.has {
		s.has, s.victim = true, ready[s.rnd.IntN(len(ready))].Workgroup
	}
	others := 0
	for _, r := range ready {
		if r.Workgroup != s.victim {
			others++
		}
	}
	if others == 0 {
		return s.anyone.Next(ready)
	}
	n := s.rnd.IntN(others)
	for i, r := range ready {
		if r.Workgroup == s.victim {
			continue
		}
		if n == 0 {
			return i, 1 + s.rnd.IntN(6)
		}
		n--
	}
	return 0, 0 // is not reached
}

// ahead lets one subgroup of each workgroup run up to its barrier before the others.
type ahead struct {
	rnd       *rand.Rand
	has       bool
	favourite int
}

// Next chooses the favourite of any workgroup, or any subgroup.
func (a *ahead) Next(ready []simt.SubgroupAt) (int, int) {
	if !a.has {
		a.has, a.favourite = true, ready[a.rnd.IntN(len(ready))].Subgroup
	}
	at := a.rnd.IntN(len(ready))
	for i, s := range ready {
		if s.Workgroup == ready[at].Workgroup && s.Subgroup == a.favourite {
			return i, 0
		}
	}
	return at, 1
}
