package prepared

import (
	"math"
	"sync"
	"sync/atomic"
)

// raw is a front as found by a dissection, in the order of threads.
type raw struct {
	nodes  []uint32
	parent uint32
}

// dissector cuts a network by separators, in parallel. Its result does not depend on the number
// of threads, except for the order of its list.
type dissector struct {
	spare atomic.Int64 // threads that are free
	stop  atomic.Bool  // because nobody waits for the result, or because a cell has no small separator
	flows sync.Pool

	lock   sync.Mutex
	fronts []raw

	total    float64
	done     float64 // under lock
	progress func(share float64)
}

// Cells below these sizes are not worth a goroutine.
const (
	nodesAFlow = 8000
	nodesASide = 2000
)

// take acquires a free thread, if there is one.
func (d *dissector) take() bool {
	for {
		s := d.spare.Load()
		if s <= 0 {
			return false
		}
		if d.spare.CompareAndSwap(s, s-1) {
			return true
		}
	}
}

// share runs both functions, one on another thread if one is free and the work is large.
func (d *dissector) both(large bool, a, b func()) {
	if !large || !d.take() {
		a()
		b()
		return
	}
	done := make(chan struct{})
	go func() {
		a()
		d.spare.Add(1)
		close(done)
	}()
	b()
	<-done
}

// add makes a front and returns its number.
func (d *dissector) add(nodes []uint32, parent uint32) uint32 {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.fronts = append(d.fronts, raw{nodes, parent})
	return uint32(len(d.fronts) - 1)
}

// workOf estimates the work of cutting n nodes down to leaves.
func workOf(n int) float64 {
	return float64(n) * (1 + math.Log2(max(1, float64(n)/leafNodes)))
}

// tell reports that a cell of n nodes has become cells of some sizes.
func (d *dissector) tell(n int, parts ...int) {
	work := workOf(n)
	for _, p := range parts {
		work -= workOf(p)
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.done += work
	if d.progress != nil {
		d.progress(min(1, d.done/d.total))
	}
}

// split cuts a cell below a front.
func (d *dissector) split(c *cell, parent uint32) {
	n := c.nodes()
	if n == 0 || d.stop.Load() {
		return
	}
	if n <= leafNodes {
		d.add(c.id, parent)
		d.tell(n)
		return
	}
	var side [2][]uint32
	if lists := c.components(); len(lists) > 1 {
		side = shareOut(lists)
	} else {
		var separator []uint32
		side, separator = d.cut(c)
		if d.stop.Load() {
			return
		}
		if len(separator) > 0 {
			parent = d.add(separator, parent)
		}
	}
	local := make([]uint32, n)
	for i := range local {
		local[i] = none
	}
	a, b := c.part(side[0], local), c.part(side[1], local)
	*c = cell{} // its memory is needed
	d.tell(n, a.nodes(), b.nodes())
	d.both(n > nodesASide, func() { d.split(a, parent) }, func() { d.split(b, parent) })
}

// result is the cut of one direction.
type result struct {
	sides []uint8
	size  int
	score float64 // nodes of the separator for each node of the smaller side
}

// cut cuts a connected cell by the best of all directions: by places and, without places or if
// those cuts are large, by hops.
func (d *dissector) cut(c *cell) (side [2][]uint32, separator []uint32) {
	var best atomic.Int64
	best.Store(int64(min(c.nodes(), largestFront)))
	var results []result
	if c.at != nil {
		results = d.cutBy(c, c.byPlaces(), &best)
	}
	if c.at == nil || isLarge(int(best.Load()), c.nodes()) {
		results = append(results, d.cutBy(c, c.byHops(), &best)...)
	}
	chosen := -1
	for i, r := range results {
		// A cut that another order of threads would have abandoned is never chosen.
		if r.sides != nil && r.size <= allowed(best.Load()) && (chosen < 0 || r.score < results[chosen].score) {
			chosen = i
		}
	}
	if chosen < 0 { // d is to stop, or every cut is larger than a front can be
		d.stop.Store(true)
		return side, nil
	}
	for i, s := range results[chosen].sides {
		if s == cut {
			separator = append(separator, c.id[i])
		} else {
			side[s] = append(side[s], uint32(i))
		}
	}
	return side, separator
}

// isLarge reports whether a cut is larger than cuts of road networks are: places may have
// nothing to do with the network, and a city of a regular plan has better ones.
func isLarge(cut, nodes int) bool {
	const few = 256
	return nodes > few && 2*cut*cut > nodes
}

// cutBy cuts a cell by some directions, concurrently if it is large.
func (d *dissector) cutBy(c *cell, list []direction, best *atomic.Int64) []result {
	results := make([]result, len(list))
	var wait sync.WaitGroup
	for i, towards := range list {
		if c.nodes() > nodesAFlow && i+1 < len(list) && d.take() {
			wait.Go(func() {
				results[i] = d.cutAlong(c, towards, best)
				d.spare.Add(1)
			})
		} else {
			results[i] = d.cutAlong(c, towards, best)
		}
	}
	wait.Wait()
	return results
}

// allowed returns the size allowed for a cut beside the smallest one: a larger cut may be
// better balanced.
func allowed(best int64) int { return int(best + best/4 + 2) }

// cutAlong cuts a cell by one direction. It gives up if the cut is larger than allowed.
func (d *dissector) cutAlong(c *cell, towards direction, best *atomic.Int64) (r result) {
	f, _ := d.flows.Get().(*flow)
	if f == nil {
		f = &flow{}
	}
	defer d.flows.Put(f)
	f.reset(c, &d.stop)
	f.terminals(towards)
	if !f.run(allowed(best.Load())) {
		return r
	}
	r.sides = make([]uint8, c.nodes())
	count := [3]int{}
	for i := range r.sides {
		s := f.side(i)
		r.sides[i] = s
		count[s]++
	}
	r.size = count[cut]
	r.score = (float64(r.size) + 1e-3) / (float64(min(count[near], count[far])) + 1)
	for {
		b := best.Load()
		if int64(r.size) >= b || best.CompareAndSwap(b, int64(r.size)) {
			return r
		}
	}
}
