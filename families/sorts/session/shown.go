package session

import (
	"context"

	"kernelscope/compute/sorting"
)

const (
	// Few is the number of keys up to which a snapshot holds them, so that pictures can print
	// them.
	Few = 64
	// tableWords are those of the largest table that is read, 4 MiB.
	tableWords = 1 << 20
)

// Table is the table of a digit in a snapshot.
type Table struct {
	sorting.Table
	Counts  []uint32 // keys by digit
	Offsets []uint32 // keys with a lesser digit, by digit; nil before the table is scanned
	words   []uint32
}

// At returns the entry of a digit and a partition.
func (t *Table) At(digit, partition int) uint32 { return t.words[digit*t.Partitions+partition] }

// tableOf reads a table of n keys from its words.
func tableOf(t sorting.Table, words []uint32, n int) *Table {
	out := &Table{Table: t, words: words}
	for digit := range t.Symbols() {
		row := words[digit*t.Partitions:][:t.Partitions]
		if t.Scanned {
			out.Offsets = append(out.Offsets, row[0])
			continue
		}
		sum := uint32(0)
		for _, c := range row {
			sum += c
		}
		out.Counts = append(out.Counts, sum)
	}
	for digit, from := range out.Offsets {
		to := uint32(n)
		if digit+1 < len(out.Offsets) {
			to = out.Offsets[digit+1]
		}
		out.Counts = append(out.Counts, to-from)
	}
	return out
}

// shown is what of a lane the host has read, so that panels and pictures may write it.
type shown struct {
	version int // of the lane that was read
	keys    []uint32
	from    []int // of each place, where its key was before the last step; nil if that moved none by a digit
	table   *Table
}

// look reads what is to be written of the present state: the keys, where they are few, and
// the table of the digit.
func (l *lane) look() error {
	if !l.written || l.shown.version == l.version {
		return nil
	}
	l.shown = shown{version: l.version}
	if l.input.N <= Few {
		l.shown.keys = make([]uint32, len(l.keys))
		keys, _ := l.now()
		if err := l.be.Read(context.Background(), keys, 0, l.shown.keys); err != nil {
			return err
		}
		if err := l.lookBack(); err != nil {
			return err
		}
	}
	if t := l.table(); t != nil && t.Words() <= tableWords {
		words := make([]uint32, t.Words())
		if err := l.be.Read(context.Background(), t.Buffer, 0, words); err != nil {
			return err
		}
		l.shown.table = tableOf(*t, words, l.input.N)
	}
	return nil
}

// leave reads the keys after a step of a network of few keys, for the trail.
func (l *lane) leave(step sorting.Step) error {
	if l.input.N > Few || step.Run == 0 {
		return nil
	}
	keys := make([]uint32, len(l.keys))
	if err := l.be.Read(context.Background(), step.Keys, 0, keys); err != nil {
		return err
	}
	l.trail = append(l.trail, keys)
	return nil
}

// table returns that of the last step, nil if it has none.
func (l *lane) table() *sorting.Table {
	if l.position == 0 {
		return nil
	}
	return l.sort.Steps[l.position-1].Table
}

// lookBack finds where the keys were before a step that moved them by a digit. Equal keys are told
// apart by their order.
func (l *lane) lookBack() error {
	if l.position == 0 || l.sort.Steps[l.position-1].Bits == 0 {
		return nil
	}
	before := make([]uint32, len(l.keys))
	if err := l.be.Read(context.Background(), l.before, 0, before); err != nil {
		return err
	}
	places := map[uint64][]int{}
	for i := range l.input.N {
		key := l.input.Type.KeyAt(before, i)
		places[key] = append(places[key], i)
	}
	for i := range l.input.N {
		key := l.input.Type.KeyAt(l.shown.keys, i)
		if len(places[key]) == 0 { // the step has lost a key
			l.shown.from = nil
			return nil
		}
		l.shown.from = append(l.shown.from, places[key][0])
		places[key] = places[key][1:]
	}
	return nil
}
