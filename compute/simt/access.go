package simt

import "math"

// access is how a memory instruction finds its words.
type access struct {
	v      *variable
	space  int
	base   uint32 // bytes
	terms  []term
	leaves []leaf
	span   uint32 // bytes from the first to after the last
	align  uint32 // mask of an address that must be zero
	fault  bool
	image  *imageAccess // of an image
	loads  bool         // the leaves are set
	whole  bool         // loads an array or structure, which may have parts without a value
	// Of atomics:
	atomic           bool
	scope, semantics uint32
}

// outside marks a lane whose address is beyond the end.
const outside = math.MaxUint32

// find computes the addresses of the active lanes in s.addr, in memory of some bytes. Lanes that would
// be outside are reported and marked.
func (s *subgroup) find(in *inst, size uint64) []uint32 {
	acc, addr := in.acc, s.addr
	lanes := s.lanes
	if acc.image != nil {
		return s.findTexel(in)
	}
	if len(acc.terms) == 1 && !acc.fault && (acc.base|acc.terms[0].stride)&acc.align == 0 {
		t := &acc.terms[0]
		count, index := t.limit(size), s.regs[t.r:][:s.n]
		if uint64(acc.base)+uint64(count)*uint64(t.stride)+uint64(acc.span) <= size+uint64(t.stride) { // each element fits
			for _, l := range lanes {
				if addr[l] = acc.base + index[l]*t.stride; index[l] >= count {
					addr[l] = outside
					s.reportOutside(in, l)
				}
			}
			return addr
		}
	}
	for _, l := range lanes {
		addr[l] = acc.base
	}
	for i := range acc.terms {
		t := &acc.terms[i]
		count := t.limit(size)
		index := s.regs[t.r:]
		for _, l := range lanes {
			if n := index[l]; n >= count || addr[l] == outside {
				addr[l] = outside
			} else {
				addr[l] += n * t.stride
			}
		}
	}
	for _, l := range lanes {
		if acc.fault || addr[l] == outside || uint64(addr[l])+uint64(acc.span) > size {
			addr[l] = outside
			s.reportOutside(in, l)
		} else if addr[l]&acc.align != 0 {
			s.report(in, l, Misaligned, uint64(addr[l]), uint64(acc.align+1))
			addr[l] &^= acc.align
		}
	}
	return addr
}

// limit returns the number of elements of a term in memory of some bytes.
func (t *term) limit(size uint64) uint32 {
	if !t.runtime {
		return t.count
	}
	return elements(size, t.start, t.stride)
}

// elements returns the length of a runtime array that begins at a byte.
func elements(size uint64, start, stride uint32) uint32 {
	if size <= uint64(start) || stride == 0 {
		return 0
	}
	return uint32((size - uint64(start)) / uint64(stride))
}

// loadWord loads a word whose address has one index at most.
func loadWord(s *subgroup, in *inst) {
	if s.watch != nil || s.g.weak != nil {
		loadAny(s, in)
		return
	}
	acc := in.acc
	words := s.g.spaces[acc.space]
	at := acc.base / 4
	d := s.regs[in.d:][:s.n]
	if len(acc.terms) == 0 {
		if int(at) >= len(words) || acc.fault {
			loadAny(s, in)
			return
		}
		w := words[at]
		for _, l := range s.lanes {
			d[l] = w
		}
		return
	}
	t := &acc.terms[0]
	count := min(t.limit(uint64(4*len(words))), uint32(max(0, len(words)-int(at))))
	index := s.regs[t.r:][:s.n]
	step := t.stride / 4
	if step != 1 {
		for _, l := range s.lanes {
			n := index[l]
			if n >= count || int(at)+int(n)*int(step) >= len(words) {
				loadAny(s, in)
				return
			}
			d[l] = words[at+n*step]
		}
		return
	}
	if at > uint32(len(words)) {
		loadAny(s, in)
		return
	}
	from := words[at:][:count]
	if s.full {
		for l := range d {
			n := index[l]
			if int(n) >= len(from) {
				loadAny(s, in)
				return
			}
			d[l] = from[n]
		}
		return
	}
	for _, l := range s.lanes {
		n := index[l]
		if int(n) >= len(from) {
			loadAny(s, in)
			return
		}
		d[l] = from[n]
	}
}

// storeWord stores a word whose address has one index at most.
func storeWord(s *subgroup, in *inst) {
	acc := in.acc
	words := s.g.spaces[acc.space]
	at := acc.base / 4
	if s.watch != nil || s.g.changed != nil || s.g.weak != nil || s.g.histories != nil || acc.fault || len(acc.terms) != 1 || acc.terms[0].stride != 4 || at > uint32(len(words)) {
		storeAny(s, in)
		return
	}
	t := &acc.terms[0]
	to := words[at:]
	to = to[:min(len(to), int(t.limit(uint64(4*len(words)))))]
	index, v := s.regs[t.r:][:s.n], s.regs[acc.leaves[0].r:][:s.n]
	for _, l := range s.lanes {
		if int(index[l]) >= len(to) {
			storeAny(s, in)
			return
		}
	}
	for _, l := range s.lanes {
		to[index[l]] = v[l]
	}
}

