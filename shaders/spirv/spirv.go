// Package spirv reads SPIR-V modules: their instructions, the names of the specification's enumerants, and a
// shader's interface. Package simt, which executes modules, uses it.
package spirv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
)

// Magic is the first word of a module.
const Magic = 0x07230203

// HeaderWords is the number of words before the first instruction.
const HeaderWords = 5

// Module is a module whose instructions are complete. What they say is not checked.
type Module struct {
	Version, Bound uint32 // all ids are below the bound
	words          []uint32
}

// Instruction is an instruction of a module.
type Instruction struct {
	Op   uint16
	At   int      // its first word in the module
	Args []uint32 // its other words
}

// Parse reads a module.
func Parse(code string) (Module, error) {
	if len(code) < 4*HeaderWords || len(code)%4 != 0 {
		return Module{}, errors.New("not a SPIR-V module")
	}
	w := make([]uint32, len(code)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32([]byte(code[4*i : 4*i+4]))
	}
	if w[0] != Magic {
		return Module{}, errors.New("not a SPIR-V module of this byte order")
	}
	for at, n := HeaderWords, 0; at < len(w); n++ {
		size := int(w[at] >> 16)
		if size == 0 || at+size > len(w) {
			return Module{}, fmt.Errorf("instruction %d is cut off", n)
		}
		at += size
	}
	return Module{w[1], w[3], w}, nil
}

// Instructions ranges over the instructions, with their numbers.
func (m Module) Instructions() iter.Seq2[int, Instruction] {
	return func(yield func(int, Instruction) bool) {
		for at, n := HeaderWords, 0; at < len(m.words); n++ {
			end := at + int(m.words[at]>>16)
			if !yield(n, Instruction{uint16(m.words[at]), at, m.words[at+1 : end]}) {
				return
			}
			at = end
		}
	}
}

// Text decodes a literal string, and returns the words after it.
func Text(w []uint32) (string, []uint32) {
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
