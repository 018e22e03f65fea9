package simt

import (
	"fmt"

	"kernelscope/internal/fault"
	"kernelscope/shaders/spirv"
)

// Image is an image of two dimensions, without levels: rows of texels, each from its first component on, in the
// low bits first.
type Image struct {
	Width, Height int
	Format        Format
	Words         []uint32
}

// imageType is what an image's type says: format is 0 for an image that is sampled.
type imageType struct {
	format  Format
	storage bool
}

// imageAccess is where an instruction finds a texel.
type imageAccess struct {
	x, y, lod reg
	parts     [4]reg // components that are read or written
}

// regs lists the registers.
func (a *imageAccess) regs() []*reg {
	return []*reg{&a.x, &a.y, &a.lod, &a.parts[0], &a.parts[1], &a.parts[2], &a.parts[3]}
}

// imageOf makes a type of OpTypeImage. Images of two dimensions are supported, that are neither arrayed nor
// multisampled.
func (c *compiler) imageOf(in *instruction) *typ {
	const twoDimensions, isDepth, isSampled, isStorage = 1, 1, 1, 2
	arg := func(i int) uint32 { return c.m.arg(in, i) }
	t := &typ{shape: isImage, elem: c.typeOf(arg(0)), image: imageType{Format(arg(6)), arg(5) == isStorage}}
	switch {
	case arg(1) != twoDimensions:
		refuse("%s of dimension %s is not supported", c.m.at(in), spirv.Name("dim", arg(1)))
	case arg(2) == isDepth || arg(3) != 0 || arg(4) != 0:
		refuse("%s that is a depth image, arrayed or multisampled is not supported", c.m.at(in))
	case arg(5) != isSampled && arg(5) != isStorage:
		refuse("%s that may or may not be sampled is not supported", c.m.at(in))
	case t.elem.width != 32 || t.elem.shape != isInt && t.elem.shape != isFloat:
		refuse("%s: its components have not 32 bits", c.m.at(in))
	}
	if x, ok := texels[t.image.format]; t.image.storage && !ok {
		refuse("%s of format %s is not supported", c.m.at(in), spirv.Name("format", arg(6)))
	} else if t.image.storage && (x.shape != t.elem.shape || x.signed != t.elem.signed) {
		refuse("%s: format %s has components of another type", c.m.at(in), spirv.Name("format", arg(6)))
	}
	return t
}

// imageVariable gives an image its space.
func (c *compiler) imageVariable(in *instruction, v *variable) {
	if v.t.shape != isImage && v.t.shape != isSampledImage {
		refuse("%s: neither an image nor an image with its sampler", c.m.at(in))
	}
	if !c.has(in.result, decBinding) {
		refuse("%s: the image has no binding", c.m.at(in))
	}
	v.space = len(c.spaces)
	slot := Slot{c.word(in.result, decDescriptorSet), c.word(in.result, decBinding)}
	c.spaces = append(c.spaces, space{name: v.name, slot: slot, image: v.t.imageType()})
}

// imageType returns the type of the image in a sampled image, or the type itself.
func (t *typ) imageType() *typ {
	if t.shape == isSampledImage {
		return t.elem
	}
	return t
}

// image returns an operand that is an image.
func (c *compiler) image(fr *frame, in *instruction, i int) *variable {
	v := c.operand(fr, in, i)
	if v.image == nil || v.t.shape != isImage {
		refuse("%s: operand %d is not an image", c.m.at(in), i+1)
	}
	return v.image
}

// coordinates returns the registers of two integers.
func (c *compiler) coordinates(fr *frame, in *instruction, i int) imageAccess {
	at := c.value(fr, in, i)
	c.need(in, at.t.components() == 2 && at.t.elem.shape == isInt && at.t.elem.width == 32)
	return imageAccess{x: at.reg[0], y: at.reg[1], parts: [4]reg{dump, dump, dump, dump}}
}

// texelAccess returns how an instruction reaches a texel. Of a format that is not known, the first word counts.
func (c *compiler) texelAccess(v *variable, a imageAccess) *access {
	n := max(1, texels[v.t.imageType().image.format].words())
	acc := &access{v: v, space: v.space, span: uint32(4 * n), image: &a}
	for i := range n {
		acc.leaves = append(acc.leaves, leaf{uint32(4 * i), 4, zero, zero})
	}
	return acc
}

