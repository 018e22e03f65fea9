package simt

import "fmt"

// Observe chooses what a machine observes. The zero value observes nothing and costs nothing.
type Observe struct {
	Counters      bool // Machine.Counters
	Uninitialized bool // reads of shared memory and variables before they are written
	Races         bool // accesses without an order
	Writers       bool // Machine.Writer
}

// watcher observes what subgroups execute.
type watcher struct {
	Observe
	p        *Program
	counts   []BlockCount  // by block
	accesses []AccessCount // by number of a memory instruction
	waits    map[*barrier]*WaitCount
	groups   []int64 // lengths of the workgroups of the last dispatch, in order of execution
	works    []int64 // instructions of its subgroups, in the order in which workgroups end
	seen     distinct
	races    *races
	dispatch uint32 // from 1 on
	number   uint32 // of the program
}

type direction uint8

const (
	reads direction = iota
	writes
	changes // atomic instructions
)

// BlockCount counts executions of a block by subgroups.
type BlockCount struct {
	Executions int64
	Lanes      int64 // active lanes of all executions
	Divergent  int64 // executions after which lanes go to different blocks
}

// WaitCount counts what subgroups do before a barrier, in compiled instructions.
type WaitCount struct {
	Worked int64 // from the barrier before it, or the beginning
	Waited int64 // that others execute meanwhile, if all subgroups execute at one pace
}

// AccessCount counts executions of a memory instruction by subgroups.
type AccessCount struct {
	Executions int64
	Lanes      int64
	Sectors    int64 // of 32 bytes, in buffers
	Least      int64 // sectors for as many lanes, if their elements were contiguous
	Rounds     int64 // of shared memory with 32 banks: as many as different words of one bank are accessed
	Conflicts  int64 // rounds beyond those that as many words of different banks need
	Addresses  int64 // different addresses of an atomic instruction
	Most       int64 // lanes with one address, at most
}

func newWatcher(p *Program, o Observe) *watcher {
	w := &watcher{Observe: o, p: p, counts: make([]BlockCount, len(p.blocks)), accesses: make([]AccessCount, p.accesses), waits: map[*barrier]*WaitCount{}}
	if o.Races {
		w.races = newRaces(p)
	}
	return w
}

// block counts an execution.
func (w *watcher) block(s *subgroup, b *block) {
	c := &w.counts[b.index]
	c.Executions++
	c.Lanes += int64(len(s.lanes))
	s.length += int64(len(b.code) + 1)
}

// begin prepares for a workgroup.
func (w *watcher) begin(g *group) {
	g.number = len(w.groups)
	w.groups = append(w.groups, 0)
	if w.Uninitialized {
		if g.written == nil {
			g.written = make([]bool, len(g.shared))
		}
		clear(g.written)
	}
	if w.races != nil {
		w.races.begin(g)
	}
}

// memory observes an access. Addresses are bytes from the beginning of the space, and outside the
// space for lanes that access nothing.
func (w *watcher) memory(s *subgroup, in *inst, addr []uint32, d direction) {
	if w.Counters {
		w.count(s, in, addr)
	}
	if in.acc.space == sharedSpace && w.Uninitialized {
		w.initialized(s, in, addr, d)
	}
	if w.races != nil && in.acc.space != pushSpace {
		w.races.access(s, in, addr, d)
	}
	if w.Writers && d != reads && in.acc.space >= firstBuffer {
		w.note(s, in, addr)
	}
}

func (w *watcher) count(s *subgroup, in *inst, addr []uint32) {
	c := &w.accesses[in.number]
	c.Executions++
	c.Lanes += int64(len(s.lanes))
	switch {
	case in.acc.space == sharedSpace:
		rounds, conflicts := w.rounds(s, in, addr)
		c.Rounds += rounds
		c.Conflicts += conflicts
	case in.acc.space >= firstBuffer:
		n := w.sectors(s, in, addr)
		c.Sectors += n
		c.Least += min(n, w.least(s, in, addr))
	}
	if in.acc.atomic {
		n, most := w.addresses(s, addr)
		c.Addresses += n
		c.Most = max(c.Most, most)
	}
}

// distinct counts different numbers with a small hash table, whose entries hold for one stamp.
type distinct struct {
	stamp  uint32
	key    [4 * maxLanes]uint32
	stamps [4 * maxLanes]uint32
	n      [4 * maxLanes]int32
}

func (d *distinct) clear() {
	if d.stamp++; d.stamp == 0 {
		d.stamps = [4 * maxLanes]uint32{}
		d.stamp = 1
	}
}

