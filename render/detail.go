package render

import (
	"math"
	"slices"
	"unsafe"

	"kernelscope/internal/parallel"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/shaders"
)

// segment is a piece of road as stored for shaders, in six words.
type segment struct {
	a, b geom.Point
	node uint32 // node that determines the colour; the number of nodes for none
	kind uint32 // class in bits 0 to 3, level + 8 in bits 4 to 7
}

// pathKind is the kind of segments of paths.
const pathKind = 0x100

func kindOf(l scene.Line) uint32 { return uint32(l.Class) | uint32(l.Level+8)<<4 }

// paintOrder sorts kinds: lower levels first, then less important classes.
func paintOrder(kind uint32) uint32 { return kind&0xf0 | (15 - kind&15) }

// chunk is a run of shaders.RoadsChunk nearby segments of the same kind.
type chunk struct {
	box  geom.Box
	kind uint32
}

// detail is a level of detail of a map.
type detail struct {
	segments []segment
	chunks   []chunk // in painting order
	longest  float64 // longest segment in units
	squares  float64 // sum of the squares of their lengths
}

// outline is the data shared by all levels of a map.
type outline struct {
	m *scene.Map
	// order lists the lines in painting order and, within a kind, along a Hilbert curve, so that
	// chunks of their segments are compact.
	order []uint32
	// middle has, for each line, the number of its points up to the middle of its length. Segments
	// after them have the colour of the line's last node.
	middle []uint32
	plain  bool // all lines are streets, as in graphs
}

// kindOf returns the kind by which a line is drawn. Streets where there is nothing else would be too faint, since other maps have
// more important roads; they are drawn as tertiary roads.
func (o *outline) kindOf(l scene.Line) uint32 {
	if o.plain {
		l.Class = scene.Tertiary
	}
	return kindOf(l)
}

func newOutline(m *scene.Map) *outline {
	o := &outline{m: m, order: make([]uint32, len(m.Lines)), middle: make([]uint32, len(m.Lines))}
	o.plain = !slices.ContainsFunc(m.Lines, func(l scene.Line) bool { return l.Class != scene.Street })
	keys := make([]uint64, len(m.Lines))
	parallel.Pieces(len(m.Lines), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			l := m.Lines[i]
			points := m.Points[l.First:l.End]
			o.middle[i] = middleOf(points)
			keys[i] = uint64(paintOrder(o.kindOf(l)))<<56 | uint64(geom.HilbertIn(m.Box, points[0])>>8)<<32 | uint64(i)
		}
	})
	parallel.Sort(keys)
	for i, k := range keys {
		o.order[i] = uint32(k)
	}
	return o
}

func middleOf(points []geom.Point) uint32 {
	total, passed := 0.0, 0.0
	for i := 1; i < len(points); i++ {
		total += distance(points[i-1], points[i])
	}
	for i := 1; i < len(points); i++ {
		if passed += distance(points[i-1], points[i]); passed > total/2 {
			return uint32(i)
		}
	}
	return uint32(len(points))
}

func distance(a, b geom.Point) float64 {
	dx, dy := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	return math.Sqrt(dx*dx + dy*dy)
}

// finest is the level that draws every point. At a level n > finest, points closer than 2^n units
// coincide. coarsest is the level for the whole world in a window.
const (
	finest   = 6
	coarsest = 26
)

// levelFor returns the coarsest level that can hardly be distinguished from the finest: a cell is
// at most two thirds of a pixel.
func levelFor(scale float64) int {
	return max(finest, min(coarsest, int(math.Floor(math.Log2(0.67/scale)))))
}

// at returns the lines of a map at a level. It drops points in the same grid cell as their
// predecessor, and keeps only the first of several segments of the same kind between the same two
// cells.
func (o *outline) at(level int) (all detail) {
	kinds := o.kinds()
	parts := make([]detail, len(kinds))
	parallel.Each(len(kinds), func(i int) { parts[i] = o.ofKind(kinds[i], level) })
	n := 0
	for _, d := range parts {
		n += len(d.segments)
	}
	all.segments = make([]segment, 0, n)
	for _, d := range parts {
		all.segments, all.chunks = append(all.segments, d.segments...), append(all.chunks, d.chunks...)
		all.longest, all.squares = max(all.longest, d.longest), all.squares+d.squares
	}
	return all
}

