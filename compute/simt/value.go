package simt

import "math"

// value is what an id stands for while a function is compiled: the registers of its words, in order,
// or a pointer. Taking a value apart and putting it together need no instruction, because a register
// holds the value that its definition gave it wherever that definition dominates.
type value struct {
	t   *typ
	reg []reg
	ptr *pointer
	// image is the variable of an image or a sampled image.
	image *variable
}

// spread returns a vector of n components that all are a scalar, or the value itself if it is none.
func (v *value) spread(n int) *value {
	if v.ptr != nil || !v.t.isScalar() || n < 2 {
		return v
	}
	out := &value{t: &typ{shape: isVector, elem: v.t, count: n, words: n * v.t.words}}
	for range n {
		out.reg = append(out.reg, v.reg...)
	}
	return out
}

// reg is a register: 32 bits of each lane of a subgroup. Wider numbers have two, the low bits first;
// narrower ones are extended by zeros.
type reg int32

// Registers with a fixed use: zero is 0 in all lanes, and dump receives what nobody reads.
const (
	zero reg = iota
	dump
	firstFree
)

func (c *compiler) newReg() reg {
	c.regs++
	if c.regs > maxRegisters {
		refuse("the kernel needs more than %d registers", maxRegisters)
	}
	return c.regs - 1
}

const maxRegisters = 1 << 18

// constant returns the register that holds a word in all lanes.
func (c *compiler) constant(word uint32) reg {
	if word == 0 {
		return zero
	}
	r, ok := c.words[word]
	if !ok {
		r = c.newReg()
		c.words[word], c.known[r] = r, word
	}
	return r
}

// newValue returns a value in new registers.
func (c *compiler) newValue(t *typ) *value {
	if t.words > maxValue {
		refuse("a value of %d words, at most %d are supported", t.words, maxValue)
	}
	v := &value{t: t, reg: make([]reg, t.words)}
	for i := range v.reg {
		v.reg[i] = c.newReg()
	}
	return v
}

// fixed returns the words of a value that is the same in all runs.
func (c *compiler) fixed(v *value) ([]uint32, bool) {
	out := make([]uint32, len(v.reg))
	for i, r := range v.reg {
		w, ok := c.known[r]
		if !ok {
			return nil, false
		}
		out[i] = w
	}
	return out, v.ptr == nil
}

// constantWord returns the 32-bit constant with an id.
func (c *compiler) constantWord(id uint32) uint32 {
	v := c.global(id)
	if v == nil || v.t.shape != isInt || v.t.width != 32 {
		refuse("%%%d is not a 32-bit integer constant", id)
	}
	return c.known[v.reg[0]]
}

// global returns the value of a constant or a global variable, or nil.
func (c *compiler) global(id uint32) *value {
	if v, ok := c.globals[id]; ok {
		if v == nil {
			refuse("constant %%%d contains itself", id)
		}
		return v
	}
	in := c.m.defs[id]
	if in == nil || in.kind == 0 {
		return nil
	}
	c.globals[id] = nil
	v := c.makeGlobal(in)
	c.globals[id] = v
	return v
}

func (c *compiler) makeGlobal(in *instruction) *value {
	t := c.typeOf(in.kind)
	var parts []*value
	switch in.op {
	case opConstantTrue, opConstantFalse, opSpecConstantTrue, opSpecConstantFalse, opConstant, opSpecConstant:
		return c.scalarConstant(in, t)
	case opConstantNull, opUndef:
		if t.shape == isPointer || t.words > maxLocals {
			refuse("%s of this type is not supported", c.m.at(in))
		}
		return &value{t: t, reg: make([]reg, t.words)}
	case opConstantComposite, opSpecConstantComposite:
		if c.word(in.result, decBuiltIn) == isWorkgroupSize {
			return c.workgroupSize(t)
		}
		for _, id := range in.args {
			parts = append(parts, c.global(id))
		}
		return c.compose(in, t, parts)
	case opSpecConstantOp:
		return c.foldConstant(in)
	case opVariable:
		return c.variable(in)
	}
	refuse("%s outside a function is not supported", c.m.at(in))
	return nil
}

func (c *compiler) scalarConstant(in *instruction, t *typ) *value {
	bits := uint64(0)
	switch in.op {
	case opConstantTrue, opSpecConstantTrue:
		bits = 1
	case opConstant, opSpecConstant:
		bits = uint64(c.m.arg(in, 0))
		if t.width == 64 {
			bits |= uint64(c.m.arg(in, 1)) << 32
		}
	}
	if in.op == opSpecConstant || in.op == opSpecConstantTrue || in.op == opSpecConstantFalse {
		if c.has(in.result, decSpecId) {
			if set, ok := c.o.Constants[c.word(in.result, decSpecId)]; ok {
				bits = set
			}
		}
	}
	switch {
	case t.shape == isBool:
		bits = one64(bits != 0)
	case t.shape == isInt || t.shape == isFloat:
		bits &= math.MaxUint64 >> (64 - t.width)
	default:
		refuse("%s: its type is not a scalar", c.m.at(in))
	}
	return c.constantOf(t, bits)
}

// constantOf returns a scalar constant.
func (c *compiler) constantOf(t *typ, bits uint64) *value {
	v := &value{t: t, reg: []reg{c.constant(uint32(bits))}}
	if t.words == 2 {
		v.reg = append(v.reg, c.constant(uint32(bits>>32)))
	}
	return v
}

// compose joins the parts of a composite. A vector may be made of vectors.
func (c *compiler) compose(in *instruction, t *typ, parts []*value) *value {
	v := &value{t: t}
	for i, p := range parts {
		if p == nil || p.ptr != nil {
			refuse("%s: part %d is not a value", c.m.at(in), i+1)
		}
		whole := t.shape != isVector && (i >= t.count || t.part(i) != p.t)
		if whole || t.shape == isVector && p.t.scalar() != t.elem {
			refuse("%s: part %d has the wrong type", c.m.at(in), i+1)
		}
		v.reg = append(v.reg, p.reg...)
	}
	if len(v.reg) != t.words || t.words == 0 || t.isScalar() {
		refuse("%s: the parts do not fill the type", c.m.at(in))
	}
	return v
}

// workgroupSize is the value of the built-in constant.
func (c *compiler) workgroupSize(t *typ) *value {
	if t.words != 3 || t.shape != isVector {
		refuse("WorkgroupSize is not a vector of three words")
	}
	v := &value{t: t}
	for _, n := range c.size {
		v.reg = append(v.reg, c.constant(uint32(n)))
	}
	return v
}

// extract returns an element of a composite.
func (c *compiler) extract(in *instruction, v *value, path []uint32) *value {
	for _, i := range path {
		p := v.t.part(int(i))
		if p == nil || v.ptr != nil {
			refuse("%s: the type has no element %d", c.m.at(in), i)
		}
		at := v.t.at(int(i))
		v = &value{t: p, reg: v.reg[at : at+p.words]}
	}
	return v
}
