package spirv

import (
	"errors"
	"fmt"
	"slices"
)

// Opcodes and enumerants that Normal changes.
const (
	opEntryPoint, opExecutionMode, opExecutionModeID = 15, 16, 331
	opDecorationGroup                                = 73

	glCompute                  = 5
	decBlock, decBufferBlock   = 2, 3
	version13                  = 0x10300
	maxResources, maxConstants = 16, 7 // that a kernel of this program may have
)

// Normal returns a compute module in the form of this program's own: one entry point, which is called main;
// storage and uniform buffers are storage buffers of set 0, at bindings from 0 on, in the order of their sets and
// bindings; and the specialization constants have numbers from 1 on, in the order of theirs. A module with several entry points for
// compute needs the name of one. The layouts of blocks do not change. An error says what the module has that is not
// supported.
func Normal(code, name string) (string, error) {
	in, err := Parse(code)
	if err != nil {
		return "", fmt.Errorf("spirv: %w", err)
	}
	n := normal{classes: map[uint32]uint32{}, slots: map[uint32][2]uint32{}, numbers: map[uint32]uint32{}}
	if err := errors.Join(n.survey(in, name), in.named()); err != nil {
		return "", fmt.Errorf("spirv: %w", err)
	}
	out := NewWriter(max(in.Version, version13), in.Bound)
	for _, x := range in.Instructions() {
		if args, keep := n.rewrite(x); keep {
			out.Add(x.Op, args...)
		}
	}
	return out.Code(), nil
}

// normal is what Normal must know of a module.
type normal struct {
	entry    uint32 // the function
	entries  []string
	classes  map[uint32]uint32    // of the variables, by id
	slots    map[uint32][2]uint32 // set and binding, by variable
	bindings [][2]uint32          // the slots in use, in order
	numbers  map[uint32]uint32    // of specialization constants, by id
	ordered  []uint32             // the numbers, in order
}

// survey reads what decorations and variables say.
func (n *normal) survey(m Module, name string) error {
	found := false
	for _, x := range m.Instructions() {
		switch {
		case x.Op == opEntryPoint && len(x.Args) >= 3 && x.Args[0] == glCompute:
			text, _ := Text(x.Args[2:])
			n.entries = append(n.entries, text)
			if text == name || name == "" && !found {
				n.entry, found = x.Args[1], true
			}
		case x.Op == opDecorationGroup:
			return errors.New("the module groups decorations, which is not supported")
		case x.Op == opDecorate && len(x.Args) >= 3:
			n.decorate(x.Args)
		case x.Op == opVariable && len(x.Args) >= 3:
			n.classes[x.Args[1]] = x.Args[2]
		}
	}
	switch {
	case len(n.entries) == 0:
		return errors.New("the module has no entry point for compute")
	case !found:
		return fmt.Errorf("the module has no entry point %q; it has %q", name, n.entries)
	case name == "" && len(n.entries) > 1:
		return fmt.Errorf("the module has %d entry points: choose one of %q", len(n.entries), n.entries)
	}
	return n.order()
}

func (n *normal) decorate(args []uint32) {
	id, value := args[0], args[2]
	slot := n.slots[id]
	switch args[1] {
	case descriptorSet:
		slot[0] = value
		n.slots[id] = slot
	case binding:
		slot[1] = value
		n.slots[id] = slot
	case specID:
		n.numbers[id] = value
	}
}

// order numbers resources and constants.
func (n *normal) order() error {
	for id, class := range n.classes {
		if class != uniform && class != storageBuffer && class != uniformConstant {
			continue
		}
		slot, ok := n.slots[id]
		if !ok {
			return errors.New("a resource without a binding")
		}
		if !slices.Contains(n.bindings, slot) {
			n.bindings = append(n.bindings, slot)
		}
	}
	for _, number := range n.numbers {
		if !slices.Contains(n.ordered, number) {
			n.ordered = append(n.ordered, number)
		}
	}
	slices.SortFunc(n.bindings, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	slices.Sort(n.ordered)
	switch {
	case len(n.bindings) > maxResources:
		return fmt.Errorf("the module has %d buffers, at most %d are supported", len(n.bindings), maxResources)
	case len(n.ordered) > maxConstants:
		return fmt.Errorf("the module has %d specialization constants, at most %d are supported", len(n.ordered), maxConstants)
	}
	return nil
}

// rewrite returns the operands that an instruction gets; keep is false if it is left out.
func (n *normal) rewrite(x Instruction) (args []uint32, keep bool) {
	args = slices.Clone(x.Args)
	if len(args) < 2 {
		return args, true
	}
	switch x.Op {
	case opEntryPoint:
		if args[1] != n.entry || args[0] != glCompute || len(args) < 3 {
			return nil, false
		}
		_, rest := Text(args[2:])
		return append([]uint32{glCompute, n.entry, 'm' | 'a'<<8 | 'i'<<16 | 'n'<<24, 0}, rest...), true
	case opExecutionMode, opExecutionModeID:
		return args, args[0] == n.entry
	case opTypePointer:
		if args[1] == uniform {
			args[1] = storageBuffer
		}
	case opVariable:
		if len(args) >= 3 && args[2] == uniform {
			args[2] = storageBuffer
		}
	case opDecorate:
		n.redecorate(args)
	}
	return args, true
}

func (n *normal) redecorate(args []uint32) {
	switch {
	case args[1] == decBufferBlock:
		args[1] = decBlock
	case len(args) < 3:
	case args[1] == descriptorSet:
		args[2] = 0
	case args[1] == binding:
		args[2] = uint32(slices.Index(n.bindings, n.slots[args[0]]))
	case args[1] == specID:
		args[2] = uint32(1 + slices.Index(n.ordered, args[2]))
	}
}
