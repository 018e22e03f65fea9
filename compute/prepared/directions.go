package prepared

import "math"

// A direction assigns each node of a cell a number. A cut separates the first from the last
// quarter of the nodes by that number (A. Schild, C. Sommer, "On balanced separators in road
// networks", SEA 2015).
type direction func(node int) int32

const (
	directionCount = 4 // more find hardly smaller cuts
	quarter        = 4 // terminals are a quarter of the nodes at each end
)

// byPlaces returns the directions of a cell on the map.
func (c *cell) byPlaces() (list []direction) {
	for d := range directionCount {
		angle := math.Pi * float64(d) / directionCount
		x, y := int64(math.Round(math.Cos(angle)*256)), int64(math.Round(math.Sin(angle)*256))
		origin := c.at[0]
		list = append(list, func(i int) int32 {
			p := c.at[i] // the difference wraps with the world
			return int32((int64(p.X-origin.X)*x + int64(p.Y-origin.Y)*y) >> 10)
		})
	}
	return list
}

// byHops takes differences between the hop distances from four nodes far from each other:
// two at the ends of a long path, and two far from those.
func (c *cell) byHops() []direction {
	n := c.nodes()
	queue := make([]uint32, 0, n)
	dist := [4][]uint32{}
	for i := range dist {
		dist[i] = make([]uint32, n)
	}
	a, b, x, y := dist[0], dist[1], dist[2], dist[3]
	first := c.hops(0, a, queue)
	second := c.hops(first, a, queue)
	c.hops(second, b, queue)
	c.hops(farthest(n, func(i int) uint32 { return min(a[i], b[i]) }), x, queue)
	c.hops(farthest(n, func(i int) uint32 { return min(x[i], 2*min(a[i], b[i])) }), y, queue)
	long := func(i int) int32 { return int32(a[i]) - int32(b[i]) }
	across := func(i int) int32 { return int32(x[i]) - int32(y[i]) }
	return []direction{
		long, across,
		func(i int) int32 { return long(i) + across(i) },
		func(i int) int32 { return long(i) - across(i) },
	}
}

// farthest returns the last node with the greatest number.
func farthest(n int, of func(int) uint32) (at uint32) {
	best := uint32(0)
	for i := range n {
		if x := of(i); x >= best {
			best, at = x, uint32(i)
		}
	}
	return at
}

// terminals marks the sources and sinks of a direction. Nodes of equal numbers are in
// their own order.
func (f *flow) terminals(d direction) {
	n := len(f.term)
	for i := range f.keys {
		f.keys[i] = uint64(uint32(d(i))^1<<31)<<32 | uint64(i)
	}
	t := max(1, n/quarter)
	copy(f.pick, f.keys)
	low := nth(f.pick, t)
	high := nth(f.pick, n-t)
	for i, k := range f.keys {
		switch {
		case k < low:
			f.term[i] = source
		case k >= high:
			f.term[i] = sink
		default:
			f.term[i] = inner
		}
	}
	f.deepen()
}

// nth returns the number that has k smaller ones in a list of different numbers, which it
// reorders.
func nth(x []uint64, k int) uint64 {
	for len(x) > 1 {
		pivot := middle(x[0], x[len(x)/2], x[len(x)-1])
		i, j := 0, len(x)-1
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			x = x[:j+1]
		case k >= i:
			x, k = x[i:], k-i
		default:
			return x[k]
		}
	}
	return x[0]
}

func middle(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }
