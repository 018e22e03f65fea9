package sorting

import (
	"errors"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/internal/fault"
)

// halves are the parts of an array that a buffer does not hold, sorted apart and then merged.
type halves struct {
	low, high *Sort
	merged    [2]pair // the sorted array
}

var (
	mergeWorkgroups = compute.Workgroup{Default: 256, Min: 1, Max: 1024}
	sortMerge       = compute.Moving(compute.NewKernel[ref.SortMerge[compute.Buffer]]("sort_merge", mergeWorkgroups, ref.MirrorSortMerge), mergeBytes)
	sortMergeU64    = compute.Moving(compute.NewKernel[ref.SortMerge[compute.Buffer]]("sort_merge_u64", mergeWorkgroups, ref.MirrorSortMergeU64), mergeBytes)
)

// The work of the merge, in stages of a network: per key, and per search for a split.
const (
	mergeWork = 8
	splitWork = 32
)

// Prepare prepares a sort by an algorithm, also of up to twice as many keys as a buffer holds. Radix
// sorts keys of one word in two buffers; otherwise two sorts share them, and a last step merges the halves. The
// result is as stable as the algorithm.
func Prepare(be compute.Backend, a Algorithm, f Format, capacity int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	half := ceil(capacity, 2)
	if r, ok := a.(Radix); ok && inPages(l, f, capacity) {
		if s, err := r.prepare(be, f, capacity, l.BufferWords, v); !errors.Is(err, fault.Limit) {
			return s, err
		}
	}
	s, err := a.Prepare(be, f, capacity, v)
	if f.Words()*(capacity+1) <= l.BufferWords || !errors.Is(err, fault.Limit) {
		return s, err
	}
	if err := l.Room(half, "keys of a half", f.Words(), 0); err != nil {
		return nil, err
	}
	low, err := a.Prepare(be, f, half, v)
	if err != nil {
		return nil, err
	}
	unprepared := func(err error) (*Sort, error) {
		low.Release()
		return nil, err
	}
	if low.Unstable() {
		return unprepared(fmt.Errorf("%w: halves of %d keys cannot be merged: %s with these parameters does not sort",
			fault.Limit, capacity, a.Name()))
	}
	if err := l.Room(capacity, "keys", 0, int(low.Bytes()/4)*2); err != nil {
		return unprepared(err)
	}
	high, err := a.Prepare(be, f, capacity-half, v)
	if err != nil {
		return unprepared(err)
	}
	s = &Sort{Format: f, Algorithm: a, Capacity: capacity, Values: low.Values, Keys: low.Keys, Payload: low.Payload,
		halves: &halves{low: low, high: high}, work: low.work, batch: low.batch, Memory: compute.Memory{Backend: be}}
	s.Hold(low)
	s.Hold(high)
	s.Count = s.NewBuffer("count", 1)
	for i, part := range []*Sort{low, high} {
		for _, step := range part.Steps {
			step.Title = fmt.Sprintf("%s half: %s", [...]string{"first", "second"}[i], step.Title)
			s.Steps = append(s.Steps, step)
		}
		s.halves.merged[i] = part.spare()
	}
	s.merge()
	return s.ready()
}

// spare returns buffers for the array that do not hold the sorted one.
func (s *Sort) spare() pair {
	sorted, _ := s.Sorted()
	if sorted != s.Keys {
		return pair{s.Keys, s.Payload}
	}
	for _, step := range s.Steps {
		if step.Keys != sorted {
			return pair{step.Keys, step.Payload}
		}
	}
	keys, payload := s.array("merged keys")
	return pair{keys, payload}
}

// merge adds the step that merges the halves.
func (s *Sort) merge() {
	size := min(mergeWorkgroups.Default, s.Backend.Limits().Workgroup)
	items := 15 / s.Words() // odd numbers have no conflicts among banks of shared memory
	kernel, h, tile := sortMerge, s.halves, size*items
	if s.Words() == 2 {
		kernel = sortMergeU64
	}
	kernel = kernel.Sized(size)
	args := ref.SortMerge[compute.Buffer]{
		Form: compute.Constant(s.Code()), Items: compute.Constant(items), Count: s.Count, Full: uint32(h.low.Capacity),
		Splits: s.NewBuffer("splits", ceil(s.Capacity, tile)+3), // a tile more for a half, and an end for each
	}
	args.Low, args.LowPayload = h.low.Sorted()
	args.High, args.HighPayload = h.high.Sorted()
	step := Step{Title: "merge the halves", Run: s.Capacity, Keys: h.merged[0].keys, Payload: h.merged[0].payload}
	add := func(count, each, work int, a ref.SortMerge[compute.Buffer]) {
		step.Parts = append(step.Parts, compute.Divide(count, s.work, work, func(e compute.Encoder, first, n int) {
			a.First = uint32(first)
			kernel.Dispatch(e, n*each, a)
		})...)
	}
	for i, part := range []*Sort{h.low, h.high} {
		tiles := ceil(part.Capacity, tile)
		args.Begin, args.End = args.End, args.End+uint32(part.Capacity)
		args.Next, args.NextPayload = h.merged[i].keys, h.merged[i].payload
		args.IsSplit = 1
		add(tiles+1, 1, splitWork, args)
		args.IsSplit = 0
		add(tiles, size, mergeWork*tile, args)
		args.FirstSplit += uint32(tiles + 1)
	}
	s.Steps = append(s.Steps, step)
}

// Part is a part of an array in a buffer of its own.
type Part struct {
	Keys, Payload compute.Buffer // the payload may be nil if the format has none
	N             int            // keys
}

// Input returns the buffers of the first n keys of the input.
func (s *Sort) Input(n int) []Part {
	if h := s.halves; h != nil {
		return h.parts(n, pair{h.low.Keys, h.low.Payload}, pair{h.high.Keys, h.high.Payload})
	}
	return s.parts(n, pair{s.Keys, s.Payload})
}

// Output returns the buffers of the first n keys of the sorted array.
func (s *Sort) Output(n int) []Part {
	if h := s.halves; h != nil {
		return h.parts(n, h.merged[0], h.merged[1])
	}
	keys, payload := s.Sorted()
	return s.parts(n, pair{keys, payload})
}

// parts assigns n keys to the buffers of an array.
func (s *Sort) parts(n int, a pair) []Part {
	if s.page == 0 {
		return []Part{{a.keys, a.payload, n}}
	}
	first := min(n, s.page)
	return []Part{{a.keys, nil, first}, {a.payload, nil, n - first}}
}

// parts assigns n keys to the buffers of both halves.
func (h *halves) parts(n int, low, high pair) []Part {
	lows := min(n, h.low.Capacity)
	return []Part{{low.keys, low.payload, lows}, {high.keys, high.payload, n - lows}}
}
