package ref

import "kernelscope/compute"

// Digits4 is the number of values of a digit of radix4, as Digits is of radix_pass.
const Digits4 = 1 << Radix4DigitBits

// RadixHistogram are the buffers of radix_histogram.
type RadixHistogram[B any] struct {
	Form                       compute.Constant // a SortForm
	Passes                     compute.Constant
	Rows                       compute.Constant // keys of an invocation
	Keys, Count, Bins, Control B
	LastMask                   uint32 // of the digit of the last pass
}

// RadixConstants are those of the kernels that rank the keys of a partition.
type RadixConstants struct {
	Form  compute.Constant // a SortForm
	Lanes compute.Constant // of a subgroup
	Items compute.Constant // keys of an invocation
}

// RadixPass are the buffers of radix_pass.
type RadixPass[B any] struct {
	RadixConstants
	Keys, Payload, Count, Bins, State, NextKeys, NextPayload B

	Shift, Mask uint32
	FirstBin    uint32 // word of Bins where the pass begins
	FirstState  uint32 // likewise of State: Digits words, of which the first counts workgroups, and as many a partition
	Patience    uint32 // how often to look back in vain
}

// Radix4Count are the buffers of radix4_count.
type Radix4Count[B any] struct {
	RadixConstants
	Keys, Count, Table      B
	Shift, Mask, Partitions uint32
}

// Radix4Reorder are the buffers of radix4_reorder.
type Radix4Reorder[B any] struct {
	RadixConstants
	Keys, Payload, Count, Table, NextKeys, NextPayload B

	Shift, Mask, Partitions uint32
}

// digits reads the digits of the first n keys of an array.
type digits struct {
	keys        []uint32
	form        SortForm
	shift, mask uint32
	n           int
}

func (d digits) at(i int) uint32 {
	return uint32(d.form.Order(d.form.Key(d.keys, i))>>d.shift) & d.mask
}

// partition returns the keys of a partition, from the first one to before the last.
func (d digits) partition(p, size int) (first, end int) { return p * size, min((p+1)*size, d.n) }

// RadixCounter mirrors radix_histogram.
func RadixCounter(_ compute.Grid, a RadixHistogram[[]uint32]) {
	passes := uint32(a.Passes)
	d := digits{keys: a.Keys, form: SortForm(a.Form), n: int(a.Count[0])}
	for pass := range passes {
		d.shift, d.mask = 8*pass, Digits-1
		if pass == passes-1 {
			d.mask = a.LastMask
		}
		bins := a.Bins[pass*Digits : (pass+1)*Digits]
		for i := range d.n {
			bins[d.at(i)]++
		}
		sum := uint32(0)
		for i, c := range bins {
			bins[i] = sum
			sum += c
		}
	}
}

// RadixScatter mirrors radix_pass.
func RadixScatter(g compute.Grid, a RadixPass[[]uint32]) {
	d := digits{a.Keys, SortForm(a.Form), a.Shift, a.Mask, int(a.Count[0])}
	next := append([]uint32(nil), a.Bins[a.FirstBin:a.FirstBin+Digits]...)
	size := g.Size * int(a.Items)
	a.State[a.FirstState] += uint32(g.X * g.Y)
	for p := 0; p*size < d.n; p++ {
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			move(d, i, a.Payload, a.NextKeys, a.NextPayload, next)
		}
		for digit, sum := range next {
			a.State[int(a.FirstState)+(1+p)*Digits+digit] = RadixPrefix | sum
		}
	}
}

// move copies a key and its value to where the next key of its digit goes.
func move(d digits, i int, payload, nextKeys, nextPayload, next []uint32) {
	to := int(next[d.at(i)])
	next[d.at(i)]++
	d.form.SetKey(nextKeys, to, d.form.Key(d.keys, i))
	if d.form.Payload() {
		nextPayload[to] = payload[i]
	}
}

// Radix4Counter mirrors radix4_count.
func Radix4Counter(g compute.Grid, a Radix4Count[[]uint32]) {
	d := digits{a.Keys, SortForm(a.Form), a.Shift, a.Mask, int(a.Count[0])}
	size := g.Size * int(a.Items)
	for p := range int(a.Partitions) {
		var counts [Digits4]uint32
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			counts[d.at(i)]++
		}
		for digit, c := range counts {
			a.Table[digit*int(a.Partitions)+p] = c
		}
	}
}

// Radix4Scatter mirrors radix4_reorder.
func Radix4Scatter(g compute.Grid, a Radix4Reorder[[]uint32]) {
	d := digits{a.Keys, SortForm(a.Form), a.Shift, a.Mask, int(a.Count[0])}
	size := g.Size * int(a.Items)
	for p := range int(a.Partitions) {
		var next [Digits4]uint32
		for digit := range next {
			next[digit] = a.Table[digit*int(a.Partitions)+p]
		}
		first, end := d.partition(p, size)
		for i := first; i < end; i++ {
			move(d, i, a.Payload, a.NextKeys, a.NextPayload, next[:])
		}
	}
}
