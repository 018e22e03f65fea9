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

// loadLanes executes a load.
func (w *weak) loadLanes(s *subgroup, in *inst, addr []uint32) {
	learns := s.g.p.spaces[in.acc.space].isCoherent
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		d, high := s.regs[f.r:][:s.n], s.regs[f.high:][:s.n]
		for _, l := range s.lanes {
			if addr[l] == outside {
				d[l], high[l] = 0, 0
				continue
			}
			at := addr[l] + f.offset
			x := uint64(w.loadWord(s, in.acc.space, at/4, learns))
			switch {
			case f.size == 8:
				x |= uint64(w.loadWord(s, in.acc.space, at/4+1, learns)) << 32
			case f.size < 4:
				x = x >> (at % 4 * 8) & (1<<(8*f.size) - 1)
			}
			d[l], high[l] = uint32(x), uint32(x>>32)
		}
	}
}

// loadWord returns a value of a word.
func (w *weak) loadWord(s *subgroup, space int, word uint32, learns bool) uint32 {
	h := *w.past(s, space, word)
	if len(h) == 0 {
		return s.g.spaces[space][word]
	}
	v := &h[w.load(h, s.observer, memoryOf(space))]
	s.observer.see(v, learns, true)
	return v.value
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

// storeLanes executes a store. A part of a word is stored with the rest of the word's last value.
func (w *weak) storeLanes(s *subgroup, in *inst, addr []uint32) {
	v := stored{isOpen: s.g.p.spaces[in.acc.space].isCoherent, isDevice: true}
	if v.isOpen {
		v.with = s.observer.released
	}
	words := s.g.spaces[in.acc.space]
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		low, high := s.regs[f.r:][:s.n], s.regs[f.high:][:s.n]
		for _, l := range s.lanes {
			if addr[l] == outside {
				continue
			}
			at := addr[l] + f.offset
			v.value, v.isChange = low[l], f.size < 4
			if v.isChange {
				part := []uint32{words[at/4]}
				store(part, at%4, f.size, uint64(low[l]))
				v.value = part[0]
			}
			w.storeWord(s, in, l, at/4, v)
			if v.value = high[l]; f.size == 8 {
				w.storeWord(s, in, l, at/4+1, v)
			}
		}
	}
}

// atomicLane executes an atomic instruction of a lane at a byte, and returns the value before it.
func (w *weak) atomicLane(s *subgroup, in *inst, l uint8, at, size uint32, next func(old uint64) uint64) uint64 {
	acc, o := in.acc, s.observer
	word, space := at/4, acc.space
	isDevice := includesAll(acc.scope)
	if in.op == opAtomicLoad {
		return w.atomicLoad(s, space, word, size, isDevice)
	}
	v := stored{isOpen: true, isDevice: isDevice, isChange: in.op != opAtomicStore, with: o.released}
	if acc.semantics&releases != 0 {
		v.with = o.release(acc.scope, acc.semantics)
	}
	words := s.g.spaces[space]
	old := load(words, at, size)
	if h := *w.past(s, space, word); v.isChange && len(h) > 0 {
		last := &h[len(h)-1]
		o.see(last, true, isDevice)
		if last.isOpen && last.with != nil {
			v.with = v.with.and(last.with)
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
func (w *weak) atomicLoad(s *subgroup, space int, word, size uint32, isDevice bool) uint64 {
	h := *w.past(s, space, word)
	if len(h) == 0 {
		return load(s.g.spaces[space], 4*word, size)
	}
	v := &h[w.load(h, s.observer, memoryOf(space))]
	s.observer.see(v, true, isDevice)
	if size == 4 {
		return uint64(v.value)
	}
	high := *w.past(s, space, word+1)
	for i := len(high) - 1; i >= 0; i-- {
		if high[i].pair == v.pair {
			return uint64(v.value) | uint64(high[i].value)<<32
		}
	}
	return load(s.g.spaces[space], 4*word, size)
}

// and returns what two stores pass on.
func (r *released) and(o *released) *released {
	out := *o
	if r == nil {
		return &out
	}
	for scope := range out {
		for memory := range out[scope] {
			out[scope][memory].join(r[scope][memory])
		}
	}
	return &out
}
