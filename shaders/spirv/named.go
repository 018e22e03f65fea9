package spirv

import "fmt"

// Opcodes of instructions that say something of an id, or are of no result.
const (
	opString, opLine = 7, 8
	opExtInstImport  = 11
	opLabel          = 248
	opTypeVoid       = 19
	opConstantTrue   = 41
)

// named returns an error if a name, a decoration, a line or an entry point is of an id that nothing defines: drivers
// crash on such modules. The interpreter checks operands of what it executes.
func (m Module) named() error {
	if m.Bound > maxBound {
		return fmt.Errorf("the bound of ids is %d, at most %d are supported", m.Bound, maxBound)
	}
	defined := make([]bool, m.Bound)
	for _, x := range m.Instructions() {
		for _, id := range x.mayDefine() {
			if id < m.Bound {
				defined[id] = true
			}
		}
	}
	for n, x := range m.Instructions() {
		for _, id := range x.speaksOf() {
			if id >= m.Bound || !defined[id] {
				return fmt.Errorf("instruction %d is about id %d, which is not defined", n, id)
			}
		}
	}
	return nil
}

// maxBound is the universal limit of ids (section 2.17 of the specification).
const maxBound = 4194303

// mayDefine returns the operands at which an instruction may have its result: the first ones.
func (x Instruction) mayDefine() []uint32 {
	switch {
	case x.Op == opName || x.Op == opMemberName || x.Op == opDecorate || x.Op == opMemberDecorate || x.Op == opLine || x.Op == opEntryPoint || x.Op == opExecutionMode:
		return nil
	case x.Op == opString || x.Op == opExtInstImport || x.Op == opLabel || x.Op >= opTypeVoid && x.Op < opConstantTrue:
		return x.Args[:min(1, len(x.Args))]
	case len(x.Args) >= 2:
		return x.Args[1:2]
	}
	return nil
}

// speaksOf returns the ids that an instruction says something of.
func (x Instruction) speaksOf() []uint32 {
	switch {
	case len(x.Args) == 0:
	case x.Op == opEntryPoint && len(x.Args) >= 3:
		_, rest := Text(x.Args[2:])
		return append([]uint32{x.Args[1]}, rest...)
	case x.Op == opName || x.Op == opMemberName || x.Op == opDecorate || x.Op == opMemberDecorate || x.Op == opLine || x.Op == opExecutionMode:
		return x.Args[:1]
	}
	return nil
}
