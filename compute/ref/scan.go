package ref

// ScanPartition returns the number of values in a partition: rows vectors of four words for each
// invocation of a workgroup.
func ScanPartition(workgroup, rows, words int) int { return 4 / words * rows * workgroup }

// values is a buffer of numbers with one or two words, the low word first.
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