// loadAny loads a value of any size from anywhere.
func loadAny(s *subgroup, in *inst) {
	s.fetch(in, s.locate(in, reads), nil)
}

// locate finds the addresses of the active lanes, and observes the access.
func (s *subgroup) locate(in *inst, d direction) []uint32 {
	addr := s.find(in, uint64(4*len(s.g.spaces[in.acc.space])))
	if s.watch != nil {
		s.watch.memory(s, in, addr, d)
	}
	return addr
}

// fetch loads from the addresses of the active lanes; in weak memory perhaps late.
func (s *subgroup) fetch(in *inst, addr []uint32, late *lateLoad) {
	words, w := s.g.spaces[in.acc.space], s.g.weakOf(in.acc.space)
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		d, high := s.regs[f.r:][:s.n], s.regs[f.high:][:s.n]
		for _, l := range s.lanes {
			x, ok := uint64(0), true
			switch {
			case addr[l] == outside:
			case w != nil:
				x, ok = w.load(s, in, addr[l]+f.offset, f.size, late)
			default:
				x = load(words, addr[l]+f.offset, f.size)
			}
			if ok {
				d[l], high[l] = uint32(x), uint32(x>>32)
			}
		}
	}
}

// storeAny stores a value of any size anywhere.
func storeAny(s *subgroup, in *inst) {
	words := s.g.spaces[in.acc.space]
	addr := s.locate(in, writes)
	if s.g.changed != nil {
		s.change(in, addr)
	}
	isNoted, w := s.g.isNoted(in.acc.space), s.g.weakOf(in.acc.space)
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		v, high := s.regs[f.r:][:s.n], s.regs[f.high:][:s.n]
		for _, l := range s.lanes {
			switch {
			case addr[l] == outside:
			case w != nil:
				w.store(s, in, l, addr[l]+f.offset, f.size, uint64(v[l])|uint64(high[l])<<32)
			case isNoted:
				s.noting(in, l, addr[l]+f.offset, f.size, uint64(v[l])|uint64(high[l])<<32)
			default:
				store(words, addr[l]+f.offset, f.size, uint64(v[l])|uint64(high[l])<<32)
			}
		}
	}
}

// load reads 1, 2, 4 or 8 bytes at an address that is a multiple of the size, or of 4.
func load(words []uint32, at, size uint32) uint64 {
	w := uint64(words[at/4])
	switch size {
	case 4:
		return w
	case 8:
		return w | uint64(words[at/4+1])<<32
	}
	return w >> (at % 4 * 8) & (1<<(8*size) - 1)
}

func store(words []uint32, at, size uint32, x uint64) {
	switch size {
	case 4:
		words[at/4] = uint32(x)
	case 8:
		words[at/4], words[at/4+1] = uint32(x), uint32(x>>32)
	default:
		shift, mask := at%4*8, uint32(1)<<(8*size)-1
		words[at/4] = words[at/4]&^(mask<<shift) | uint32(x)&mask<<shift
	}
}

// loadLocal and storeLocal reach variables of an invocation through an index. Their words are
// registers in a row.
func loadLocal(s *subgroup, in *inst) {
	addr := s.find(in, uint64(4*in.acc.v.t.words))
	s.local(in, addr)
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		for _, l := range s.lanes {
			w, high := uint32(0), uint32(0)
			if addr[l] != outside {
				at := (int(addr[l]+f.offset) / 4 * s.w) + int(in.acc.v.reg[0]) + int(l)
				w = s.regs[at]
				if f.size == 8 {
					high = s.regs[at+s.w]
				}
			}
			s.regs[int(f.r)+int(l)] = w
			s.regs[int(f.high)+int(l)] = high
		}
	}
}

func storeLocal(s *subgroup, in *inst) {
	addr := s.find(in, uint64(4*in.acc.v.t.words))
	s.local(in, addr)
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		for _, l := range s.lanes {
			if addr[l] == outside {
				continue
			}
			at := (int(addr[l]+f.offset) / 4 * s.w) + int(in.acc.v.reg[0]) + int(l)
			s.regs[at] = s.regs[int(f.r)+int(l)]
			if f.size == 8 {
				s.regs[at+s.w] = s.regs[int(f.high)+int(l)]
			}
		}
	}
}

// Uses reports whether the program has a buffer at a slot.
func (p *Program) Uses(s Slot) bool {
	for _, x := range p.spaces {
		if x.isBuffer && x.slot == s {
			return true
		}
	}
	return false
}
