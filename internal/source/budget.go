package source

import (
	"io"
	"sync/atomic"
	"unsafe"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// Limits of a reader's memory: base bytes in any case and perByte for each byte of the file.
// Maps were measured to need 3 (PBF) to 10 (bzip2), gzipped graphs up to 11; a compressed run
// of one line may stand for a thousand.
const (
	base    = 64 << 20
	perByte = 24
)

// builds is how many times the memory of what a reader holds is needed until a map is
// built of it; the extract of Delaware needs 1.6.
const builds = 2

// Budget bounds the memory for the contents of a file in proportion to its size: readers charge
// what they keep. A nil Budget has no bound. Goroutines may share one.
type Budget struct {
	size    int64 // bytes of the file
	free    int64 // bytes of memory, when the reading began
	charged atomic.Int64
}

// NewBudget returns the budget for a file of size bytes.
func NewBudget(size int64) *Budget { return &Budget{size: size, free: Free()} }

// Contents returns r, the decompressed contents of the file, and charges half of the
// bytes that are read from it, since text without end takes time where it takes no memory.
func (b *Budget) Contents(r io.Reader) io.Reader { return contents{r, b} }

type contents struct {
	io.Reader
	*Budget
}

func (c contents) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if over := c.Take(int64(n+1) / 2); over != nil {
		return n, over
	}
	return n, err
}

// Take charges bytes that are about to be allocated. The error wraps fault.Input if the file's
// size does not justify them, and fault.Limit if the computer does not have them.
func (b *Budget) Take(bytes int64) error {
	if b == nil {
		return nil
	}
	charged, most := b.charged.Add(bytes), base+perByte*b.size
	switch {
	case charged > most:
		return fault.Input.Errorf("the contents of a file of %s need more than %s of memory: nothing real is packed so densely",
			format.Bytes(b.size), format.Bytes(most))
	case builds*charged > b.free:
		return fault.Limit.Errorf("the contents need more than %s of memory; %s are free", format.Bytes(builds*charged), format.Bytes(b.free))
	}
	return nil
}

// Append appends values to *s, and charges the growth of the slice.
func Append[T any](b *Budget, s *[]T, values ...T) error {
	if need := len(*s) + len(values); need > cap(*s) {
		const least = 8
		size := max(need, cap(*s)+cap(*s)/2, least)
		if err := b.Take(int64(size-cap(*s)) * int64(unsafe.Sizeof(*new(T)))); err != nil {
			return err
		}
		grown := make([]T, len(*s), size)
		copy(grown, *s)
		*s = grown
	}
	*s = append(*s, values...)
	return nil
}

// Need returns an error that wraps fault.Limit if work needs more bytes of memory than are
// free; what names the work.
func Need(bytes int64, what string) error {
	if free := Free(); bytes > free {
		return fault.Limit.Errorf("%s needs %s of memory; %s are free", what, format.Bytes(bytes), format.Bytes(free))
	}
	return nil
}
