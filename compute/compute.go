// Package compute defines the parts of a GPU algorithm independently of where it runs: buffers
// of 32-bit words, kernels and their arguments, recordings of dispatches, and runs that can be
// stopped and inspected after every step. Backends execute them: gpu on a Vulkan device, ref and
// simt on the host, lockstep on the device and the host.
package compute

import (
	"cmp"
	"context"
	"time"
)

// Buffer is an array of 32-bit words that a Backend owns. Floats travel in it as
// bit patterns.
type Buffer interface {
	Name() string // for messages, not unique
	Len() int     // words
	// Release frees the memory once no submitted work uses it. It may be called twice.
	Release()
}

// Encoder records work in order. Later work sees what earlier work wrote.
type Encoder interface {
	// Fill sets n words, starting at word at, to one value.
	Fill(b Buffer, at, n int, word uint32)
	// Update stores a few words, at most 16,384, with their present values.
	Update(b Buffer, at int, words ...uint32)
	// Copy copies n words.
	Copy(dst Buffer, dstAt int, src Buffer, srcAt, n int)
	// Dispatch runs a kernel; Kernel.Dispatch makes the call.
	Dispatch(Call)
}

// Backend executes work. Its owner's goroutine alone uses it. Errors of calls
// that return none are returned by the next Read or Flush. An error of memory or of
// a single command, which is omitted, is returned once and leaves the backend
// usable. An error of submission or of waiting is permanent.
type Backend interface {
	// Encoder returns an encoder whose work executes at the next Submit, Read or Flush.
	Encoder
	Limits() Limits // of the device
	// NewBuffer returns a buffer of at least one word with undefined contents. A buffer without
	// memory is still safe to use: commands that use it are omitted, and Memory.Ready returns the
	// error.
	NewBuffer(name string, words int) Buffer
	// Write stores any number of words.
	Write(b Buffer, at int, words []uint32)
	// Record records work that may be submitted many times.
	Record(name string, record func(Encoder)) Recording
	Submit(Recording) // executes soon, after what was encoded before
	// Read waits for everything submitted and copies words, starting at word at, to dst.
	Read(ctx context.Context, b Buffer, at int, dst []uint32) error
	// Flush waits for everything submitted.
	Flush(ctx context.Context) error
	// Elapsed returns the device time of finished recordings and encoded work since the backend
	// was opened.
	Elapsed() time.Duration
}

// Recording is recorded work that can be submitted many times.
type Recording interface {
	Name() string // for messages, not unique
	Release()     // once no submitted work uses it
}

// Limits are the limits of a device that algorithms and panels read.
type Limits struct {
	Device       string
	Workgroup    int // most invocations of a workgroup
	Subgroup     int // invocations of a subgroup; 1 if they cannot work together
	BufferWords  int // most words of a buffer
	SharedBytes  int // shared memory of a workgroup
	Processors   int // that run workgroups concurrently; zero if unknown
	Resident     int // invocations that they hold in all; zero if unknown
	Memory       int64
	IsSoftware   bool
	ComputeOnly  bool    // the queue cannot draw; a processor may give its workgroups more shared memory in all
	Looks        int     // in vain, after which a workgroup does without another one's result; zero means the usual number
	Work         int     // of a submission at most, as Part measures it
	IsUntimed    bool    // times mean nothing: no run warms up
	TimestampsNS float64 // resolution of Elapsed; zero if it measures on the host
}

// Patience returns the number of futile looks for the result of another workgroup after which a workgroup computes it itself:
// about a millisecond on hardware.
func (l Limits) Patience() uint32 { return uint32(cmp.Or(l.Looks, 1<<10)) }
