package simt

// Hash returns a hash of all that a dispatch has at the moment: registers, lanes, shared memory, buffers.
func (r *Recording) Hash() uint64 {
	h := uint64(14695981039346656037)
	put := func(words ...uint32) { // FNV-1a by word
		for _, w := range words {
			h = (h ^ uint64(w)) * 1099511628211
		}
	}
	for _, c := range r.memories {
		put(c.words...)
	}
	for _, g := range r.x.running {
		put(g.linear)
		put(g.shared...)
		for _, s := range g.subgroups {
			put(uint32(s.state), uint32(s.at), uint32(s.trail.pc), uint32(s.trail.done), uint32(s.trail.line), uint32(s.trail.source))
			put(uint32(s.mask[0]), uint32(s.mask[0]>>32), uint32(s.mask[1]), uint32(s.mask[1]>>32))
			put(s.regs...)
		}
	}
	return h
}

// Words returns the contents of buffers, in the order in which they were first found.
func (r *Recording) Words() (out [][]uint32) {
	for _, c := range r.memories {
		out = append(out, c.words)
	}
	return out
}
