// Package sorting sorts keys on a device, by several algorithms, step by step, so that each
// step can be inspected. It does not verify: the oracle does.
package sorting

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/shaders"
)

// Names of parameters.
const (
	Workgroup  = "workgroup" // invocations of one
	Items      = "items"     // keys of an invocation
	Mapping    = "mapping"   // what an invocation of a network owns
	Batch      = "batch"     // stages of a submission
	DigitBits  = "digit"     // bits of a digit of a radix sort
	DigitRadix = "radix"     // values of a digit
	Places     = "places"    // how keys with the same digit find their places
	Counters   = "counters"  // where a radix sort counts digits
)

// Type is the type of a key.
type Type int

// The types. Floats have a total order: -0 sorts before +0, and NaNs sort last. A U64 has two
// words, the low one first.
const (
	U32 Type = iota
	I32
	F32
	U64
)

var typeNames = [...]string{"u32", "i32", "f32", "u64"}

// String returns the name.
func (t Type) String() string { return typeNames[t] }

// Types lists all.
func Types() []Type { return []Type{U32, I32, F32, U64} }

// Format describes the keys and their order.
type Format struct {
	Type       Type
	Payload    bool // every key carries a value of one word
	Descending bool
	// Bits, if not zero, is the number of lowest bits in which keys differ.
	Bits int
	// Greatest, if not zero, is the greatest order of a key. Sorts by digits that are not whole bits
	// make no pass for digits above it.
	Greatest uint64
}

// Words returns the words of a key.
func (f Format) Words() int { return f.Code().Words() }

// KeyBits returns the number of bits by which keys are sorted.
func (f Format) KeyBits() int {
	if f.Bits > 0 {
		return min(f.Bits, 32*f.Words())
	}
	return 32 * f.Words()
}

// array returns the words of an array of keys with their values.
func (f Format) array(n int) int {
	words := f.Words() * n
	if f.Payload {
		words += n
	}
	return words
}

// Code returns the format as kernels and mirrors encode it.
func (f Format) Code() ref.Format {
	form := ref.Format(f.Type)
	if f.Descending {
		form |= shaders.SortDescending
	}
	if f.Payload {
		form |= shaders.SortPayload
	}
	return form
}

// Order maps a key to a number that increases in sorted order.
func (f Format) Order(key uint64) uint64 { return f.Code().Order(key) }

// Algorithm is a sorting algorithm.
type Algorithm interface {
	Name() string            // as on the command line
	Title() string           // as in a panel
	About() string           // what it does, in a sentence
	Stable() bool            // equal keys keep their order
	Params() []compute.Param // what can be chosen
	// Prepare allocates buffers on a device for up to capacity keys. The algorithm chooses values
	// that are zero. Errors wrap compute.ErrValue for values that are not allowed, and fault.Limit
	// for sizes that do not fit the device.
	Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error)
}

// Algorithms lists the sorts.
func Algorithms() []Algorithm { return []Algorithm{Radix{}, Radix4{}, BatcherFused{}, Batcher{}} }

// Sort holds arrays on a device, and the steps that sort them. After writing Keys, Values and
// Count, record the steps, any number of times: they sort the current contents.
type Sort struct {
	Format
	Algorithm Algorithm
	Capacity  int // keys
	Values    compute.Values

	Keys    compute.Buffer // of the input: Format.Words words per key
	Payload compute.Buffer // a word per key; one word in all if the format has none, or the keys that Keys has no room for
	Count   compute.Buffer // word 0: the number of keys, at most Capacity
	Steps   []Step

	work  int // that a submission may have
	batch int // steps per submission; unlimited if zero

	halves *halves // of an array that a buffer does not hold; otherwise nil
	page   int     // number of keys in the first of two buffers, Keys and Payload; zero if Keys holds all

	compute.Memory
}

// Step is a part of a sort that can be shown: a pass over the array.
type Step struct {
	Title string // such as "digit of bits 8 to 15"
	// For a radix sort: the digit, and the location of the exclusive prefixes of its counts after the
	// step: starting at PrefixAt, PrefixStride words apart. Bits is zero for steps that move no key.
	Digit
	Prefix                 compute.Buffer
	PrefixAt, PrefixStride int
	// Unstable reports that keys with the same digit may change places, which destroys the work of
	// the passes before.
	Unstable bool
	// Table is the digit's table in radix sorts that have one; nil otherwise.
	Table *Table
	// For a merge network: the length of the merged runs, and the distances between compared keys,
	// from Stride down to LastStride.
	Run, Stride, LastStride int
	// For a network with one stage per step: the invocations that it starts, and those without a
	// comparator. Both are zero otherwise.
	Invocations, Idle int

	Keys, Payload compute.Buffer // that hold the array when the step is done
	Parts         compute.Parts
}

