package pbf

import (
	"math/bits"

	"github.com/paulmach/osm"

	"kernelscope/internal/parallel"
)

// IDSet is a set of object ids. Because ids are clustered, it is a hash table of id/64 with a mask
// for 64 ids each. Finish assigns each id its rank, a dense index in the order of ids.
type IDSet struct {
	slots []slot
	ranks []uint32 // per slot: rank of its first id
	used  int
	shift uint
	seed  uint64
}

// slot holds the ids with one key, which is id/64 + 1. Zero marks a free slot.
type slot struct{ key, mask uint64 }

// NewIDSet returns a set with room for about n keys. Sets that will be merged need the same seed. A
// random seed prevents files from choosing ids that all collide.
func NewIDSet(n int, seed uint64) *IDSet {
	size := 1 << bits.Len(uint(max(1024, 2*n)))
	return &IDSet{slots: make([]slot, size), shift: uint(64 - bits.Len(uint(size)) + 1), seed: seed}
}

func keyOf(id osm.NodeID) uint64 { return uint64(id)>>6 + 1 }

// home returns the first slot to probe for a key. Slot numbers wrap around at the mask.
func (s *IDSet) home(key uint64) int {
	key ^= s.seed
	key ^= key >> 29
	return int(key * 0x9e3779b97f4a7c15 >> s.shift)
}

// find returns the slot of a key, or the free slot for it.
func (s *IDSet) find(key uint64) int {
	mask := len(s.slots) - 1
	for i := s.home(key); ; i++ {
		if k := s.slots[i&mask].key; k == key || k == 0 {
			return i & mask
		}
	}
}

func (s *IDSet) insert(key, mask uint64) {
	i := s.find(key)
	if s.slots[i].key == 0 {
		if 2*s.used >= len(s.slots) {
			s.grow()
			i = s.find(key)
		}
		s.slots[i].key = key
		s.used++
	}
	s.slots[i].mask |= mask
}

func (s *IDSet) grow() {
	old := s.slots
	s.slots = make([]slot, 2*len(old))
	s.shift--
	for _, o := range old {
		if o.key != 0 {
			s.slots[s.find(o.key)] = o
		}
	}
}

// Add inserts the ids of a packed list of differences.
func (s *IDSet) Add(packed []byte) error {
	var key, mask uint64 // ids with the current key
	err := Deltas(packed, func(v int64) {
		id := osm.NodeID(v)
		if k := keyOf(id); k != key {
			if mask != 0 {
				s.insert(key, mask)
			}
			key, mask = k, 0
		}
		mask |= 1 << (uint64(id) & 63)
	})
	if mask != 0 {
		s.insert(key, mask)
	}
	return err
}

// Merge inserts all ids of another set.
func (s *IDSet) Merge(o *IDSet) {
	for _, slot := range o.slots {
		if slot.key != 0 {
			s.insert(slot.key, slot.mask)
		}
	}
}

// Finish ranks the ids and returns them in ascending order. No ids may be added afterwards.
func (s *IDSet) Finish() []osm.NodeID {
	const negative = 1 << 57 // keys less one wrap around at this bit, and negative ids come first
	order := make([]uint64, 0, s.used)
	for _, slot := range s.slots {
		if slot.key != 0 {
			order = append(order, (slot.key-1)^negative)
		}
	}
	parallel.Sort(order)
	slots := make([]uint32, len(order))
	parallel.Pieces(len(order), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			slots[i] = uint32(s.find(order[i] ^ negative + 1))
		}
	})
	s.ranks = make([]uint32, len(s.slots))
	n := uint32(0)
	for _, i := range slots {
		s.ranks[i] = n
		n += uint32(bits.OnesCount64(s.slots[i].mask))
	}
	ids := make([]osm.NodeID, n)
	parallel.Pieces(len(slots), func(lo, hi int) {
		for _, i := range slots[lo:hi] {
			rank, first := s.ranks[i], firstID(s.slots[i].key)
			for mask := s.slots[i].mask; mask != 0; mask &= mask - 1 {
				ids[rank] = first + osm.NodeID(bits.TrailingZeros64(mask))
				rank++
			}
		}
	})
	return ids
}

func firstID(key uint64) osm.NodeID { return osm.NodeID((key - 1) << 6) }

// Cursor looks up ids. It remembers the last key, since consecutive ids often share it. Each
// goroutine needs its own.
type Cursor struct {
	set *IDSet
	key uint64
	at  int
}

// Cursor returns a cursor of a finished set.
func (s *IDSet) Cursor() Cursor { return Cursor{set: s} }

// Rank returns the rank of an id, or -1 if the set does not contain it.
func (c *Cursor) Rank(id osm.NodeID) int {
	if k := keyOf(id); k != c.key {
		c.key, c.at = k, c.set.find(k)
	}
	slot := &c.set.slots[c.at]
	bit := uint64(1) << (uint64(id) & 63)
	if slot.mask&bit == 0 {
		return -1
	}
	return int(c.set.ranks[c.at]) + bits.OnesCount64(slot.mask&(bit-1))
}
