package simt

import (
	"math"
	"slices"

	"kernelscope/shaders/spirv"
)

// Slot is the place of a resource: its descriptor set and binding.
type Slot struct{ Set, Binding uint32 }

// space is memory that several invocations see.
type space struct {
	name     string
	slot     Slot
	isBuffer bool
	readOnly bool
	// isCoherent is set for a buffer that is declared coherent or volatile.
	isCoherent bool
	image      *typ // of an image
}

// Numbers of spaces. Buffers and images follow.
const (
	pushSpace = iota
	sharedSpace
	firstBuffer
)

// variable is a global variable, or one of a function that is being inlined.
type variable struct {
	id       uint32
	name     string
	class    uint32
	t        *typ
	space    int    // of a buffer, push constants and shared memory
	base     uint32 // its first byte in shared memory
	reg      []reg  // of a variable of an invocation, and of an input
	explicit bool   // has an explicit layout
	number   uint32 // of a result that has a name
}

// privateInit is the initial value of a variable.
type privateInit struct {
	in   *instruction
	to   *pointer
	from *value
}

// block names the block of a buffer, or the variable.
func (v *variable) block() string {
	if v.explicit && v.t.name != "" {
		return v.t.name
	}
	return v.name
}

// pointer is a place in a variable: a byte that is known, and terms of indices that are not.
// Pointers are known while compiling: logical addressing has none at run time.
type pointer struct {
	v      *variable
	t      *typ // of what it points to
	base   uint32
	terms  []term
	layout matrixLayout // of the matrix that it points to, or into
	step   uint32       // bytes between the components of a vector, if not its scalar's size
	fault  bool         // a constant index is beyond the end
	image  *imageAccess // of a texel
}

// term is an index: stride bytes an element, and at most count elements. A runtime array has as
// many as the buffer has room for from start on.
type term struct {
	r             reg
	stride, count uint32
	start         uint32
	runtime       bool
}

// size returns the bytes of a scalar in memory. Without explicit layout each has words of its own.
func (v *variable) size(t *typ) uint32 {
	if v.explicit && t.width >= 8 {
		return uint32(t.width) / 8
	}
	return 4 * uint32(t.words)
}

// variable makes a global variable.
func (c *compiler) variable(in *instruction) *value {
	t := c.typeOf(in.kind)
	class := c.m.arg(in, 0)
	if t.shape != isPointer || t.class != class {
		refuse("%s: its type is not a pointer of its storage class", c.m.at(in))
	}
	v := &variable{id: in.result, name: c.nameOf(in.result, t.elem), class: class, t: t.elem}
	var initial *value
	if len(in.args) > 1 {
		if initial = c.global(in.args[1]); initial == nil || initial.t != t.elem {
			refuse("%s: its initial value has another type", c.m.at(in))
		}
	}
	switch class {
	case inStorageBuffer, inUniform:
		c.buffer(in, v)
	case inPushConstant:
		v.space, v.explicit = pushSpace, true
	case inWorkgroup:
		v.space, v.base = sharedSpace, c.shared
		if c.shared += 4 * uint32(t.elem.words); c.shared > maxShared {
			refuse("%s: more than %d bytes of shared memory", c.m.at(in), maxShared)
		}
	case inPrivate, inFunction:
		v.reg = c.local(in.result, t.elem)
		if initial != nil {
			c.inits = append(c.inits, privateInit{in, &pointer{v: v, t: t.elem}, initial})
			initial = nil
		}
	case inUniformConstant:
		c.imageVariable(in, v)
	case inInput:
		v.reg = c.inputRegs(in, t.elem)
	default:
		refuse("%s: storage class %s is not supported", c.m.at(in), spirv.Name("storage", class))
	}
	if initial != nil {
		refuse("%s: an initial value in storage class %s is not supported", c.m.at(in), spirv.Name("storage", class))
	}
	if t.elem.words == 0 && t.elem.shape != isStruct && class != inUniformConstant || t.elem.words > maxLocals {
		refuse("%s of this type is not supported", c.m.at(in))
	}
	c.vars = append(c.vars, v)
	return &value{t: t, ptr: &pointer{v: v, t: t.elem, base: v.base}}
}

