package graphgen

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// perSide limits the roads between two neighbouring tiles.
const perSide = 16

// Tile repeats a map k × k times and joins neighbouring copies by roads: between the outermost
// nodes of the largest component, in stripes, at the average speed of roads. It keeps only the data
// that searches need, and a straight line for each road. Tile t, counted row by row, has the nodes
// t·n to t·n+n-1 in the order of the map. It fails with fault.Limit if numbers would overflow.
func Tile(m *scene.Map, k int) (*scene.Map, error) {
	g := m.Graph
	n, edges := g.Nodes(), g.Edges()
	if k < 1 || n == 0 || k > 1<<10 || k*k*n > math.MaxInt32 || k*k*(edges+4*perSide) > math.MaxInt32 {
		return nil, fault.Limit.Errorf("%d × %d tiles of %d nodes and %d edges are too many", k, k, n, edges)
	}
	t := tiler{m: m, g: g, k: k, n: uint32(n)}
	t.findSides()
	t.takeLines()
	t.layOut()
	t.copyRows()
	t.g2.Complete()
	out := &scene.Map{
		Name: fmt.Sprintf("%d × %d %s", k, k, m.Name), Attribution: m.Attribution, Metric: m.Metric, Profile: m.Profile, Scale: m.Scale, Abstract: true,
		Graph: t.g2, Lines: t.lines, Points: t.points, Box: geom.Bounds(t.g2.At),
	}
	out.Counts.Nodes = t.g2.Nodes()
	return out, nil
}

type tiler struct {
	m *scene.Map
	g *graph.Graph
	k int
	n uint32

	right, down []crossing
	ofLine      []uint32 // new number of each line
	kept        []scene.Line
	shift       uint // coordinates are divided by 2^shift, so that all tiles fit

	g2     *graph.Graph
	lines  []scene.Line
	points []geom.Point
}

// crossing is a road from a node of a tile to a node of the next tile.
type crossing struct{ from, to, time, length uint32 }

// findSides finds the crossings to the right and down.
func (t *tiler) findSides() {
	nodes, box := t.g.Connected(), geom.Bounds(t.g.At)
	w, h := box.Width()+1, box.Height()+1
	along := func(v, lo int32, extent int64) int { return int((int64(v) - int64(lo)) * perSide / extent) }
	row := func(p geom.Point) int { return along(p.Y, box.Min.Y, h) }
	column := func(p geom.Point) int { return along(p.X, box.Min.X, w) }
	x := func(p geom.Point) int64 { return int64(p.X) }
	y := func(p geom.Point) int64 { return int64(p.Y) }
	t.right = t.crossings(nodes, row, x, geom.Point{X: int32(min(w, math.MaxInt32))})
	t.down = t.crossings(nodes, column, y, geom.Point{Y: int32(min(h, math.MaxInt32))})
}

// crossings joins, in each stripe, the node farthest in a direction with the nearest node of the
// next tile, which is the least far node moved by one tile.
func (t *tiler) crossings(nodes []uint32, stripe func(geom.Point) int, far func(geom.Point) int64, tile geom.Point) (out []crossing) {
	var first, last [perSide]uint32
	for i := range first {
		first[i], last[i] = graph.NoNode, graph.NoNode
	}
	for _, v := range nodes {
		i, d := stripe(t.g.At[v]), far(t.g.At[v])
		if first[i] == graph.NoNode || d < far(t.g.At[first[i]]) {
			first[i] = v
		}
		if last[i] == graph.NoNode || d > far(t.g.At[last[i]]) {
			last[i] = v
		}
	}
	perUnit := t.costOfUnit()
	for i := range first {
		if first[i] == graph.NoNode {
			continue
		}
		p, q := t.g.At[last[i]], t.g.At[first[i]]
		d := math.Hypot(float64(q.X)-float64(p.X)+float64(tile.X), float64(q.Y)-float64(p.Y)+float64(tile.Y))
		cost := func(per float64) uint32 { return uint32(max(1, min(graph.MaxWeight, d*per+0.5))) }
		out = append(out, crossing{last[i], first[i], cost(perUnit[0]), cost(perUnit[1])})
	}
	return out
}

// costOfUnit returns the mean time and length per unit of straight line.
func (t *tiler) costOfUnit() (per [2]float64) {
	var time, length, units float64
	for u := range t.g.Nodes() {
		for e := t.g.FirstOut[u]; e < t.g.FirstOut[u+1]; e++ {
			p, q := t.g.At[u], t.g.At[t.g.Head[e]]
			units += math.Hypot(float64(p.X)-float64(q.X), float64(p.Y)-float64(q.Y))
			time, length = time+float64(t.g.Time[e]), length+float64(t.g.Length[e])
		}
	}
	return [2]float64{time / max(1, units), length / max(1, units)}
}

// takeLines keeps the lines of edges.
func (t *tiler) takeLines() {
	t.ofLine = make([]uint32, len(t.m.Lines))
	for _, l := range t.g.Line {
		t.ofLine[l>>1] = 1
	}
	for i, l := range t.m.Lines {
		if t.ofLine[i] == 1 {
			t.ofLine[i] = uint32(len(t.kept))
			t.kept = append(t.kept, l)
		}
	}
}

