// Package scan adds up arrays on a device: each value becomes the sum of those
// before it, with or without itself.
//
// In two passes a scan reads the array twice and writes it once: the sums of
// partitions, which their last workgroup adds up, and then the sums within each
// partition. In one pass, which suits GPUs, it reads once, and each partition looks
// back at the sums of earlier ones. No workgroup relies on the progress of another.
package scan

import (
	"cmp"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/scan"
	"kernelscope/shaders"
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
	lookBack compute.Kernel[ref.Lookback[compute.Buffer]]
	partials compute.Buffer // a value per partition
	control  compute.Buffer
	state    compute.Buffer // of partitions, for one pass; nil for two
	patience uint32
	plan     plan
	memory   compute.Memory
}

// plan is how a device scans.
type plan struct {
	Passes, Workgroup int
	Rows              int    // vectors of four words per invocation
	Assign            uint32 // of partitions: tickets or numbers
	Ahead             int    // distance in partitions to the one that a workgroup prefetches; zero: none
}

// published is why partitions may read a state that others write.
const published = "each word has a status, and a half of the sum with that status: a reader that finds different ones looks again"

var (
	workgroups = compute.Workgroup{Default: 256, Min: 32, Max: 1024}

	reduce   = compute.Moving(compute.NewKernel[ref.Reduce[compute.Buffer]]("scan_reduce", workgroups, ref.MirrorReduce), func(_ compute.Grid, a ref.Reduce[compute.Buffer]) int { return 4 * int(a.N) })
	add      = compute.Moving(compute.NewKernel[ref.Add[compute.Buffer]]("scan_add", workgroups, ref.MirrorAdd), func(_ compute.Grid, a ref.Add[compute.Buffer]) int { return 8 * int(a.N) })
	lookBack = compute.Moving(compute.NewKernel[ref.Lookback[compute.Buffer]]("scan_lookback", workgroups, ref.MirrorLookback), func(_ compute.Grid, a ref.Lookback[compute.Buffer]) int { return 8 * int(a.N) }).
			Racing("State", published).Racing("StateWords", published)
	reduceU64 = compute.Moving(compute.NewKernel[ref.Reduce[compute.Buffer]]("scan_reduce_u64", workgroups, ref.MirrorReduceU64), func(_ compute.Grid, a ref.Reduce[compute.Buffer]) int { return 8 * int(a.N) })
	addU64    = compute.Moving(compute.NewKernel[ref.Add[compute.Buffer]]("scan_add_u64", workgroups, ref.MirrorAddU64), func(_ compute.Grid, a ref.Add[compute.Buffer]) int { return 16 * int(a.N) })
)

// manyProcessors is the least number of processors of a GPU whose workgroups prefetch. On one with p processors a workgroup
// prefetches the partition p later. GPUs of NVIDIA, whose subgroups have 32 lanes, have a cache of 40 MB or more then, which
// holds several times p partitions.
const manyProcessors = 100

// planOf returns the plan that a device is fastest with (docs/measured/sorts.md): partitions are large, so that their
// sums are few, once there are enough for all of a GPU.
func planOf(l compute.Limits, words, passes int) plan {
	p := plan{Passes: passes, Assign: assignOf(l)}
	switch {
	case passes == 2 && words < 1<<23:
		p.Workgroup, p.Rows = 256, 4
	case passes == 2:
		p.Workgroup, p.Rows = 512, 8
	case words < 1<<21:
		p.Workgroup, p.Rows = 512, 2
	case words < 1<<22:
		p.Workgroup, p.Rows = 512, 4
	case words <= 1<<24:
		p.Workgroup, p.Rows = 512, 6
	default: // what the registers of a processor hold: three workgroups
		p.Workgroup, p.Rows = 384, 11
		if words >= 1<<25 && !l.IsSoftware && l.Subgroup == 32 && l.Processors >= manyProcessors {
			p.Ahead = l.Processors
		}
	}
	p.Workgroup = min(p.Workgroup, l.Workgroup)
	return p
}

// Workgroup is the parameter that sets the invocations of a workgroup, and so the size of
// partitions.
const Workgroup = "workgroup"

// Passes is the parameter that sets how many times a scan reads the array: one or two.
const Passes = "passes"

// Assign is the parameter that sets how the workgroups of a scan in one pass find their partitions.
const Assign = "assign"

// maxNumbered is the most partitions that a software device assigns by number. It divides the workgroups among its
// threads in long runs, so the first workgroup of a run may add up all partitions before it, in about 20 iterations
// each, and the device ends an invocation after 65,535.
const maxNumbered = 1 << 10

// assignOf returns the assignment that a device is faster with.
func assignOf(l compute.Limits) uint32 {
	if l.IsSoftware {
		return shaders.ScanTickets
	}
	return shaders.ScanNumbers
}

// passesOf returns the passes that a device is faster with.
func passesOf(l compute.Limits) int {
	if l.IsSoftware {
		return 2
	}
	return 1
}

// Algorithm names the scan and its parameters, for flags and panels.
type Algorithm struct{}

