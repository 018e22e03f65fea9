package passport

import (
	"errors"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// basics looks at subgroups, loops, stores and the largest buffer.
func (t *taker) basics() error {
	if err := t.widths(); err != nil {
		return err
	}
	if err := t.loops(); err != nil {
		return err
	}
	return t.largest()
}

// widths finds the widths of subgroups and their lanes in a whole workgroup and in one of a single invocation.
func (t *taker) widths() error {
	size := min(256, t.l.Workgroup)
	m := compute.Memory{Backend: t.be}
	defer m.Release()
	b := m.NewBuffer("widths", size)
	if err := m.Ready(); err != nil {
		return err
	}
	width.Sized(size).Dispatch(t.be, size, widthArguments{b})
	words := make([]uint32, size)
	if err := t.be.Read(t, b, 0, words); err != nil {
		return err
	}
	least, most, lanes := uint32(1<<31), uint32(0), uint32(0)
	for _, w := range words {
		least, most, lanes = min(least, w>>16), max(most, w>>16), max(lanes, w&0xffff)
	}
	r := Row{Group: Execution, Name: "subgroup", Value: float64(most), Unit: "lanes"}
	if least != most {
		r.Text = fmt.Sprintf("%d to %d lanes", least, most)
	}
	if int(most) != t.l.Subgroup || lanes != most {
		r.Fault = fmt.Sprintf("the driver says %d lanes; %d of %d are together", t.l.Subgroup, lanes, most)
	}
	t.add(r)
	return nil
}

// loops counts rounds of loops, and looks at stores after one.
func (t *taker) loops() error {
	const size = 64
	b, err := t.buffers(size, size, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	r := Row{Group: Driver, Name: "rounds of a loop", Unit: "rounds"}
	lengths := []uint32{1 << 10, 1 << 16, 1 << 20, 1 << 22}
	if t.l.IsUntimed {
		lengths = lengths[:2]
	}
	for _, rounds := range lengths {
		b.run(t.be, loop, size, size, size, 1, rounds)
		counts, values := make([]uint32, size), make([]uint32, size)
		if err := errors.Join(t.be.Read(t, b.out, 0, counts), t.be.Read(t, b.in, 0, values)); err != nil {
			return err
		}
		want := uint32(0) // of invocation 0
		for range rounds {
			want = want*1664525 + 1013904223
		}
		if counts[0] != rounds || values[0] != want {
			r.Fault = fmt.Sprintf("a loop of %s rounds has %s", format.Thousands(int(rounds)), format.Thousands(int(counts[0])))
			break
		}
		r.Value = float64(rounds)
	}
	r.Text = "at least " + format.Thousands(int(r.Value)) + " rounds"
	t.add(r)
	b.run(t.be, last, size, size, size, 1, 1)
	words, lost := make([]uint32, size), 0
	if err := t.be.Read(t, b.out, 0, words); err != nil {
		return err
	}
	for i, w := range words {
		if int(w) != i%7+1 {
			lost++
		}
	}
	r = Row{Group: Driver, Name: "values after a loop tested at its end", Value: float64(lost), Unit: "of 64 wrong"}
	if lost > 0 {
		r.Fault = "invocations that leave a loop early get the value of a later round"
	}
	t.add(r)
	return nil
}

// largest finds a buffer whose last word can be written by a kernel, at most as large as the driver says.
func (t *taker) largest() error {
	r := Row{Group: Driver, Name: "largest buffer", Unit: "MiB"}
	most := t.l.BufferWords
	if t.l.IsUntimed {
		most = min(most, 1<<22)
	}
	for words := most; words >= 1<<20; words /= 2 {
		m := compute.Memory{Backend: t.be}
		b := m.NewBuffer("largest", words)
		err := m.Ready()
		if errors.Is(err, fault.Limit) {
			r.Text = fmt.Sprintf("no memory for %s", format.Bytes(4*int64(words)))
			continue
		}
		if err != nil {
			return err
		}
		const some = 1 << 10
		tail := make([]uint32, some)
		t.be.Fill(b, words-some, some, 7)
		timing.CopyWords(t.be, t.l, b, b, 4)
		err = t.be.Read(t, b, words-some, tail)
		m.Release()
		if err != nil {
			return err
		}
		for _, w := range tail {
			if w != 7 {
				r.Fault = fmt.Sprintf("words at the end of a buffer of %s are lost", format.Bytes(4*int64(words)))
			}
		}
		if r.Value = float64(words) / (1 << 18); r.Fault == "" {
			r.Text = ""
			break
		}
	}
	t.add(r)
	return nil
}
