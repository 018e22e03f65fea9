package sorting

import (
	"fmt"
	"maps"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/compute/scan"
	"kernelscope/shaders"
)

// Radix4 sorts by digits of four bits, or another chosen width, in three steps each: it counts
// digits per partition, scans the counts, and reorders (VREN, "GPU radix-sort").
type Radix4 struct{}

// Name returns the name, as on the command line.
func (Radix4) Name() string { return "radix4" }

// Title returns the name for people.
func (Radix4) Title() string { return "Radix, three steps" }

// Stable reports whether equal keys keep their order.
func (Radix4) Stable() bool { return true }

// About describes the algorithm.
func (Radix4) About() string {
	return "Counts digits of four bits in partitions, scans the counts and reorders the keys: three steps per digit, from the lowest."
}

// Params returns the parameters of both radix sorts, and those that the article varies: the
// digit and the place of its counters.
func (Radix4) Params() []compute.Param {
	return append(slices.Clone(radixParams),
		compute.Param{Name: Digit, Label: "digit", Unit: "bits", Min: 1, Max: 8, PowerOfTwo: true, Default: 4, Auto: "Four bits: sixteen symbols.",
			Help: "Bits of a digit. Wider digits need fewer passes, each with more counters."},
		compute.Param{Name: Counters, Label: "counters", Unit: "place", Min: 1, Max: 3, Choices: []string{"global", "shared", "subgroup"}, Default: 3,
			Auto:  "Subgroup, or shared on devices without subgroup operations.",
			Limit: func(l compute.Limits) (least, most uint32) { return 1, 2 + uint32(min(1, l.Subgroup/minSubgroup)) },
			Help: "Where a partition counts its keys by digit. Global: in device memory, with an atomic operation for each key. Shared: the same in shared memory. " +
				"Subgroup: lanes with the same digit find one another, and one of them adds for all. Without subgroup operations each invocation ranks its own keys when they are reordered."})
}

var radixParams = []compute.Param{
	{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, PowerOfTwo: true, Limit: compute.SubgroupLimit, Auto: measured,
		Help: "Invocations per workgroup, which sorts a partition."},
	{Name: Items, Label: "keys each", Unit: "keys", Min: 1, Max: 32, Auto: measured,
		Help: "Keys per invocation. More keys make fewer, larger partitions."},
}

// measured describes how sizes are chosen.
const measured = "The measured best for this kind of device and the number of keys, or less if shared memory is short."

