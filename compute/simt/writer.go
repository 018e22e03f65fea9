package simt

import "fmt"

// pages holds a record for each word of a buffer, made when a page is first used.
type pages[T any] struct {
	page  [][]T
	stamp []uint32 // of a page: the dispatch in which its records were made
}

const pageWords = 1 << 10

func newPages[T any](words int) *pages[T] {
	n := (words + pageWords - 1) / pageWords
	return &pages[T]{make([][]T, n), make([]uint32, n)}
}

// at returns the record of a word.
func (p *pages[T]) at(word uint32) *T {
	k := word / pageWords
	if p.page[k] == nil {
		p.page[k] = make([]T, pageWords)
	}
	return &p.page[k][word%pageWords]
}

// during returns the record of a word, cleared if none of its page was used during this dispatch.
func (p *pages[T]) during(dispatch, word uint32) *T {
	k := word / pageWords
	if p.stamp[k] != dispatch {
		p.stamp[k] = dispatch
		clear(p.page[k])
	}
	return p.at(word)
}

// writer is the last write of a word.
type writer struct {
	dispatch, invocation uint32 // the dispatch from 1 on
	line                 int32
	p                    uint32 // number of the program
}

// Writer says who wrote a word last.
type Writer struct {
	Dispatch   int // from 1 on, counted by the machine
	Workgroup  int // in order
	Invocation int // in its workgroup
	Line       Line
}

// String describes the writer.
func (w Writer) String() string {
	return fmt.Sprintf("dispatch %d, invocation %d of workgroup %d, %v", w.Dispatch, w.Invocation, w.Workgroup, w.Line)
}

// note stores the writers of the words of an access.
func (w *watcher) note(s *subgroup, in *inst, addr []uint32) {
	words := s.g.spaces[in.acc.space]
	if len(words) == 0 {
		return
	}
	p := s.g.m.writers[&words[0]]
	if p == nil {
		p = newPages[writer](len(words))
		s.g.m.writers[&words[0]] = p
	}
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		for i := range in.acc.leaves {
			at := addr[l] + in.acc.leaves[i].offset
			for k := at / 4; k <= (at+in.acc.leaves[i].size-1)/4; k++ {
				*p.at(k) = writer{w.dispatch, s.g.linear*uint32(s.g.size) + uint32(s.id*s.w) + uint32(l), in.line, w.number}
			}
		}
	}
}

// Writer returns the last writer of a word of a buffer, if one was observed.
func (m *Machine) Writer(buffer []uint32, word int) (Writer, bool) {
	if word < 0 || word >= len(buffer) || m.writers[&buffer[0]] == nil {
		return Writer{}, false
	}
	w := *m.writers[&buffer[0]].at(uint32(word))
	if w.dispatch == 0 {
		return Writer{}, false
	}
	p := m.programs[w.p]
	size := uint32(p.Size[0] * p.Size[1] * p.Size[2])
	return Writer{int(w.dispatch), int(w.invocation / size), int(w.invocation % size), p.Module.lines[w.line]}, true
}
