package spirv

import (
	"errors"
	"fmt"
	"slices"
)

// Interface is the interface of a shader: its bindings, push constants and specialization constants. It
// relies on the names that glslc keeps with -g.
type Interface struct {
	Bindings []Binding // binding i of set 0 is element i; without a name it is not declared
	Push     []Member  // of the push-constant block, by offset
	// Constants are the names of the specialization constants, by number. The
	// compiler leaves out those that the shader does not use, and the workgroup
	// size has no name.
	Constants map[uint32]string
	// Size is the size of a workgroup.
	Size [3]Extent
	// Defaults are the words of the specialization constants, and their types, by number.
	Defaults map[uint32]Default
}

// Extent is a dimension of a workgroup: a number, or a specialization constant.
type Extent struct {
	Words    uint32 // invocations, of a constant its default
	Constant uint32 // its number; meaningful if IsSpec
	IsSpec   bool
}

// Default is the default value of a specialization constant.
type Default struct {
	Word uint32
	Scalar
}

// Binding is a storage buffer or a texture.
type Binding struct {
	Name          string // of the block, or of the texture's variable
	Reads, Writes bool
	Texture       bool
	Members       []Member // of a storage buffer
	// Fixed is the size of the block without its unsized array, and Stride the size of an element of the array: zero
	// without one. Both are in words.
	Fixed, Stride uint32
}

// Member is a member of a block.
type Member struct {
	Name    string
	Offset  uint32 // bytes
	Words   uint32 // 0 if the size is only known at run time
	Scalar         // of its numbers
	Unsized bool   // it is in the block's unsized array; Offset is its place in the first element
}

// Scalar is the type of a number: "f32", "u32", "i32", "b32" for booleans, with other numbers of bits alike. It is
// empty if it is not known.
type Scalar string

// Opcodes and enumerants of the SPIR-V specification, version 1.3.
const (
	opName, opMemberName                    = 5, 6
	opTypeBool, opTypeInt, opTypeFloat      = 20, 21, 22
	opTypeVector, opTypeMatrix, opTypeImage = 23, 24, 25
	opTypeSampledImage, opTypeArray         = 27, 28
	opTypeRuntimeArray, opTypeStruct        = 29, 30
	opTypePointer, opConstant, opVariable   = 32, 43, 59
	opSpecConstant, opFunctionEnd           = 50, 56
	opSpecConstantTrue, opSpecConstantFalse = 48, 49
	opConstantComposite, opSpecComposite    = 44, 51
	opDecorate, opMemberDecorate            = 71, 72

	specID, arrayStride, builtIn, nonWritable, nonReadable = 1, 6, 11, 24, 25

	localSize, workgroupSize       = 17, 25 // an execution mode, a built-in
	binding, descriptorSet, offset = 33, 34, 35

	uniformConstant, uniform, pushConstant, storageBuffer = 0, 2, 9, 12
)

// module is the relevant part of a module, by result id.
type module struct {
	names       map[uint32]string
	memberNames map[[2]uint32]string
	decorations map[[2]uint32]uint32 // (id, decoration) → operand
	members     map[[3]uint32]uint32 // (id, member, decoration) → operand
	types       map[uint32][]uint32  // id → opcode and operands; a type only has types that are defined before it
	sizes       map[uint32]uint32    // words of a type, by id
	listed      int                  // members that block has listed
	bad         string               // why the module is refused
	constants   map[uint32]uint32
	variables   [][3]uint32       // id, pointer type, storage class
	spec        map[uint32]uint32 // id → number of a specialization constant
	kinds       map[uint32]uint32 // id of a constant → its type
	composites  map[uint32][]uint32
	modes       [3]uint32 // LocalSize
	sized       uint32    // the constant that is the workgroup's size, or 0
}

// Read reads the interface of a module.
func Read(code string) (Interface, error) {
	m, err := parse(code)
	if err != nil {
		return Interface{}, err
	}
	i := Interface{Constants: map[uint32]string{}, Defaults: map[uint32]Default{}, Size: m.size()}
	for id, number := range m.spec {
		i.Constants[number] = m.names[id]
		i.Defaults[number] = Default{m.constants[id], m.scalar(m.kinds[id])}
	}
	for _, v := range m.variables {
		id, class := v[0], v[2]
		pointer := m.types[v[1]]
		if len(pointer) < 3 {
			return i, errors.New("spirv: a variable without a pointer type")
		}
		kind := pointer[2]
		switch class {
		case pushConstant:
			i.Push = m.block(kind)
		case storageBuffer, uniform, uniformConstant:
			if err := i.bind(m, id, kind); err != nil {
				return i, err
			}
		}
	}
	if m.bad != "" {
		return i, errors.New("spirv: " + m.bad)
	}
	return i, nil
}

func (i *Interface) bind(m *module, id, kind uint32) error {
	if set := m.decorations[[2]uint32{id, descriptorSet}]; set != 0 {
		return fmt.Errorf("spirv: a variable of descriptor set %d; only set 0 is used", set)
	}
	n, ok := m.decorations[[2]uint32{id, binding}]
	if !ok || n >= 32 {
		return errors.New("spirv: a variable without a binding below 32")
	}
	for uint32(len(i.Bindings)) <= n {
		i.Bindings = append(i.Bindings, Binding{})
	}
	b := Binding{Reads: true, Writes: true}
	if t := m.types[kind]; len(t) > 0 && t[0] == opTypeSampledImage {
		b.Name, b.Texture, b.Writes = m.names[id], true, false
	} else {
		b.Name, b.Members = m.names[kind], m.block(kind)
		b.Fixed, b.Stride = m.extent(kind)
		b.Reads, b.Writes = !m.all(kind, nonReadable), !m.all(kind, nonWritable)
	}
	i.Bindings[n] = i.Bindings[n].with(b)
	return nil
}

