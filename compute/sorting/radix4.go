package sorting

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
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

// Params returns the parameters of both radix sorts, and those that the article varies: the radix,
// the place of its counters, and how keys find their places.
func (Radix4) Params() []compute.Param {
	return append(slices.Clone(radixParams),
		compute.Param{Name: DigitBits, Label: "digit", Unit: "bits", Min: 1, Max: 8, Auto: "Four bits: sixteen symbols; as many as a symbol of the radix needs.",
			Help: "Bits of a digit. Wider digits need fewer passes, each with more counters."},
		compute.Param{Name: DigitRadix, Label: "radix", Unit: "symbols", Min: 2, Max: 1 << 8, Auto: "Two to the power of the bits of a digit.",
			Help: "Number of values of a digit. With 10, keys are sorted by their decimal digits. A radix that is not a power of two divides keys, which takes longer, and needs keys below 2^32."},
		compute.Param{Name: Counters, Label: "counters", Unit: "place", Min: 1, Max: 3, Choices: []string{"global", "shared", "subgroup"}, Default: 3,
			Auto:  "Subgroup, or shared on devices without subgroup operations.",
			Limit: func(l compute.Limits) (least, most uint32) { return 1, 2 + uint32(min(1, l.Subgroup/minSubgroup)) },
			Help: "Where a partition counts its keys by digit. Global: in device memory, with an atomic operation for each key. Shared: the same in shared memory. " +
				"Subgroup: lanes with the same digit find one another, and one of them adds for all. Without subgroup operations each invocation ranks its own keys when they are reordered."},
		compute.Param{Name: Places, Label: "places", Unit: "form", Min: 1, Max: 3, Choices: []string{"ranks", "atomics", "global"}, Default: 1, Auto: "Ranks.",
			Help: "How keys with the same digit find their places. Ranks: in the order of the keys. Atomics: by incrementing a counter of the partition, in any order. " +
				"The second pass then finds the order of the first one destroyed: the result is wrong. Global: the same, with one set of counters in device memory for the whole array."})
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
	radix4Reorder    = compute.Moving(compute.Agreeing(compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder", radixWorkgroups, ref.MirrorRadix4Reorder), ref.AgreeOnRadix4Reorder), reorderBytes)
	radix4ReorderU64 = compute.Moving(compute.Agreeing(compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder_u64", radixWorkgroups, ref.MirrorRadix4ReorderU64), ref.AgreeOnRadix4Reorder), reorderBytes)
)

// Prepare allocates the keys, a second array for the passes, and the table of counts: a word
// per digit and partition.
func (a Radix4) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	v, err := radixChosen(a.Params(), l, v, radix4Auto(l, capacity, v), func(v compute.Values) int {
		if v[Places] != ranks {
			return 1 << v[DigitBits]
		}
		return int(v[Workgroup]) / lanesOf(l, v) << v[DigitBits]
	})
	if err != nil {
		return nil, err
	}
	digits, err := digitsOf(f, v)
	if err != nil {
		return nil, err
	}
	size := int(v[Workgroup] * v[Items])
	partitions := max(1, ceil(capacity, size))
	sets := partitions // of counters
	if v[Places] == oneSet {
		sets, v[Counters] = 1, 1+shaders.Radix4Global
	}
	if err := l.Room(capacity, "keys", f.Words(), 2*f.array(capacity)+sets<<v[DigitBits]); err != nil {
		return nil, err
	}
	p := radix4Plan{Sort: newSort(be, a, f, capacity, v), partitions: partitions, sets: sets, count: radix4Count, reorder: radix4Reorder}
	keys, payload := p.array("other keys")
	p.table = p.NewBuffer("table of counts", sets<<v[DigitBits])
	p.next = p.table
	if v[Places] == oneSet {
		p.next = p.NewBuffer("counters of places", p.table.Len())
	}
	if p.sums, err = scan.Sized(be, scan.Kind{}, p.table.Len(), compute.Values{scan.Passes: 2}); err != nil {
		p.Release()
		return nil, err
	}
	p.Hold(p.sums)
	if f.Type == U64 {
		p.count, p.reorder = radix4CountU64, radix4ReorderU64
	}
	p.count, p.reorder = p.count.Sized(int(v[Workgroup])), p.reorder.Sized(int(v[Workgroup]))
	from, to := pair{p.Keys, p.Payload}, pair{keys, payload}
	for _, d := range digits {
		p.digit(d, from, to)
		from, to = to, from
	}
	return p.ready()
}

// ranks is the value of Places with which a sort is right, and oneSet the value with one set of
// counters.
const (
	ranks  = 1 + shaders.Radix4Ranks
	oneSet = 1 + shaders.Radix4OneSet
)

// radix4Auto are the best sizes that were measured, and the width of the digits of a
// radix or the other way round. With atomics an invocation has two keys: with one, a device that
// executes the atomic operations in order would sort. With wider digits than were measured it has
// eight, so that partitions, each with a counter for each digit, are few.
func radix4Auto(l compute.Limits, n int, given compute.Values) compute.Values {
	const few = 1 << 13
	v := compute.Values{Workgroup: 256, Items: 8, DigitBits: 4}
	if l.IsSoftware {
		v[Workgroup] = 512
		if n <= few {
			v[Workgroup] = 128
		}
	}
	if given[DigitRadix] > 0 {
		v[DigitBits] = uint32(bits.Len32(given[DigitRadix] - 1))
	}
	width := cmp.Or(given[DigitBits], v[DigitBits])
	v[DigitRadix] = 1 << width
	if given[Places] > ranks || !l.IsSoftware && width <= 4 {
		v[Items] = 2
	}
	return v
}

// digitsOf returns the digits of keys, from the lowest.
func digitsOf(f Format, v compute.Values) (out []Digit, err error) {
	width, radix := int(v[DigitBits]), v[DigitRadix]
	switch wanted := bits.Len32(radix - 1); {
	case width != wanted:
		return nil, fmt.Errorf("%w: %s %d needs a %s of %d bits, not %d", compute.ErrValue, DigitRadix, radix, DigitBits, wanted, width)
	case radix == 1<<width:
		for first := 0; first < f.KeyBits(); first += width {
			out = append(out, Digit{First: first, Bits: min(width, f.KeyBits()-first)})
		}
		return out, nil
	case f.Words() > 1 && (f.Greatest == 0 || f.Greatest > math.MaxUint32):
		return nil, fmt.Errorf("%w: %s %d: keys of %v above 2^32 cannot be divided on the device; nearest %d and %d", compute.ErrValue, DigitRadix, radix, f.Type, 1<<(width-1), 1<<width)
	}
	for rest := cmp.Or(f.Greatest, math.MaxUint32); rest > 0; rest /= uint64(radix) {
		out = append(out, Digit{First: len(out), Bits: width, Radix: radix})
	}
	return out, nil
}

// lanesOf returns the number of invocations that share counters when keys are reordered.
func lanesOf(l compute.Limits, v compute.Values) int {
	if v[Counters] == 1+shaders.Radix4Subgroup && v[Places] == ranks {
		return l.Subgroup
	}
	return 1
}

// radix4Plan holds the parameters common to the steps.
type radix4Plan struct {
	*Sort
	partitions int
	sets       int            // of counters: one for each partition, or one in all
	table      compute.Buffer // of counts, then of offsets
	next       compute.Buffer // that places are found by: the table, or a copy that is counted up
	sums       *scan.Scan
	count      compute.Kernel[ref.Radix4Count[compute.Buffer]]
	reorder    compute.Kernel[ref.Radix4Reorder[compute.Buffer]]
}

// digit adds the three steps of a digit.
func (p *radix4Plan) digit(d Digit, from, to pair) {
	l, v := p.Backend.Limits(), p.Values
	constants := ref.Radix4Constants{RadixConstants: radixConstants(p.Code(), l, v), DigitBits: compute.Constant(v[DigitBits]), Radix: compute.Constant(d.Radix)}
	counting := ref.Radix4Count[compute.Buffer]{
		Radix4Constants: constants, Counters: compute.Constant(v[Counters] - 1), Keys: from.keys, Count: p.Count, Table: p.table,
		Shift: uint32(d.First), Mask: 1<<d.Bits - 1, Partitions: uint32(p.sets),
	}
	if d.Radix > 0 {
		counting.Shift = uint32(d.Weight())
	}
	constants.Lanes = compute.Constant(lanesOf(l, v))
	moving := ref.Radix4Reorder[compute.Buffer]{
		Radix4Constants: constants, Places: compute.Constant(v[Places] - 1),
		Keys: from.keys, Payload: from.payload, Count: p.Count, Table: p.next, NextKeys: to.keys, NextPayload: to.payload,
		Shift: counting.Shift, Mask: counting.Mask, Partitions: counting.Partitions,
	}
	table := Table{Digit: d, Buffer: p.table, Partitions: p.sets, IsShared: v[Places] == oneSet}
	scanned := table
	scanned.Scanned = true
	title, size := d.Title(), int(v[Workgroup]*v[Items])
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
		Step{Title: title + ": reorder", Digit: d, Prefix: p.table, PrefixStride: p.sets, Table: &scanned, Unstable: v[Places] != ranks,
			Keys: to.keys, Payload: to.payload, Parts: compute.Divide(p.partitions, p.work, radixWork*size, func(e compute.Encoder, first, n int) {
				if first == 0 && p.next != p.table {
					e.Copy(p.next, 0, p.table, 0, p.table.Len())
				}
				moving.First, moving.End = uint32(first), uint32(first+n)
				p.reorder.Dispatch(e, n*p.reorder.Size(), moving)
			})})
}

func radixConstants(form ref.Format, l compute.Limits, v compute.Values) ref.RadixConstants {
	return ref.RadixConstants{Form: compute.Constant(form), Lanes: compute.Constant(l.Subgroup), Items: compute.Constant(v[Items])}
}

// pair is an array: keys and their values.
type pair struct{ keys, payload compute.Buffer }

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