var imageCompilers = map[uint16]func(*compiler, *frame, *instruction){
	opImage: func(c *compiler, fr *frame, in *instruction) {
		v := c.operand(fr, in, 0)
		c.need(in, v.image != nil && v.t.shape == isSampledImage)
		c.set(fr, in, &value{t: v.t.elem, image: v.image})
	},
	opImageRead:  func(c *compiler, fr *frame, in *instruction) { c.readImage(fr, in, true) },
	opImageFetch: func(c *compiler, fr *frame, in *instruction) { c.readImage(fr, in, false) },
	opImageWrite: func(c *compiler, fr *frame, in *instruction) {
		v, a, x := c.image(fr, in, 0), c.coordinates(fr, in, 1), c.value(fr, in, 2)
		t := v.t.imageType()
		c.need(in, t.image.storage && x.t.scalar() == t.elem && x.t.components() >= texels[t.image.format].channels)
		c.imageOperands(fr, in, 3, false)
		for i := range a.parts {
			if a.parts[i] = zero; i < x.t.components() {
				a.parts[i] = x.reg[i]
			}
		}
		c.spaces[v.space].readOnly = false
		c.emit(inst{run: writeTexel, op: in.op, acc: c.texelAccess(v, a)})
	},
	opImageQuerySize: func(c *compiler, fr *frame, in *instruction) {
		c.need(in, c.image(fr, in, 0).t.imageType().image.storage)
		c.imageSize(fr, in, zero)
	},
	opImageQuerySizeLod: func(c *compiler, fr *frame, in *instruction) {
		lod := c.value(fr, in, 1)
		c.need(in, lod.t.shape == isInt && lod.t.width == 32)
		c.imageSize(fr, in, lod.reg[0])
	},
	opImageTexelPointer: func(c *compiler, fr *frame, in *instruction) {
		p, a, t := c.pointer(fr, in, 0), c.coordinates(fr, in, 1), c.typeOf(in.kind)
		f := p.t.image.format
		c.need(in, p.t.shape == isImage && (f == R32i || f == R32ui) && t.shape == isPointer && t.class == inImage && t.elem == p.t.elem)
		fr.values[in.result] = &value{t: t, ptr: &pointer{v: p.v, t: t.elem, image: &a}}
	},
}

// imageOperands refuses operands other than the level of a fetch, whose register it returns.
func (c *compiler) imageOperands(fr *frame, in *instruction, i int, isFetch bool) reg {
	const lod = 2
	switch {
	case i >= len(in.args) || in.args[i] == 0:
		return zero
	case in.args[i] == lod && isFetch:
		v := c.value(fr, in, i+1)
		c.need(in, v.t.shape == isInt && v.t.width == 32)
		return v.reg[0]
	}
	refuse("%s: image operands %#x are not supported", c.m.at(in), in.args[i])
	return zero
}

func (c *compiler) readImage(fr *frame, in *instruction, isStorage bool) {
	v, a, t := c.image(fr, in, 0), c.coordinates(fr, in, 1), c.typeOf(in.kind)
	from := v.t.imageType()
	c.need(in, t.scalar() == from.elem && t.components() > 0 && from.image.storage == isStorage)
	a.lod = c.imageOperands(fr, in, 2, !isStorage)
	out := c.newValue(t)
	copy(a.parts[:], out.reg)
	acc := c.texelAccess(v, a)
	acc.loads = true
	c.emit(inst{run: readTexel, op: in.op, acc: acc})
	c.set(fr, in, out)
}

func (c *compiler) imageSize(fr *frame, in *instruction, lod reg) {
	v, t := c.image(fr, in, 0), c.typeOf(in.kind)
	c.need(in, t.components() == 2 && t.elem.shape == isInt && t.elem.width == 32)
	out := c.newValue(t)
	c.emit(inst{run: sizeOfImage, op: in.op, d: out.reg[0], dh: out.reg[1], a: lod, acc: &access{v: v, space: v.space, loads: true}})
	c.set(fr, in, out)
}

