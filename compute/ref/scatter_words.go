package ref

import "kernelscope/compute"

// ScatterWords holds the arguments of scatter_words, which stores Count words in To. Pairs has an
// index and a word for each.
type ScatterWords[B any] struct {
	Pairs, To B
	Count     uint32
}

// MirrorScatterWords mirrors scatter_words.
func MirrorScatterWords(g compute.Grid, a ScatterWords[[]uint32]) {
	for i := range min(g.Invocations(), int(a.Count)) {
		a.To[a.Pairs[2*i]] = a.Pairs[2*i+1]
	}
}
