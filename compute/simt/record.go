package simt

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"

	"kernelscope/internal/fault"
)

// Recording is a dispatch that can be looked at before each instruction of each subgroup, forwards and
// backwards. It keeps points of the run, from which it executes again: registers, shared memory, and the
// words of buffers that changed since the point before. Its memory has a bound; if points need more,
// every other one is dropped, and the way from a point becomes longer (Interval).
//
// Instructions are those that the program was compiled to, one for each component of a value, and the
// ends of blocks. Moments count the instructions of all subgroups, in the order of execution. At a moment
// all instructions before it are done, and Moment describes the next one.
//
// A recording is used by one goroutine. The buffers of the dispatch are copied and stay as they are.
type Recording struct {
	p        *Program
	m        Machine
	x        *execution
	names    []named
	memories []*changed
	copies   map[*uint32]*changed // by the words that were copied
	points   []point
	base     int   // the point whose words the memories have beside the current ones
	at       int64 // instructions so far
	length   int64
	interval int64
	steps    int64 // lane-instructions, for the bound
	chooser  chooser
	fixed    int // bytes beside points
	bytes    int // of points
	budget   int
	events   []Event
}

// Recorder says how to record.
type Recorder struct {
	Bounds
	Scheduler Scheduler // as of a machine
	Resident  int
	Fine      bool
	Budget    int   // bytes; 256 MiB if zero
	Interval  int64 // instructions between points while there is room; 1<<14 if zero
}

// Of a recorder that does not say: instructions between points, and bytes.
const (
	usualInterval = 1 << 14
	usualBudget   = 256 << 20
)

// Record runs a dispatch and records it. The recording is at its beginning. Compile the program with Names
// to see the values of names. An error wraps fault.Limit if the bound of steps is reached, or if the
// budget has no room for two copies of the buffers and for one point.
func Record(ctx context.Context, p *Program, d Dispatch, o Recorder) (*Recording, error) {
	if p.precise {
		return nil, fault.Usage.Errorf("simt: a program that follows precision cannot be recorded")
	}
	r := &Recording{p: p, names: p.names(), copies: map[*uint32]*changed{}, interval: o.Interval, budget: o.Budget}
	if r.interval <= 0 {
		r.interval = usualInterval
	}
	if r.budget == 0 {
		r.budget = usualBudget
	}
	r.chooser.Scheduler = o.Scheduler
	r.m = Machine{Bounds: o.Bounds, Resident: o.Resident, Fine: o.Fine}
	if o.Scheduler != nil {
		r.m.Scheduler = &r.chooser
	}
	if err := r.open(d); err != nil {
		return nil, err
	}
	if err := r.x.start(); err != nil {
		return nil, err
	}
	r.save()
	for r.x.s != nil {
		if err := r.run(ctx, r.at+r.interval, nil); err != nil {
			return nil, err
		}
		r.save()
		if r.fixed+r.bytes > r.budget && !r.thin() {
			return nil, fmt.Errorf("%w: simt: a recording needs %d bytes, its budget is %d", fault.Limit, r.fixed+r.bytes, r.budget)
		}
	}
	r.length, r.events = r.at, r.m.Events()
	return r, r.Seek(ctx, 0)
}

// open copies the buffers and images, and makes the workgroups.
func (r *Recording) open(d Dispatch) (err error) {
	slots := slices.SortedFunc(maps.Keys(d.Buffers), Slot.compare)
	buffers, images := map[Slot][]uint32{}, map[Slot]*Image{}
	for _, slot := range slots {
		if buffers[slot], err = r.copy(d.Buffers[slot]); err != nil {
			return err
		}
	}
	for _, slot := range slices.SortedFunc(maps.Keys(d.Images), Slot.compare) {
		m := *d.Images[slot]
		if m.Words, err = r.copy(m.Words); err != nil {
			return err
		}
		images[slot] = &m
	}
	d.Buffers, d.Images = buffers, images
	if r.x, err = r.m.prepare(r.p, d, &r.steps); err != nil {
		return err
	}
	for _, g := range r.x.groups {
		g.changed = make([]*changed, len(g.spaces))
		for i, words := range g.spaces {
			for _, c := range r.memories {
				if i >= firstBuffer && len(words) > 0 && &words[0] == &c.words[0] {
					g.changed[i] = c
				}
			}
		}
		r.fixed += 4 * len(g.shared)
		for _, s := range g.subgroups {
			s.kept, s.fresh = make([]mask, r.p.results), slices.Clone(s.regs)
			r.fixed += 8*len(s.regs) + 16*len(s.kept)
		}
	}
	return nil
}