// with adds another view of the same buffer, such as one of vectors. The buffer
// has the shorter name.
func (b Binding) with(view Binding) Binding {
	switch {
	case b.Name == "":
		return view
	case len(view.Name) < len(b.Name):
		b.Name, b.Members, b.Fixed, b.Stride = view.Name, view.Members, view.Fixed, view.Stride
	}
	b.Reads, b.Writes = b.Reads || view.Reads, b.Writes || view.Writes
	return b
}

// all reports whether every member of a block has a decoration.
func (m *module) all(block, decoration uint32) bool {
	t := m.types[block]
	if len(t) == 0 {
		return false
	}
	for n := range t[1:] {
		if _, ok := m.members[[3]uint32{block, uint32(n), decoration}]; !ok {
			return false
		}
	}
	return true
}

// block lists the members of a structure by offset. In place of an inner structure, and
// of an unsized array of structures, it lists the members of the structure or of the first one.
func (m *module) block(id uint32) (out []Member) {
	t := m.types[id]
	if len(t) == 0 || t[0] != opTypeStruct {
		return nil
	}
	for n, member := range t[1:] {
		array := m.types[member]
		unsized := len(array) > 0 && array[0] == opTypeRuntimeArray
		if unsized && len(m.block(array[1])) > 0 {
			member = array[1]
		}
		if inner := m.types[member]; len(inner) > 0 && inner[0] == opTypeStruct {
			for _, x := range m.block(member) {
				x.Offset += m.members[[3]uint32{id, uint32(n), offset}]
				x.Unsized = x.Unsized || unsized
				out = append(out, x)
			}
			continue
		}
		if m.listed++; m.listed > maxMembers {
			m.bad = fmt.Sprintf("blocks with more than %d members", maxMembers)
			return out
		}
		out = append(out, Member{
			Name:   m.memberNames[[2]uint32{id, uint32(n)}],
			Offset: m.members[[3]uint32{id, uint32(n), offset}],
			Words:  m.words(member), Scalar: m.scalar(member), Unsized: unsized,
		})
	}
	slices.SortFunc(out, func(a, b Member) int { return int(a.Offset) - int(b.Offset) })
	return out
}

func parse(code string) (*module, error) {
	in, err := Parse(code)
	if err != nil {
		return nil, fmt.Errorf("spirv: %w", err)
	}
	m := &module{
		names: map[uint32]string{}, memberNames: map[[2]uint32]string{}, decorations: map[[2]uint32]uint32{},
		members: map[[3]uint32]uint32{}, types: map[uint32][]uint32{}, sizes: map[uint32]uint32{}, constants: map[uint32]uint32{}, spec: map[uint32]uint32{}, kinds: map[uint32]uint32{}, composites: map[uint32][]uint32{},
	}
	last := uint32(0)
	for _, x := range in.Instructions() {
		last = uint32(x.Op)
		m.instruction(last, x.Args)
	}
	if last != opFunctionEnd {
		return nil, errors.New("spirv: the module is cut off")
	}
	if m.bad != "" {
		return nil, errors.New("spirv: " + m.bad)
	}
	return m, nil
}

// instruction keeps what an instruction says; those too short say nothing.
func (m *module) instruction(op uint32, w []uint32) {
	operand := func(i int) uint32 {
		if i < len(w) {
			return w[i]
		}
		return 0
	}
	switch {
	case op == opName && len(w) >= 2:
		m.names[w[0]], _ = Text(w[1:])
	case op == opMemberName && len(w) >= 3:
		m.memberNames[[2]uint32{w[0], w[1]}], _ = Text(w[2:])
	case op == opDecorate && len(w) >= 2:
		m.decorations[[2]uint32{w[0], w[1]}] = operand(2)
		switch {
		case w[1] == specID:
			m.spec[w[0]] = operand(2)
		case w[1] == builtIn && operand(2) == workgroupSize:
			m.sized = w[0]
		}
	case op == opMemberDecorate && len(w) >= 3:
		m.members[[3]uint32{w[0], w[1], w[2]}] = operand(3)
	case op >= opTypeBool && op <= opTypePointer && len(w) >= 1:
		m.define(w[0], append([]uint32{op}, w[1:]...))
	case (op == opConstant || op == opSpecConstant) && len(w) >= 3:
		m.constants[w[1]], m.kinds[w[1]] = w[2], w[0]
	case (op == opSpecConstantTrue || op == opSpecConstantFalse) && len(w) >= 2:
		m.kinds[w[1]] = w[0]
		if op == opSpecConstantTrue {
			m.constants[w[1]] = 1
		}
	case (op == opConstantComposite || op == opSpecComposite) && len(w) >= 2:
		m.composites[w[1]] = w[2:]
	case op == opExecutionMode && len(w) >= 5 && w[1] == localSize:
		m.modes = [3]uint32(w[2:5])
	case op == opVariable && len(w) >= 3:
		m.variables = append(m.variables, [3]uint32{w[1], w[0], w[2]})
	}
}
