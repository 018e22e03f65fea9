package sorting

import (
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/scan"
)

// Radix4 sorts by digits of four bits: it counts them in partitions, adds the
// counts up, reorders, and goes on with the next digit (VREN, "GPU radix-sort").
type Radix4 struct{}

// Name returns the name, as on the command line.
func (Radix4) Name() string { return "radix4" }

// Title returns the name for people.
func (Radix4) Title() string { return "Radix, 4 bits" }

// Stable reports whether equal keys keep their order.
func (Radix4) Stable() bool { return true }

// About describes the algorithm.
func (Radix4) About() string {
	return "Counts digits of four bits in partitions, adds the counts up and reorders the keys, digit by digit from the lowest."
}

// Params are those of both radix sorts.
func (Radix4) Params() []compute.Param { return radixParams }

var radixParams = []compute.Param{
	{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, PowerOfTwo: true, Limit: compute.SubgroupLimit, Auto: measured,
		Help: "Invocations of a workgroup, which sorts a partition."},
	{Name: Items, Label: "keys each", Unit: "keys", Min: 1, Max: 32, Auto: measured,
		Help: "Keys per invocation. More keys make fewer, larger partitions."},
}

// measured says how sizes are chosen.
const measured = "What was measured to suit this kind of device, or less if it has too little shared memory."

var (
	radixWorkgroups = compute.Workgroup{Default: 256, Min: 32, Max: 1024}

	radix4Count      = compute.NewKernel[ref.Radix4Count[compute.Buffer]]("radix4_count", radixWorkgroups, ref.MirrorRadix4Count)
	radix4CountU64   = compute.NewKernel[ref.Radix4Count[compute.Buffer]]("radix4_count_u64", radixWorkgroups, ref.MirrorRadix4CountU64)
	radix4Reorder    = compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder", radixWorkgroups, ref.MirrorRadix4Reorder)
	radix4ReorderU64 = compute.NewKernel[ref.Radix4Reorder[compute.Buffer]]("radix4_reorder_u64", radixWorkgroups, ref.MirrorRadix4ReorderU64)
)

// Prepare makes room for the keys, once more for the passes, and for the table of
// counts: 16 words a partition.
func (a Radix4) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	v, err := radixChosen(l, v, compute.Values{Workgroup: 256, Items: 8}, func(v compute.Values) int {
		return int(v[Workgroup]) / l.Subgroup * ref.Digits4
	})
	if err != nil {
		return nil, err
	}
	size := int(v[Workgroup] * v[Items])
	partitions := max(1, (capacity+size-1)/size)
	if err := l.Room(capacity, "keys", f.Words(), 2*f.array(capacity)+ref.Digits4*partitions); err != nil {
		return nil, err
	}
	s := newSort(be, a, f, capacity, v)
	keys, payload := s.array("other keys")
	table := s.NewBuffer("table of counts", ref.Digits4*partitions)
	sums, err := scan.New(be, scan.Kind{}, table.Len())
	if err != nil {
		s.Release()
		return nil, err
	}
	s.Hold(sums)
	count, reorder := radix4Count, radix4Reorder
	if f.Type == U64 {
		count, reorder = radix4CountU64, radix4ReorderU64
	}
	constants := radixConstants(f.form(), l, v)
	count, reorder = count.Sized(int(v[Workgroup])), reorder.Sized(int(v[Workgroup]))

	from, to := pair{s.Keys, s.Payload}, pair{keys, payload}
	for shift := 0; shift < f.KeyBits(); shift += 4 {
		bits := min(4, f.KeyBits()-shift)
		counting := ref.Radix4Count[compute.Buffer]{
			RadixConstants: constants, Keys: from.keys, Count: s.Count, Table: table,
			Shift: uint32(shift), Mask: 1<<bits - 1, Partitions: uint32(partitions),
		}
		moving := ref.Radix4Reorder[compute.Buffer]{
			RadixConstants: constants,
			Keys:           from.keys, Payload: from.payload, Count: s.Count, Table: table, NextKeys: to.keys, NextPayload: to.payload,
			Shift: counting.Shift, Mask: counting.Mask, Partitions: counting.Partitions,
		}
		s.Steps = append(s.Steps, Step{
			Title: digitTitle(shift, bits), First: shift, Bits: bits, Prefix: table, PrefixStride: partitions, Keys: to.keys, Payload: to.payload,
			Record: func(e compute.Encoder) {
				count.Dispatch(e, partitions*count.Size(), counting)
				sums.Record(e, table, table, table.Len())
				reorder.Dispatch(e, partitions*reorder.Size(), moving)
			},
		})
		from, to = to, from
	}
	return s.ready()
}

func radixConstants(form ref.SortForm, l compute.Limits, v compute.Values) ref.RadixConstants {
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

// radixChosen chooses sizes for which the words of shared memory that a workgroup needs are
// there: the largest workgroup, and then as many keys for each invocation as fit.
func radixChosen(l compute.Limits, given, auto compute.Values, shared func(compute.Values) int) (compute.Values, error) {
	v, err := compute.Chosen(radixParams, l, auto, given)
	if err != nil {
		return nil, err
	}
	fewest := func(v compute.Values) int {
		return shared(compute.Values{Workgroup: v[Workgroup], Items: max(1, given[Items])})
	}
	if err := compute.FitShared(radixParams, l, given, v, fewest, Workgroup); err != nil {
		return nil, err
	}
	return v, compute.FitShared(radixParams, l, given, v, shared, Items)
}
