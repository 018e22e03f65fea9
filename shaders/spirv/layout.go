package spirv

import (
	"fmt"
	"math"
)

// maxMembers is the greatest number of members of all blocks: structures of structures can have any number.
const maxMembers = 4096

// parts returns the types that a type consists of.
func parts(t []uint32) []uint32 {
	switch t[0] {
	case opTypeVector, opTypeMatrix, opTypeArray, opTypeRuntimeArray:
		return t[1:min(2, len(t))]
	case opTypeStruct:
		return t[1:]
	}
	return nil
}

// define defines a type, after those that it consists of.
func (m *module) define(id uint32, t []uint32) {
	if _, twice := m.types[id]; twice {
		m.bad = fmt.Sprintf("type %d is defined twice", id)
	}
	sum := uint64(0)
	for _, part := range parts(t) {
		if _, ok := m.types[part]; !ok {
			m.bad = fmt.Sprintf("type %d is used before it is defined", part)
		}
		sum += uint64(m.sizes[part])
	}
	switch {
	case (t[0] == opTypeInt || t[0] == opTypeFloat) && len(t) >= 2:
		sum = uint64(t[1]) / 32
	case (t[0] == opTypeVector || t[0] == opTypeMatrix) && len(t) >= 3:
		sum *= uint64(t[2])
	case t[0] == opTypeArray && len(t) >= 3:
		sum *= uint64(m.constants[t[2]])
	case t[0] == opTypeRuntimeArray:
		sum = 0
	}
	m.types[id], m.sizes[id] = t, uint32(min(sum, math.MaxInt32))
}

// words returns the size of a type.
func (m *module) words(id uint32) uint32 { return m.sizes[id] }

// scalar returns the type of the numbers of a type.
func (m *module) scalar(id uint32) Scalar {
	for range 32 { // types of types
		t := m.types[id]
		switch {
		case len(t) >= 2 && t[0] == opTypeFloat:
			return Scalar(fmt.Sprintf("f%d", t[1]))
		case len(t) >= 3 && t[0] == opTypeInt && t[2] == 1:
			return Scalar(fmt.Sprintf("i%d", t[1]))
		case len(t) >= 2 && t[0] == opTypeInt:
			return Scalar(fmt.Sprintf("u%d", t[1]))
		case len(t) >= 1 && t[0] == opTypeBool:
			return "b32"
		case len(t) >= 2 && (t[0] == opTypeVector || t[0] == opTypeMatrix || t[0] == opTypeArray || t[0] == opTypeRuntimeArray):
			id = t[1]
		default:
			return ""
		}
	}
	return ""
}

// extent returns the sizes of a block without its unsized array and of an element of the array.
func (m *module) extent(id uint32) (fixed, stride uint32) {
	t := m.types[id]
	if len(t) == 0 || t[0] != opTypeStruct {
		return 0, 0
	}
	for n, member := range t[1:] {
		at := m.members[[3]uint32{id, uint32(n), offset}]
		if array := m.types[member]; len(array) > 0 && array[0] == opTypeRuntimeArray {
			return (at + 3) / 4, max(1, (m.decorations[[2]uint32{member, arrayStride}]+3)/4)
		}
		fixed = max(fixed, (at+m.bytes(member)+3)/4)
	}
	return fixed, 0
}

// bytes returns the size of a member of a block.
func (m *module) bytes(id uint32) uint32 {
	t := m.types[id]
	if len(t) < 3 {
		return 4 * m.words(id)
	}
	switch t[0] {
	case opTypeArray:
		return m.constants[t[2]] * max(m.decorations[[2]uint32{id, arrayStride}], 4*m.words(t[1]))
	case opTypeMatrix:
		return t[2] * 16 // the greatest stride of a column
	case opTypeStruct:
		fixed, _ := m.extent(id)
		return 4 * fixed
	}
	return 4 * max(1, m.words(id))
}

// size returns the size of a workgroup.
func (m *module) size() (out [3]Extent) {
	for i, n := range m.modes {
		out[i].Words = n
	}
	parts := m.composites[m.sized]
	if len(parts) != len(out) {
		return out
	}
	for i, id := range parts {
		number, isSpec := m.spec[id]
		out[i] = Extent{m.constants[id], number, isSpec}
	}
	return out
}
