package osmload

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"

	"kernelscope/internal/parallel"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// buildMap builds the road network of an extract: it cuts ways at junctions, joins the pieces to
// chains, and makes a graph of the chains.
func buildMap(ctx context.Context, e *extract, metric graph.Metric) (*scene.Map, error) {
	e.counts.MissingNodes = e.missing()
	e.counts.HighwayNodes = len(e.ids) - e.counts.MissingNodes
	b := builder{extract: e, m: &scene.Map{Metric: metric}}
	projected := parallel.Begin(b.project)
	b.splitWays()
	collect()
	b.chains = graph.Contract(len(e.at), b.refs, b.open)
	b.projection = projected.Wait()
	collect()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.layLines()
	b.name()
	b.refs, b.open, b.roads, b.drawn, b.drawnLabels, b.chains = nil, nil, nil, nil, nil, graph.Chains{}
	b.labels, b.openLabels, b.towns = nil, nil, nil
	b.at, b.cosines = nil, nil
	collect()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	box, water := parallel.Begin(func() geom.Box { return geom.Bounds(b.m.Points) }), parallel.Begin(b.water.scene)
	if err := b.makeGraph(metric); err != nil {
		return nil, err
	}
	b.m.Box, b.m.Water = box.Wait(), water.Wait()
	b.m.Counts = e.counts
	return b.m, ctx.Err()
}

// collect frees memory that the import no longer needs before it allocates more. It is quick,
// because nearly all data contains no pointers.
func collect() { runtime.GC() }

type builder struct {
	*extract
	m *scene.Map
	projection

	open                    []graph.Way // runs of known points of roads open to the profile
	roads                   []road      // parallel to open
	drawn                   []graph.Way // the same for roads closed to the profile
	openLabels, drawnLabels []uint32    // parallel to open and drawn: labels in extract.labels
	chains                  graph.Chains
	costs                   []cost // by chain
}

// cost is the cost of a chain in both directions: milliseconds, zero if closed, and millimetres.
type cost struct{ forward, backward, length uint64 }

// splitWays divides ways at missing nodes and drops repeated consecutive points. It compacts refs
// in place.
func (b *builder) splitWays() {
	b.open, b.roads, b.openLabels = make([]graph.Way, 0, len(b.ways)), make([]road, 0, len(b.ways)), make([]uint32, 0, len(b.ways))
	end := uint32(0)
	for _, w := range b.ways {
		first := end
		flush := func() {
			run := graph.Way{First: first, End: end, Kind: kindOf(w.road), Forward: w.forward > 0, Backward: w.backward > 0}
			switch {
			case end-first < 2 || !w.drawn:
				end = first
			case w.road.open():
				b.open, b.roads, b.openLabels = append(b.open, run), append(b.roads, w.road), append(b.openLabels, w.label)
			default:
				b.drawn, b.drawnLabels = append(b.drawn, run), append(b.drawnLabels, w.label)
			}
			first = end
		}
		for _, p := range b.refs[w.first:w.end] {
			switch {
			case b.at[p] == 0:
				flush()
			case end == first || b.refs[end-1] != p:
				b.refs[end] = p
				end++
			}
		}
		flush()
	}
}

// projection holds the positions of the points of an extract on the map, parallel to extract.at.
type projection struct {
	projected []geom.Point
	cosines   []float32 // of the latitudes
}

// project returns the projection of all points that have a place.
func (b *builder) project() projection {
	p := projection{make([]geom.Point, len(b.at)), make([]float32, len(b.at))}
	parallel.Pieces(len(b.at), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if b.at[i] != 0 {
				lon, lat := b.at[i].degrees()
				at, cos := geom.FromDegreesCos(lon, lat)
				p.projected[i], p.cosines[i] = at, float32(cos)
			}
		}
	})
	return p
}

// kindOf packs the class and the level of a road. More important classes have smaller numbers, so
// that the more important of two overlapping roads is drawn.
func kindOf(r road) uint16 { return uint16(r.class)<<8 | uint16(uint8(r.level)) }

// distance returns the distance between two points in millimetres, at least 1. Up to a tenth of a
// degree, a plane approximates the sphere with an error below 1e-6 of the length.
func (b *builder) distance(p, q uint32) uint64 {
	const short, perDegree = 0.1, geom.EarthRadius * math.Pi / 180
	lon0, lat0 := b.at[p].degrees()
	lon1, lat1 := b.at[q].degrees()
	dx, dy := lon1-lon0, lat1-lat0
	if math.Abs(dx) > short || math.Abs(dy) > short {
		return uint64(max(1, 1000*geom.GreatCircle(lon0, lat0, lon1, lat1)))
	}
	dx *= float64(b.cosines[p]+b.cosines[q]) / 2
	return uint64(max(1, 1000*perDegree*math.Sqrt(dx*dx+dy*dy)))
}

// millis returns the time for a length at a speed in km/h, at least 1, or zero if the speed is
// zero.
func millis(mm uint64, kmh uint8) uint64 {
	if kmh == 0 {
		return 0
	}
	return max(1, mm*36/(uint64(kmh)*10))
}

// hundredth divides by 100 and rounds, to at least 1 and saturating. It converts milliseconds to
// tenths of a second and millimetres to decimetres.
func hundredth(v uint64) uint32 { return uint32(max(1, min((v+50)/100, math.MaxUint32))) }

