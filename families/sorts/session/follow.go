package session

import (
	"fmt"

	"kernelscope/compute/sorting"
)

// Followed is a key on its way through a radix sort of few keys.
type Followed struct {
	Key           string
	Before, Place int // before the last step, and now
	// Of the digit that the last step counted or moved keys by; Symbol is -1 without one.
	Symbol int
	Story  string // what the last step has done with the key
}

// places returns the place of each key of the input; nil if keys cannot be followed: there are
// many, or no digits that say where they go.
func (l *lane) places() (out []int) {
	if l.input.N > Few || !l.sort.Algorithm.Stable() || l.sort.Unstable() {
		return nil
	}
	for key := range l.input.N {
		out = append(out, l.place(key, l.position))
	}
	return out
}

// place returns the place of a key of the input after some steps: it lies after the keys with less
// in the digits so far, and after earlier keys with as much.
func (l *lane) place(key, step int) (place int) {
	var last sorting.Digit
	for _, s := range l.sort.Steps[:step] {
		if s.Bits > 0 {
			last = s.Digit
		}
	}
	if last.Bits == 0 {
		return key
	}
	low := func(i int) uint64 { return last.Low(l.sort.Order(l.input.Type.KeyAt(l.keys, i))) }
	for i := range l.input.N {
		if low(i) < low(key) || low(i) == low(key) && i < key {
			place++
		}
	}
	return place
}

// followed describes the key that is followed; nil if there is none.
func (l *lane) followed(places []int) *Followed {
	key := l.view.Follow - 1
	if key < 0 || key >= len(places) {
		return nil
	}
	k := l.input.Type.KeyAt(l.keys, key)
	f := &Followed{Key: l.input.Type.Text(k), Symbol: -1, Place: places[key], Before: l.place(key, max(0, l.position-1))}
	f.Story = fmt.Sprintf("%s is at place %d", f.Key, f.Place)
	if l.position == 0 {
		return f
	}
	step := l.sort.Steps[l.position-1]
	t := l.shown.table
	switch {
	case t != nil:
		f.Symbol = int(t.Of(l.sort.Order(k)))
		f.Story = fmt.Sprintf("%s has the symbol %d: ", f.Key, f.Symbol) + f.counted(t, step, int(l.sort.Values[sorting.Workgroup]*l.sort.Values[sorting.Items]))
	case step.Bits > 0:
		f.Symbol = int(step.Of(l.sort.Order(k)))
		f.Story = fmt.Sprintf("%s has the symbol %d, and goes from place %d to %d", f.Key, f.Symbol, f.Before, f.Place)
	}
	return f
}

// counted describes a step with a table, of partitions of a size.
func (f *Followed) counted(t *Table, step sorting.Step, size int) string {
	part := f.Before / size
	where := ""
	if t.Partitions > 1 {
		where = fmt.Sprintf(" in part %d", part)
	}
	entry := int(t.At(f.Symbol, part))
	switch {
	case !t.Scanned:
		return fmt.Sprintf("it counts 1 of %d%s", entry, where)
	case step.Bits == 0:
		return fmt.Sprintf("its keys begin at %d%s", entry, where)
	}
	return fmt.Sprintf("offset %d%s + %d earlier = place %d", entry, where, f.Place-entry, f.Place)
}

// InputAt returns the place in the input of the key that is at a place now; -1 if keys cannot be
// followed.
func (l *Lane) InputAt(place int) int {
	for key, at := range l.Places {
		if at == place {
			return key
		}
	}
	return -1
}
