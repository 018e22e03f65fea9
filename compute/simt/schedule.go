package simt

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"kernelscope/internal/fault"
)

// ErrSteps means that a dispatch reaches its bound of steps, as one does that waits for ever. It wraps fault.Limit.
var ErrSteps = fmt.Errorf("%w: simt: a dispatch of more than the bound", fault.Limit)

// Scheduler chooses which subgroup runs next. The same choices give the same run.
type Scheduler interface {
	// Next returns the index of one of the subgroups that can run, and after how many blocks to ask
	// again; 0 runs it up to the next barrier. It must not change the list.
	Next(ready []SubgroupAt) (index, blocks int)
}

// SubgroupAt is a subgroup in execution.
type SubgroupAt struct {
	Workgroup uint32 // number in the grid, x fastest
	Subgroup  int
}

// queue gives out the workgroups of a grid in order.
type queue struct {
	grid [3]int
	only []int // their numbers, or nil for all
	next int
}

func (q *queue) len() int {
	if q.only != nil {
		return len(q.only)
	}
	return q.grid[0] * q.grid[1] * q.grid[2]
}

// place returns where a workgroup is in the queue, or would be.
func (q *queue) place(workgroup int) int {
	if q.only != nil {
		return sort.SearchInts(q.only, workgroup)
	}
	return workgroup
}

// take returns the next workgroup.
func (q *queue) take() (id [3]uint32, ok bool) {
	n := q.next
	if n >= q.len() {
		return id, false
	}
	q.next++
	if q.only != nil {
		n = q.only[n]
	}
	return [3]uint32{uint32(n % q.grid[0]), uint32(n / q.grid[0] % q.grid[1]), uint32(n / q.grid[0] / q.grid[1])}, true
}

// execution is a dispatch in progress. Its workgroups are taken from the queue, as many together as
// there are groups.
type execution struct {
	m *Machine
	queue
	groups  []*group
	running []*group    // in the order of their numbers
	s       *subgroup   // whose turn it is; nil when the dispatch has ended
	blocks  int         // that are left of its turn
	ready   []*subgroup // as of the last change
	places  []SubgroupAt
	changed bool // a subgroup waits or ended since, or others began
}

// schedule runs all workgroups of an execution.
func (x *execution) schedule(ctx context.Context) error {
	err := x.start()
	for err == nil && x.s != nil {
		for err == nil && x.blocks > 0 && x.s.state == canRun {
			n := min(x.blocks, maxTurn)
			x.s.run(n)
			x.blocks -= n
			err = ctx.Err()
		}
		if err == nil {
			err = x.after()
		}
	}
	return err
}

// maxTurn is the number of blocks after which a turn looks whether the context has ended: some milliseconds.
const maxTurn = 1 << 14

// start begins the first workgroups.
func (x *execution) start() error {
	for _, g := range x.groups {
		if id, ok := x.take(); ok {
			g.begin(id)
			x.running = append(x.running, g)
		}
	}
	x.changed = true
	return x.turn()
}

// turn chooses the subgroup that runs next.
func (x *execution) turn() error {
	x.s = nil
	if x.changed {
		x.list()
	}
	if len(x.ready) == 0 {
		return nil
	}
	i := 0
	x.blocks = 0
	if x.m.Scheduler != nil {
		if i, x.blocks = x.m.Scheduler.Next(x.places); i < 0 || i >= len(x.ready) {
			return fmt.Errorf("%w: simt: the scheduler chose subgroup %d of %d", fault.Usage, i, len(x.ready))
		}
	}
	if x.blocks <= 0 {
		x.blocks = math.MaxInt
	}
	x.s = x.ready[i]
	return nil
}

// list finds the subgroups that can run.
func (x *execution) list() {
	x.ready, x.places, x.changed = x.ready[:0], x.places[:0], false
	for _, g := range x.running {
		x.ready = g.ready(x.ready)
	}
	if x.m.Scheduler != nil {
		for _, s := range x.ready {
			x.places = append(x.places, SubgroupAt{s.g.linear, s.id})
		}
	}
}

// after ends a turn: a workgroup may proceed past a barrier, or give its place to the next one.
func (x *execution) after() error {
	g := x.s.g
	if g.stopped {
		return fmt.Errorf("%w of %d instructions of a lane", ErrSteps, g.most)
	}
	stopped := x.s.state != canRun
	x.changed = x.changed || stopped
	if stopped && g.settle() {
		if g.watch != nil {
			g.watch.end(g)
		}
		id, ok := x.take()
		if ok {
			g.begin(id)
		}
		x.leave(g, ok)
	}
	return x.turn()
}

// ready appends the subgroups that can run.
func (g *group) ready(out []*subgroup) []*subgroup {
	for _, s := range g.subgroups {
		if s.state == canRun {
			out = append(out, s)
		}
	}
	return out
}

// leave takes a workgroup off the list, or puts it at its end, as the last one that began.
func (x *execution) leave(g *group, goesOn bool) {
	i := slices.Index(x.running, g)
	x.running = append(x.running[:i], x.running[i+1:]...)
	if goesOn {
		x.running = append(x.running, g)
	}
}
