package spirv

import "encoding/binary"

// Writer assembles a module.
type Writer struct{ words []uint32 }

// NewWriter returns a writer of a module whose ids are below a bound.
func NewWriter(version, bound uint32) *Writer {
	return &Writer{[]uint32{Magic, version, 0, bound, 0}}
}

// Add adds an instruction.
func (w *Writer) Add(op uint16, args ...uint32) {
	w.words = append(append(w.words, uint32(len(args)+1)<<16|uint32(op)), args...)
}

// ID returns an id that no instruction has, and raises the bound.
func (w *Writer) ID() uint32 {
	w.words[3]++
	return w.words[3] - 1
}

// Code returns the module.
func (w *Writer) Code() string {
	out := make([]byte, 0, 4*len(w.words))
	for _, word := range w.words {
		out = binary.LittleEndian.AppendUint32(out, word)
	}
	return string(out)
}
