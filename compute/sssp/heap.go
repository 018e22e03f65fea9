package sssp

import (
	"math"
	"slices"
)

// heap is a priority queue of keys, a distance above a node, the least first. Its nodes have
// four contiguous children, so it is half as deep as a binary heap. Sentinel keys follow the
// last key, so that every node has four children and the least is found without a branch, which
// a processor would mispredict; this nearly doubled the speed.
type heap struct {
	keys []uint64 // n, then beyond ones
	n    int
}

// beyond is greater than every key: no node has this number.
const beyond = math.MaxUint64

// keyOf makes a key, and nodeAndDist takes it apart.
func keyOf(v, dist uint32) uint64             { return uint64(dist)<<32 | uint64(v) }
func nodeAndDist(key uint64) (v, dist uint32) { return uint32(key), uint32(key >> 32) }

func (h *heap) clear() {
	for i := range h.keys[:h.n] {
		h.keys[i] = beyond
	}
	h.n = 0
}

func (h *heap) clone() heap { return heap{slices.Clone(h.keys), h.n} }

func (h *heap) push(key uint64) {
	for len(h.keys) <= h.n+4 {
		h.keys = append(h.keys, beyond)
	}
	q, i := h.keys, h.n
	h.n++
	for i > 0 && key < q[(i-1)/4] {
		q[i] = q[(i-1)/4]
		i = (i - 1) / 4
	}
	q[i] = key
}

// pop removes the least key; there must be one.
func (h *heap) pop() uint64 {
	h.n--
	q, n := h.keys, h.n
	top, last := q[0], q[n]
	q[n] = beyond
	i := 0
	for child := 1; child < n; child = 4*i + 1 {
		c := (*[4]uint64)(q[child:])
		least := min(min(c[0], c[1]), min(c[2], c[3]))
		if last <= least {
			break
		}
		q[i] = least
		i = child + one(c[1] == least) + 2*one(c[2] == least) + 3*one(c[3] == least)
	}
	if n > 0 {
		q[i] = last
	}
	return top
}

// one is 1 where b is true, without a branch.
func one(b bool) int {
	n := 0
	if b {
		n = 1
	}
	return n
}
