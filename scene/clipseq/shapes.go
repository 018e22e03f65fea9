package clipseq

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kernelscope/scene/gen"
)

// A shape appends elements to a sequence until it has n of them, and closes what it has
// opened.
type shape struct {
	name, about string
	make        func(b *builder)
}

var shapes = []shape{
	{"random", "pushes and pops with equal probability", random},
	{"zigzag", "runs of pushes and runs of pops, of one to thousands", zigzag},
	{"deep", "pushes only, then as many pops", deep},
	{"wide", "one clip around drawn elements and nearly empty clips", wide},
	{"adversarial", "clips whose parents lie far apart: slow climbs, sudden falls and long plains at all heights", adversarial},
	{"example", "the 18 brackets of the article on the stack monoid (R. Levien, 2021), repeated", example},
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

// Generator describes the sequences of gen:clip,…; Generate makes them.
func Generator() gen.Spec {
	return gen.Spec{Name: "clip", Help: "a sequence of clips", Params: []gen.Param{
		{Name: "elements", Help: "number of elements", Default: "2^20", Max: MaxElements},
		{Name: "shape", Help: "shape of the sequence", Default: "random", Type: gen.Word, Words: Shapes()},
		{Name: "depth", Help: "greatest number of open pushes; 0 for no limit", Default: "0", Max: MaxElements},
		{Name: "bare", Help: "omit boxes", Default: "false", Type: gen.Switch}, gen.Seed(),
	}}
}

// Generate makes the sequence of complete values of the Generator.
func Generate(v gen.Values) (Sequence, error) {
	s, err := MakeWithin(v.Number("depth"), v["shape"], v.Number("elements"), v.Seed())
	if v.Switch("bare") {
		s.Boxes = nil
	}
	return s, err
}

// Make makes n elements of a shape, with boxes, in which every push has its pop (except
// one, if n is odd and the shape has no leaves). The same seed gives the same sequence on
// every computer.
func Make(name string, n int, seed uint64) (Sequence, error) { return MakeWithin(0, name, n, seed) }

// MakeWithin makes a sequence in which at most depth pushes are open at a time, and the last
// element is a leaf where it would be a push without a pop. Zero is any number.
func MakeWithin(depth int, name string, n int, seed uint64) (Sequence, error) {
	i := slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })
	if i < 0 {
		return Sequence{}, fmt.Errorf("clipseq: there is no shape %q; choose from %s", name, strings.Join(Shapes(), ", "))
	}
	b := &builder{n: n, most: depth, elements: make([]uint32, 0, n), source: rand.NewPCG(seed, uint64(i))}
	shapes[i].make(b)
	return Sequence{Elements: b.elements, Boxes: boxes(b.elements, seed)}, nil
}

// builder appends elements. It keeps room for the pops of all open pushes.
type builder struct {
	n, depth int
	most     int // of depth, 0 for any
	elements []uint32
	source   *rand.PCG
}

// below returns a random number less than n.
func (b *builder) below(n int) int { return int(b.source.Uint64() >> 33 % uint64(n)) }

// room returns how many elements can be added before only pops fit.
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

// push adds n pushes, fewer if there is no room for their pops or no more may be open.
func (b *builder) push(n int) {
	if b.most > 0 {
		n = min(n, b.most-b.depth)
	}
	for range min(n, b.room()/2) {
		b.add(Push)
	}
}

// pop adds n pops, fewer if fewer pushes are open.
func (b *builder) pop(n int) {
	for range min(n, b.depth) {
		b.add(Pop)
	}
}

// pairs adds n clips without contents, one after another; leaves where no more may be open.
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

// end adds a last push if one element is missing, and closes all.
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

// length returns a random length; every number of bits is equally likely.
func (b *builder) length(bits int) int { return 1 + b.below(1<<(1+b.below(bits))) }

func zigzag(b *builder) {
	for b.room() >= 2 {
		b.push(b.length(13))
		b.pop(b.length(13))
	}
	b.end()
}

func deep(b *builder) {
	for b.room() >= 2 { // again and again where depth is bounded
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
		default: // a climb in which pushes that stay are spread out
			apart := b.length(5)
			for range b.length(8) {
				b.push(1)
				b.pairs(apart)
			}
		case 0: // a climb in which they are partitions apart
			for range b.length(3) {
				b.push(1)
				b.pairs(b.length(12))
			}
		case 1, 2, 3: // a fall
			b.pop(b.length(10))
		case 4: // a plain: all elements have one distant parent
			b.leaves(b.length(12))
		case 5: // a steep climb
			b.push(b.length(10))
		}
	}
	b.leaves(b.room())
	b.end()
}

// boxes gives each element a box: large ones for clips, so that something remains when
// many overlap, small ones for leaves, and one in a hundred without an area. Corners are
// multiples of an eighth, which text represents exactly and briefly.
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