// layOut places nodes and draws lines: first the lines of each tile, then of its crossings to the right
// and down.
func (t *tiler) layOut() {
	k, n := t.k, t.n
	box := geom.Bounds(t.g.At)
	for (box.Width()+1)>>t.shift*int64(k) > math.MaxInt32 || (box.Height()+1)>>t.shift*int64(k) > math.MaxInt32 {
		t.shift++
	}
	w, h := (box.Width()+1)>>t.shift, (box.Height()+1)>>t.shift
	tiles := uint32(k * k)
	t.g2 = &graph.Graph{At: make([]geom.Point, tiles*n), ID: make([]int64, tiles*n)}
	for i := range tiles {
		x, y := int64(int(i)%k)*w-w*int64(k)/2, int64(int(i)/k)*h-h*int64(k)/2
		for v, p := range t.g.At {
			p.X, p.Y = int32((int64(p.X)-int64(box.Min.X))>>t.shift+x), int32((int64(p.Y)-int64(box.Min.Y))>>t.shift+y)
			t.g2.At[i*n+uint32(v)] = p
		}
	}
	for v := range t.g2.ID {
		t.g2.ID[v] = int64(v) + 1
	}
	total := int(tiles)*len(t.kept) + k*(k-1)*(len(t.right)+len(t.down))
	t.lines, t.points = make([]scene.Line, 0, total), make([]geom.Point, 0, 2*total)
	for i := range tiles {
		for _, l := range t.kept {
			t.line(i*n+l.From, i*n+l.To, l.Class, l.Level)
		}
	}
	t.eachCrossing(func(u, v uint32, _ crossing) { t.line(u, v, scene.Primary, 0) })
}

func (t *tiler) line(u, v uint32, c scene.Class, level int8) {
	first := uint32(len(t.points))
	t.points = append(t.points, t.g2.At[u], t.g2.At[v])
	t.lines = append(t.lines, scene.Line{First: first, End: first + 2, From: u, To: v, Class: c, Level: level})
}

// eachCrossing calls f for the roads between tiles, always in the same order.
func (t *tiler) eachCrossing(f func(u, v uint32, c crossing)) {
	for i := range uint32(t.k * t.k) {
		if int(i)%t.k+1 < t.k {
			for _, c := range t.right {
				f(i*t.n+c.from, (i+1)*t.n+c.to, c)
			}
		}
		if int(i)/t.k+1 < t.k {
			for _, c := range t.down {
				f(i*t.n+c.from, (i+uint32(t.k))*t.n+c.to, c)
			}
		}
	}
}

// extra is an edge of a crossing.
type extra struct{ tail, head, time, length, line uint32 }

// extras returns the edges of all crossings, by tail and head.
func (t *tiler) extras() (out []extra) {
	line := uint32(t.k*t.k) * uint32(len(t.kept))
	t.eachCrossing(func(u, v uint32, c crossing) {
		out = append(out, extra{u, v, c.time, c.length, line << 1}, extra{v, u, c.time, c.length, line<<1 | 1})
		line++
	})
	slices.SortFunc(out, func(a, b extra) int { return cmp.Or(cmp.Compare(a.tail, b.tail), cmp.Compare(a.head, b.head)) })
	return out
}

// copyRows writes the edges of all nodes. The edges of crossings lead to other tiles, so they
// precede or follow a node's own edges.
func (t *tiler) copyRows() {
	extras := t.extras()
	t.reserve(len(extras))
	for i := range uint32(t.k * t.k) {
		for u := range t.n {
			before, behind := 0, 0
			for behind < len(extras) && extras[behind].tail == i*t.n+u {
				if behind++; extras[behind-1].head < i*t.n {
					before = behind
				}
			}
			t.append(extras[:before]...)
			t.copyRow(i, u)
			t.append(extras[before:behind]...)
			extras = extras[behind:]
			t.g2.FirstOut = append(t.g2.FirstOut, uint32(len(t.g2.Head)))
		}
	}
	t.share()
}

// reserve allocates memory for all edges at the start.
func (t *tiler) reserve(extras int) {
	tiles := t.k * t.k
	m := tiles*t.g.Edges() + extras
	t.g2.FirstOut = make([]uint32, 1, tiles*int(t.n)+1)
	for _, s := range []*[]uint32{&t.g2.Head, &t.g2.Length, &t.g2.Line} {
		*s = make([]uint32, 0, m)
	}
	if t.m.Metric != graph.ByWeight {
		t.g2.Time = make([]uint32, 0, m)
	}
}

// share makes Weight share the slice of its metric.
func (t *tiler) share() {
	switch t.m.Metric {
	case graph.ByTime:
		t.g2.Weight = t.g2.Time
	case graph.ByLength:
		t.g2.Weight = t.g2.Length
	case graph.ByWeight:
		t.g2.Weight, t.g2.Time = t.g2.Length, t.g2.Length
	}
}

// copyRow appends the edges of a node within tile i.
func (t *tiler) copyRow(i, u uint32) {
	for e := t.g.FirstOut[u]; e < t.g.FirstOut[u+1]; e++ {
		line := i*uint32(len(t.kept)) + t.ofLine[t.g.Line[e]>>1]
		t.append(extra{0, i*t.n + t.g.Head[e], t.g.Time[e], t.g.Length[e], line<<1 | t.g.Line[e]&1})
	}
}

func (t *tiler) append(edges ...extra) {
	g := t.g2
	for _, x := range edges {
		g.Head, g.Length, g.Line = append(g.Head, x.head), append(g.Length, x.length), append(g.Line, x.line)
		if t.m.Metric != graph.ByWeight {
			g.Time = append(g.Time, x.time)
		}
	}
}
