package ref

import "kernelscope/compute"

// ScanReduce are the buffers of scan_reduce.
type ScanReduce[B any] struct {
	Rows                  compute.Constant // vectors of an invocation
	In, Partials, Control B
	N                     uint32 // values
}

// ScanAdd are the buffers of scan_add.
type ScanAdd[B any] struct {
	Rows              compute.Constant // vectors of an invocation
	Inclusive         compute.Constant // 1: sums contain the value itself
	In, Partials, Out B
	N                 uint32 // values
}

// ScanPartition returns the values of a partition: so many vectors of four words
// for each invocation of a workgroup.
func ScanPartition(workgroup, rows, words int) int { return 4 / words * rows * workgroup }

// values is a buffer of numbers of one or two words, the low one first.
type values struct {
	buffer []uint32
	words  int
}

func (v values) len() int { return len(v.buffer) / v.words }

// at returns number i.
func (v values) at(i int) uint64 {
	if v.words == 1 {
		return uint64(v.buffer[i])
	}
	return uint64(v.buffer[2*i]) | uint64(v.buffer[2*i+1])<<32
}

// set stores number i.
func (v values) set(i int, x uint64) {
	if v.words == 1 {
		v.buffer[i] = uint32(x)
		return
	}
	v.buffer[2*i], v.buffer[2*i+1] = uint32(x), uint32(x>>32)
}

// ScanReducer mirrors scan_reduce for values of some words.
func ScanReducer(words int) func(compute.Grid, ScanReduce[[]uint32]) {
	return func(g compute.Grid, a ScanReduce[[]uint32]) {
		in, partials := values{a.In, words}, values{a.Partials, words}
		size := ScanPartition(g.Size, int(a.Rows), words)
		for p := range min(g.X*g.Y, partials.len()) {
			sum := uint64(0)
			for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
				sum += in.at(i)
			}
			partials.set(p, sum)
		}
		sum := uint64(0)
		for p := range partials.len() {
			x := partials.at(p)
			partials.set(p, sum)
			sum += x
		}
	}
}

// ScanAdder mirrors scan_add for values of some words.
func ScanAdder(words int) func(compute.Grid, ScanAdd[[]uint32]) {
	return func(g compute.Grid, a ScanAdd[[]uint32]) {
		in, partials, out := values{a.In, words}, values{a.Partials, words}, values{a.Out, words}
		size := ScanPartition(g.Size, int(a.Rows), words)
		for p := range min(g.X*g.Y, partials.len()) {
			sum := partials.at(p)
			for i := p * size; i < min((p+1)*size, int(a.N)); i++ {
				x := in.at(i)
				if a.Inclusive == 0 {
					out.set(i, sum)
				}
				sum += x
				if a.Inclusive != 0 {
					out.set(i, sum)
				}
			}
		}
	}
}
