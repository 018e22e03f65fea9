package clipseq

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"kernelscope/scene/gen"
)

// shape appends n elements to a sequence and closes what it has opened.
type shape struct {
	name, about string
	make        func(b *builder)
}

var shapes = []shape{
	{"random", "pushes and pops with equal probability", random},
	{"zigzag", "runs of pushes and runs of pops, of one to thousands", zigzag},
	{"deep", "pushes only, then as many pops", deep},
	{"wide", "one clip around drawn elements and nearly empty clips", wide},
	{"adversarial", "clips whose parents lie far apart: slow climbs, sudden falls and long plains at all heights; stairs has longer walks", adversarial},
	{"example", "the 18 brackets of the article on the stack monoid (R. Levien, 2021), repeated", example},
	{"stairs", "the longest walks: √n pushes that stay open, √n elements apart, then as many pops", stairs},
	{"pits", "the most back-links of snapshots: runs of pushes of which one stays open, each in two partitions of √n / 2 elements or less", pits},
}

// Shapes lists the names of all shapes.
func Shapes() (names []string) {
	for _, s := range shapes {
		names = append(names, s.name)
	}
	return names
}

// About describes a shape in a few words.
func About(name string) string {
	for _, s := range shapes {
		if s.name == name {
			return s.about
		}
	}
	return ""
}

// Generator describes the parameters of gen:clip,…; Generate uses them.
func Generator() gen.Spec {
	return gen.Spec{Name: "clip", Help: "a sequence of clips", Params: []gen.Param{
		{Name: "elements", Help: "number of elements", Default: "2^20", Max: MaxElements},
		{Name: "shape", Help: "shape of the sequence", Default: "random", Type: gen.Word, Words: Shapes()},
		{Name: "depth", Help: "greatest number of open pushes; 0 for no limit", Default: "0", Max: MaxElements},
		{Name: "cut", Help: "elements omitted at each end of a longer sequence, so that others lack partners", Default: "0", Max: 1 << 20},
		{Name: "bare", Help: "omit boxes", Default: "false", Type: gen.Switch}, gen.Seed(),
	}}
}

// Generate makes the sequence for complete values of Generator.
func Generate(v gen.Values) (Sequence, error) {
	cut := v.Number("cut")
	s, err := MakeWithin(v.Number("depth"), v["shape"], v.Number("elements")+2*cut, v.Seed())
	if err == nil {
		s.Elements, s.Boxes = s.Elements[cut:len(s.Elements)-cut], s.Boxes[cut:len(s.Boxes)-cut]
		for i, e := range s.Elements {
			s.Elements[i] = e&KindMask | uint32(i)<<2
		}
	}
	if v.Switch("bare") {
		s.Boxes = nil
	}
	return s, err
}

// Make makes n elements of a shape, with boxes. Every push has a pop, except for one if n is odd
// and the shape has no leaves. The same seed gives the same sequence on every computer.
func Make(name string, n int, seed uint64) (Sequence, error) { return MakeWithin(0, name, n, seed) }

// MakeWithin is like Make, with at most depth pushes open together; zero means no limit. If a push
// would have no pop, the last element is a leaf instead.
func MakeWithin(depth int, name string, n int, seed uint64) (Sequence, error) {
	i := slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })
	if i < 0 {
		return Sequence{}, fmt.Errorf("clipseq: there is no shape %q; choose from %s", name, strings.Join(Shapes(), ", "))
	}
	b := &builder{n: n, most: depth, elements: make([]uint32, 0, n), source: rand.NewPCG(seed, uint64(i))}
	shapes[i].make(b)
	return Sequence{Elements: b.elements, Boxes: boxes(b.elements, seed)}, nil
}

// builder appends elements and reserves room for the pops of all open pushes.
type builder struct {
	n, depth int
	most     int // limit on depth, 0 for none
	elements []uint32
	source   *rand.PCG
}

// below returns a random number less than n.
func (b *builder) below(n int) int { return int(b.source.Uint64() >> 33 % uint64(n)) }

// room returns the number of elements that can be added besides the pops of open pushes.
func (b *builder) room() int { return b.n - len(b.elements) - b.depth }

func (b *builder) add(kind uint32) {
	b.elements = append(b.elements, kind|uint32(len(b.elements))<<2)
	switch kind {
	case Push:
		b.depth++
	case Pop:
		b.depth--
	}
}

// push adds up to n pushes, as far as room and the limit on depth allow.
func (b *builder) push(n int) {
	if b.most > 0 {
		n = min(n, b.most-b.depth)
	}
	for range min(n, b.room()/2) {
		b.add(Push)
	}
}

// pop adds up to n pops, but at most one for each open push.
func (b *builder) pop(n int) {
	for range min(n, b.depth) {
		b.add(Pop)
	}
}

