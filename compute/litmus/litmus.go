// Package litmus runs litmus tests: a few loads and stores of two words X and Y by up to four invocations, whose results show in which
// order a device, or the interpreter of package simt, accesses memory. Thousands of instances run in a dispatch, each in words of its
// own, and invocations of different workgroups take part in an instance (Levine et al.: MC Mutants, ASPLOS 2023).
package litmus

import (
	"context"
	"fmt"
	"math/rand/v2"

	"kernelscope/compute"
)

// Order is what stands between the two accesses of an invocation.
type Order uint32

// The orders.
const (
	Nothing   Order = iota
	Device          // a memory barrier with acquire and release of the device's scope
	Workgroup       // the same of the workgroup's scope
)

// String names an order.
func (o Order) String() string { return [...]string{"nothing", "device", "workgroup"}[o] }

// Result is what an instance has at its end: what was loaded, in the order of Test.Code, and the two words.
type Result struct {
	R    [4]uint32
	X, Y uint32
}

// Test is a litmus test. Accesses are atomic and relaxed.
type Test struct {
	Name, Code, Outcome string // what invocations do, with | between them and ; where an order stands; and the outcome that is counted
	isWeak              func(r Result) bool
	forbids             []Order // under which the outcome is forbidden between workgroups
}

// Tests lists the tests by their number in the kernel.
var Tests = []Test{
	{"MP", "X=1; Y=1 | r0=Y; r1=X", "r0=1 r1=0", func(r Result) bool { return r.R[0] == 1 && r.R[1] == 0 }, []Order{Device}},
	{"LB", "r0=X; Y=1 | r1=Y; X=1", "r0=1 r1=1", func(r Result) bool { return r.R[0] == 1 && r.R[1] == 1 }, []Order{Device}},
	{"SB", "X=1; r0=Y | Y=1; r1=X", "r0=0 r1=0", func(r Result) bool { return r.R[0] == 0 && r.R[1] == 0 }, nil},
	{"CoRR", "X=1 | r0=X, r1=X", "r0=1 r1=0", func(r Result) bool { return r.R[0] == 1 && r.R[1] == 0 }, all},
	{"CoWW", "X=1, X=2 | r0=X", "X=1", func(r Result) bool { return r.X == 1 }, all},
	{"IRIW", "X=1 | Y=1 | r0=X; r1=Y | r2=Y; r3=X", "r0=1 r1=0 r2=1 r3=0", func(r Result) bool { return r.R == [4]uint32{1, 0, 1, 0} }, nil},
	{"2+2W", "X=1; Y=2 | Y=1; X=2", "X=1 Y=1", func(r Result) bool { return r.X == 1 && r.Y == 1 }, nil},
	{"CoRW", "r0=X, X=1 | X=2", "r0=2 X=2", func(r Result) bool { return r.R[0] == 2 && r.X == 2 }, all},
}

var all = []Order{Nothing, Device, Workgroup}

// Variant is a test under an order. If Shared, invocations of one workgroup meet, in shared memory.
type Variant struct {
	Test
	Order  Order
	Shared bool
}

// Forbids reports whether Vulkan's memory model forbids the counted outcome.
func (v Variant) Forbids() bool {
	for _, o := range v.forbids {
		if o == v.Order || v.Shared && o == Device && v.Order == Workgroup {
			return true
		}
	}
	return false
}

// String describes a variant.
func (v Variant) String() string {
	memory := "buffers"
	if v.Shared {
		memory = "shared"
	}
	return fmt.Sprintf("%s, %s, order: %v", v.Name, memory, v.Order)
}

// Variants lists all tests under all orders that matter: tests of one word have none.
func Variants() (out []Variant) {
	for _, t := range Tests {
		orders := all
		if len(t.forbids) == len(all) {
			orders = all[:1]
		}
		for _, shared := range []bool{false, true} {
			for _, o := range orders {
				if !shared || o != Device { // in a workgroup, both are equal
					out = append(out, Variant{t, o, shared})
				}
			}
		}
	}
	return out
}

// arguments belong to shaders/litmus.comp.
type arguments struct {
	Xs, Ys, Results            compute.Buffer
	Test, Order                compute.Constant
	N, Stride, Shuffle, Delays uint32
}

// sharedArguments belong to shaders/litmus_shared.comp.
type sharedArguments struct {
	Xs, Ys, Results            compute.Buffer
	Test, Order, Places        compute.Constant
	N, Stride, Shuffle, Delays uint32
}

var (
	workgroups = compute.Workgroup{Default: 64, Min: 1, Max: 256}
	why        = "the order of accesses is tested"

	kernel       = compute.NewKernel[arguments, struct{}]("litmus", workgroups, nil).Racing("Xs", why).Racing("Ys", why)
	sharedKernel = compute.NewKernel[sharedArguments, struct{}]("litmus_shared", workgroups, nil).Racing("shared_xs", why).Racing("shared_ys", why)
)

// Count is what was counted of a variant.
type Count struct {
	Variant
	Instances int // that ran
	Weak      int // whose outcome is the one that is counted
	Others    int // whose results no order explains: words that nobody stored
}

// Run runs a variant in some dispatches of n instances, a power of two, in workgroups of some invocations. Equal seeds give equal arguments.
func Run(ctx context.Context, be compute.Backend, v Variant, n, workgroup, dispatches int, seed uint64) (c Count, err error) {
	const stride = 4
	c.Variant = v
	number := 0
	for i, t := range Tests {
		if t.Name == v.Name {
			number = i
		}
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(number)))
	memory := compute.Memory{Backend: be}
	defer memory.Release()
	xs, ys, results := memory.NewBuffer("X", n*stride), memory.NewBuffer("Y", n*stride), memory.NewBuffer("litmus results", 4*n)
	if err := memory.Ready(); err != nil {
		return c, err
	}
	x, y, r := make([]uint32, n*stride), make([]uint32, n*stride), make([]uint32, 4*n)
	test, order := compute.Constant(number), compute.Constant(v.Order)
	for range dispatches {
		for _, b := range []compute.Buffer{xs, ys} {
			be.Fill(b, 0, n*stride, 0)
		}
		be.Fill(results, 0, 4*n, 0)
		shuffle, delays := rnd.Uint32(), rnd.Uint32()
		if v.Shared {
			sharedKernel.Sized(workgroup).Dispatch(be, n, sharedArguments{xs, ys, results, test, order, compute.Constant(workgroup), uint32(n), stride, shuffle, delays})
		} else {
			kernel.Sized(workgroup).Dispatch(be, n, arguments{xs, ys, results, test, order, uint32(n), stride, shuffle, delays})
		}
		for _, read := range []struct {
			b     compute.Buffer
			words []uint32
		}{{xs, x}, {ys, y}, {results, r}} {
			if err := be.Read(ctx, read.b, 0, read.words); err != nil {
				return c, err
			}
		}
		for i := range n {
			got := Result{[4]uint32(r[4*i:]), x[i*stride], y[i*stride]}
			if c.Instances++; v.isWeak(got) {
				c.Weak++
			}
			if max(got.R[0], got.R[1], got.R[2], got.R[3], got.X, got.Y) > 2 {
				c.Others++
			}
		}
	}
	return c, nil
}
