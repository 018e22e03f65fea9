package sssp

import (
	"kernelscope/shaders"
)

// halves is a queue of the appending search, with two halves. The last word of each half counts its
// entries.
type halves []uint32

// size returns the number of words in a half.
func (h halves) size() uint32 { return uint32(len(h) / 2) }

// count returns the counter of a half.
func (h halves) count(side uint32) *uint32 { return &h[(side+1)*h.size()-1] }

// entries returns the words for the entries of a half.
func (h halves) entries(side uint32) []uint32 {
	return h[side*h.size():][:min(*h.count(side), h.size()-1)]
}

// append adds an entry to a half and reports whether there was room.
func (h halves) append(side, v uint32) bool {
	n := h.count(side)
	*n++
	if *n >= h.size() {
		return false
	}
	h[side*h.size()+*n-1] = v
	return true
}

// orderCompaction mirrors order_compaction.
func (c control) orderCompaction(what, entries uint32, size int) {
	c[shaders.ControlCompacting], c[shaders.ControlSifting] = what, entries
	c.setGroups(shaders.ControlSiftGroups, entries, size)
}
