package sorting

import (
	"cmp"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/shaders"
)

// Radix sorts by digits of eight bits, reading and writing the keys once per digit (Adinets and
// Merrill, "Onesweep", 2022). It needs subgroup operations; without them it uses the kernels of
// Radix4.
type Radix struct{}

// Name returns the name, as on the command line.
func (Radix) Name() string { return "radix" }

// Title returns the name for people.
func (Radix) Title() string { return "Radix" }

// Stable reports whether equal keys keep their order.
func (Radix) Stable() bool { return true }

// Params returns the parameters.
func (Radix) Params() []compute.Param { return radixParams }

// About describes the algorithm.
func (Radix) About() string {
	return "Counts the eight-bit digits of all passes in one pass over the keys, then moves the keys once per digit, from the lowest: each partition finds the positions of its keys by looking back."
}

var (
	radixHistogram    = compute.Moving(compute.NewKernel[ref.RadixHistogram[compute.Buffer]]("radix_histogram", radixWorkgroups, ref.MirrorRadixHistogram), histogramBytes)
	radixHistogramU64 = compute.Moving(compute.NewKernel[ref.RadixHistogram[compute.Buffer]]("radix_histogram_u64", radixWorkgroups, ref.MirrorRadixHistogramU64), histogramBytes)
	radixPass         = compute.Moving(compute.NewKernel[ref.RadixPass[compute.Buffer]]("radix_pass", radixWorkgroups, ref.MirrorRadixPass), passBytes)
	radixPassU64      = compute.Moving(compute.NewKernel[ref.RadixPass[compute.Buffer]]("radix_pass_u64", radixWorkgroups, ref.MirrorRadixPassU64), passBytes)
)

// Prepare allocates the keys, a second array for the passes, and the states of partitions: 256
// words per partition and pass.
func (a Radix) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	return a.prepare(be, f, capacity, 0, v)
}

// prepare is Prepare with arrays in two buffers, the first of which has page keys, unless page is zero.
func (a Radix) prepare(be compute.Backend, f Format, capacity, page int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	if l.Subgroup < minSubgroup {
		s, err := Radix4{}.Prepare(be, f, capacity, v)
		if err == nil {
			s.Algorithm = a
		}
		return s, err
	}
	shared := func(v compute.Values, separate bool) int {
		const others = 2*shaders.RadixDigits + 64
		workgroup := int(v[Workgroup])
		counters, keys := workgroup/l.Subgroup*shaders.RadixDigits, workgroup*int(v[Items])*f.Words()
		if separate {
			return counters + keys + workgroup + others
		}
		return max(counters, keys) + workgroup + others
	}
	v, err := radixChosen(radixParams, l, v, radixAuto(l, f, capacity), func(v compute.Values) int { return shared(v, false) })
	if err != nil {
		return nil, err
	}
	size := int(v[Workgroup] * v[Items])
	partitions, passes := max(1, (capacity+size-1)/size), (f.KeyBits()+7)/8
	states := (1 + partitions) * shaders.RadixDigits // of a pass
	if err := l.Room(cmp.Or(page, capacity), "keys", f.Words(), 2*f.array(capacity)+passes*states); err != nil {
		return nil, err
	}
	if err := l.Room(passes*states, "words of states of partitions", 1, 0); err != nil {
		return nil, err
	}
	s := newPaged(be, a, f, capacity, page, v)
	keys, payload := s.array("other keys")
	bins, state := s.NewBuffer("bins", passes*shaders.RadixDigits), s.NewBuffer("states of partitions", passes*states)
	control := s.NewBuffer("control", 1)
	be.Fill(control, 0, 1, 0)

	histogram, pass := radixHistogram.On(l), radixPass
	if f.Type == U64 {
		histogram, pass = radixHistogramU64.On(l), radixPassU64
	}
	rows, straight, separate := histogramRows(l, capacity), compute.Constant(1), compute.Constant(0)
	if l.IsSoftware { // it compiles for longer than it gains
		straight = 0
	}
	if l.ComputeOnly && 4*shared(v, true) <= l.SharedBytes { // an H200 then has room for two of the largest workgroups
		separate = 1
	}
	form := f.Code()
	if page > 0 {
		form |= shaders.SortPaged
	}
	pass = pass.Sized(int(v[Workgroup]))
	lastBits := f.KeyBits() - 8*(passes-1)
	s.Steps = append(s.Steps, Step{
		Title: "histograms", Keys: s.Keys, Payload: s.Payload,
		Parts: s.histogramParts(histogram, ref.RadixHistogram[compute.Buffer]{
			Form: compute.Constant(f.Code()), Passes: compute.Constant(passes), Rows: compute.Constant(rows),
			Keys: s.Keys, Count: s.Count, Bins: bins, Control: control, LastMask: 1<<lastBits - 1,
		}, state),
	})
	from, to := pair{s.Keys, s.Payload}, pair{keys, payload}
	for p := range passes {
		digit := min(8, f.KeyBits()-8*p)
		args := ref.RadixPass[compute.Buffer]{
			RadixConstants: radixConstants(form, l, v), Straight: straight, Separate: separate,
			Keys: from.keys, Payload: from.payload, Count: s.Count, Bins: bins, State: state, NextKeys: to.keys, NextPayload: to.payload,
			Shift: uint32(8 * p), Mask: 1<<digit - 1, FirstBin: uint32(p * shaders.RadixDigits), FirstState: uint32(p * states),
			Patience: l.Patience(), Page: uint32(page),
		}
		s.Steps = append(s.Steps, Step{
			Title: Digit{First: 8 * p, Bits: digit}.Title(), Digit: Digit{First: 8 * p, Bits: digit}, Prefix: bins, PrefixAt: p * shaders.RadixDigits, PrefixStride: 1,
			Keys: to.keys, Payload: to.payload,
			Parts: compute.Divide(partitions, s.work, radixWork*size, func(e compute.Encoder, _, n int) { pass.Dispatch(e, n*pass.Size(), args) }),
		})
		from, to = to, from
	}
	return s.ready()
}

