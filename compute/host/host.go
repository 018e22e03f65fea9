// Package host runs kernels on the host: Host without a device, by mirrors or the interpreter, and
// Lockstep beside a device, to compare the two.
package host

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
)

// Executor executes the workgroups of a call on the host, on the contents of its buffers. A buffer
// with two bindings is one slice.
type Executor func(g compute.Grid, c compute.Call, buffers [][]uint32) error

// Mirrors is the executor that runs the mirrors.
func Mirrors(g compute.Grid, c compute.Call, buffers [][]uint32) error {
	if c.Program.Mirror == nil {
		return fault.Usage.Errorf("kernel %s has no mirror: use --backend simt", c.Program.Name)
	}
	c.Program.Mirror(g, c, buffers)
	return nil
}

// Host is a backend that runs work immediately: mirrors, or another executor.
type Host struct {
	// Idle, unless nil, is called for each dispatch without workgroups. Its error ends the work.
	Idle    func() error
	execute Executor
	err     error
	elapsed time.Duration
	profile
}

// New returns a backend on the host that runs mirrors.
func New() *Host { return NewOf(Mirrors) }

// NewOf returns a backend on the host that runs an executor.
func NewOf(e Executor) *Host { return &Host{execute: e} }

type hostBuffer struct {
	name  string
	words []uint32
}

// Name returns the name used in messages.
func (b *hostBuffer) Name() string { return b.name }
func (b *hostBuffer) Len() int     { return len(b.words) }

// Release does nothing: the garbage collector frees the words.
func (b *hostBuffer) Release() {}

func words(b compute.Buffer) []uint32 { return b.(*hostBuffer).words }

// Limits returns the limits of a small GPU, so that both backends get similar work.
func (h *Host) Limits() compute.Limits {
	return compute.Limits{
		Device: "the host", Workgroup: 1024, Subgroup: 1, BufferWords: 1 << 30, SharedBytes: 32 << 10,
		Memory: 8 << 30, IsSoftware: true, Work: compute.SoftwareWork,
	}
}

// NewBuffer makes a buffer filled with a pattern that is not a sensible value of any kind.
func (h *Host) NewBuffer(name string, n int) compute.Buffer {
	b := &hostBuffer{name, make([]uint32, max(1, n))}
	for i := range b.words {
		b.words[i] = 0xdeadbeef
	}
	return b
}

// Write stores words from index at on.
func (h *Host) Write(b compute.Buffer, at int, w []uint32) { copy(words(b)[at:at+len(w)], w) }

// Update stores words, which are recorded with their current values.
func (h *Host) Update(b compute.Buffer, at int, w ...uint32) { h.Write(b, at, w) }

// Copy copies n words.
func (h *Host) Copy(d compute.Buffer, i int, s compute.Buffer, j, n int) {
	copy(words(d)[i:i+n], words(s)[j:j+n])
}

// Fill sets n words from index at on to one value.
func (h *Host) Fill(b compute.Buffer, at, n int, word uint32) {
	for i := range words(b)[at : at+n] {
		words(b)[at+i] = word
	}
}

// Dispatch runs a call over the same grid as a device.
func (h *Host) Dispatch(c compute.Call) {
	if h.err != nil {
		return
	}
	start := clock.Now()
	buffers := make([][]uint32, len(c.Buffers))
	for i, b := range c.Buffers {
		buffers[i] = words(b)
	}
	g := gridOf(c)
	if g.Invocations() > 0 {
		if err := h.execute(g, c, buffers); err != nil {
			h.err = fmt.Errorf("host: %w", err)
		}
	} else if h.Idle != nil {
		h.err = h.Idle()
	}
	h.elapsed += clock.Since(start)
	h.dispatched(c, g, start)
}

func gridOf(c compute.Call) compute.Grid {
	g := c.Grid()
	if c.Indirect != nil {
		g = c.IndirectGrid(words(c.Indirect)[c.At : c.At+3])
	}
	return g
}

type hostRecording struct {
	name   string
	record func(compute.Encoder)
}

// Name returns the name used in messages.
func (r *hostRecording) Name() string { return r.name }

// Release does nothing: a recording is a Go function.
func (r *hostRecording) Release() {}

// Record keeps the function, which encodes the same work each time.
func (h *Host) Record(name string, record func(compute.Encoder)) compute.Recording {
	return &hostRecording{name, record}
}

// Submit runs a recording.
func (h *Host) Submit(r compute.Recording) {
	h.end()
	r.(*hostRecording).record(h)
	h.open.Name = r.Name()
	h.end()
}

// Read copies words from index at on to dst.
func (h *Host) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	if err := h.Flush(ctx); err != nil {
		return err
	}
	copy(dst, words(b)[at:at+len(dst)])
	return nil
}

// Flush returns the first error.
func (h *Host) Flush(ctx context.Context) error {
	h.end()
	if h.err != nil {
		return h.err
	}
	return ctx.Err()
}

// Elapsed returns the time spent in calls.
func (h *Host) Elapsed() time.Duration { return h.elapsed }