// add counts x, and returns how often it was counted since the last clear.
func (d *distinct) add(x uint32) int32 {
	for i := x * 0x9e3779b1 >> 23; ; i = (i + 1) % (4 * maxLanes) {
		if d.stamps[i] != d.stamp {
			d.stamps[i], d.key[i], d.n[i] = d.stamp, x, 1
			return 1
		}
		if d.key[i] == x {
			d.n[i]++
			return d.n[i]
		}
	}
}

// sectors counts the 32-byte sectors that an instruction touches.
func (w *watcher) sectors(s *subgroup, in *inst, addr []uint32) (n int64) {
	const shift = 5
	last := uint32(outside)
	w.seen.clear()
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		first := addr[l] >> shift
		end := (addr[l] + in.acc.span - 1) >> shift
		if first == last && end == last {
			continue
		}
		for x := first; x <= min(end, first+3); x++ {
			if w.seen.add(x) == 1 {
				n++
			}
		}
		n += int64(end) - int64(min(end, first+3)) // large values are seen by one lane
		last = end
	}
	return n
}

// least counts the sectors that the lanes need if their elements are contiguous.
func (w *watcher) least(s *subgroup, in *inst, addr []uint32) int64 {
	lanes := int64(len(s.lanes))
	for _, l := range s.lanes {
		if addr[l] == outside {
			lanes--
		}
	}
	return (lanes*int64(in.acc.span) + 31) / 32
}

// rounds counts, for each 32 lanes, the different words of the bank that has the most, and how many these are more than
// if all banks had as many.
func (w *watcher) rounds(s *subgroup, in *inst, addr []uint32) (n, conflicts int64) {
	const banks = 32
	for at := 0; at < len(s.lanes); at += banks {
		var per [banks]int64
		most, words := int64(0), int64(0)
		w.seen.clear()
		for _, l := range s.lanes[at:min(len(s.lanes), at+banks)] {
			if addr[l] == outside {
				continue
			}
			for x := addr[l] / 4; x <= (addr[l]+min(in.acc.span, 16)-1)/4; x++ {
				if w.seen.add(x) == 1 {
					words++
					per[x%banks]++
					most = max(most, per[x%banks])
				}
			}
		}
		n += most
		conflicts += most - (words+banks-1)/banks
	}
	return n, conflicts
}

// addresses counts the different addresses, and the lanes of the most frequent one.
func (w *watcher) addresses(s *subgroup, addr []uint32) (n, most int64) {
	w.seen.clear()
	for _, l := range s.lanes {
		k := int64(w.seen.add(addr[l]))
		if k == 1 {
			n++
		}
		most = max(most, k)
	}
	return n, most
}

// initialized reports reads of words of shared memory that were not written in this workgroup.
func (w *watcher) initialized(s *subgroup, in *inst, addr []uint32, d direction) {
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		for i := range in.acc.leaves {
			at := (addr[l] + in.acc.leaves[i].offset) / 4
			if d != writes && !s.g.written[at] {
				s.describe(in.line, in.op, int(l), Uninitialized, in.acc.v.name, func() string { return wordOf(in, at) })
			}
			if d != reads {
				s.g.written[at] = true
			}
		}
	}
}

// wordOf names a word of an access to shared memory.
func wordOf(in *inst, word uint32) string {
	v := in.acc.v
	return fmt.Sprintf("word %d of %s", word-v.base/4, v.name)
}

// moveLocal observes a copy from or to a variable of an invocation.
func (s *subgroup) moveLocal(in *inst) {
	w := reg(s.w)
	if !in.acc.loads {
		s.written[in.d/w] = s.written[in.d/w].or(s.mask)
		return
	}
	if lack := s.mask.without(s.written[in.a/w]); !in.acc.whole && !lack.empty() && in.acc.v.class != inInput {
		s.describe(in.line, in.op, lack.first(), Uninitialized, in.acc.v.name, func() string { return in.acc.v.name })
	}
}

// local observes an access through an index to a variable of an invocation.
func (s *subgroup) local(in *inst, addr []uint32) {
	if s.written == nil || in.acc.v.class == inInput {
		return
	}
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		for _, l := range s.lanes {
			if addr[l] == outside {
				continue
			}
			m := &s.written[int(addr[l]+f.offset)/4+int(in.acc.v.reg[0])/s.w]
			if !in.acc.loads {
				m.add(int(l))
			} else if !m.has(int(l)) && !in.acc.whole {
				s.describe(in.line, in.op, int(l), Uninitialized, in.acc.v.name, func() string {
					return fmt.Sprintf("word %d of %s", (addr[l]+f.offset)/4, in.acc.v.name)
				})
			}
		}
	}
}