// nameOf names a variable, or the block that it is.
func (c *compiler) nameOf(id uint32, t *typ) string {
	if s := c.m.names[id]; s != "" {
		return s
	}
	return t.name
}

// buffer gives a storage or uniform buffer its space: one for each slot.
func (c *compiler) buffer(in *instruction, v *variable) {
	if v.t.shape != isStruct || !c.has(v.t.id, decBlock) && !c.has(v.t.id, decBufferBlock) {
		refuse("%s: a buffer that is not a Block, such as an array of buffers, is not supported", c.m.at(in))
	}
	if !c.has(in.result, decBinding) {
		refuse("%s: the buffer has no binding", c.m.at(in))
	}
	v.explicit = true
	slot := Slot{c.word(in.result, decDescriptorSet), c.word(in.result, decBinding)}
	n, ok := c.slots[slot]
	if !ok {
		n = len(c.spaces)
		c.slots[slot] = n
		c.spaces = append(c.spaces, space{name: v.t.name, slot: slot, isBuffer: true, readOnly: true})
	}
	v.space = n
	c.spaces[n].isCoherent = c.spaces[n].isCoherent || c.isCoherent(in.result, v.t)
	if v.t.name != "" && (c.spaces[n].name == "" || len(v.t.name) < len(c.spaces[n].name)) {
		c.spaces[n].name = v.t.name
	}
}

// isCoherent reports whether a buffer or its members are declared coherent or volatile.
func (c *compiler) isCoherent(id uint32, t *typ) bool {
	if c.has(id, decCoherent) || c.has(id, decVolatile) {
		return true
	}
	for i := range t.members {
		for _, d := range c.m.members[[2]uint32{t.id, uint32(i)}] {
			if d.kind == decCoherent || d.kind == decVolatile {
				return true
			}
		}
	}
	return false
}

// local returns registers for a variable of an invocation, in a row. If names are kept, all calls of a
// function have the same.
func (c *compiler) local(id uint32, t *typ) []reg {
	if k := c.kept[id]; k != nil {
		return slices.Clone(k.reg)
	}
	if c.locals += uint32(t.words); c.locals > maxLocals {
		refuse("the variables of an invocation need more than %d words", maxLocals)
	}
	out := make([]reg, t.words)
	for i := range out {
		out[i] = c.newReg()
		c.isLocal[out[i]] = true
	}
	if c.o.Names {
		c.kept[id] = &variable{reg: slices.Clone(out)}
	}
	return out
}

// accessChain compiles OpAccessChain.
func (c *compiler) accessChain(fr *frame, in *instruction) {
	p := *c.pointer(fr, in, 0)
	p.terms = p.terms[:len(p.terms):len(p.terms)]
	for i := 1; i < len(in.args); i++ {
		index := c.value(fr, in, i)
		if index.t.shape != isInt || index.ptr != nil {
			refuse("%s: index %d is not an integer", c.m.at(in), i)
		}
		c.step(in, &p, index)
	}
	t := c.typeOf(in.kind)
	if t.shape != isPointer || t.elem != p.t || t.class != p.v.class {
		refuse("%s: the result is a pointer to another type", c.m.at(in))
	}
	fr.values[in.result] = &value{t: t, ptr: &p}
}

