// Package brackets finds the brackets of JSON on a device: those outside of strings, as elements of clips, and their places
// in the text. It masks 32 bytes at a time and knows which quotes are escaped and which bytes are in strings by the parity of
// what precedes them (Langdale and Lemire, 2019). It reads plain JSON as clipseq.ReadFile does, and says where a text is not
// plain JSON; it neither reads files nor matches brackets.
package brackets

import (
	"context"
	"encoding/binary"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/brackets"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

var (
	workgroups = compute.Workgroup{Default: 256, Min: 32, Max: 256}

	reduce = compute.Moving(compute.NewKernel[ref.Reduce[compute.Buffer]]("brackets_reduce", workgroups, ref.MirrorReduce), func(g compute.Grid, a ref.Reduce[compute.Buffer]) int {
		size := uint32(ref.Partition(g.Size))
		return ref.BlockBytes * int(min(a.Blocks, a.EndPart*size)-min(a.Blocks, a.FirstPart*size))
	})
	write = compute.NewKernel[ref.Write[compute.Buffer]]("brackets_write", workgroups, ref.MirrorWrite)
)

// Text is a text on a device.
type Text struct {
	text    compute.Buffer // four bytes in a word, padded with spaces
	Places  compute.Buffer // of each bracket its byte from 0; nil before Into
	Steps   []Step         // count the brackets; after Into also write them
	control compute.Buffer
	args    ref.Input[compute.Buffer]
	parts   ref.Parts
	reduce  compute.Kernel[ref.Reduce[compute.Buffer]]
	write   compute.Kernel[ref.Write[compute.Buffer]]
	memory  compute.Memory
}

// Step is work whose time can be measured alone.
type Step struct {
	Title string
	Parts compute.Parts
}

// Found describes the brackets of a text.
type Found struct {
	Brackets int  // outside of strings
	IsOpen   bool // the last string does not end
	// Strange is the place of the first byte that the host reads differently, -1 for none: a byte that JSON has only in strings,
	// namely / or \ or a zero, outside of them; a line end in a string; or the beginning of a block after 128 blocks of
	// backslashes. Brackets before it are the host's. It is known after all steps.
	Strange int
}

// IsPlain reports whether the brackets are those that the host reads.
func (f Found) IsPlain() bool { return !f.IsOpen && f.Strange < 0 }

// New makes room for a text of a number of bytes, in one buffer. A workgroup of 0 invocations is chosen. Errors wrap
// fault.Limit.
func New(be compute.Backend, size, workgroup int) (*Text, error) {
	l := be.Limits()
	const most = 1<<32 - ref.BlockBytes // so that places are words
	blocks := (size + ref.BlockBytes - 1) / ref.BlockBytes
	if words := min(l.BufferWords, most/4); blocks*ref.BlockBytes/4 > words {
		return nil, fault.Limit.Errorf("a text of %d bytes does not fit a buffer: %s allows %d bytes", size, l.Device, words/8*8*4)
	}
	if err := l.Room(blocks, "blocks of 32 bytes", ref.BlockBytes/4, blocks*ref.BlockBytes/4); err != nil {
		return nil, err
	}
	if workgroup == 0 {
		workgroup = auto(l)
	}
	t := &Text{reduce: reduce.Sized(workgroup), write: write.Sized(workgroup), memory: compute.Memory{Backend: be}}
	partition := ref.Partition(workgroup)
	t.parts = ref.Parts{Blocks: uint32(blocks), Groups: uint32(max(1, (blocks+partition-1)/partition))}
	t.text, t.control = t.memory.NewBuffer("text", max(1, blocks)*ref.BlockBytes/4), t.memory.NewBuffer("control of brackets", shaders.BracketsControl)
	t.args = ref.Input[compute.Buffer]{Text: t.text, Partitions: t.memory.NewBuffer("partitions of the text", 2*int(t.parts.Groups)), Control: t.control}
	be.Fill(t.control, 0, t.control.Len(), 0)
	t.step("count brackets", t.reduce.Size(), func(e compute.Encoder, p ref.Parts, n int) {
		t.reduce.Dispatch(e, n, ref.Reduce[compute.Buffer]{Input: t.args, Parts: p})
	})
	if err := t.memory.Ready(); err != nil {
		return nil, err
	}
	return t, nil
}

// auto returns the workgroup: of software devices a small one, since a barrier costs each of its invocations. A subgroup fits.
func auto(l compute.Limits) int {
	if l.IsSoftware {
		return max(64, l.Subgroup)
	}
	return min(256, l.Workgroup)
}

// step adds a step whose workgroups each own a partition.
func (t *Text) step(title string, workgroup int, record func(e compute.Encoder, p ref.Parts, invocations int)) {
	const work = 32 // of a block, as compute.Part measures it, on two processors
	limit := t.memory.Backend.Limits().Work
	parts := compute.Divide(int(t.parts.Groups), limit, work*ref.Partition(workgroup), func(e compute.Encoder, first, n int) {
		p := t.parts
		p.FirstPart, p.EndPart = uint32(first), uint32(first+n)
		record(e, p, n*workgroup)
	})
	t.Steps = append(t.Steps, Step{title, parts})
}

// Write uploads the text.
func (t *Text) Write(text []byte) {
	const piece, spaces = 1 << 20, 0x20202020 // words
	words := make([]uint32, min(piece, t.text.Len()))
	for at := 0; at < t.text.Len(); at += piece {
		some := words[:min(piece, t.text.Len()-at)]
		from := text[min(4*at, len(text)):min(4*(at+len(some)), len(text))]
		for i := range len(from) / 4 {
			some[i] = binary.LittleEndian.Uint32(from[4*i:])
		}
		if full := len(from) / 4; full < len(some) { // the end of the text
			last := [4]byte([]byte("    "))
			copy(last[:], from[4*full:])
			some[full] = binary.LittleEndian.Uint32(last[:])
			for i := full + 1; i < len(some); i++ {
				some[i] = spaces
			}
		}
		t.memory.Backend.Write(t.text, at, some)
	}
}

// Count submits the first step and waits for it.
func (t *Text) Count(ctx context.Context) (Found, error) {
	if err := t.Steps[0].Parts.Run(ctx, t.memory.Backend); err != nil {
		return Found{}, err
	}
	return t.Found(ctx)
}

// Found waits for the steps and returns what they have found.
func (t *Text) Found(ctx context.Context) (f Found, err error) {
	var control [shaders.BracketsControl]uint32
	if err := t.memory.Backend.Read(ctx, t.control, 0, control[:]); err != nil {
		return f, err
	}
	f = Found{int(control[shaders.BracketsBrackets]), control[shaders.BracketsIsOpen] != 0, -1}
	if s := control[shaders.BracketsStrange]; s != shaders.BracketsNowhere {
		f.Strange = int(s)
	}
	if f.Brackets > clipseq.MaxElements {
		return f, fault.Limit.Errorf("there are %d brackets, more than %d elements", f.Brackets, clipseq.MaxElements)
	}
	return f, nil
}

// Into adds the step that writes the brackets that Found has counted into a buffer of elements with room for them, and their
// places. Errors wrap fault.Limit.
func (t *Text) Into(elements compute.Buffer, brackets int) error {
	t.Places = t.memory.NewBuffer("places of brackets", brackets)
	t.step("write brackets", t.write.Size(), func(e compute.Encoder, p ref.Parts, n int) {
		t.write.Dispatch(e, n, ref.Write[compute.Buffer]{Input: t.args, Elements: elements, Places: t.Places, Parts: p})
	})
	return t.memory.Ready()
}

// Release releases all buffers.
func (t *Text) Release() { t.memory.Release() }