// layLines makes a line of every chain and of every closed road. The ends of lines are points until
// makeGraph numbers the nodes.
func (b *builder) layLines() {
	chains := b.chains.Len()
	b.m.Lines = make([]scene.Line, chains+len(b.drawn))
	b.costs = make([]cost, chains)
	end := uint32(0)
	for i := range b.m.Lines {
		l := &b.m.Lines[i]
		l.First, l.From, l.To = end, graph.NoNode, graph.NoNode
		if i < chains {
			for _, p := range b.chains.Pieces[b.chains.First[i]:b.chains.First[i+1]] {
				end += p.End - p.First - 1
			}
			end++
		} else {
			end += b.drawn[i-chains].End - b.drawn[i-chains].First
		}
		l.End = end
	}
	b.m.Points, b.m.PointID = make([]geom.Point, end), make([]int64, end)
	parallel.Pieces(len(b.m.Lines), func(lo, hi int) {
		var points []uint32
		for i := lo; i < hi; i++ {
			l := &b.m.Lines[i]
			kind := uint16(0)
			if i < chains {
				points = b.chains.Points(points[:0], b.refs, i)
				l.From, l.To = points[0], points[len(points)-1]
				kind = b.open[b.chains.Pieces[b.chains.First[i]].Way].Kind
				b.costs[i] = b.costOf(i)
			} else {
				w := b.drawn[i-chains]
				points, kind = append(points[:0], b.refs[w.First:w.End]...), w.Kind
			}
			l.Class, l.Level = scene.Class(kind>>8), int8(uint8(kind))
			for k, p := range points {
				b.m.Points[int(l.First)+k], b.m.PointID[int(l.First)+k] = b.projected[p], int64(b.ids[p])
			}
		}
	})
}

// costOf returns the total cost of the segments of a chain.
func (b *builder) costOf(chain int) (c cost) {
	for _, p := range b.chains.Pieces[b.chains.First[chain]:b.chains.First[chain+1]] {
		length, r := uint64(0), b.roads[p.Way]
		for k := p.First; k+1 < p.End; k++ {
			length += b.distance(b.refs[k], b.refs[k+1])
		}
		forward, backward := millis(length, r.forward), millis(length, r.backward)
		if p.Reversed {
			forward, backward = backward, forward
		}
		c.length, c.forward, c.backward = c.length+length, c.forward+forward, c.backward+backward
	}
	return c
}

// arcs returns the edges of the graph.
func (b *builder) arcs() []graph.Arc {
	out := make([]graph.Arc, 0, 2*len(b.costs))
	for i, c := range b.costs {
		l := b.m.Lines[i]
		if l.From == l.To {
			b.counts.Loops++
		}
		if c.forward > 0 {
			out = append(out, graph.Arc{Tail: l.From, Head: l.To, Time: hundredth(c.forward), Length: hundredth(c.length), Line: uint32(i) << 1})
		}
		if c.backward > 0 {
			out = append(out, graph.Arc{Tail: l.To, Head: l.From, Time: hundredth(c.backward), Length: hundredth(c.length), Line: uint32(i)<<1 | 1})
		}
	}
	return out
}

// ends returns the points at which chains end, in ascending order, and their box.
func (b *builder) ends() (points []uint64, box geom.Box) {
	marks := make([]uint32, (len(b.projected)+31)/32) // a bit for each point
	parallel.Pieces(len(b.costs), func(lo, hi int) {
		for _, l := range b.m.Lines[lo:hi] {
			for _, p := range [2]uint32{l.From, l.To} {
				if mark := uint32(1) << (p % 32); atomic.LoadUint32(&marks[p/32])&mark == 0 {
					atomic.OrUint32(&marks[p/32], mark)
				}
			}
		}
	})
	box = geom.EmptyBox()
	for i, word := range marks {
		for ; word != 0; word &= word - 1 {
			p := 32*i + bits.TrailingZeros32(word)
			points, box = append(points, uint64(p)), box.Extend(b.projected[p])
		}
	}
	return points, box
}

// makeGraph numbers the ends of chains along a Hilbert curve, so that nearby nodes are close
// together in memory.
func (b *builder) makeGraph(metric graph.Metric) error {
	order, box := b.ends()
	parallel.Pieces(len(order), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			order[i] |= uint64(geom.HilbertIn(box, b.projected[order[i]])) << 32
		}
	})
	parallel.Sort(order)
	node := make([]uint32, len(b.projected)) // node of each end
	at, id := make([]geom.Point, len(order)), make([]int64, len(order))
	parallel.Pieces(len(order), func(lo, hi int) {
		for v := lo; v < hi; v++ {
			p := uint32(order[v])
			node[p], at[v], id[v] = uint32(v), b.projected[p], int64(b.ids[p])
		}
	})
	parallel.Pieces(len(b.m.Lines), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if l := &b.m.Lines[i]; l.From != graph.NoNode {
				l.From, l.To = node[l.From], node[l.To]
			}
		}
	})
	b.projected, b.ids = nil, nil
	collect()
	arcs := b.arcs()
	loops := 0
	for _, a := range arcs {
		if a.Tail == a.Head {
			loops++
		}
	}
	g, err := graph.FromArcs(at, id, arcs, metric)
	if err != nil {
		return err
	}
	b.counts.ParallelEdges = len(arcs) - loops - g.Edges()
	b.m.Graph = g
	return nil
}
