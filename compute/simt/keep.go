package simt

import "slices"

// Classes of variables that stand for other values with names: results of instructions, and constants.
const (
	isResult = 1<<16 + iota
	isConstant
)

// keepConstants makes variables of constants that have names.
func (c *compiler) keepConstants() {
	for _, in := range c.m.globals {
		name := c.m.names[in.result]
		if !c.o.Names || name == "" || in.op == opVariable || in.kind == 0 {
			continue
		}
		if v := c.global(in.result); v.ptr == nil && v.t.words > 0 {
			c.vars = append(c.vars, &variable{id: in.result, name: name, class: isConstant, t: v.t, reg: slices.Clone(v.reg)})
		}
	}
}

// keep copies the value of an instruction that has a name to registers of its own, where it stays until
// a lane executes the instruction again.
func (c *compiler) keep(fr *frame, in *instruction, v *value) {
	name := c.m.names[in.result]
	if !c.o.Names || name == "" || v.ptr != nil || fr.f.blocks == nil || v.t.words == 0 {
		return
	}
	k := c.kept[in.result]
	if k == nil {
		k = &variable{id: in.result, name: name, class: isResult, t: v.t, number: c.results}
		k.reg = c.local(in.result, v.t)
		c.kept[in.result] = k
		c.results++
		c.vars = append(c.vars, k)
	}
	c.copy(k.reg, v.reg)
	c.emit(inst{run: markKept, op: opNop, aux: k.number})
}

// keepArgument keeps an argument by the name of its parameter. What glslang makes to pass it is named so.
func (c *compiler) keepArgument(fr *frame, p *instruction, v *value) {
	if v.ptr != nil && v.ptr.v.name == "param" && c.m.names[p.result] != "" {
		v.ptr.v.name = c.m.names[p.result]
	}
	c.keep(fr, p, v)
}

// markKept notes that lanes have the value of a name.
func markKept(s *subgroup, in *inst) {
	if s.kept != nil {
		s.kept[in.aux] = s.kept[in.aux].or(s.mask)
	}
}
