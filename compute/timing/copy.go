package timing

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/sorting"
)

var copyFours = compute.NewKernel[ref.CopyWords[compute.Buffer]]("copy_words", compute.Workgroup{Default: 256, Min: 32, Max: 1024}, ref.MirrorCopyWords)

// Programs are the kernels of this package.
func Programs() []*compute.Program { return []*compute.Program{copyFours.Program} }

// copyWords copies the first n words of a buffer with the kernel, which is several
// times as fast as the device's own command; the last few are left to that.
func copyWords(e compute.Encoder, l compute.Limits, to, from compute.Buffer, n int) {
	whole := n &^ 3
	copyFours.Sized(min(copyFours.Size(), l.Workgroup)).Dispatch(e, whole/4, ref.CopyWords[compute.Buffer]{From: from, To: to, Fours: uint32(whole / 4)})
	e.Copy(to, whole, from, whole, n-whole)
}

// Bandwidth returns how many bytes a second a kernel reads and writes that copies
// an array much larger than caches, four words an invocation.
func Bandwidth(ctx context.Context, be compute.Backend, r Runs) (float64, error) {
	l := be.Limits()
	const large = 1 << 28 // words
	words := min(large, l.BufferWords, int(l.Memory/4/4)) &^ 3
	m := compute.Memory{Backend: be}
	from, to := m.NewBuffer("copied", words), m.NewBuffer("copy", words)
	if err := m.Ready(); err != nil {
		return 0, err
	}
	defer m.Release()
	be.Fill(from, 0, words, 1)
	t, err := Record(ctx, be, "copy", func(e compute.Encoder) { copyWords(e, l, to, from, words) }, nil, r)
	return float64(2*4*words) / (t.GPU / 1e3), err
}

// input is what is sorted again and again: on the device where there is room.
type input struct {
	memory       compute.Memory
	s            *sorting.Sort
	keys, values []uint32
	recording    compute.Recording // that restores it; nil where it is written anew
}

func newInput(be compute.Backend, s *sorting.Sort, keys, values []uint32) (*input, error) {
	in := &input{memory: compute.Memory{Backend: be}, s: s, keys: keys, values: values}
	if err := s.Write(keys, values); err != nil {
		return nil, err
	}
	l := be.Limits()
	if need := s.Bytes() + 4*int64(len(keys)+len(values)); need > l.Memory/10*9 || len(keys) == 0 {
		return in, nil
	}
	k := in.buffer("keys", keys)
	var v compute.Buffer
	if s.Format.Payload {
		v = in.buffer("values", values)
	}
	if err := in.memory.Ready(); err != nil {
		return nil, err
	}
	in.recording = be.Record("restore", func(e compute.Encoder) {
		copyWords(e, l, s.Keys, k, len(keys))
		if s.Format.Payload {
			copyWords(e, l, s.Payload, v, len(values))
		}
	})
	return in, nil
}

func (in *input) buffer(name string, words []uint32) compute.Buffer {
	b := in.memory.NewBuffer(fmt.Sprintf("%s of the input", name), len(words))
	in.memory.Backend.Write(b, 0, words)
	return b
}

// restore puts the input where the sort expects it.
func (in *input) restore() {
	if in.recording != nil {
		in.memory.Backend.Submit(in.recording)
		return
	}
	_ = in.s.Write(in.keys, in.values) // as newInput did
}

func (in *input) release() {
	if in.recording != nil {
		in.recording.Release()
	}
	in.memory.Release()
}