var (
	radixWorkgroups = compute.Workgroup{Default: 256, Min: 32, Max: 1024}

	radix4Count      = compute.Moving(compute.NewKernel[ref.Radix4Count[compute.Buffer]]("radix4_count", radixWorkgroups, ref.MirrorRadix4Count), countBytes)
	radix4CountU64   = compute.Moving(compute.NewKernel[ref.Radix4Count[compute.Buffer]]("radix4_count_u64", radixWorkgroups, ref.MirrorRadix4CountU64), countBytes)
	radix4Reorder    = compute.Moving(compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder", radixWorkgroups, ref.MirrorRadix4Reorder), reorderBytes)
	radix4ReorderU64 = compute.Moving(compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder_u64", radixWorkgroups, ref.MirrorRadix4ReorderU64), reorderBytes)
)

// Prepare allocates the keys, a second array for the passes, and the table of counts: a word
// per digit and partition.
func (a Radix4) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	v, err := radixChosen(a.Params(), l, v, radix4Auto(l, capacity), func(v compute.Values) int {
		return int(v[Workgroup]) / lanesOf(l, v) << v[Digit]
	})
	if err != nil {
		return nil, err
	}
	size := int(v[Workgroup] * v[Items])
	partitions := max(1, ceil(capacity, size))
	if err := l.Room(capacity, "keys", f.Words(), 2*f.array(capacity)+partitions<<v[Digit]); err != nil {
		return nil, err
	}
	p := radix4Plan{Sort: newSort(be, a, f, capacity, v), partitions: partitions, count: radix4Count, reorder: radix4Reorder}
	keys, payload := p.array("other keys")
	p.table = p.NewBuffer("table of counts", partitions<<v[Digit])
	if p.sums, err = scan.New(be, scan.Kind{}, p.table.Len()); err != nil {
		p.Release()
		return nil, err
	}
	p.Hold(p.sums)
	if f.Type == U64 {
		p.count, p.reorder = radix4CountU64, radix4ReorderU64
	}
	p.count, p.reorder = p.count.Sized(int(v[Workgroup])), p.reorder.Sized(int(v[Workgroup]))
	from, to := pair{p.Keys, p.Payload}, pair{keys, payload}
	for shift := 0; shift < f.KeyBits(); shift += int(v[Digit]) {
		p.digit(shift, min(int(v[Digit]), f.KeyBits()-shift), from, to)
		from, to = to, from
	}
	return p.ready()
}

// radix4Auto are the measured best sizes (docs/measured/sorts.md).
func radix4Auto(l compute.Limits, n int) compute.Values {
	const few = 1 << 13
	switch {
	case l.IsSoftware && n <= few:
		return compute.Values{Workgroup: 128, Items: 8}
	case l.IsSoftware:
		return compute.Values{Workgroup: 512, Items: 8}
	}
	return compute.Values{Workgroup: 256, Items: 8}
}

// lanesOf returns the number of invocations that share counters when keys are reordered.
func lanesOf(l compute.Limits, v compute.Values) int {
	if v[Counters] == 1+shaders.Radix4Subgroup {
		return l.Subgroup
	}
	return 1
}

// radix4Plan holds the parameters common to the steps.
type radix4Plan struct {
	*Sort
	partitions int
	table      compute.Buffer
	sums       *scan.Scan
	count      compute.Kernel[ref.Radix4Count[compute.Buffer]]
	reorder    compute.Kernel[ref.Radix4Reorder[compute.Buffer]]
}

// digit adds the three steps of a digit of some bits.
func (p *radix4Plan) digit(shift, bits int, from, to pair) {
	l, v := p.Backend.Limits(), p.Values
	constants := ref.Radix4Constants{RadixConstants: radixConstants(p.Code(), l, v), DigitBits: compute.Constant(v[Digit])}
	counting := ref.Radix4Count[compute.Buffer]{
		Radix4Constants: constants, Counters: compute.Constant(v[Counters] - 1), Keys: from.keys, Count: p.Count, Table: p.table,
		Shift: uint32(shift), Mask: 1<<bits - 1, Partitions: uint32(p.partitions),
	}
	constants.Lanes = compute.Constant(lanesOf(l, v))
	moving := ref.Radix4Reorder[compute.Buffer]{
		Radix4Constants: constants,
		Keys:            from.keys, Payload: from.payload, Count: p.Count, Table: p.table, NextKeys: to.keys, NextPayload: to.payload,
		Shift: counting.Shift, Mask: counting.Mask, Partitions: counting.Partitions,
	}
	table := Table{Buffer: p.table, Partitions: p.partitions, First: shift, Bits: bits}
	scanned := table
	scanned.Scanned = true
	title, size := digitTitle(shift, bits), int(v[Workgroup]*v[Items])
	p.Steps = append(p.Steps,
		Step{Title: title + ": count", Table: &table, Keys: from.keys, Payload: from.payload, Parts: compute.Divide(p.partitions, p.work, size, func(e compute.Encoder, first, n int) {
			if first == 0 && counting.Counters == shaders.Radix4Global {
				e.Fill(p.table, 0, p.table.Len(), 0)
			}
			counting.First, counting.End = uint32(first), uint32(first+n)
			p.count.Dispatch(e, n*p.count.Size(), counting)
		})},
		Step{Title: title + ": scan the counts", Table: &scanned, Keys: from.keys, Payload: from.payload, Parts: compute.Whole(p.table.Len(), func(e compute.Encoder) {
			p.sums.Record(e, p.table, p.table, p.table.Len())
		})},
		Step{Title: title + ": reorder", First: shift, Bits: bits, Prefix: p.table, PrefixStride: p.partitions, Table: &scanned,
			Keys: to.keys, Payload: to.payload, Parts: compute.Divide(p.partitions, p.work, radixWork*size, func(e compute.Encoder, first, n int) {
				moving.First, moving.End = uint32(first), uint32(first+n)
				p.reorder.Dispatch(e, n*p.reorder.Size(), moving)
			})})
}

func radixConstants(form ref.Format, l compute.Limits, v compute.Values) ref.RadixConstants {
	return ref.RadixConstants{Form: compute.Constant(form), Lanes: compute.Constant(l.Subgroup), Items: compute.Constant(v[Items])}
}

// pair is an array: keys and their values.
type pair struct{ keys, payload compute.Buffer }

func digitTitle(first, bits int) string {
	if bits == 1 {
		return fmt.Sprintf("bit %d", first)
	}
	return fmt.Sprintf("bits %d to %d", first, first+bits-1)
}

// radixChosen chooses sizes that fit shared memory: the largest workgroup, then as many keys
// per invocation as fit.
func radixChosen(params []compute.Param, l compute.Limits, given, auto compute.Values, shared func(compute.Values) int) (compute.Values, error) {
	v, err := compute.Chosen(params, l, auto, given)
	if err != nil {
		return nil, err
	}
	fewest := func(v compute.Values) int {
		few := maps.Clone(v)
		few[Items] = max(1, given[Items])
		return shared(few)
	}
	if err := compute.FitShared(params, l, given, v, fewest, Workgroup); err != nil {
		return nil, err
	}
	return v, compute.FitShared(params, l, given, v, shared, Items)
}