// findTexel computes the addresses of the active lanes' texels.
func (s *subgroup) findTexel(in *inst) []uint32 {
	a, m, addr := in.acc.image, s.g.images[in.acc.space], s.addr
	x, y, lod := s.regs[a.x:][:s.n], s.regs[a.y:][:s.n], s.regs[a.lod:][:s.n]
	size := uint32(4 * texels[m.Format].words())
	for _, l := range s.lanes {
		if x[l] >= uint32(m.Width) || y[l] >= uint32(m.Height) || lod[l] != 0 {
			addr[l] = outside
			s.describe(in.line, in.op, int(l), OutsideImage, in.acc.v.name, func() string {
				return fmt.Sprintf("texel (%d, %d) of level %d in %s, which has %d by %d", int32(x[l]), int32(y[l]), lod[l], in.acc.v.name, m.Width, m.Height)
			})
			continue
		}
		addr[l] = (y[l]*uint32(m.Width) + x[l]) * size
	}
	return addr
}

// readTexel reads a texel; outside the image, it is 0.
func readTexel(s *subgroup, in *inst) {
	m := s.g.images[in.acc.space]
	addr, t := s.findTexel(in), texels[m.Format]
	if s.watch != nil {
		s.watch.memory(s, in, addr, reads)
	}
	for _, l := range s.lanes {
		var out [4]uint32
		if addr[l] != outside {
			out = t.decode(m.Words[addr[l]/4:])
		}
		for i, r := range in.acc.image.parts {
			s.regs[int(r)+int(l)] = out[i]
		}
	}
}

func writeTexel(s *subgroup, in *inst) {
	m := s.g.images[in.acc.space]
	addr, t := s.findTexel(in), texels[m.Format]
	if s.watch != nil {
		s.watch.memory(s, in, addr, writes)
	}
	if s.g.changed != nil {
		s.change(in, addr)
	}
	isNoted := s.g.isNoted(in.acc.space)
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		var parts [4]uint32
		for i, r := range in.acc.image.parts {
			parts[i] = s.regs[int(r)+int(l)]
		}
		words := t.encode(parts)
		for i := range t.words() {
			if at := addr[l] + uint32(4*i); isNoted {
				s.noting(in, l, at, 4, uint64(words[i]))
			} else {
				m.Words[at/4] = words[i]
			}
		}
	}
}

// sizeOfImage gives the width and height. There is no level but 0, and others have no size.
func sizeOfImage(s *subgroup, in *inst) {
	m := s.g.images[in.acc.space]
	for _, l := range s.lanes {
		w, h := uint32(m.Width), uint32(m.Height)
		if n := s.regs[int(in.a)+int(l)]; n != 0 {
			w, h = 0, 0
			s.describe(in.line, in.op, int(l), OutsideImage, in.acc.v.name, func() string { return fmt.Sprintf("level %d of %s", n, in.acc.v.name) })
		}
		s.regs[int(in.d)+int(l)], s.regs[int(in.dh)+int(l)] = w, h
	}
}

// bind gives a workgroup the image of a space.
func (g *group) bind(i int, d Dispatch) error {
	s := &g.p.spaces[i]
	m, ok := d.Images[s.slot]
	if !ok {
		return &refusal{fmt.Sprintf("no image for %s at set %d, binding %d", s.name, s.slot.Set, s.slot.Binding), fault.Input}
	}
	t, ok := texels[m.Format]
	const most = 1 << 28 // words
	switch {
	case !ok || s.image.image.storage && m.Format != s.image.image.format || t.shape != s.image.elem.shape || t.signed != s.image.elem.signed:
		return &refusal{fmt.Sprintf("image %s has format %s, which the kernel does not have", s.name, spirv.Name("format", uint32(m.Format))), fault.Input}
	case m.Width <= 0 || m.Height <= 0 || m.Width > most || m.Height > most/m.Width/t.words() || len(m.Words) != m.Width*m.Height*t.words():
		return &refusal{fmt.Sprintf("image %s has %d words for %d by %d texels", s.name, len(m.Words), m.Width, m.Height), fault.Input}
	}
	g.images[i] = m
	g.give(i, m.Words)
	return nil
}
