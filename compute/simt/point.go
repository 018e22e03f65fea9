package simt

import "slices"

// point is the state of a dispatch at a moment.
type point struct {
	at      int64
	next    int // workgroup of the queue
	choices int // of the scheduler so far
	steps   int64
	turn    [2]int // workgroup among those that run, and subgroup; -1 at the end
	blocks  int
	groups  []savedGroup
	deltas  [][]delta // of each memory, since the point before
	bytes   int
}

type savedGroup struct {
	g         *group
	id        [3]uint32
	shared    []uint32
	subgroups []savedSubgroup
}

// savedSubgroup has no registers if the subgroup has not begun.
type savedSubgroup struct {
	regs    []uint32
	rounds  []int32
	kept    []mask
	at      int32
	trail   trail
	mask    mask
	pending []waiting
	state   state
	barrier *barrier
}

// Bytes of a point and of its parts, beside what they point to.
const (
	pointBytes    = 176
	groupBytes    = 72
	subgroupBytes = 184
)

// save adds a point for the present.
func (r *Recording) save() {
	p := point{at: r.at, next: r.x.next, choices: r.chooser.next, steps: r.steps, turn: [2]int{-1, -1}, blocks: r.x.blocks, bytes: pointBytes}
	for i, g := range r.x.running {
		if r.x.s != nil && r.x.s.g == g {
			p.turn = [2]int{i, r.x.s.id}
		}
		p.groups = append(p.groups, g.saved(&p.bytes))
	}
	for _, c := range r.memories {
		p.deltas = append(p.deltas, c.since())
	}
	r.points = append(r.points, p)
	r.base = len(r.points) - 1
	r.measure()
}

// measure counts the bytes of all points and of the scheduler's choices.
func (r *Recording) measure() {
	r.bytes = 8 * cap(r.chooser.made)
	for _, p := range r.points {
		r.bytes += p.bytes
		for _, d := range p.deltas {
			r.bytes += 24 + 8*cap(d)
		}
	}
}

func (g *group) saved(bytes *int) savedGroup {
	out := savedGroup{g: g, id: g.id, shared: slices.Clone(g.shared)}
	*bytes += groupBytes + 4*len(out.shared)
	for _, s := range g.subgroups {
		x := savedSubgroup{at: s.at, trail: s.trail, mask: s.mask, pending: slices.Clone(s.pending), state: s.state, barrier: s.barrier}
		if s.trail.done > 0 {
			x.regs, x.rounds, x.kept = slices.Clone(s.regs), slices.Clone(s.rounds), slices.Clone(s.kept)
		}
		out.subgroups = append(out.subgroups, x)
		*bytes += subgroupBytes + 4*len(x.regs) + 4*len(x.rounds) + 16*len(x.kept) + 24*len(x.pending)
	}
	return out
}

// restore goes to a point.
func (r *Recording) restore(k int) {
	for i, c := range r.memories {
		c.undo()
		for j := min(r.base, k) + 1; j <= max(r.base, k); j++ { // in any order: xor commutes
			c.apply(r.points[j].deltas[i])
		}
	}
	r.base = k
	p := &r.points[k]
	r.at, r.x.next, r.chooser.next, r.steps, r.x.blocks = p.at, p.next, p.choices, p.steps, p.blocks
	r.x.running, r.x.s, r.x.changed = r.x.running[:0], nil, true
	for i := range p.groups {
		p.groups[i].restore()
		r.x.running = append(r.x.running, p.groups[i].g)
	}
	if p.turn[0] >= 0 {
		r.x.s = r.x.running[p.turn[0]].subgroups[p.turn[1]]
	}
}

func (x *savedGroup) restore() {
	g := x.g
	g.stopped = false
	g.begin(x.id)
	copy(g.shared, x.shared)
	for i, s := range g.subgroups {
		y := &x.subgroups[i]
		if y.regs != nil {
			copy(s.regs, y.regs)
			copy(s.rounds, y.rounds)
			copy(s.kept, y.kept)
		}
		s.at, s.trail, s.state, s.barrier = y.at, y.trail, y.state, y.barrier
		s.pending = append(s.pending[:0], y.pending...)
		s.activate(y.mask)
	}
}

// passed reports whether a position is before the point. Its workgroup has a place in the queue.
func (p *point) passed(at Position, place int) bool {
	for i := range p.groups {
		g := &p.groups[i]
		if g.g.linearOf(g.id) == at.Workgroup {
			return at.Subgroup >= len(g.subgroups) || g.subgroups[at.Subgroup].trail.done > at.Instruction
		}
	}
	return place < p.next
}

// thin drops every other point and merges what changed. It reports whether the rest fits the budget, or can
// be made to.
func (r *Recording) thin() bool {
	for r.fixed+r.bytes > r.budget {
		n := len(r.points)
		if n == 1 {
			return false
		}
		if n == 2 {
			for i, c := range r.memories {
				c.forget(r.points[1].deltas[i])
			}
			r.points, r.base = r.points[:1], 0
		} else {
			var left []point
			for i, p := range r.points {
				if i%2 == 1 && i < n-1 {
					for k := range p.deltas {
						r.points[i+1].deltas[k] = merge(p.deltas[k], r.points[i+1].deltas[k])
					}
					continue
				}
				left = append(left, p)
			}
			r.points, r.base = left, len(left)-1
		}
		r.interval *= 2
		r.measure()
	}
	return true
}

// chooser asks a scheduler once, and gives its choices again.
type chooser struct {
	Scheduler
	made []choice
	next int
}

type choice struct{ index, blocks int32 }

// Next returns the choice that was made, or makes it.
func (c *chooser) Next(ready []SubgroupAt) (int, int) {
	if c.next == len(c.made) {
		i, blocks := c.Scheduler.Next(ready)
		c.made = append(c.made, choice{int32(i), int32(min(blocks, 1<<31-1))})
	}
	c.next++
	x := c.made[c.next-1]
	return int(x.index), int(x.blocks)
}
