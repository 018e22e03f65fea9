// Package brackets mirrors the kernels that find the brackets of JSON.
package brackets

import (
	"strings"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// BlockBytes are the bytes that a mask has bits for.
const BlockBytes = 32

// Input holds what both kernels have.
type Input[B any] struct {
	// Text has four bytes in a word, the first one lowest, and is padded with spaces to whole blocks. Partitions has two words
	// for each: its brackets before it, and 1 if it begins in a string. Control has the words named by shaders.BracketsFinished
	// and the constants after it.
	Text, Partitions, Control B
}

// Parts are the numbers of a dispatch.
type Parts struct {
	Blocks    uint32
	FirstPart uint32 // first partition of the dispatch
	EndPart   uint32 // partition after the last one of the dispatch
	Groups    uint32 // partitions of all dispatches
}

// Partition returns the blocks of a partition.
func Partition(workgroup int) int { return workgroup * shaders.BracketsRows }

// last returns the partition after the last one that a grid has a workgroup for.
func (p Parts) last(g compute.Grid) int { return min(int(p.EndPart), int(p.FirstPart)+g.X*g.Y) }

func byteAt(text []uint32, i int) byte { return byte(text[i/4] >> (i % 4 * 8)) }

// runBefore returns the number of backslashes before a byte, and stops counting at LongRun blocks.
func runBefore(text []uint32, i int) (n int) {
	for n < BlockBytes*shaders.BracketsLongRun && i > n && byteAt(text, i-n-1) == '\\' {
		n++
	}
	return n
}

// seen is a byte of a text.
type seen struct {
	at     int
	c      byte
	quote  bool // it begins or ends a string
	inside bool // it is in a string, or begins one
	isLong bool // the run of backslashes before its block is too long to be counted
}

// read calls f with each byte of a range of blocks.
func read(text []uint32, first, end int, inside bool, f func(seen)) {
	for b := first; b < end; b++ {
		run := runBefore(text, b*BlockBytes)
		isHidden, isLong := run%2 == 1, run > 0 && run == BlockBytes*min(b, shaders.BracketsLongRun)
		for i := b * BlockBytes; i < (b+1)*BlockBytes; i++ {
			s := seen{at: i, c: byteAt(text, i), isLong: isLong}
			switch {
			case isHidden:
				isHidden = false
			case s.c == '\\':
				isHidden = true
			case s.c == '"':
				s.quote, inside = true, !inside
			}
			s.inside = inside
			f(s)
		}
	}
}

// kindOf returns the kind of element that a byte is, or ClipLeaf for none.
func kindOf(c byte) uint32 {
	switch {
	case strings.IndexByte("([{", c) >= 0:
		return shaders.ClipPush
	case strings.IndexByte(")]}", c) >= 0:
		return shaders.ClipPop
	}
	return shaders.ClipLeaf
}
