// Package compute says what a GPU algorithm is made of, without saying where it
// runs: buffers of 32-bit words, kernels and their arguments, recordings of
// dispatches, runs that can be stopped and looked at after every step. Backends
// below it execute: gpu on a Vulkan device, ref on the host, lockstep on both.
package compute

import (
	"context"
	"time"
)

// Buffer is an array of 32-bit words that a Backend owns. Floats travel in it as
// bit patterns.
type Buffer interface {
	Name() string // for messages, not unique
	Len() int     // words
	// Release gives the memory back once no submitted work uses it. It may be
	// called twice.
	Release()
}

// Encoder records work in order. Later work sees what earlier work wrote.
type Encoder interface {
	// Fill sets n words from at to one value.
	Fill(b Buffer, at, n int, word uint32)
	// Update stores a few words, 16,384 at most, that are recorded as they are
	// now.
	Update(b Buffer, at int, words ...uint32)
	// Copy copies n words.
	Copy(dst Buffer, dstAt int, src Buffer, srcAt, n int)
	// Dispatch runs a kernel; Kernel.Dispatch makes the call.
	Dispatch(Call)
}

// Backend executes work. It has one goroutine: that of its owner. Where a call
// returns no error, it comes out of the next Read or Flush. An error of memory or
// of a single command, which is left out, comes out once, and the backend is as
// good as before. An error of submission or of waiting sticks.
type Backend interface {
	// Encoder executes soon: at the next Submit, Read or Flush.
	Encoder
	Limits() Limits // of the device
	// NewBuffer makes a buffer of at least one word, whose contents are undefined.
	// If there is no memory for it, it is still safe to use: commands that use it are
	// left out. Memory.Ready tells.
	NewBuffer(name string, words int) Buffer
	// Write stores any number of words.
	Write(b Buffer, at int, words []uint32)
	// Record records work that may be submitted many times.
	Record(name string, record func(Encoder)) Recording
	Submit(Recording) // executes soon, after what was encoded before
	// Read waits for everything submitted and copies words from at on to dst.
	Read(ctx context.Context, b Buffer, at int, dst []uint32) error
	// Flush waits for everything submitted.
	Flush(ctx context.Context) error
	// Elapsed is the time that the device has spent on finished recordings and
	// encoded work since the backend was opened.
	Elapsed() time.Duration
}

// Recording is work that was recorded once.
type Recording interface {
	Name() string // for messages, not unique
	Release()     // once no submitted work uses it
}

// Limits are what algorithms and panels ask of a device.
type Limits struct {
	Device       string
	Workgroup    int // most invocations of a workgroup
	Subgroup     int // invocations of a subgroup; 1 if they cannot work together
	BufferWords  int // most words of a buffer
	SharedBytes  int // shared memory of a workgroup
	Processors   int // that run workgroups beside each other; zero if the device does not say
	Resident     int // invocations that they hold together; zero if the device does not say
	Memory       int64
	IsSoftware   bool
	Work         int     // of a submission at most, as Part measures it
	TimestampsNS float64 // resolution of Elapsed; zero if it measures on the host
}
