package simt

// late are stores of a subgroup to buffers that no other subgroup sees yet, in their order, if the machine has Late set. While it is the
// subgroup's turn they are in memory, so that it reads what it has written; at the end of the turn memory gets what others see.
type late struct {
	words   []*lateWord
	of      map[*uint32]*lateWord
	outside bool // it is not the subgroup's turn
}

// lateWord is a word of a buffer that was stored.
type lateWord struct {
	at            *uint32
	value, before uint32 // for the subgroup, and for others
	isCoherent    bool   // others see it some time, without a barrier
}

// delay notes the words that an instruction stores, before it does.
func (s *subgroup) delay(in *inst, addr []uint32) {
	x := s.g.p.spaces[in.acc.space]
	if !x.isBuffer {
		return
	}
	words := s.g.spaces[in.acc.space]
	for _, f := range in.acc.leaves {
		for _, l := range s.lanes {
			if addr[l] == outside {
				continue
			}
			for k := (addr[l] + f.offset) / 4; k <= (addr[l]+f.offset+f.size-1)/4; k++ {
				s.late.add(&words[k], x.isCoherent)
			}
		}
	}
}

func (x *late) add(at *uint32, isCoherent bool) {
	if x.of == nil {
		x.of = map[*uint32]*lateWord{}
	}
	if x.of[at] == nil {
		w := &lateWord{at, 0, *at, isCoherent}
		x.of[at], x.words = w, append(x.words, w)
	}
}

// arrive lets others see words that an atomic instruction reaches, which is coherent with the stores of its invocation, or all if it
// releases them.
func (s *subgroup) arrive(in *inst, addr []uint32) {
	if in.acc.semantics&releases != 0 {
		s.late.publish()
		return
	}
	words := s.g.spaces[in.acc.space]
	for _, l := range s.lanes {
		if addr[l] != outside {
			s.late.drop(&words[addr[l]/4])
		}
	}
}

// drop lets others see a word.
func (x *late) drop(at *uint32) {
	if x.of[at] == nil {
		return
	}
	delete(x.of, at)
	for i, w := range x.words {
		if w.at == at {
			x.words = append(x.words[:i], x.words[i+1:]...)
			return
		}
	}
}

// publish lets others see all.
func (x *late) publish() {
	x.resume()
	x.words = x.words[:0]
	clear(x.of)
}

// resume begins a turn.
func (x *late) resume() {
	if !x.outside {
		return
	}
	x.outside = false
	for _, w := range x.words {
		w.before, *w.at = *w.at, w.value
	}
}

// suspend ends a turn, after which others see the last store to coherent memory before those that it follows.
func (x *late) suspend() {
	for i := len(x.words) - 1; i >= 0; i-- {
		if w := x.words[i]; w.isCoherent {
			x.drop(w.at)
			break
		}
	}
	x.outside = true
	for _, w := range x.words {
		w.value, *w.at = *w.at, w.before
	}
}

// turn runs a subgroup for some blocks.
func (s *subgroup) turn(blocks int) {
	if !s.g.m.Late {
		s.run(blocks)
		return
	}
	s.late.resume()
	s.run(blocks)
	if s.state == finished {
		s.late.publish()
		return
	}
	s.late.suspend()
}
