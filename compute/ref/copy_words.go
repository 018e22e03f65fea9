package ref

import "kernelscope/compute"

// CopyWords holds the arguments of copy_words, which copies Fours groups of four words.
type CopyWords[B any] struct {
	From, To B
	Fours    uint32
}

// MirrorCopyWords mirrors copy_words.
func MirrorCopyWords(g compute.Grid, a CopyWords[[]uint32]) {
	n := 4 * min(g.Invocations(), int(a.Fours))
	copy(a.To[:n], a.From[:n])
}
