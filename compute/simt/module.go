package simt

import (
	"fmt"

	"kernelscope/internal/fault"
	"kernelscope/shaders/spirv"
)

// Line is a place in a shader's source.
type Line struct {
	File string
	Line int
}

// String returns FILE:LINE.
func (l Line) String() string {
	if l.File == "" {
		return "unknown line"
	}
	return fmt.Sprintf("%s:%d", l.File, l.Line)
}

// Module is a SPIR-V module that was read and whose parts are all supported. It does not change.
type Module struct {
	version     uint32
	names       map[uint32]string
	memberNames map[[2]uint32]string
	strings     map[uint32]string
	sources     map[string]string // text of a source file, by name
	decorations map[uint32][]decoration
	members     map[[2]uint32][]decoration // of a member of a structure
	defs        map[uint32]*instruction    // types, constants and global variables
	globals     []*instruction             // in order
	functions   map[uint32]*function
	entry       uint32
	glsl        uint32 // result of the import of GLSL.std.450
	modes       map[uint32][]uint32
	lines       []Line
}

type decoration struct {
	kind uint32
	args []uint32
}

// instruction is an instruction with its operands: all words after the result.
type instruction struct {
	op           uint16
	kind, result uint32 // ids of the result type and the result, or 0
	args         []uint32
	line         int32 // index into the module's lines
	number       int32 // place in the module, in instructions
}

type function struct {
	id     uint32
	result uint32 // type
	params []*instruction
	blocks map[uint32]*rawBlock
	first  uint32
	// results has the instructions of the body by result, for the type of a value before it is compiled.
	results map[uint32]*instruction
}

// rawBlock is a block: its instructions from the label to its end.
type rawBlock struct {
	label             uint32
	phis, body        []*instruction
	end               *instruction
	merge, continueAt uint32 // labels, or 0
	isLoop            bool
	line              int32 // of the merge instruction
}

// refusal is an error in a module. Reading and compiling panic with it, and the exported functions
// return it.
type refusal struct {
	text string
	kind fault.Kind
}

func (r *refusal) Error() string { return "simt: " + r.text }
func (r *refusal) Unwrap() error { return r.kind }

func refuse(format string, args ...any) {
	panic(&refusal{fmt.Sprintf(format, args...), fault.Input})
}

// refused turns the panic of refuse into an error.
func refused(err *error) {
	switch r := recover().(type) {
	case nil:
	case *refusal:
		*err = r
	default:
		panic(r)
	}
}

// at begins a message about an instruction.
func (m *Module) at(in *instruction) string {
	s := nameOfOp(in.op)
	if in.line > 0 {
		return fmt.Sprintf("%v: %s", m.lines[in.line], s)
	}
	return fmt.Sprintf("instruction %d: %s", in.number, s)
}

// arg returns an operand.
func (m *Module) arg(in *instruction, i int) uint32 {
	if i >= len(in.args) {
		refuse("%s lacks operand %d", m.at(in), i+1)
	}
	return in.args[i]
}

// Most of an identifier and of instructions (universal limits, section 2.17).
const maxIDs = 4 << 20

// Load reads a module, checks that all of it is supported, and that its first entry point is a
// compute shader. Errors wrap fault.Input and name the instruction and its line.
func Load(text string) (m *Module, err error) {
	defer refused(&err)
	code, err := spirv.Parse(text)
	if err != nil {
		return nil, &refusal{err.Error(), fault.Input}
	}
	if code.Bound > maxIDs {
		return nil, &refusal{fmt.Sprintf("the module's bound of identifiers is %d, at most %d are allowed", code.Bound, maxIDs), fault.Input}
	}
	m = &Module{
		version: code.Version, names: map[uint32]string{}, memberNames: map[[2]uint32]string{}, strings: map[uint32]string{},
		sources: map[string]string{}, decorations: map[uint32][]decoration{}, members: map[[2]uint32][]decoration{},
		defs: map[uint32]*instruction{}, functions: map[uint32]*function{}, modes: map[uint32][]uint32{}, lines: []Line{{}},
	}
	r := reader{Module: m, ids: map[uint32]bool{}, bound: code.Bound}
	for n, in := range code.Instructions() {
		r.read(in.Op, in.Args, int32(n))
	}
	r.finish()
	return m, nil
}

// Sources returns the names of the source files that the module holds, and their text.
func (m *Module) Sources() map[string]string { return m.sources }