// copy copies words, those that were copied before only once.
func (r *Recording) copy(words []uint32) ([]uint32, error) {
	if len(words) == 0 {
		return nil, nil
	}
	if c := r.copies[&words[0]]; c != nil {
		return c.words, nil
	}
	if need := r.fixed + 8*len(words); need > r.budget {
		return nil, fmt.Errorf("%w: simt: two copies of the buffers need %d bytes or more, the budget is %d", fault.Limit, need, r.budget)
	}
	c := newChanged(words)
	r.copies[&words[0]] = c
	r.memories = append(r.memories, c)
	r.fixed += 8*len(words) + len(c.dirty)
	return c.words, nil
}

func (s Slot) compare(o Slot) int {
	return cmp.Or(cmp.Compare(s.Set, o.Set), cmp.Compare(s.Binding, o.Binding))
}

// run executes up to a moment, or until stop holds before an instruction.
func (r *Recording) run(ctx context.Context, to int64, stop func() bool) error {
	for n := 0; r.at < to && r.x.s != nil; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := r.x.s
		b := &r.p.blocks[s.at]
		left := int64(len(b.code)+1) - int64(s.trail.pc)
		if i := r.p.access(b, int(s.trail.pc)); r.m.Fine && i < len(b.code) {
			left = int64(i+1) - int64(s.trail.pc)
		}
		if left = min(left, to-r.at); stop != nil {
			left = 1
		}
		if err := r.execute(s, left); err != nil {
			return err
		}
		if stop != nil && stop() {
			return nil
		}
	}
	return nil
}

// execute executes n instructions of a subgroup, at most up to the end of its block, or of its piece.
func (r *Recording) execute(s *subgroup, n int64) error {
	b, t := &r.p.blocks[s.at], &s.trail
	code := b.code[t.pc:]
	isEnd := int(n) > len(code)
	for i := range min(int(n), len(code)) {
		code[i].run(s, &code[i])
	}
	t.done += n
	r.at += n
	if !isEnd {
		t.pc += int32(n)
		t.line, t.source = code[n-1].line, code[n-1].source
		if a := code[n-1].acc; r.m.Fine && a != nil && r.p.isShared(a.space) {
			return r.turned(s)
		}
		return nil
	}
	t.pc, t.line, t.source = 0, b.lineOfEnd(), b.endAt
	if r.steps += int64(len(b.code)+1) * int64(len(s.lanes)); r.steps > s.g.most {
		s.g.stop()
		return r.x.after()
	}
	s.leave(b)
	return r.turned(s)
}

// turned ends a block of a subgroup's turn, or a piece of one.
func (r *Recording) turned(s *subgroup) error {
	if r.x.blocks--; s.state == canRun && r.x.blocks > 0 {
		return nil
	}
	return r.x.after()
}

func (b *block) lineOfEnd() int32 {
	if b.kind == waits {
		return b.barrier.line
	}
	return b.endLine
}

// Len returns the number of instructions of all subgroups. Moments go from 0 to it, where all have ended.
func (r *Recording) Len() int64 { return r.length }

// At returns the moment.
func (r *Recording) At() int64 { return r.at }

// Bytes returns the memory that the recording needs, and its budget.
func (r *Recording) Bytes() (used, budget int) { return r.fixed + r.bytes, r.budget }

// Interval returns the most instructions between two points: what a seek executes at most.
func (r *Recording) Interval() (most int64) {
	for i := range r.points[1:] {
		most = max(most, r.points[i+1].at-r.points[i].at)
	}
	return max(most, r.length-r.points[len(r.points)-1].at)
}

// Events returns what the dispatch reported without being observed, by line.
func (r *Recording) Events() []Event { return r.events }

// Seek goes to a moment.
func (r *Recording) Seek(ctx context.Context, at int64) error {
	if at < 0 || at > r.length {
		return fault.Usage.Errorf("simt: moment %d of a recording with %d", at, r.length)
	}
	k := sort.Search(len(r.points), func(i int) bool { return r.points[i].at > at }) - 1
	if at < r.at || r.points[k].at > r.at {
		r.restore(k)
	}
	return r.run(ctx, at, nil)
}

// Find goes to where a subgroup is about to execute an instruction, counted from the beginning of its workgroup.
func (r *Recording) Find(ctx context.Context, p Position) error {
	k := sort.Search(len(r.points), func(i int) bool { return r.points[i].passed(p, r.x.place(int(p.Workgroup))) }) - 1
	if k < 0 || p.Subgroup < 0 || p.Instruction < 0 {
		return fault.Usage.Errorf("simt: the recording has no %v", p)
	}
	r.restore(k)
	isThere := func() bool {
		s := r.x.s
		return s != nil && s.g.linear == p.Workgroup && s.id == p.Subgroup && s.trail.done == p.Instruction
	}
	if isThere() {
		return nil
	}
	if err := r.run(ctx, math.MaxInt64, isThere); err != nil {
		return err
	}
	if !isThere() {
		return fault.Usage.Errorf("simt: the recording has no %v", p)
	}
	return nil
}
