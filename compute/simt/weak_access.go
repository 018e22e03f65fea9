package simt

// weakOf returns the weak memory of a space, or nil if the machine has none or nothing is stored in the space.
func (g *group) weakOf(space int) *weak {
	if g.weak == nil || !g.p.isShared(space) {
		return nil
	}
	return g.weak
}

// memoryOf returns the kind of memory of a space.
func memoryOf(space int) int {
	if space == sharedSpace {
		return sharedMemory
	}
	return bufferMemory
}

// load reads as the function load does, a value of each word. It is not ok where a late load keeps the value that it has.
func (w *weak) load(s *subgroup, in *inst, at, size uint32, late *lateLoad) (x uint64, ok bool) {
	space := in.acc.space
	if in.op == opAtomicLoad {
		return w.atomicLoad(s, in, at/4, size, late)
	}
	low, ok := w.loadWord(s, space, at/4, late)
	switch {
	case size == 8:
		high, _ := w.loadWord(s, space, at/4+1, late)
		return uint64(low) | uint64(high)<<32, ok
	case size < 4:
		return load([]uint32{low}, at%4, size), ok
	}
	return uint64(low), ok
}

// loadWord returns a value of a word.
func (w *weak) loadWord(s *subgroup, space int, word uint32, late *lateLoad) (x uint32, ok bool) {
	if v := w.pick(s, space, word, s.g.p.spaces[space].isCoherent, true, late); v != nil {
		return v.value, true
	}
	return s.g.spaces[space][word], !late.hasValue()
}

// pick returns which of the values that were stored a load returns: nil where there is none, or a late load keeps the value that it has.
func (w *weak) pick(s *subgroup, space int, word uint32, learns, isDevice bool, late *lateLoad) *stored {
	h, o, memory := *w.past(s, space, word), s.observer, memoryOf(space)
	i, epoch := -1, o.epoch
	switch {
	case late.hasValue():
		if epoch = late.epoch; !s.isKnown(epoch, memory) {
			i = w.newer(h, o, memory)
		}
	case len(h) > 0:
		i = w.choose(h, o, memory)
	}
	if i < 0 {
		return nil
	}
	o.see(&h[i], epoch, learns, isDevice)
	return &h[i]
}

// storeWord stores a value, which others see some time.
func (w *weak) storeWord(s *subgroup, in *inst, l uint8, word uint32, v stored) {
	space := in.acc.space
	words, h := s.g.spaces[space], w.past(s, space, word)
	if len(*h) == 0 {
		*h = append(*h, stored{value: words[word]})
	}
	v.by, v.epoch = s.observer, s.observer.epoch
	if !w.add(h, v, memoryOf(space)) {
		return
	}
	if s.g.isNoted(space) {
		s.noting(in, l, 4*word, 4, uint64(v.value))
	} else {
		words[word] = v.value
	}
}

// store stores as the function store does. A part of a word is stored with the rest of the word's last value.
func (w *weak) store(s *subgroup, in *inst, l uint8, at, size uint32, x uint64) {
	space := in.acc.space
	v := stored{value: uint32(x), isOpen: s.g.p.spaces[space].isCoherent, isDevice: true, isChange: size < 4}
	if v.isOpen {
		v.with = s.observer.released
	}
	if v.isChange {
		part := []uint32{s.g.spaces[space][at/4]}
		store(part, at%4, size, x)
		v.value = part[0]
	}
	w.storeWord(s, in, l, at/4, v)
	if size == 8 {
		v.value = uint32(x >> 32)
		w.storeWord(s, in, l, at/4+1, v)
	}
}

// atomicLane executes an atomic instruction of a lane at a byte, and returns the value before it.
func (w *weak) atomicLane(s *subgroup, in *inst, l uint8, at, size uint32, next func(old uint64) uint64) uint64 {
	acc, o := in.acc, s.observer
	word, space := at/4, acc.space
	isDevice := includesAll(acc.scope)
	if in.op == opAtomicLoad {
		old, _ := w.atomicLoad(s, in, word, size, nil)
		return old
	}
	v := stored{isOpen: true, isDevice: isDevice, isChange: in.op != opAtomicStore, with: o.released}
	if acc.semantics&releases != 0 {
		v.with = o.release(acc.scope, acc.semantics)
	}
	words := s.g.spaces[space]
	old := load(words, at, size)
	if h := *w.past(s, space, word); v.isChange && len(h) > 0 {
		last := &h[len(h)-1]
		o.see(last, o.epoch, true, isDevice)
		if last.isOpen {
			v.follow(last, o)
		}
	}
	x := next(old)
	if in.op == opAtomicCompareExchange && x == old {
		return old
	}
	if size == 8 {
		w.atomics++
		v.pair, v.value, v.isChange = w.atomics, uint32(x>>32), true // both words at one place
		w.storeWord(s, in, l, word+1, v)
	}
	v.value = uint32(x)
	w.storeWord(s, in, l, word, v)
	return old
}

// atomicLoad loads a word, or two that one instruction stored.
func (w *weak) atomicLoad(s *subgroup, in *inst, word, size uint32, late *lateLoad) (x uint64, ok bool) {
	space := in.acc.space
	v := w.pick(s, space, word, true, includesAll(in.acc.scope), late)
	if v == nil {
		return load(s.g.spaces[space], 4*word, size), !late.hasValue()
	}
	if size == 4 {
		return uint64(v.value), true
	}
	high := *w.past(s, space, word+1)
	for i := len(high) - 1; i >= 0; i-- {
		if high[i].pair == v.pair {
			return uint64(v.value) | uint64(high[i].value)<<32, true
		}
	}
	return load(s.g.spaces[space], 4*word, size), true
}

// and returns what two stores pass on.
func (r *released) and(o *released) *released {
	if o == nil {
		return r
	}
	out := *r
	for scope := range out {
		for memory := range out[scope] {
			out[scope][memory].join(o[scope][memory])
		}
	}
	return &out
}
