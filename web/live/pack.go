package live

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"kernelscope/compute/prepared"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// town is a settlement whose name is on the map.
type town struct {
	At   geom.Point `json:"at"`
	Name string     `json:"name"`
	Size scene.Size `json:"size"`
}

// head begins a packed map.
type head struct {
	Name, From, Attribution, Profile string
	Metric                           graph.Metric
	Scale                            float64
	Abstract                         bool
	Towns                            []town
	Roads                            []scene.RoadName
	ID                               []int64 // of the nodes of a graph so small that they are shown
}

// Pack writes what a page needs of a map: the graph, lines, points, water, and names of roads and of the larger
// settlements. Numbers are differences, which compress well, and nodes are where lines end.
func Pack(m *scene.Map) ([]byte, error) {
	h := head{m.Name, m.From, m.Attribution, m.Profile, m.Metric, m.Scale, m.Abstract, nil, nil, nil}
	if m.Graph.Nodes() <= MaxHops {
		h.ID = m.Graph.ID
	}
	names := m.Names
	if names == nil {
		names = &scene.Names{}
	} else {
		h.Roads = names.Roads
		for _, t := range m.Names.Towns {
			if t.Size <= scene.Village {
				h.Towns = append(h.Towns, town{t.At, t.Name, t.Size})
			}
		}
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	p := packer(append(binary.AppendUvarint(nil, uint64(len(text))), text...))
	g := m.Graph
	for _, list := range [][]uint32{g.FirstOut, g.Head, g.Time, g.Length, g.Line} {
		p.list(list)
	}
	p.list(column(m.Lines, func(l scene.Line) uint32 { return l.First }))
	p.list(column(m.Lines, func(l scene.Line) uint32 { return l.End - l.First }))
	p.list(column(m.Lines, func(l scene.Line) uint32 { return l.From }))
	p.list(column(m.Lines, func(l scene.Line) uint32 { return l.To }))
	p.list(column(m.Lines, func(l scene.Line) uint32 { return uint32(l.Class) | uint32(uint8(l.Level))<<8 }))
	p.points(m.Points)
	p.points(moved(g.At, ends(m.Lines, m.Points, len(g.At)), -1))
	w := m.Water
	if w == nil {
		w = &scene.Water{}
	}
	p.list(column(w.Shapes, func(s scene.WaterShape) uint32 { return s.First }))
	p.list(column(w.Shapes, func(s scene.WaterShape) uint32 { return s.End - s.First }))
	p.list(column(w.Shapes, func(s scene.WaterShape) uint32 { return uint32(s.Kind) }))
	p.points(w.Points)
	p.list(names.First)
	p.list(names.Road)
	return p, nil
}

// PackTrees is Pack with the order of the map's fronts, for prepared trees.
func PackTrees(m *scene.Map, o *prepared.Order) ([]byte, error) {
	b, err := Pack(m)
	p := packer(b)
	for _, list := range [][]uint32{o.Parent, o.First, o.Node} {
		p.list(list)
	}
	return p, err
}

// order reads the order that PackTrees has written after a map.
func (u unpacked) order() (*prepared.Order, error) {
	o := &prepared.Order{Parent: u.rest.list(), First: u.rest.list(), Node: u.rest.list()}
	if u.rest.bad {
		return nil, errDamaged
	}
	return o, nil
}

// ends returns where a number of nodes are by the lines that begin or end there; zero for others.
func ends(lines []scene.Line, points []geom.Point, nodes int) []geom.Point {
	out := make([]geom.Point, nodes)
	for _, l := range lines {
		for _, end := range []struct{ node, point uint32 }{{l.From, l.First}, {l.To, l.End - 1}} {
			if end.node != graph.NoNode {
				out[end.node] = points[end.point]
			}
		}
	}
	return out
}

// moved returns points moved by others, forwards or backwards.
func moved(points, by []geom.Point, sign int32) []geom.Point {
	out := make([]geom.Point, len(points))
	for i, p := range points {
		out[i] = geom.Point{X: p.X + sign*by[i].X, Y: p.Y + sign*by[i].Y}
	}
	return out
}

// column returns a number of each of several things.
func column[T, U any](all []T, of func(T) U) []U {
	out := make([]U, len(all))
	for i, x := range all {
		out[i] = of(x)
	}
	return out
}

// packer appends lists of numbers.
type packer []byte

func (p *packer) list(all []uint32) {
	b, last := binary.AppendUvarint(*p, uint64(len(all))), uint32(0)
	for _, x := range all {
		b, last = binary.AppendVarint(b, int64(int32(x-last))), x
	}
	*p = b
}

func (p *packer) points(all []geom.Point) {
	p.list(column(all, func(at geom.Point) uint32 { return uint32(at.X) }))
	p.list(column(all, func(at geom.Point) uint32 { return uint32(at.Y) }))
}

// errDamaged is what Unpack says of data that Pack did not write.
var errDamaged = errors.New("the map in this file is damaged")

// unpacker reads what a packer has written.
type unpacker struct {
	b   []byte
	bad bool
}

func (u *unpacker) list() []uint32 {
	n, used := binary.Uvarint(u.b)
	if used <= 0 || n > uint64(len(u.b)-used) {
		u.bad = true
		return nil
	}
	b, at := u.b[used:], 0
	out, last := make([]uint32, n), uint32(0)
	for i := range out { // as binary.Varint, which takes twice as long here
		x, shift := uint64(0), 0
		for more := true; more; shift += 7 {
			if at == len(b) || shift > 35 {
				u.bad = true
				return nil
			}
			x |= uint64(b[at]&0x7f) << shift
			more = b[at] >= 0x80
			at++
		}
		last += uint32(x>>1) ^ -uint32(x&1)
		out[i] = last
	}
	u.b = b[at:]
	return out
}

func (u *unpacker) points() []geom.Point {
	x, y := u.list(), u.list()
	if len(x) != len(y) {
		u.bad = true
		return nil
	}
	out := make([]geom.Point, len(x))
	for i := range out {
		out[i] = geom.Point{X: int32(x[i]), Y: int32(y[i])}
	}
	return out
}

// unpacked is a map and what follows it.
type unpacked struct {
	atlas
	rest *unpacker
}

// unpack reads what Pack has written.
func unpack(b []byte) (out unpacked, err error) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used) {
		return out, errDamaged
	}
	var h head
	if err := json.Unmarshal(b[used:used+int(n)], &h); err != nil {
		return out, errDamaged
	}
	u := &unpacker{b: b[used+int(n):]}
	g := &graph.Graph{FirstOut: u.list(), Head: u.list(), Time: u.list(), Length: u.list(), Line: u.list()}
	m := &scene.Map{Name: h.Name, From: h.From, Attribution: h.Attribution, Profile: h.Profile, Metric: h.Metric, Scale: h.Scale, Abstract: h.Abstract, Graph: g}
	first, length, from, to, kind := u.list(), u.list(), u.list(), u.list(), u.list()
	m.Points = u.points()
	if g.At = u.points(); !u.bad {
		m.Lines = linesOf(first, length, from, to, kind, len(m.Points), len(g.At))
		g.At = moved(g.At, ends(m.Lines, m.Points, len(g.At)), 1)
	}
	firsts, lengths, kinds := u.list(), u.list(), u.list()
	m.Water = &scene.Water{Points: u.points()}
	for i := range firsts {
		if i >= min(len(lengths), len(kinds)) || uint64(firsts[i])+uint64(lengths[i]) > uint64(len(m.Water.Points)) {
			return out, errDamaged
		}
		m.Water.Shapes = append(m.Water.Shapes, scene.WaterShape{First: firsts[i], End: firsts[i] + lengths[i], Kind: scene.WaterKind(kinds[i])})
	}
	if m.Names, err = namesOf(h.Roads, u.list(), u.list(), len(m.Points)); err != nil {
		return out, err
	}
	if u.bad || m.Lines == nil || !fits(g, len(m.Lines)) {
		return out, errDamaged
	}
	if g.ID, g.Weight = h.ID, g.Time; len(g.ID) != len(g.At) {
		g.ID = make([]int64, len(g.At))
	}
	if h.Metric == graph.ByLength {
		g.Weight = g.Length
	}
	m.Box = geom.Bounds(m.Points)
	g.Complete()
	return unpacked{atlas{m, h.Towns}, u}, nil
}

