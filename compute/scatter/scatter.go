// Package scatter stores words at many places of a buffer with one dispatch. Otherwise each word
// would need a command of its own, which waits for the one before it.
package scatter

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

var scatter = compute.Moving(
	compute.NewKernel[ref.ScatterWords[compute.Buffer]]("scatter_words", compute.Workgroup{Default: 256, Min: 32, Max: 1024}, ref.MirrorScatterWords),
	func(_ compute.Grid, a ref.ScatterWords[compute.Buffer]) int { return 12 * int(a.Count) })

// few is how many words are updated one by one: that needs no memory.
const few = 4

// Writer stores words. It keeps the buffer that they travel in.
type Writer struct {
	be    compute.Backend
	pairs compute.Buffer // nil before the first call that needs it
}

// New returns a writer that is released with other memory.
func New(m *compute.Memory) *Writer {
	w := &Writer{be: m.Backend}
	m.Hold(w)
	return w
}

// Write stores words, pairs of a place in the buffer and a word. Places are all different.
func (w *Writer) Write(to compute.Buffer, pairs []uint32) {
	if len(pairs) <= 2*few {
		for p := range slices.Chunk(pairs, 2) {
			w.be.Update(to, int(p[0]), p[1])
		}
		return
	}
	l := w.be.Limits()
	for some := range slices.Chunk(pairs, l.BufferWords&^1) {
		w.reserve(len(some))
		w.be.Write(w.pairs, 0, some)
		scatter.On(l).Dispatch(w.be, len(some)/2, ref.ScatterWords[compute.Buffer]{Pairs: w.pairs, To: to, Count: uint32(len(some) / 2)})
	}
}

// reserve makes room for a number of words.
func (w *Writer) reserve(words int) {
	if w.pairs != nil && w.pairs.Len() >= words && compute.HasMemory(w.pairs) {
		return
	}
	w.Release()
	w.pairs = w.be.NewBuffer("scattered words", words)
}

// Release gives the buffer back.
func (w *Writer) Release() {
	if w.pairs != nil {
		w.pairs.Release()
		w.pairs = nil
	}
}