// Table holds a word for each value of a digit and each partition of the array, by digit, then
// by partition: the number of the partition's keys with the digit or, after the scan, the
// position of the first of them.
type Table struct {
	Digit
	Buffer     compute.Buffer
	Partitions int  // of which the table has counters; 1 for counters of the whole array
	IsShared   bool // all partitions of the array share its counters
	Scanned    bool
}

// Words returns the size of the table in words.
func (t *Table) Words() int { return t.Partitions << t.Bits }

// newSort makes a sort without steps.
func newSort(be compute.Backend, a Algorithm, f Format, capacity int, v compute.Values) *Sort {
	return newPaged(be, a, f, capacity, 0, v)
}

// newPaged makes a sort without steps. If page is not zero, the first buffer of an array has as many keys.
func newPaged(be compute.Backend, a Algorithm, f Format, capacity, page int, v compute.Values) *Sort {
	s := &Sort{Format: f, Algorithm: a, Capacity: capacity, Values: v, page: page, work: be.Limits().Work, Memory: compute.Memory{Backend: be}}
	s.Keys, s.Payload = s.array("keys")
	s.Count = s.NewBuffer("count", 1)
	return s
}

// array makes buffers for keys and their values.
func (s *Sort) array(name string) (keys, payload compute.Buffer) {
	values := 1
	switch {
	case s.page > 0:
		return s.NewBuffer(name, s.page), s.NewBuffer("rest of "+name, s.Capacity-s.page)
	case s.Format.Payload:
		values = s.Capacity
	}
	return s.NewBuffer(name, s.Words()*s.Capacity), s.NewBuffer("values of "+name, values)
}

// ready waits until the sort has its memory.
func (s *Sort) ready() (*Sort, error) {
	if err := s.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

// Passes counts the steps that move keys. Passes over both halves of an array count once.
func (s *Sort) Passes() (n int) {
	if s.halves != nil {
		return s.halves.low.Passes() + 1
	}
	for _, step := range s.Steps {
		if step.Bits > 0 || step.Run > 0 {
			n++
		}
	}
	return n
}

// Unstable reports whether a pass is.
func (s *Sort) Unstable() bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Unstable })
}

// Sorted returns the buffers that hold the array when all steps are done. Of an array that one buffer
// does not hold, use Output.
func (s *Sort) Sorted() (keys, payload compute.Buffer) {
	if len(s.Steps) == 0 {
		return s.Keys, s.Payload
	}
	last := s.Steps[len(s.Steps)-1]
	return last.Keys, last.Payload
}

// Write uploads an array: the words of the keys, and the values, nil if the format has none.
func (s *Sort) Write(keys, values []uint32) error {
	n := len(keys) / s.Words()
	if n > s.Capacity || s.Format.Payload && len(values) != n {
		return fmt.Errorf("sorting: %d keys and %d values in room for %d", n, len(values), s.Capacity)
	}
	for _, part := range s.Input(n) {
		s.Backend.Write(part.Keys, 0, keys[:s.Words()*part.N])
		keys = keys[s.Words()*part.N:]
		if s.Format.Payload {
			s.Backend.Write(part.Payload, 0, values[:part.N])
			values = values[part.N:]
		}
	}
	s.Backend.Update(s.Count, 0, uint32(n))
	if h := s.halves; h != nil {
		lows := min(n, h.low.Capacity)
		s.Backend.Update(h.low.Count, 0, uint32(lows))
		s.Backend.Update(h.high.Count, 0, uint32(n-lows))
	}
	return nil
}

// Read waits and returns the first n keys and values of the buffers of a step or of Sorted.
func (s *Sort) Read(ctx context.Context, keys, payload compute.Buffer, n int) (k, v []uint32, err error) {
	return s.read(ctx, s.parts(n, pair{keys, payload}), n)
}

// Result waits and returns the first n keys and values of the sorted array.
func (s *Sort) Result(ctx context.Context, n int) (k, v []uint32, err error) {
	return s.read(ctx, s.Output(n), n)
}

func (s *Sort) read(ctx context.Context, parts []Part, n int) (k, v []uint32, err error) {
	k = make([]uint32, s.Words()*n)
	if s.Format.Payload {
		v = make([]uint32, n)
	}
	keys, values := k, v
	for _, part := range parts {
		words := s.Words() * part.N
		if err := s.Backend.Read(ctx, part.Keys, 0, keys[:words]); err != nil {
			return nil, nil, err
		}
		keys = keys[words:]
		if s.Format.Payload {
			if err := s.Backend.Read(ctx, part.Payload, 0, values[:part.N]); err != nil {
				return nil, nil, err
			}
			values = values[part.N:]
		}
	}
	return k, v, nil
}
