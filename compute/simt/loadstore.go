package simt

import "kernelscope/shaders/spirv"

// load compiles OpLoad. A variable of an invocation is copied, since it may change later; an input
// does not change.
func (c *compiler) load(fr *frame, in *instruction) {
	p := c.pointer(fr, in, 0)
	if p.t.shape == isImage || p.t.shape == isSampledImage {
		c.set(fr, in, &value{t: p.t, image: p.v})
		return
	}
	c.readable(in, p)
	c.set(fr, in, c.loadFrom(in, p))
}

func (c *compiler) loadFrom(in *instruction, p *pointer) *value {
	c.need(in, p.image == nil) // only atomics
	if p.v.reg != nil && len(p.terms) == 0 && !p.fault && p.t.words > 0 {
		at := p.base / 4
		regs := p.v.reg[at : at+uint32(p.t.words)]
		if p.v.class == inInput {
			return &value{t: p.t, reg: regs}
		}
		v := c.newValue(p.t)
		acc := &access{v: p.v, base: p.base, loads: true, whole: p.t.components() == 0}
		for i := range v.reg {
			c.emit(inst{run: moveWord, op: in.op, d: v.reg[i], a: regs[i], acc: acc})
		}
		return v
	}
	v := c.newValue(p.t)
	acc := c.access(in, p, v.reg)
	acc.loads = true
	run := loadAny
	switch {
	case p.v.reg != nil:
		run = loadLocal
	case acc.isWord():
		run = loadWord
	}
	c.emit(inst{run: run, op: in.op, d: v.reg[0], acc: acc})
	return v
}

// isWord reports whether an access is to one word, by one index at most.
func (a *access) isWord() bool {
	return len(a.leaves) == 1 && a.leaves[0].size == 4 && a.leaves[0].offset == 0 && a.base%4 == 0 && len(a.terms) <= 1 &&
		(len(a.terms) == 0 || a.terms[0].stride%4 == 0)
}

func (c *compiler) store(fr *frame, in *instruction) {
	p, v := c.pointer(fr, in, 0), c.value(fr, in, 1)
	if v.t != p.t || v.ptr != nil {
		refuse("%s: the value has another type", c.m.at(in))
	}
	c.writable(in, p)
	c.storeTo(in, p, v)
}

func (c *compiler) storeTo(in *instruction, p *pointer, v *value) {
	c.need(in, p.image == nil)
	if p.v.reg != nil && len(p.terms) == 0 && !p.fault {
		at := p.base / 4
		acc := &access{v: p.v, base: p.base}
		for i, r := range v.reg {
			c.emit(inst{run: moveWord, op: in.op, d: p.v.reg[at+uint32(i)], a: r, acc: acc})
		}
		return
	}
	acc := c.access(in, p, v.reg)
	run := storeAny
	switch {
	case p.v.reg != nil:
		run = storeLocal
	case acc.isWord():
		run = storeWord
	}
	c.emit(inst{run: run, op: in.op, acc: acc})
}

// readable and writable refuse what the storage class does not permit.
func (c *compiler) readable(in *instruction, p *pointer) {
	if p.v.class == inInput && len(p.terms) > 0 && p.v.reg == nil {
		refuse("%s: an input without registers", c.m.at(in))
	}
}

func (c *compiler) writable(in *instruction, p *pointer) {
	switch p.v.class {
	case inInput, inPushConstant:
		refuse("%s: storage class %s cannot be written", c.m.at(in), spirv.Name("storage", p.v.class))
	case inUniform:
		if !c.has(p.v.t.id, decBufferBlock) {
			refuse("%s: a uniform block cannot be written", c.m.at(in))
		}
	}
	if p.v.space >= firstBuffer {
		c.spaces[p.v.space].readOnly = false
	}
}

func (c *compiler) copyMemory(fr *frame, in *instruction) {
	to, from := c.pointer(fr, in, 0), c.pointer(fr, in, 1)
	if to.t != from.t {
		refuse("%s: the types differ", c.m.at(in))
	}
	c.writable(in, to)
	c.storeTo(in, to, c.loadFrom(in, from))
}

// arrayLength compiles OpArrayLength: the elements of a runtime array, the last member of a block.
func (c *compiler) arrayLength(fr *frame, in *instruction) {
	p := c.pointer(fr, in, 0)
	n := int(c.m.arg(in, 1))
	if p.t.shape != isStruct || n != p.t.count-1 || p.t.members[n].shape != isRuntimeArray || len(p.terms) > 0 {
		refuse("%s: the structure's member is not a runtime array", c.m.at(in))
	}
	v := c.newValue(c.typeOf(in.kind))
	if len(v.reg) != 1 {
		refuse("%s: the result is not a word", c.m.at(in))
	}
	array := term{stride: p.t.members[n].stride, start: p.base + p.t.offsets[n], runtime: true}
	c.emit(inst{run: lengthOf, op: in.op, d: v.reg[0], acc: &access{v: p.v, space: p.v.space, terms: []term{array}}})
	c.set(fr, in, v)
}

func lengthOf(s *subgroup, in *inst) {
	n := in.acc.terms[0].limit(uint64(4 * len(s.g.spaces[in.acc.space])))
	d := s.regs[in.d:][:s.n]
	for _, l := range s.lanes {
		d[l] = n
	}
}