// Name returns the name on the command line.
func (Algorithm) Name() string { return "scan" }

// Params returns what can be chosen.
func (Algorithm) Params() []compute.Param {
	return []compute.Param{{
		Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, PowerOfTwo: true, Limit: compute.SubgroupLimit,
		Auto: "512 in one pass, 384 for large arrays; in two 256, or 512 for large arrays.", Help: "Invocations per workgroup. Each workgroup sums a partition of 8 to 44 values per invocation, more in large arrays.",
	}, {
		Name: Passes, Label: "passes", Min: 1, Max: 2,
		Auto: "1 on GPUs, 2 on software devices.", Help: "How many times the values are read: once, where each partition looks back at the sums of earlier ones, or twice.",
	}, {
		Name: Assign, Label: "assign", Min: shaders.ScanTickets, Max: shaders.ScanNumbers, Choices: []string{"tickets", "numbers"},
		Auto: "Numbers on GPUs, tickets on software devices.", Help: "How a workgroup finds its partition in one pass. Tickets: it takes the next one when it starts. Numbers: workgroup i has partition i, and waits for no ticket.",
	}}
}

// New makes room for scans of at most capacity values.
func New(be compute.Backend, k Kind, capacity int) (*Scan, error) { return Sized(be, k, capacity, nil) }

// Sized is New with parameters of Algorithm; missing ones are chosen.
func Sized(be compute.Backend, k Kind, capacity int, v compute.Values) (*Scan, error) {
	l := be.Limits()
	if err := l.Room(capacity, "values", k.Words(), capacity*k.Words()); err != nil {
		return nil, err
	}
	passes := cmp.Or(int(v[Passes]), passesOf(l))
	if k.U64 {
		passes = 2 // a look-back is for words
	}
	p := planOf(l, capacity*k.Words(), passes)
	p.Workgroup, p.Assign = cmp.Or(int(v[Workgroup]), p.Workgroup), cmp.Or(v[Assign], p.Assign)
	return planned(be, k, capacity, p)
}

// planned makes a scan by a plan.
func planned(be compute.Backend, k Kind, capacity int, p plan) (*Scan, error) {
	l := be.Limits()
	s := &Scan{Kind: k, Capacity: capacity, reduce: reduce, add: add, patience: l.Patience(), plan: p, memory: compute.Memory{Backend: be}}
	if k.U64 {
		s.reduce, s.add = reduceU64, addU64
	}
	s.reduce, s.add, s.lookBack = s.reduce.Sized(p.Workgroup), s.add.Sized(p.Workgroup), lookBack.Sized(p.Workgroup)
	partitions := s.partitions(capacity)
	if p.Passes == 1 {
		if l.IsSoftware && p.Assign == shaders.ScanNumbers && partitions > maxNumbered {
			return nil, fmt.Errorf("%w: %s numbers: a software device takes at most %d partitions, not %d; larger workgroups make fewer, and tickets have no limit", compute.ErrValue, Assign, maxNumbered, partitions)
		}
		s.state = s.memory.NewBuffer("states of partitions", 2*(1+partitions))
	}
	s.partials = s.memory.NewBuffer("sums of partitions", max(1, partitions)*k.Words())
	s.control = s.memory.NewBuffer("scan control", 1)
	be.Fill(s.control, 0, 1, 0)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Scan) partitions(n int) int {
	size := ref.Partition(s.add.Size(), s.plan.Rows, s.Words())
	return (n + size - 1) / size
}

// Chosen returns the parameters in use.
func (s *Scan) Chosen() compute.Values {
	return compute.Values{Workgroup: uint32(s.add.Size()), Passes: uint32(s.plan.Passes), Assign: s.plan.Assign}
}

// Partials returns the sums of all values before each partition of the first n values. They
// are valid after the first step.
func (s *Scan) Partials(n int) (b compute.Buffer, count int) { return s.partials, s.partitions(n) }

// Step is a part of a scan.
type Step struct {
	Title  string
	Record func(compute.Encoder)
}

// Steps returns the steps of the scan of the first n values of a buffer, which may be
// written in their own place: in two passes, whatever was chosen.
func (s *Scan) Steps(in, out compute.Buffer, n int) []Step {
	if n > s.Capacity {
		panic(fmt.Sprintf("scan: %d values in a scan of %d", n, s.Capacity))
	}
	if n == 0 {
		return nil
	}
	groups, rows, inclusive := s.partitions(n), compute.Constant(s.plan.Rows), compute.Constant(0)
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
	if s.state != nil && in != out {
		return []Step{{"scan each partition, looking back for the sum before it", func(e compute.Encoder) {
			e.Fill(s.state, 0, s.state.Len(), 0)
			s.lookBack.Dispatch(e, groups*s.lookBack.Size(), ref.Lookback[compute.Buffer]{
				Rows: rows, Inclusive: inclusive, Assign: compute.Constant(s.plan.Assign), Ahead: compute.Constant(s.plan.Ahead), In: in, State: s.state, Partials: s.partials, Out: out, N: uint32(n), Patience: s.patience,
			})
		}}}
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
