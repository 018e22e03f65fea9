// Package scan adds up arrays on a device: each value becomes the sum of those
// before it, with or without itself.
//
// A scan reads the array twice and writes it once, in two dispatches: the sums of
// partitions, which their last workgroup adds up, and then the sums within each
// partition. No workgroup waits for another.
package scan

import (
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/scan"
)

// Kind is the type of the values, and how they are added up.
type Kind struct {
	U64       bool // values have two words, the low one first
	Inclusive bool // the sum of a value contains the value itself
}

// Words returns the words of a value.
func (k Kind) Words() int {
	if k.U64 {
		return 2
	}
	return 1
}

// Scan holds what a device needs to add up arrays of one kind.
type Scan struct {
	Kind
	Capacity int // values
	reduce   compute.Kernel[ref.Reduce[compute.Buffer]]
	add      compute.Kernel[ref.Add[compute.Buffer]]
	partials compute.Buffer // a value per partition
	control  compute.Buffer
	rows     int // vectors of four words per invocation
	memory   compute.Memory
}

var (
	workgroups = compute.Workgroup{Default: 256, Min: 32, Max: 1024}

	reduce    = compute.Moving(compute.NewKernel[ref.Reduce[compute.Buffer]]("scan_reduce", workgroups, ref.MirrorReduce), func(_ compute.Grid, a ref.Reduce[compute.Buffer]) int { return 4 * int(a.N) })
	add       = compute.Moving(compute.NewKernel[ref.Add[compute.Buffer]]("scan_add", workgroups, ref.MirrorAdd), func(_ compute.Grid, a ref.Add[compute.Buffer]) int { return 8 * int(a.N) })
	reduceU64 = compute.Moving(compute.NewKernel[ref.Reduce[compute.Buffer]]("scan_reduce_u64", workgroups, ref.MirrorReduceU64), func(_ compute.Grid, a ref.Reduce[compute.Buffer]) int { return 8 * int(a.N) })
	addU64    = compute.Moving(compute.NewKernel[ref.Add[compute.Buffer]]("scan_add_u64", workgroups, ref.MirrorAddU64), func(_ compute.Grid, a ref.Add[compute.Buffer]) int { return 16 * int(a.N) })
)

// sizes are how many invocations a workgroup has, and how many vectors of four
// words each of them owns: large partitions, of which the last workgroup has few to
// add up, once there is enough for all of a GPU.
func sizes(l compute.Limits, words int) (workgroup, rows int) {
	const many = 1 << 23
	workgroup, rows = 256, 4
	if words >= many {
		workgroup, rows = 512, 8
	}
	for workgroup > l.Workgroup {
		workgroup /= 2
	}
	return workgroup, rows
}

// Workgroup is the parameter that sets the invocations of a workgroup, and so the size of
// partitions.
const Workgroup = "workgroup"

// Algorithm names the scan and its parameters, for flags and panels.
type Algorithm struct{}

// Name returns the name on the command line.
func (Algorithm) Name() string { return "scan" }

// Params returns what can be chosen.
func (Algorithm) Params() []compute.Param {
	return []compute.Param{{
		Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, PowerOfTwo: true, Limit: compute.SubgroupLimit,
		Auto: "256; 512 for large arrays.", Help: "Invocations per workgroup. Each workgroup sums a partition of 16 values per invocation, 32 in large arrays.",
	}}
}

// New makes room for scans of at most capacity values.
func New(be compute.Backend, k Kind, capacity int) (*Scan, error) { return Sized(be, k, capacity, 0) }

// Sized is New with a size of workgroups, zero for the one that suits.
func Sized(be compute.Backend, k Kind, capacity, workgroup int) (*Scan, error) {
	l := be.Limits()
	if err := l.Room(capacity, "values", k.Words(), capacity*k.Words()); err != nil {
		return nil, err
	}
	size, rows := sizes(l, capacity*k.Words())
	s := &Scan{Kind: k, Capacity: capacity, reduce: reduce, add: add, rows: rows, memory: compute.Memory{Backend: be}}
	if k.U64 {
		s.reduce, s.add = reduceU64, addU64
	}
	if workgroup == 0 {
		workgroup = size
	}
	s.reduce, s.add = s.reduce.Sized(workgroup), s.add.Sized(workgroup)
	s.partials = s.memory.NewBuffer("sums of partitions", max(1, s.partitions(capacity))*k.Words())
	s.control = s.memory.NewBuffer("scan control", 1)
	be.Fill(s.control, 0, 1, 0)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Scan) partitions(n int) int {
	size := ref.Partition(s.add.Size(), s.rows, s.Words())
	return (n + size - 1) / size
}

// Size returns the invocations of a workgroup.
func (s *Scan) Size() int { return s.add.Size() }

// Partials returns the sums of all values before each partition of the first n values. They
// are valid after the first step.
func (s *Scan) Partials(n int) (b compute.Buffer, count int) { return s.partials, s.partitions(n) }

// Step is a part of a scan.
type Step struct {
	Title  string
	Record func(compute.Encoder)
}

// Steps returns the steps of the scan of the first n values of a buffer, which may be
// written in their own place.
func (s *Scan) Steps(in, out compute.Buffer, n int) []Step {
	if n > s.Capacity {
		panic(fmt.Sprintf("scan: %d values in a scan of %d", n, s.Capacity))
	}
	if n == 0 {
		return nil
	}
	groups, rows, inclusive := s.partitions(n), compute.Constant(s.rows), compute.Constant(0)
	if s.Inclusive {
		inclusive = 1
	}
	reduce := func(e compute.Encoder) {
		if groups == 1 { // nothing lies before the only partition
			e.Fill(s.partials, 0, s.Words(), 0)
			return
		}
		s.reduce.Dispatch(e, groups*s.reduce.Size(), ref.Reduce[compute.Buffer]{
			Rows: rows, In: in, Partials: s.partials, Control: s.control, N: uint32(n),
		})
	}
	add := func(e compute.Encoder) {
		s.add.Dispatch(e, groups*s.add.Size(), ref.Add[compute.Buffer]{
			Rows: rows, Inclusive: inclusive, In: in, Partials: s.partials, Out: out, N: uint32(n),
		})
	}
	return []Step{{"reduce each partition, and scan the sums of partitions", reduce}, {"scan each partition, from the sum before it", add}}
}

// Record records all steps.
func (s *Scan) Record(e compute.Encoder, in, out compute.Buffer, n int) {
	for _, step := range s.Steps(in, out, n) {
		step.Record(e)
	}
}

// Release releases all resources.
func (s *Scan) Release() { s.memory.Release() }
