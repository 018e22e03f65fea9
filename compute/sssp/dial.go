package sssp

import (
	"math/bits"
	"slices"

	"kernelscope/compute"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Dial is Dijkstra's algorithm with an array of buckets in place of a heap (R. B.
// Dial, "Algorithm 360: shortest-path forest with topological ordering", Comm.
// ACM 12, 1969), on the host. A bucket holds one distance, or delta distances; a small heap
// orders the current bucket.
type Dial struct{}

// Name returns the name, as on the command line.
func (Dial) Name() string { return "dial" }

// Title returns the name for people.
func (Dial) Title() string { return "Dial" }

// Params returns the parameters.
func (Dial) Params() []compute.Param {
	return []compute.Param{
		{Name: Delta, Short: "d", Label: "delta", Unit: graph.WeightUnit, Min: 1, Max: 1 << 24, PowerOfTwo: true,
			Auto: "The least width at which the greatest weight spans at most 65,536 buckets.",
			Help: "Width of a bucket. Small: nodes need no ordering, but there are many buckets to scan. Large: the heap of the current bucket does the work, as in Dijkstra's algorithm. The greatest weight may span at most 65,536 buckets."},
		nodesParam,
	}
}

// Prepare keeps the graph of a map on the host.
func (a Dial) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newOnHost(be, m, a, &bucketQueue{pool: make([]pooled, 1)})
}

// buckets returns the number of buckets. They form a ring, which needs to span only the
// greatest weight.
const buckets = 1 << 16

// narrowest returns the least width of buckets that the weights of a graph allow: an edge from
// the current bucket leads at most the greatest weight farther.
func narrowest(g *graph.Graph) uint32 {
	width := uint32(1)
	for most := greatestWeight(g); most/width+2 > buckets; {
		width *= 2
	}
	return width
}

func greatestWeight(g *graph.Graph) (most uint32) {
	for _, w := range g.Weight {
		if w != graph.Closed {
			most = max(most, w)
		}
	}
	return most
}

// bucketQueue is the queue of Dial's algorithm.
type bucketQueue struct {
	heap
	shift   int    // a bucket is 1<<shift wide
	present uint64 // number of the bucket in the heap
	begun   uint32 // buckets so far
	later   int    // keys in the others

	first [buckets]uint32      // key of a bucket in the pool; 0 for none
	used  [buckets / 64]uint64 // buckets that have some, a bit for each
	pool  []pooled             // the first is never used
	free  uint32               // one of the pool that is not in use; 0 for none
}

// pooled is a key in a bucket, with the next one of the same bucket.
type pooled struct {
	key  uint64
	next uint32
}

func (q *bucketQueue) begin(_ *graph.Graph, _ Query, v compute.Values) {
	q.clear()
	for i, word := range q.used {
		for ; word != 0; word &= word - 1 {
			q.first[64*i+bits.TrailingZeros64(word)] = 0
		}
		q.used[i] = 0
	}
	q.shift = bits.Len32(v[Delta]) - 1
	q.present, q.begun, q.later = 0, 0, 0
	q.pool, q.free = q.pool[:1], 0
}

func (q *bucketQueue) push(key uint64) {
	bucket := key >> 32 >> q.shift
	if bucket == q.present {
		q.heap.push(key)
		return
	}
	i := q.free
	if i != 0 {
		q.free = q.pool[i].next
	} else {
		i = uint32(len(q.pool))
		q.pool = append(q.pool, pooled{})
	}
	at := bucket % buckets
	q.pool[i] = pooled{key, q.first[at]}
	q.first[at] = i
	q.used[at/64] |= 1 << (at % 64)
	q.later++
}

func (q *bucketQueue) pop() (key uint64, ok bool) {
	if q.n == 0 {
		if q.later == 0 {
			return 0, false
		}
		q.advance()
	}
	return q.heap.pop(), true
}

// advance moves to the next bucket that has keys; there must be one.
func (q *bucketQueue) advance() {
	next := q.present + 1
	word := q.used[next%buckets/64] >> (next % 64) << (next % 64)
	for next &^= 63; word == 0; word = q.used[next%buckets/64] {
		next += 64
	}
	q.present = next + uint64(bits.TrailingZeros64(word))
	q.begun++

	at := q.present % buckets
	q.used[at/64] &^= 1 << (at % 64)
	for i := q.first[at]; i != 0; {
		p := &q.pool[i]
		q.heap.push(p.key)
		q.later--
		i, p.next, q.free = p.next, q.free, i
	}
	q.first[at] = 0
}

func (q *bucketQueue) tell(e *Event) {
	e.Near, e.Far = uint32(q.n), uint32(q.later)
	e.Bucket, e.Phase = uint32(q.present), q.begun
	e.Threshold = uint32(min((q.present+1)<<q.shift, graph.Unreached))
}

func (q *bucketQueue) clone() queue {
	c := *q
	c.heap, c.pool = q.heap.clone(), slices.Clone(q.pool)
	return &c
}

func (q *bucketQueue) near() []uint64 { return q.keys[:q.n] }
