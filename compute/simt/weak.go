package simt

import (
	"math/rand/v2"
	"slices"
)

// weak is the memory of a dispatch under Vulkan's memory model (Vulkan specification, appendix Memory Model): a word has the values that
// were stored, in its modification order, and a load returns the last one or, where no order forbids it, an earlier one. A subgroup is one
// observer: its lanes see one memory.
//
// A load may not return a value from before one that the subgroup stored, has loaded, or knows, or from before a
// value that another load has returned, if the subgroup knows of that load. What a subgroup knows comes from barriers of its workgroup, and from a memory barrier with release, a store and a load of
// one coherent word, and a memory barrier with acquire, if scopes include both subgroups and semantics name the memory. A store without
// order may come before another one in the modification order. Values in memory that is not coherent are loaded by others if they know
// them, or after the storing subgroup has ended.
//
// Buffers and shared memory hold the last values, so that a dispatch needs nothing at its end.
type weak struct {
	rnd     *rand.Rand
	buffers map[*uint32]*pages[past]
	atomics uint32 // of 64 bits so far
}

// past has the values of a word, first what was there before the dispatch.
type past []stored

// stored is a value of a word.
type stored struct {
	value    uint32
	by       *observer // nil before the dispatch
	epoch    uint32    // of by
	isOpen   bool      // stored by an atomic instruction, or in coherent memory
	isDevice bool      // its scope is the device, not the workgroup
	isChange bool      // by an atomic instruction that read the value before it: none comes between
	pair     uint32    // number of the atomic instruction of 64 bits that stored both words
	with     *released
	heads    []head // of its release sequence, in other workgroups
	seen     []sight
}

// head is a store that begins a release sequence, with what it passes on to its own workgroup.
type head struct {
	by   *observer
	with *released
}

// sight is an observer's first load of a value: its number, and its epoch at the place of the load.
type sight struct{ number, epoch uint32 }

// maxValues of a word are kept.
const maxValues = 12

// Memory that semantics name, and scopes that include subgroups of one workgroup, or all.
const (
	bufferMemory, sharedMemory = 0, 1
	groupScope, wideScope      = 0, 1
)

// released is what a subgroup passes on, by scope and memory.
type released [2][2]clock

// observer is a subgroup and what it knows of the stores of others: of subgroups by number, up to an epoch.
type observer struct {
	number, group, epoch uint32
	of                   *group
	known                [2]clock    // by memory
	loaded               [2][2]clock // what a memory barrier makes known, by scope and memory
	released             *released   // by the last memory barrier
	hasEnded             bool
}

func newWeak(rnd *rand.Rand) *weak { return &weak{rnd: rnd, buffers: map[*uint32]*pages[past]{}} }

// begin makes a workgroup's observers.
func (w *weak) begin(g *group) {
	if g.pasts == nil {
		g.pasts = make([]past, len(g.shared))
	}
	clear(g.pasts)
	for _, s := range g.subgroups {
		s.observer = &observer{number: g.linear*uint32(len(g.subgroups)) + uint32(s.id), group: g.linear, epoch: 1, of: g}
		s.late = s.late[:0]
	}
}

// past returns the values of a word.
func (w *weak) past(s *subgroup, space int, word uint32) *past {
	if space == sharedSpace {
		return &s.g.pasts[word]
	}
	words := s.g.spaces[space]
	p := w.buffers[&words[0]]
	if p == nil {
		p = newPages[past](len(words))
		w.buffers[&words[0]] = p
	}
	return p.at(word)
}

// knows reports whether an observer may not see a value before this one: it knows of the store, or of a load.
func (o *observer) knows(v *stored, memory int) bool {
	return v.by == nil || v.by == o || o.known[memory].has(v.by.number, v.epoch) || slices.ContainsFunc(v.seen, func(x sight) bool {
		return x.number == o.number || v.isOpen && o.known[memory].has(x.number, x.epoch)
	})
}

// floor returns the place of the last value that an observer knows.
func (h past) floor(o *observer, memory int) int {
	i := len(h) - 1
	for i > 0 && !o.knows(&h[i], memory) {
		i--
	}
	return i
}

// choose returns the place of the value that a load returns; there is one.
func (w *weak) choose(h past, o *observer, memory int) int {
	floor := h.floor(o, memory)
	var options [maxValues]int
	n := 0
	for i := floor; i < len(h); i++ {
		if v := &h[i]; i == floor || v.isOpen && (v.isDevice || v.by.group == o.group) || v.by.hasEnded {
			options[n] = i
			n++
		}
	}
	if n == 1 || w.rnd.IntN(2) == 0 {
		return options[n-1]
	}
	return options[w.rnd.IntN(n)]
}

// newer returns the place of a value that a load returns past a memory barrier instead of the one that it has, or -1.
func (w *weak) newer(h past, o *observer, memory int) int {
	floor := h.floor(o, memory)
	for i := len(h) - 1; i > floor; i-- {
		if v := &h[i]; v.isOpen && v.isDevice && !v.isFrom(o.group) && w.rnd.IntN(2) == 0 {
			return i
		}
	}
	return -1
}