// kinds divides the order into the lines of each kind.
func (o *outline) kinds() (all [][]uint32) {
	first := 0
	for i, line := range o.order {
		if o.kindOf(o.m.Lines[line]) != o.kindOf(o.m.Lines[o.order[first]]) {
			all, first = append(all, o.order[first:i]), i
		}
	}
	return append(all, o.order[first:])
}

// ofKind returns lines of one kind at a level.
func (o *outline) ofKind(lines []uint32, level int) (d detail) {
	points := 0
	for _, i := range lines {
		points += int(o.m.Lines[i].End - o.m.Lines[i].First)
	}
	seen, none := newPairs(points>>((level-finest)/2)), uint32(o.m.Graph.Nodes())
	for _, i := range lines {
		l := o.m.Lines[i]
		kind, points := o.kindOf(l), o.m.Points[l.First:l.End]
		last := points[0]
		for k, p := range points[1:] {
			if level > finest && cellOf(p, level) == cellOf(last, level) {
				continue
			}
			s := segment{last, p, min(none, l.From), kind}
			if uint32(k+1) >= o.middle[i] {
				s.node = min(none, l.To)
			}
			last = p
			if level == finest || seen.add(cellOf(s.a, level), cellOf(s.b, level)) {
				d.add(s)
			}
		}
	}
	d.fill()
	return d
}

func cellOf(p geom.Point, level int) [2]int32 { return [2]int32{p.X >> level, p.Y >> level} }

// add appends a segment. Segments of the same kind must be added together.
func (d *detail) add(s segment) {
	if n := len(d.chunks); n > 0 && d.chunks[n-1].kind != s.kind {
		d.fill()
	}
	if len(d.segments)%shaders.RoadsChunk == 0 {
		d.chunks = append(d.chunks, chunk{geom.EmptyBox(), s.kind})
	}
	c := &d.chunks[len(d.chunks)-1]
	c.box = c.box.Extend(s.a).Extend(s.b)
	d.segments = append(d.segments, s)
	length := distance(s.a, s.b)
	d.longest = max(d.longest, length)
	d.squares += length * length
}

// fill fills up the last chunk.
func (d *detail) fill() {
	for len(d.segments)%shaders.RoadsChunk != 0 {
		d.segments = append(d.segments, segment{kind: shaders.RoadsNothing})
	}
}

// words returns the words of the segments for a buffer.
func (d *detail) words() []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(d.segments))), shaders.RoadsSegmentWords*len(d.segments))
}

// visible appends the chunks of the drawn classes that touch a box, in painting order.
func (d *detail) visible(view geom.Box, drawn [scene.Classes]bool, into []uint32) []uint32 {
	for i, c := range d.chunks {
		if drawn[c.kind&15] && c.box.Meets(view) {
			into = append(into, uint32(i))
		}
	}
	return into
}

// pairs is a set of pairs of cells, identified by 64-bit hashes. A collision makes one segment
// invisible.
type pairs struct {
	slots []uint64
	shift uint
	used  int
}

func newPairs(n int) *pairs {
	p := &pairs{shift: 64 - 10}
	for p.shift > 34 && 1<<(64-p.shift) < n {
		p.shift--
	}
	p.slots = make([]uint64, 1<<(64-p.shift))
	return p
}

// add adds a pair, regardless of its order, and reports whether it was new.
func (s *pairs) add(a, b [2]int32) bool {
	h := mix(a) + mix(b) | 1
	i := s.find(h)
	if s.slots[i] == h {
		return false
	}
	s.slots[i] = h
	if s.used++; 2*s.used > len(s.slots) {
		s.grow()
	}
	return true
}

// find returns the slot of h, or the free slot for it.
func (s *pairs) find(h uint64) uint64 {
	for i := h >> s.shift; ; i = (i + 1) & uint64(len(s.slots)-1) {
		if s.slots[i] == h || s.slots[i] == 0 {
			return i
		}
	}
}

func (s *pairs) grow() {
	old := s.slots
	s.slots, s.shift = make([]uint64, 2*len(old)), s.shift-1
	for _, h := range old {
		if h != 0 {
			s.slots[s.find(h)] = h
		}
	}
}

// mix hashes a cell (finalizer of MurmurHash3, A. Appleby).
func mix(c [2]int32) uint64 {
	h := uint64(uint32(c[0]))<<32 | uint64(uint32(c[1]))
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
