package simt

import "kernelscope/shaders/spirv"

// input is a register that is set when a workgroup begins.
type input struct {
	r         reg
	builtin   uint32
	component int
}

// inputRegs returns the registers of a built-in variable (section 3.21).
func (c *compiler) inputRegs(in *instruction, t *typ) []reg {
	if !c.has(in.result, decBuiltIn) {
		refuse("%s: an input of a compute shader is not a built-in", c.m.at(in))
	}
	b := c.word(in.result, decBuiltIn)
	want, ok := inputWords[b]
	if !ok {
		refuse("%s: built-in %s is not supported", c.m.at(in), spirv.Name("builtin", b))
	}
	if t.components() != want || t.scalar().shape != isInt || t.scalar().width != 32 {
		refuse("%s: built-in %s has another type", c.m.at(in), spirv.Name("builtin", b))
	}
	out := make([]reg, want)
	for i := range out {
		k := [2]uint32{b, uint32(i)}
		if _, ok := c.inputs[k]; !ok {
			c.inputs[k] = c.newReg()
		}
		out[i] = c.inputs[k]
	}
	return out
}

// inputWords has the number of components of each built-in that is supported.
var inputWords = map[uint32]int{
	isNumWorkgroups: 3, isWorkgroupSize: 3, isWorkgroupId: 3, isLocalInvocationId: 3, isGlobalInvocationId: 3, isLocalInvocationIndex: 1,
	isSubgroupSize: 1, isNumSubgroups: 1, isSubgroupId: 1, isSubgroupLocalInvocationId: 1,
	isSubgroupEqMask: 4, isSubgroupGeMask: 4, isSubgroupGtMask: 4, isSubgroupLeMask: 4, isSubgroupLtMask: 4,
}

// firstInputs sets the registers of built-in variables for workgroup 0. NumWorkgroups is not known yet.
func (s *subgroup) firstInputs() {
	for i := range s.g.p.inputs {
		in := &s.g.p.inputs[i]
		to := s.regs[in.r:][:s.w]
		for l := range to {
			to[l] = s.inputOf(in.builtin, in.component, l)
		}
	}
}

// setInputs sets those that differ between workgroups and dispatches.
func (s *subgroup) setInputs(id [3]uint32) {
	p := s.g.p
	for i := range p.inputs {
		in := &p.inputs[i]
		k, to := in.component, s.regs[in.r:][:s.w]
		switch in.builtin {
		case isWorkgroupId:
			fill(to, id[k])
		case isNumWorkgroups:
			fill(to, uint32(s.g.groups[k]))
		case isGlobalInvocationId:
			for l := range to {
				to[l] += (id[k] - s.place[k]) * uint32(p.Size[k])
			}
		}
	}
	s.place = id
}

// inputOf returns a component of a built-in variable for a lane of workgroup 0.
func (s *subgroup) inputOf(builtin uint32, k, lane int) uint32 {
	index := s.id*s.w + lane
	size := s.g.p.Size
	local := [3]int{index % size[0], index / size[0] % size[1], index / size[0] / size[1]}
	switch builtin {
	case isWorkgroupId, isNumWorkgroups:
		return 0
	case isWorkgroupSize:
		return uint32(size[k])
	case isLocalInvocationId, isGlobalInvocationId:
		return uint32(local[k])
	case isLocalInvocationIndex:
		return uint32(index)
	case isSubgroupSize:
		return uint32(s.w)
	case isNumSubgroups:
		return uint32((s.g.size + s.w - 1) / s.w)
	case isSubgroupId:
		return uint32(s.id)
	case isSubgroupLocalInvocationId:
		return uint32(lane)
	}
	upTo, before, all := maskOf(lane+1), maskOf(lane), maskOf(s.w)
	m := map[uint32]mask{
		isSubgroupEqMask: upTo.without(before), isSubgroupGeMask: all.without(before), isSubgroupGtMask: all.without(upTo),
		isSubgroupLeMask: upTo, isSubgroupLtMask: before,
	}[builtin]
	return uint32(m[k/2] >> (k % 2 * 32))
}
