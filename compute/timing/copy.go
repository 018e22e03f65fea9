package timing

import (
	"context"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

var copyFours = compute.Moving(
	compute.NewKernel[ref.CopyWords[compute.Buffer]]("copy_words", compute.Workgroup{Default: 256, Min: 32, Max: 1024}, ref.MirrorCopyWords),
	func(_ compute.Grid, a ref.CopyWords[compute.Buffer]) int { return 2 * 16 * int(a.Fours) })

// CopyWords copies the first n words of a buffer with a kernel, which is several
// times as fast as the device's own command; the last few are left to that. It restores
// what measured work has overwritten.
func CopyWords(e compute.Encoder, l compute.Limits, to, from compute.Buffer, n int) {
	whole := n &^ 3
	copyFours.On(l).Dispatch(e, whole/4, ref.CopyWords[compute.Buffer]{From: from, To: to, Fours: uint32(whole / 4)})
	e.Copy(to, whole, from, whole, n-whole)
}

// Bandwidth returns how many bytes a second a kernel reads and writes that copies
// an array much larger than caches, four words per invocation.
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
	t, err := Record(ctx, be, "copy", func(e compute.Encoder) { CopyWords(e, l, to, from, words) }, nil, r)
	return float64(2*4*words) / (t.GPU / 1e3), err
}
