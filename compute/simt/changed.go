package simt

import "slices"

// changed is the memory of a buffer in a recording, with what it was at a point.
type changed struct {
	words  []uint32
	before []uint32
	dirty  []bool // pages that may differ
}

// delta is a word that changed: the old value xor the new one, so it leads in both directions.
type delta struct{ word, xor uint32 }

const dirtyWords = 256 // of a page

func newChanged(words []uint32) *changed {
	return &changed{slices.Clone(words), slices.Clone(words), make([]bool, (len(words)+dirtyWords-1)/dirtyWords)}
}

// change notes what an instruction writes.
func (s *subgroup) change(in *inst, addr []uint32) {
	c := s.g.changed[in.acc.space]
	if c == nil {
		return
	}
	for _, l := range s.lanes {
		if addr[l] != outside {
			last := min(len(c.words)-1, int(addr[l]+in.acc.span-1)/4)
			for page := int(addr[l]) / 4 / dirtyWords; page <= last/dirtyWords; page++ {
				c.dirty[page] = true
			}
		}
	}
}

// page returns the words of a page, now and before.
func (c *changed) page(i int) (words, before []uint32) {
	from, to := i*dirtyWords, min(len(c.words), (i+1)*dirtyWords)
	return c.words[from:to], c.before[from:to]
}

// since lists what changed, and makes the present what was before.
func (c *changed) since() (out []delta) {
	for i, is := range c.dirty {
		if !is {
			continue
		}
		c.dirty[i] = false
		words, before := c.page(i)
		for k, w := range words {
			if w != before[k] {
				out = append(out, delta{uint32(i*dirtyWords + k), w ^ before[k]})
			}
		}
		copy(before, words)
	}
	return slices.Clip(out)
}

// undo returns to what was before.
func (c *changed) undo() {
	for i, is := range c.dirty {
		if is {
			c.dirty[i] = false
			words, before := c.page(i)
			copy(words, before)
		}
	}
}

// apply goes from a point to the next one, or back.
func (c *changed) apply(list []delta) {
	for _, d := range list {
		c.words[d.word] ^= d.xor
		c.before[d.word] ^= d.xor
	}
}

// forget makes a point that is dropped a part of the present: before is what it was at the point before it.
func (c *changed) forget(list []delta) {
	for _, d := range list {
		c.before[d.word] ^= d.xor
		c.dirty[d.word/dirtyWords] = true
	}
}

// merge joins two lists, each in order of words.
func merge(a, b []delta) []delta {
	out := make([]delta, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].word < b[0].word:
			out, a = append(out, a[0]), a[1:]
		case a[0].word > b[0].word:
			out, b = append(out, b[0]), b[1:]
		default:
			if x := a[0].xor ^ b[0].xor; x != 0 {
				out = append(out, delta{a[0].word, x})
			}
			a, b = a[1:], b[1:]
		}
	}
	return slices.Clone(append(append(out, a...), b...))
}
