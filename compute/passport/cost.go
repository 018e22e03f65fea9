package passport

import (
	"fmt"
	"math/rand/v2"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
)

// timed returns the device's milliseconds of recorded work, the median of some runs.
func (t *taker) timed(record func(compute.Encoder)) (float64, error) {
	times, err := timing.Record(t, t.be, "probe", record, nil, timing.Runs{Warm: 1, Timed: 5})
	if err == nil && times.GPU == 0 {
		return times.Wall, nil
	}
	return times.GPU, err
}

// scaled is a number of rounds or invocations, fewer on a software device.
func (t *taker) scaled(hardware, software int) int {
	if t.l.IsSoftware {
		return software
	}
	return hardware
}

// costs measures what work costs.
func (t *taker) costs() error {
	if t.l.IsUntimed {
		return nil
	}
	for _, take := range []func() error{t.dispatches, t.clock, t.barriers, t.atomics, t.chases, t.loads, t.shared} {
		if err := take(); err != nil {
			return err
		}
	}
	return nil
}

func (t *taker) dispatches() error {
	b, err := t.buffers(64, 64, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	const many = 256
	ms, err := t.timed(func(e compute.Encoder) {
		for range many {
			b.run(e, empty, 64, 64, 1, 1, 1)
		}
	})
	if err != nil {
		return err
	}
	t.add(Row{Group: Cost, Name: "a dispatch after another one", Value: 1e3 * ms / many, Unit: "µs"})
	var walls []float64
	for range 50 {
		times, err := timing.Once(t, t.be, func() { b.run(t.be, empty, 64, 64, 1, 1, 1) })
		if err != nil {
			return err
		}
		walls = append(walls, times.Wall)
	}
	t.add(Row{Group: Cost, Name: "a submission until the host knows", Value: 1e3 * timing.Median(walls), Unit: "µs"})
	return nil
}

// clock compares the device's clock with the host's, by work long enough that submissions do not count.
func (t *taker) clock() error {
	b, err := t.buffers(64, 64, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	times, err := timing.Record(t, t.be, "long", func(e compute.Encoder) { b.run(e, loop, 64, 64, 64, 1, 1<<22) }, nil, timing.Runs{Warm: 1, Timed: 3})
	if err != nil {
		return err
	}
	r := Row{Group: Driver, Name: "time by timestamps, of the host's", Value: times.GPU / times.Wall, Unit: "times"}
	if times.GPU > 1.05*times.Wall || times.GPU < 0.05*times.Wall {
		r.Fault = fmt.Sprintf("timestamps say %.1f ms where %.1f ms pass", times.GPU, times.Wall)
	}
	t.add(r)
	return nil
}

func (t *taker) barriers() error {
	size := min(256, t.l.Workgroup)
	b, err := t.buffers(1, size, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	const rounds = 1000
	ms, err := t.timed(func(e compute.Encoder) { b.run(e, barriers, size, size, 1, 1, rounds) })
	t.add(Row{Group: Cost, Name: fmt.Sprintf("a barrier of %d invocations, with a store and a load", size), Value: 1e6 * ms / rounds / 2, Unit: "ns"})
	return err
}

func (t *taker) atomics() error {
	invocations, rounds, size := t.scaled(1<<20, 1<<14), uint32(16), min(256, t.l.Workgroup)
	b, err := t.buffers(1, invocations, 8<<12)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	for _, words := range []uint32{1, 32, 4096} {
		ms, err := t.timed(func(e compute.Encoder) { b.run(e, atomics, size, invocations, 1, words, rounds) })
		if err != nil {
			return err
		}
		t.add(Row{Group: Cost, Name: fmt.Sprintf("atomics on %s of a buffer", format.Count(int(words), "word")), Value: float64(invocations) * float64(rounds) / ms / 1e6, Unit: "G/s"})
	}
	for _, words := range []uint32{1, 32, 256} {
		ms, err := t.timed(func(e compute.Encoder) { b.run(e, sharedAtomics, size, invocations, 1, words, rounds) })
		if err != nil {
			return err
		}
		t.add(Row{Group: Cost, Name: fmt.Sprintf("atomics on %s of shared memory", format.Count(int(words), "word")), Value: float64(invocations) * float64(rounds) / ms / 1e6, Unit: "G/s"})
	}
	return nil
}

// chases measures loads that depend on each other, in tables of three sizes.
func (t *taker) chases() error {
	for _, words := range []int{1 << 12, 1 << 18, 1 << 24} {
		b, err := t.buffers(words, 64, 1)
		if err != nil {
			return err
		}
		order := make([]uint32, words) // one cycle through all (Sattolo, 1986)
		for i := range order {
			order[i] = uint32(i)
		}
		rnd := rand.New(rand.NewPCG(1, 1))
		for i := words - 1; i > 0; i-- {
			k := rnd.IntN(i)
			order[i], order[k] = order[k], order[i]
		}
		t.be.Write(b.in, 0, order)
		const rounds = 1 << 14
		ms, err := t.timed(func(e compute.Encoder) { b.run(e, chase, 1, 1, 1, 0, rounds) })
		b.memory.Release()
		if err != nil {
			return err
		}
		t.add(Row{Group: Cost, Name: "a load that depends on the one before, of " + format.Bytes(4*int64(words)), Value: 1e6 * ms / rounds, Unit: "ns"})
	}
	return nil
}

// strides are the distances in words between the accesses of neighbours.
var strides = []uint32{1, 2, 4, 8, 16, 32}

func (t *taker) loads() error {
	words := min(1<<t.scaled(27, 22), t.l.BufferWords)
	for words&(words-1) != 0 {
		words &= words - 1
	}
	invocations, rounds, size := t.scaled(1<<20, 1<<16), uint32(4), min(256, t.l.Workgroup)
	b, err := t.buffers(words, invocations, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	for _, s := range strides {
		ms, err := t.timed(func(e compute.Encoder) { b.run(e, strided, size, invocations, uint32(words), s, rounds) })
		if err != nil {
			return err
		}
		t.add(Row{Group: Loads, Name: format.Count(int(s), "word"), Value: 4 * float64(invocations) * float64(rounds) / ms / 1e6, Unit: "GB/s"})
	}
	return nil
}

func (t *taker) shared() error {
	invocations, rounds, size := t.scaled(1<<18, 1<<12), uint32(256), min(256, t.l.Workgroup)
	b, err := t.buffers(1, invocations, 1)
	if err != nil {
		return err
	}
	defer b.memory.Release()
	for _, s := range strides {
		ms, err := t.timed(func(e compute.Encoder) { b.run(e, shared, size, invocations, 1, s, rounds) })
		if err != nil {
			return err
		}
		t.add(Row{Group: Shared, Name: format.Count(int(s), "word"), Value: 4 * float64(invocations) * float64(rounds) / ms / 1e6, Unit: "GB/s"})
	}
	return nil
}
