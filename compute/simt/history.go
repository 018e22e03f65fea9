package simt

// History collects the values of some words of a buffer, beside their last writer: every write of an
// invocation, in order, also if it changes nothing.
type History struct {
	Buffer   []uint32 // as in Dispatch
	From, To int      // its first word, and that after its last one
	Most     int      // writes that are kept; 1<<20 if zero
	Writes   []Write
	Lost     int // writes after those
}

// Write is a write of a word.
type Write struct {
	Writer
	Word     int // of the buffer
	Old, New uint32
	Atomic   bool // by an atomic instruction, which may leave the word as it is
}

// Sets reports whether the word has its value by the write: an atomic instruction may have left it as it was.
func (w Write) Sets() bool { return !w.Atomic || w.Old != w.New }

// historiesOf returns the histories of a space.
func (m *Machine) historiesOf(words []uint32) (out []*History) {
	for _, h := range m.Histories {
		if len(words) > 0 && len(h.Buffer) > 0 && &h.Buffer[0] == &words[0] {
			out = append(out, h)
		}
	}
	return out
}

// noting stores a scalar as store does, and notes the words that it writes.
func (s *subgroup) noting(in *inst, l uint8, at, size uint32, x uint64) {
	words := s.g.spaces[in.acc.space]
	first := int(at) / 4
	n := max(1, int(size)/4)
	old := [2]uint32{words[first], words[first+n-1]}
	store(words, at, size, x)
	for i := range n {
		for _, h := range s.g.histories[in.acc.space] {
			word := first + i
			if word < h.From || word >= h.To {
				continue
			}
			most := h.Most
			if most == 0 {
				most = 1 << 20
			}
			if len(h.Writes) >= most {
				h.Lost++
				continue
			}
			who := Writer{int(s.g.m.dispatch), int(s.g.linear), s.id*s.w + int(l), s.g.p.Module.lines[in.line]}
			h.Writes = append(h.Writes, Write{who, word, old[i], words[word], in.acc.atomic})
		}
	}
}

// isNoted reports whether writes of a space are collected.
func (g *group) isNoted(space int) bool { return g.histories != nil && len(g.histories[space]) > 0 }