// step makes a pointer point to an element.
func (c *compiler) step(in *instruction, p *pointer, index *value) {
	t, explicit := p.t, p.v.explicit
	fixed, isFixed := c.fixed(index)
	stride := uint32(0)
	switch t.shape {
	case isStruct:
		if !isFixed || fixed[0] >= uint32(t.count) {
			refuse("%s: the structure has no such member", c.m.at(in))
		}
		n := int(fixed[0])
		p.t, p.layout = t.members[n], t.matrix[n]
		if explicit {
			p.base += t.offsets[n]
		} else {
			p.base += 4 * uint32(t.at(n))
		}
		return
	case isArray, isRuntimeArray:
		if stride = 4 * uint32(t.elem.words); explicit {
			stride = t.stride
		}
	case isMatrix:
		stride = 4 * uint32(t.elem.words)
		if explicit && p.layout.rowMajor {
			stride, p.step = p.v.size(t.elem.elem), p.layout.stride
		} else if explicit {
			stride = p.layout.stride
		}
	case isVector:
		if stride = p.v.size(t.elem); p.step != 0 {
			stride = p.step
		}
		p.step = 0
	default:
		refuse("%s: the type has no elements", c.m.at(in))
	}
	p.t = t.elem
	if isFixed && t.shape != isRuntimeArray && (len(fixed) == 1 || fixed[1] == 0) {
		if fixed[0] >= uint32(t.count) {
			p.fault = true // reported where it is used
		}
		p.base += min(fixed[0], uint32(t.count)) * stride
		return
	}
	p.terms = append(p.terms, term{c.index(index), stride, uint32(t.count), p.base, t.shape == isRuntimeArray})
}

// index returns an index in 32 bits; what needs more is the largest.
func (c *compiler) index(v *value) reg {
	switch {
	case v.t.width == 32:
		return v.reg[0]
	case v.t.width == 64:
		d := c.newReg()
		c.emit(inst{run: runTwo, d: d, a: v.reg[0], ah: v.reg[1], f: &fn{two: func(a, _ uint64) uint64 { return min(a, math.MaxUint32) }}})
		return d
	case v.t.signed:
		d := c.newReg()
		c.emit(inst{run: runOne, d: d, a: v.reg[0], f: &fn{one: func(a uint64) uint64 { return uint64(uint32(extend(a, v.t.width))) }}})
		return d
	}
	return v.reg[0]
}

// extend extends the sign of a number of some bits.
func extend(a uint64, width int) int64 { return int64(a<<(64-width)) >> (64 - width) }

// leaf is a scalar of a value in memory.
type leaf struct {
	offset uint32 // from the pointer, in bytes
	size   uint32
	r      reg // of a value that is loaded or stored, the low word
	high   reg
}

// leaves lists the scalars of what a pointer points to, with the registers of a value.
func (c *compiler) leaves(p pointer, regs []reg, out []leaf) []leaf {
	if p.t.isScalar() {
		l := leaf{p.base, p.v.size(p.t), regs[0], dump}
		if len(regs) == 2 {
			l.high = regs[1]
		}
		return append(out, l)
	}
	for i := range p.t.count {
		q := p
		part := p.t.part(i)
		at := p.t.at(i)
		c.step(&instruction{}, &q, c.constantIndex(i))
		out = c.leaves(q, regs[at:at+part.words], out)
	}
	return out
}

func (c *compiler) constantIndex(i int) *value {
	r := c.constant(uint32(i))
	return &value{t: indexType, reg: []reg{r}}
}

var indexType = &typ{shape: isInt, width: 32, words: 1}

// access returns how an instruction reaches what a pointer points to.
func (c *compiler) access(in *instruction, p *pointer, regs []reg) *access {
	if p.t.words == 0 || p.t.words > maxValue {
		refuse("%s: a value of this type cannot be loaded or stored as a whole", c.m.at(in))
	}
	if p.t.shape == isBool && p.v.explicit {
		refuse("%s: a boolean has no place in a buffer", c.m.at(in))
	}
	q := *p
	q.base, q.terms = 0, nil
	acc := &access{v: p.v, space: p.v.space, base: p.base, terms: slices.Clone(p.terms), fault: p.fault, leaves: c.leaves(q, regs, nil)}
	acc.image = p.image
	acc.whole = p.t.components() == 0
	for _, l := range acc.leaves {
		if l.offset%l.size != 0 && p.v.explicit && l.offset%4 != 0 {
			refuse("%s: its part at byte %d is misaligned", c.m.at(in), l.offset)
		}
		acc.span = max(acc.span, l.offset+l.size)
		acc.align |= l.size - 1
	}
	return acc
}
