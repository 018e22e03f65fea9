package ref

// halves are the halves of a queue of the search that appends: the last word of each counts
// its entries.
type halves []uint32

// size is the number of words of a half.
func (h halves) size() uint32 { return uint32(len(h) / 2) }

// count is the word that counts the entries of a half.
func (h halves) count(side uint32) *uint32 { return &h[(side+1)*h.size()-1] }

// entries are those of a half.
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
	c[ControlCompacting], c[ControlSifting] = what, entries
	c.setGroups(ControlSiftGroups, entries, size)
}