// isFrom reports whether a workgroup stored a value, or one that begins its release sequence.
func (v *stored) isFrom(group uint32) bool {
	return v.by.group == group || slices.ContainsFunc(v.heads, func(h head) bool { return h.by.group == group })
}

// see notes that an observer has loaded a value, in an epoch, by an instruction that learns from it or not.
func (o *observer) see(v *stored, epoch uint32, learns, isDevice bool) {
	if v.by != nil && !slices.ContainsFunc(v.seen, func(x sight) bool { return x.number == o.number }) {
		v.seen = append(v.seen, sight{o.number, epoch})
	}
	if !learns {
		return
	}
	o.learn(v.by, v.with, groupScope)
	if isDevice && v.isDevice {
		o.learn(v.by, v.with, wideScope)
	}
	for _, h := range v.heads {
		o.learn(h.by, h.with, groupScope)
	}
}

// learn notes what a store passes on in a scope, if that includes the observer.
func (o *observer) learn(by *observer, with *released, scope int) {
	if with == nil || scope == groupScope && by.group != o.group {
		return
	}
	for memory := range with[scope] {
		o.loaded[scope][memory].join(with[scope][memory])
	}
}

// follow continues the release sequence of a value that an observer's atomic instruction replaces.
func (v *stored) follow(last *stored, o *observer) {
	if v.heads = last.heads; last.with == nil {
		return
	}
	if last.by.group == o.group {
		v.with = last.with.and(v.with)
		return
	}
	wide := &released{wideScope: last.with[wideScope]}
	v.with, v.heads = wide.and(v.with), []head{{last.by, last.with}}
	for _, h := range last.heads {
		switch {
		case h.by.group == last.by.group:
			v.heads[0].with = last.with.and(h.with)
		case h.by.of.linear == h.by.group: // others have ended
			v.heads = append(v.heads, h)
		}
	}
}

// add appends a value, or puts it before ones that the observer does not know. It reports whether it is the last one.
func (w *weak) add(h *past, v stored, memory int) (last bool) {
	at := len(*h)
	if floor := h.floor(v.by, memory); !v.isChange && floor < at-1 && w.rnd.IntN(4) == 0 {
		at = floor + 1 + w.rnd.IntN(at-floor)
		for at < len(*h) && (*h)[at].isChange {
			at++
		}
	}
	*h = slices.Insert(*h, at, v)
	last = at == len(*h)-1
	if len(*h) > maxValues {
		*h = slices.Delete(*h, 0, 1)
	}
	return last
}

// acquire makes known what was loaded.
func (o *observer) acquire(scope, semantics uint32) {
	for memory, bit := range []uint32{ordersBuffers, ordersShared} {
		if semantics&bit == 0 || scope > workgroupScope && scope != familyScope {
			continue
		}
		o.known[memory].join(o.loaded[groupScope][memory])
		if includesAll(scope) {
			o.known[memory].join(o.loaded[wideScope][memory])
		}
	}
}

// release returns what stores pass on after a memory barrier: what the observer knows and did.
func (o *observer) release(scope, semantics uint32) *released {
	out := &released{}
	if o.released != nil {
		*out = *o.released
	}
	if scope > workgroupScope && scope != familyScope {
		return out
	}
	for memory, bit := range []uint32{ordersBuffers, ordersShared} {
		if semantics&bit == 0 {
			continue
		}
		o.known[memory].add(o.number, o.epoch)
		out[groupScope][memory] = o.known[memory].clone()
		if includesAll(scope) {
			out[wideScope][memory] = out[groupScope][memory]
		}
	}
	o.epoch++
	return out
}

// includesAll reports whether a scope includes all workgroups.
func includesAll(scope uint32) bool { return scope <= deviceScope || scope == familyScope }

// fence is a memory barrier.
func (o *observer) fence(scope, semantics uint32) {
	if semantics&acquires != 0 {
		o.acquire(scope, semantics)
	}
	if semantics&releases != 0 {
		o.released = o.release(scope, semantics)
	}
}

// meet is a barrier of the workgroup. Subgroups then know what the others did, of the memory that its semantics name, or up to their last
// memory barrier, and pass on what the others' memory barriers released.
func (w *weak) meet(g *group, b *barrier) {
	var loaded [2][2]clock
	all := &released{}
	for _, s := range g.subgroups {
		o := s.observer
		o.fence(b.memory, b.semantics)
		for scope := range loaded {
			for memory := range loaded[scope] {
				loaded[scope][memory].join(o.loaded[scope][memory])
				if o.released != nil {
					all[scope][memory].join(o.released[scope][memory])
				}
			}
		}
	}
	for _, s := range g.subgroups {
		for memory := range s.observer.known {
			s.observer.known[memory].join(all[groupScope][memory])
		}
		s.observer.loaded, s.observer.released = loaded, all
	}
}
