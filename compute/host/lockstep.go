package host

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/internal/fault"
)

// ErrDiffers means that a kernel and its mirror disagree. It wraps fault.Wrong; errors that
// wrap it name the dispatch, the kernel and the first of its buffers that differs.
var ErrDiffers = fmt.Errorf("%w: lockstep", fault.Wrong)

// Lockstep is a backend that runs every dispatch on a device and by another executor, such as its
// mirror, starting from the same contents, and compares the results. It continues with the device's contents, so that the two
// cannot drift apart where a kernel's result is not unique. Recordings run as single dispatches
// with a wait after each, so a missing barrier goes unnoticed. After the first difference, every
// Read and Flush returns it as an error.
type Lockstep struct {
	device compute.Backend
	other  Executor
	also   Executor // compared with other, too; nil for none
	ctx    context.Context
	err    error
	// Dispatches counts the compared dispatches: all except those without workgroups.
	Dispatches int
	kernels    map[*compute.Program]bool // of these
}

// Equal returns how many dispatches were compared, of how many kernels; none if something differs.
func (l *Lockstep) Equal() (dispatches, kernels int) {
	if l.err != nil {
		return 0, 0
	}
	return l.Dispatches, len(l.kernels)
}

// NewLockstep returns a backend that compares a device with mirrors.
func NewLockstep(ctx context.Context, device compute.Backend) *Lockstep {
	l := NewLockstepOf(ctx, device, Mirrors)
	l.also = Also
	return l
}

// Also, if tests set it, is another executor that a lockstep of NewLockstep compares with the mirrors.
var Also Executor

// NewLockstepOf returns a backend that compares a device with an executor.
func NewLockstepOf(ctx context.Context, device compute.Backend, other Executor) *Lockstep {
	return &Lockstep{device: device, other: other, ctx: ctx, kernels: map[*compute.Program]bool{}}
}

// Limits returns the limits of the backend.
func (l *Lockstep) Limits() compute.Limits { return l.device.Limits() }

// NewBuffer makes a buffer.
func (l *Lockstep) NewBuffer(name string, words int) compute.Buffer {
	return l.device.NewBuffer(name, words)
}

// Fill sets n words from index at on to one value.
func (l *Lockstep) Fill(b compute.Buffer, at, n int, word uint32) { l.device.Fill(b, at, n, word) }

// Update stores words, which are recorded with their current values.
func (l *Lockstep) Update(b compute.Buffer, at int, w ...uint32) { l.device.Update(b, at, w...) }

// Write stores words from index at on.
func (l *Lockstep) Write(b compute.Buffer, at int, words []uint32) { l.device.Write(b, at, words) }

// Copy copies n words.
func (l *Lockstep) Copy(d compute.Buffer, i int, s compute.Buffer, j, n int) {
	l.device.Copy(d, i, s, j, n)
}

// Elapsed returns the device time of finished work.
func (l *Lockstep) Elapsed() time.Duration { return l.device.Elapsed() }

// Record keeps the function; Submit runs it.
func (l *Lockstep) Record(name string, record func(compute.Encoder)) compute.Recording {
	return &hostRecording{name, record}
}

// Submit runs a recording.
func (l *Lockstep) Submit(r compute.Recording) { r.(*hostRecording).record(l) }

// contents reads all buffers of a call. It gathers small ones and reads them together, because
// waiting for the device takes longer than copying.
func (l *Lockstep) contents(c compute.Call) [][]uint32 {
	isSmall := func(b compute.Buffer) bool { return b.Len() <= 1<<16 }
	total := 0
	for _, b := range c.Buffers {
		if isSmall(b) {
			total += b.Len()
		}
	}
	gathered, words := l.device.NewBuffer("lockstep", total), make([]uint32, total)
	defer gathered.Release()
	out, at := make([][]uint32, len(c.Buffers)), 0
	for i, b := range c.Buffers {
		if !isSmall(b) {
			out[i] = make([]uint32, b.Len())
			l.fail(l.device.Read(l.ctx, b, 0, out[i]))
			continue
		}
		l.device.Copy(gathered, at, b, 0, b.Len())
		out[i] = words[at : at+b.Len()]
		at += b.Len()
	}
	l.fail(l.device.Read(l.ctx, gathered, 0, words))
	return out
}

func (l *Lockstep) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// Dispatch runs a kernel on the device, by its mirror and by Also, if set, and compares the results.
func (l *Lockstep) Dispatch(c compute.Call) {
	if l.err != nil {
		return
	}
	before := l.contents(c)
	grid := c.Grid()
	if c.Indirect != nil {
		var w [3]uint32
		l.fail(l.device.Read(l.ctx, c.Indirect, c.At, w[:]))
		grid = c.IndirectGrid(w[:])
	}
	l.device.Dispatch(c)
	after := l.contents(c)
	if l.err != nil || grid.Invocations() == 0 {
		return
	}
	mirror, err := results(l.other, grid, c, before)
	if err != nil {
		l.fail(fmt.Errorf("lockstep: %w", err))
		return
	}
	l.Dispatches++
	l.kernels[c.Program] = true
	l.compare("", c, before, after, mirror)
	if l.also == nil || l.err != nil {
		return
	}
	too, err := results(l.also, grid, c, before)
	if err != nil {
		l.fail(fmt.Errorf("lockstep: %w", err))
		return
	}
	l.compare("the other executor: ", c, before, too, mirror)
}

// compare keeps the difference between two results, the first of them by who.
func (l *Lockstep) compare(who string, c compute.Call, before, after, mirror [][]uint32) {
	if err := Compare(c, before, after, mirror); err != nil {
		l.fail(fmt.Errorf("%w: dispatch %d, kernel %s: %s%w", ErrDiffers, l.Dispatches, c.Program.Name, who, err))
	}
}

// results returns the contents of a call's buffers, by binding, after an executor has run it on those before.
func results(run Executor, grid compute.Grid, c compute.Call, before [][]uint32) ([][]uint32, error) {
	after := make([][]uint32, len(before))
	for i := range before {
		after[i] = slices.Clone(before[i])
		if j := slices.Index(c.Buffers[:i], c.Buffers[i]); j >= 0 {
			after[i] = after[j] // one buffer with two bindings
		}
	}
	return after, run(grid, c, after)
}

// Compare compares the buffers of a call, by binding, after a device and after its mirror, given those before. It returns their difference.
func Compare(c compute.Call, before, device, mirror [][]uint32) error {
	if c.Program.Agree != nil {
		return c.Program.Agree(c, before, device, mirror)
	}
	for i, name := range c.Program.Bindings {
		if err := ref.Same(name, device[i], mirror[i]); err != nil {
			return err
		}
	}
	return nil
}

// Read copies words from index at on to dst.
func (l *Lockstep) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	if l.err != nil {
		return l.err
	}
	return l.device.Read(ctx, b, at, dst)
}

// Flush returns the first error.
func (l *Lockstep) Flush(ctx context.Context) error {
	if l.err != nil {
		return l.err
	}
	return l.device.Flush(ctx)
}