// namesOf returns the names of roads, nil if there are none.
func namesOf(roads []scene.RoadName, first, road []uint32, points int) (*scene.Names, error) {
	if len(roads) == 0 {
		return nil, nil
	}
	if len(first) != len(road) || !slices.IsSorted(first) || len(first) > 0 && (first[0] != 0 || int64(first[len(first)-1]) >= int64(points)) {
		return nil, errDamaged
	}
	for _, r := range road {
		if int64(r) >= int64(len(roads)) {
			return nil, errDamaged
		}
	}
	return &scene.Names{Roads: roads, First: first, Road: road}, nil
}

// linesOf joins columns of lines; it returns nil if they do not fit together, or to a number of points and nodes.
func linesOf(first, length, from, to, kind []uint32, points, nodes int) []scene.Line {
	if len(first) != len(length) || len(first) != len(from) || len(first) != len(to) || len(first) != len(kind) {
		return nil
	}
	lines := make([]scene.Line, len(first))
	inGraph := func(v uint32) bool { return v == graph.NoNode || int64(v) < int64(nodes) }
	for i := range lines {
		if uint64(first[i])+uint64(length[i]) > uint64(points) || length[i] < 1 || !inGraph(from[i]) || !inGraph(to[i]) || kind[i]&0xff >= scene.Classes {
			return nil
		}
		lines[i] = scene.Line{First: first[i], End: first[i] + length[i], From: from[i], To: to[i], Class: scene.Class(kind[i]), Level: int8(kind[i] >> 8)}
	}
	return lines
}

// fits reports whether the lists of a graph fit together.
func fits(g *graph.Graph, lines int) bool {
	n, m := len(g.At), len(g.Head)
	if n == 0 || len(g.FirstOut) != n+1 || len(g.Time) != m || len(g.Length) != m || len(g.Line) != m || g.FirstOut[0] != 0 || int64(g.FirstOut[n]) != int64(m) {
		return false
	}
	for v := range n {
		if g.FirstOut[v] > g.FirstOut[v+1] {
			return false
		}
	}
	for e := range m {
		heavy := g.Time[e] > graph.MaxWeight && g.Time[e] != graph.Closed || g.Length[e] > graph.MaxWeight && g.Length[e] != graph.Closed
		if int64(g.Head[e]) >= int64(n) || int64(g.Line[e]>>1) >= int64(lines) || heavy {
			return false
		}
	}
	return n < math.MaxInt32
}
