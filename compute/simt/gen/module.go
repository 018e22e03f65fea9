package gen

import (
	"encoding/binary"
	"fmt"

	"kernelscope/shaders/spirv"
)

// module is a SPIR-V module in the making. Its sections have the order of section 2.4 of the
// specification.
type module struct {
	next                                uint32            // identifier
	names, marks, globals, locals, code []uint32          // marks are decorations; locals begin the function that is written
	known                               map[string]uint32 // types, constants and pointers to them, by their text
	glsl                                uint32
}

func (m *module) id() uint32 {
	m.next++
	return m.next
}

// put appends an instruction to a section.
func put(to *[]uint32, op string, words ...uint32) {
	*to = append(append(*to, uint32(len(words)+1)<<16|number("op", op)), words...)
}

// number returns the number of an enumerant, which must exist.
func number(kind, name string) uint32 {
	n, ok := spirv.Number(kind, name)
	if !ok {
		panic("gen: there is no " + kind + " " + name)
	}
	return n
}

// value appends an instruction with a result to the function.
func (m *module) value(op string, t uint32, words ...uint32) uint32 {
	id := m.id()
	if n, ok := spirv.Number("glsl", op); ok {
		put(&m.code, "ExtInst", append([]uint32{t, id, m.glsl, n}, words...)...)
	} else {
		put(&m.code, op, append([]uint32{t, id}, words...)...)
	}
	return id
}

func (m *module) do(op string, words ...uint32) { put(&m.code, op, words...) }

// once returns what a declaration of types or constants gives, made when it is first asked for. Its
// result is before operand at.
func (m *module) once(op string, at int, words ...uint32) uint32 {
	key := fmt.Sprint(op, words)
	if id := m.known[key]; id != 0 {
		return id
	}
	id := m.id()
	m.known[key] = id
	put(&m.globals, op, append(append(append([]uint32{}, words[:at]...), id), words[at:]...)...)
	return id
}

// typeOf returns the type of a kind, or of a vector of it if there are 2 to 4 lanes.
func (m *module) typeOf(k kind, lanes int) uint32 {
	if lanes > 1 {
		return m.once("TypeVector", 0, m.typeOf(k, 1), uint32(lanes))
	}
	switch k {
	case isBool:
		return m.once("TypeBool", 0)
	case isInt:
		return m.once("TypeInt", 0, 32, 1)
	case isFloat:
		return m.once("TypeFloat", 0, 32)
	case isWide:
		return m.once("TypeInt", 0, 64, 0)
	}
	return m.once("TypeInt", 0, 32, 0)
}

func (m *module) constant(k kind, n uint64) uint32 {
	t := m.typeOf(k, 1)
	switch {
	case k == isBool && n == 0:
		return m.once("ConstantFalse", 1, t)
	case k == isBool:
		return m.once("ConstantTrue", 1, t)
	case k == isWide:
		return m.once("Constant", 1, t, uint32(n), uint32(n>>32))
	}
	return m.once("Constant", 1, t, uint32(n))
}

func (m *module) word(n uint32) uint32 { return m.constant(isUint, uint64(n)) }

func (m *module) pointer(class, t uint32) uint32 { return m.once("TypePointer", 0, class, t) }

// variable declares a variable, in a function or outside.
func (m *module) variable(class, t uint32, initial ...uint32) uint32 {
	id, p := m.id(), m.pointer(class, t)
	to := &m.globals
	if class == inFunction {
		to = &m.locals
	}
	put(to, "Variable", append([]uint32{p, id, class}, initial...)...)
	return id
}

// Storage classes (section 3.7).
const inInput, inWorkgroup, inFunction, inPush, inBuffer = 1, 4, 7, 9, 12

// mark decorates a result.
func (m *module) mark(id uint32, decoration string, words ...uint32) {
	put(&m.marks, "Decorate", append([]uint32{id, number("decoration", decoration)}, words...)...)
}

// text encodes a string.
func text(s string) (out []uint32) {
	b := append([]byte(s), make([]byte, 4-len(s)%4)...)
	for i := 0; i < len(b); i += 4 {
		out = append(out, binary.LittleEndian.Uint32(b[i:]))
	}
	return out
}

// finish joins the sections.
func (m *module) finish(wide bool, entry uint32, inputs []uint32, size [2]int) string {
	words := []uint32{spirv.Magic, 0x00010300, 0, m.next + 1, 0}
	for _, c := range []string{"Shader", "GroupNonUniform", "GroupNonUniformVote", "GroupNonUniformArithmetic", "GroupNonUniformBallot", "Int64"} {
		if wide || c != "Int64" {
			put(&words, "Capability", number("capability", c))
		}
	}
	put(&words, "ExtInstImport", append([]uint32{m.glsl}, text("GLSL.std.450")...)...)
	put(&words, "MemoryModel", 0, 1)
	put(&words, "EntryPoint", append(append([]uint32{5, entry}, text("main")...), inputs...)...)
	put(&words, "ExecutionMode", entry, 17, uint32(size[0]), uint32(size[1]), 1)
	for _, section := range [][]uint32{m.names, m.marks, m.globals, m.code} {
		words = append(words, section...)
	}
	out := make([]byte, 0, 4*len(words))
	for _, w := range words {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return string(out)
}
