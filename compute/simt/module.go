package simt

import (
	"encoding/binary"
	"fmt"

	"kernelscope/internal/fault"
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
const mostIDs = 4 << 20

// Load reads a module, checks that all of it is supported, and that its first entry point is a
// compute shader. Errors wrap fault.Input and name the instruction and its line.
func Load(code string) (m *Module, err error) {
	defer refused(&err)
	w, err := words(code)
	if err != nil {
		return nil, err
	}
	m = &Module{
		version: w[1], names: map[uint32]string{}, memberNames: map[[2]uint32]string{}, strings: map[uint32]string{},
		sources: map[string]string{}, decorations: map[uint32][]decoration{}, members: map[[2]uint32][]decoration{},
		defs: map[uint32]*instruction{}, functions: map[uint32]*function{}, modes: map[uint32][]uint32{}, lines: []Line{{}},
	}
	r := reader{Module: m, ids: map[uint32]bool{}, bound: w[3]}
	for at, n := 5, int32(0); at < len(w); n++ {
		size := int(w[at] >> 16)
		if size == 0 || at+size > len(w) {
			refuse("instruction %d is cut off", n)
		}
		r.read(uint16(w[at]), w[at+1:at+size], n)
		at += size
	}
	r.finish()
	return m, nil
}

func words(code string) ([]uint32, error) {
	if len(code) < 20 || len(code)%4 != 0 {
		return nil, &refusal{"not a SPIR-V module", fault.Input}
	}
	w := make([]uint32, len(code)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32([]byte(code[4*i : 4*i+4]))
	}
	const magic = 0x07230203
	if w[0] != magic {
		return nil, &refusal{"not a SPIR-V module of this byte order", fault.Input}
	}
	if w[3] > mostIDs {
		return nil, &refusal{fmt.Sprintf("the module's bound of identifiers is %d, at most %d are allowed", w[3], mostIDs), fault.Input}
	}
	return w, nil
}

// text decodes a literal string and returns the words after it.
func text(w []uint32) (string, []uint32) {
	var b []byte
	for i, x := range w {
		for s := 0; s < 32; s += 8 {
			c := byte(x >> s)
			if c == 0 {
				return string(b), w[i+1:]
			}
			b = append(b, c)
		}
	}
	return string(b), nil
}

// Sources returns the names of the source files that the module holds, and their text.
func (m *Module) Sources() map[string]string { return m.sources }