// pairs adds n empty clips in sequence, or leaves where the limit on depth forbids pushes.
func (b *builder) pairs(n int) {
	if b.most > 0 && b.depth == b.most {
		b.leaves(2 * n)
		return
	}
	for range n {
		b.push(1)
		if b.room() < 2 {
			return
		}
		b.pop(1)
	}
}

func (b *builder) leaves(n int) {
	for range min(n, b.room()) {
		b.add(Leaf)
	}
}

// end adds a last push if a single element is missing, then closes all pushes.
func (b *builder) end() {
	b.pop(b.depth)
	if b.most > 0 {
		b.leaves(b.room())
	}
	for len(b.elements) < b.n {
		b.add(Push)
	}
}

func random(b *builder) {
	for b.room() >= 2 {
		if b.depth > 0 && (b.below(2) == 0 || b.depth == b.most) {
			b.add(Pop)
		} else {
			b.add(Push)
		}
	}
	b.end()
}

// length returns a random length, whose number of bits is distributed uniformly.
func (b *builder) length(bits int) int { return 1 + b.below(1<<(1+b.below(bits))) }

func zigzag(b *builder) {
	for b.room() >= 2 {
		b.push(b.length(13))
		b.pop(b.length(13))
	}
	b.end()
}

func deep(b *builder) {
	for b.room() >= 2 { // repeatedly if depth is limited
		b.push(b.n / 2)
		b.pop(b.depth)
	}
	b.end()
}

func example(b *builder) {
	for b.room() >= 2 {
		for _, mark := range "((()((())(()()))))" {
			if mark == '(' {
				b.push(1)
			} else {
				b.pop(1)
			}
		}
	}
	b.end()
}

// stairs forces walks of the greatest length. A partition of p elements pops at most p earlier pushes. For p up to √n, these
// lie in p partitions here, and its walk must look at each.
func stairs(b *builder) {
	for b.room() >= 2 {
		apart := max(1, int(math.Sqrt(float64(b.room())+0.25)-0.5)) // all steps and their pops need apart (apart + 1) elements
		steps := apart
		if b.most > 0 {
			steps = min(steps, b.most)
		}
		for range steps {
			b.push(1)
			b.leaves((apart - 1) % 2)
			b.pairs((apart - 1) / 2)
		}
		b.pop(steps)
	}
	b.leaves(b.room())
	b.end()
}

// pits makes snapshots too short, for partitions of p elements: p pushes fill a partition, and the next
// one pops all but the first of them. Its snapshot needs the first pushes of p such pairs, and each
// lies at the end of a snapshot. p is the greatest power of two for which there are 2 p pairs.
func pits(b *builder) {
	p := 1
	for 16*p*p <= b.room() {
		p *= 2
	}
	for b.room() >= 2*p {
		b.push(p)
		b.pop(p - 1)
		b.leaves(1)
	}
	b.leaves(b.room())
	b.end()
}

func wide(b *builder) {
	b.push(1)
	for b.room() > 0 {
		b.leaves(b.length(5))
		if b.room() >= 2 && b.below(8) == 0 {
			b.push(1)
			b.leaves(b.length(3))
			b.pop(1)
		}
	}
	b.end()
}

func adversarial(b *builder) {
	for b.room() >= 2 {
		switch b.below(8) {
		default: // a climb in which the lasting pushes are spread out
			apart := b.length(5)
			for range b.length(8) {
				b.push(1)
				b.pairs(apart)
			}
		case 0: // a climb in which they are whole partitions apart
			for range b.length(3) {
				b.push(1)
				b.pairs(b.length(12))
			}
		case 1, 2, 3: // a fall
			b.pop(b.length(10))
		case 4: // a plain in which all elements have the same distant parent
			b.leaves(b.length(12))
		case 5: // a steep climb
			b.push(b.length(10))
		}
	}
	b.leaves(b.room())
	b.end()
}

// boxes gives each element a box: large boxes for clips, so that the intersection of many is rarely
// empty, small ones for leaves, and an empty one for one element in a hundred. Corners are
// multiples of an eighth, which have exact and short decimal representations.
func boxes(elements []uint32, seed uint64) []Box {
	const size, eighth = 8 * 1000, 1.0 / 8
	b := builder{source: rand.NewPCG(seed, 1<<32)}
	out := make([]Box, len(elements))
	for i, e := range elements {
		w, h := 1+b.below(size/4), 1+b.below(size/4)
		left, top := b.below(size), b.below(size)
		switch kind := e & KindMask; {
		case kind == Pop:
			continue
		case b.below(100) == 0:
			w = -b.below(size / 8)
		case kind == Push:
			left, top, w, h = left/4, top/4, size-w, size-h
		}
		out[i] = Box{float32(left) * eighth, float32(top) * eighth, float32(left+w) * eighth, float32(top+h) * eighth}
	}
	return out
}