// histogramParts counts the digits of all keys and clears the states of partitions. A key takes
// half a stage of a network for each pass.
func (s *Sort) histogramParts(k compute.Kernel[ref.RadixHistogram[compute.Buffer]], args ref.RadixHistogram[compute.Buffer], state compute.Buffer) (all compute.Parts) {
	keys := k.Size() * int(args.Rows) // of a workgroup
	earlier, parts := 0, s.Input(s.Capacity)
	for i, part := range parts {
		args := args
		args.Keys, args.Earlier = part.Keys, uint32(earlier)
		earlier += part.N
		groups := max(1, (part.N+keys-1)/keys)
		all = append(all, compute.Divide(groups, s.work, max(1, keys*int(args.Passes)/2), func(e compute.Encoder, first, n int) {
			if i == 0 && first == 0 {
				e.Fill(args.Bins, 0, args.Bins.Len(), 0)
				e.Fill(state, 0, state.Len(), 0)
			}
			args.FirstKey, args.EndKey, args.IsLastPart = uint32(first*keys), uint32(min((first+n)*keys, part.N)), 0
			if i == len(parts)-1 && first+n == groups {
				args.IsLastPart = 1
			}
			k.Dispatch(e, n*k.Size(), args)
		})...)
	}
	return all
}

// inPages reports whether an array of keys that a buffer does not hold can be in two: there must be no
// payload, whose buffers hold the keys that are left. The state of a partition counts keys below 2^30;
// when a digit has had 2^30, no key is left whose place would need the number.
func inPages(l compute.Limits, f Format, capacity int) bool {
	return l.Subgroup >= minSubgroup && f.Words() == 1 && !f.Payload && capacity > l.BufferWords && capacity <= min(2*l.BufferWords, 1<<30)
}

// minSubgroup is the size of subgroups from which on ballots find keys of one
// digit: the kernels' units are subgroups.
const minSubgroup = 4

// radixAuto are sizes measured as the best, or within some percent of it, on NVIDIA H100 and H200 and on
// lavapipe (docs/measured/sorts.md). A processor of an H200 has room for two large partitions of u32
// keys, with their counters beside them on a queue that only computes. For few keys, and on a software
// device, smaller ones are done earlier.
func radixAuto(l compute.Limits, f Format, n int) compute.Values {
	switch {
	case l.IsSoftware && n <= 1<<12:
		return compute.Values{Workgroup: 64, Items: 32}
	case l.IsSoftware:
		return compute.Values{Workgroup: 128, Items: 32}
	case f.Type == U64 && l.ComputeOnly && n > 1<<24:
		return compute.Values{Workgroup: 256, Items: 18}
	case f.Type == U64 && l.ComputeOnly:
		return compute.Values{Workgroup: 256, Items: 16}
	case f.Type == U64:
		return compute.Values{Workgroup: 256, Items: 11}
	case l.ComputeOnly && f.Payload && n > 1<<23:
		return compute.Values{Workgroup: 256, Items: 28}
	case l.ComputeOnly && !f.Payload && n > 1<<20:
		return compute.Values{Workgroup: 256, Items: 32}
	case !l.ComputeOnly && n > 1<<22:
		return compute.Values{Workgroup: 256, Items: 22}
	}
	return compute.Values{Workgroup: 512, Items: 8}
}

// histogramRows returns the number of keys that an invocation counts, such that some hundreds
// of workgroups have work.
func histogramRows(l compute.Limits, capacity int) int {
	const groups = 1024
	most := 64
	rows := capacity / (groups * radixWorkgroups.Default)
	return max(4, min(most, 1<<bits.Len(uint(rows))))
}
