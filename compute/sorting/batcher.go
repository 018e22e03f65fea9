package sorting

import (
	"fmt"
	"math"
	"strings"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// Batcher is odd-even mergesort, for watching, with one dispatch per stage of its network (Batcher,
// Sorting networks and their applications, 1968). Its mapping to invocations and its submissions
// can follow the article (Parallel Sorting on GPU: Part 2, 2023).
type Batcher struct{}

// Name returns the name, as on the command line.
func (Batcher) Name() string { return "batcher" }

// Title returns the name for people.
func (Batcher) Title() string { return "Batcher" }

// About describes the algorithm.
func (Batcher) About() string {
	return "Odd-even mergesort, a stage of comparators at a time, in place. Equal keys are ordered by their values: " +
		"where these are positions in the input, the result is that of a stable sort."
}

// Stable returns false: comparators exchange distant keys, so equal keys lose their order
// unless their values record it.
func (Batcher) Stable() bool { return false }

// Params returns the parameters.
func (Batcher) Params() []compute.Param {
	return []compute.Param{
		{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, Default: 256, PowerOfTwo: true,
			Limit: compute.WorkgroupLimit, Auto: "256; 1,024 on software devices for more than 2,048 keys.", Help: "Invocations per workgroup."},
		{Name: Mapping, Label: "mapping", Unit: "owned", Min: 1, Max: 2, Choices: []string{"pair", "element"}, Default: 1, Auto: "A pair.",
			Help: "What an invocation owns. Pair: both keys of a comparator; few invocations are idle. Element: one key, as in the article; at least half of the invocations are idle."},
		{Name: Batch, Label: "batch", Unit: "stages", Min: 1, Max: 1024, Default: 1024,
			Auto: "As many as take less than a quarter of a second at this number of keys.",
			Help: "Stages per submission. More stages need fewer round trips, but cancelling a sort waits for them. A watched sort submits each stage separately."},
	}
}

var (
	batcherStage    = compute.NewKernel[ref.BatcherStage[compute.Buffer]]("batcher_stage", batcherWorkgroups, ref.MirrorBatcherStage)
	batcherStageU64 = compute.NewKernel[ref.BatcherStage[compute.Buffer]]("batcher_stage_u64", batcherWorkgroups, ref.MirrorBatcherStageU64)

	batcherWorkgroups = compute.Workgroup{Default: 256, Min: 32, Max: 1024}
)

// Prepare allocates the buffers and plans all stages.
func (a Batcher) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	if err := batcherFits(be.Limits(), f, capacity); err != nil {
		return nil, err
	}
	l := be.Limits()
	auto := compute.Values{Batch: uint32(max(1, min(1024, l.Work/max(1, capacity))))}
	if l.IsSoftware && capacity > 1<<11 {
		auto[Workgroup] = 1024
	}
	chosen, err := compute.Chosen(a.Params(), l, auto, v)
	if err != nil {
		return nil, err
	}
	s := newSort(be, a, f, capacity, chosen)
	s.batch = int(chosen[Batch])
	if v[Batch] != 0 {
		s.work = math.MaxInt // as was asked for
	}
	kernel := batcherStage
	if f.Words() == 2 {
		kernel = batcherStageU64
	}
	kernel = kernel.Sized(int(chosen[Workgroup]))
	for run := 2; run/2 < capacity; run *= 2 {
		for stride := run / 2; stride > 0; stride /= 2 {
			invocations := capacity
			if chosen[Mapping] == 1+shaders.BatcherComparators {
				invocations = pairs(capacity, run, stride)
			}
			args := ref.BatcherStage[compute.Buffer]{
				Form: compute.Constant(f.Code()), Mapping: compute.Constant(chosen[Mapping] - 1),
				Count: s.Count, Keys: s.Keys, Payload: s.Payload, Run: uint32(run), Stride: uint32(stride),
			}
			step := s.step(fmt.Sprintf("merge into runs of %d, stride %d", run, stride), run, stride, stride)
			step.Invocations, step.Idle = invocations, invocations-comparators(capacity, run, stride)
			step.Parts = compute.Divide(invocations, min(s.work, l.Work)&^(kernel.Size()-1), 1, func(e compute.Encoder, first, n int) {
				args.First = uint32(first)
				kernel.Dispatch(e, n, args)
			})
		}
	}
	return s.ready()
}

// Source returns the lines of the kernel that select the comparators, with a mapping.
func (Batcher) Source(mapping uint32) []string {
	name := "bool left_of("
	if mapping == 1+shaders.BatcherElements {
		name = "bool is_left_index("
	}
	_, after, _ := strings.Cut(shaders.BatcherStage, name)
	body, _, _ := strings.Cut(after, "\n}")
	return strings.Split(name+body, "\n")
}

// comparators returns how many a stage has.
func comparators(n, run, stride int) int {
	if stride == run/2 {
		return pairs(n, run, stride)
	}
	odd := func(n int) int { return n/(2*stride)*stride + max(0, n%(2*stride)-stride) }
	return n/run*odd(run-stride) + odd(max(0, n%run-stride))
}

// pairs returns how many pairs of parts at a distance begin below n, counted by
// those that a first key and its peer at that distance both belong to. From the
// second stride on the first of a pair is one stride later.
func pairs(n, run, stride int) int {
	if stride < run/2 {
		n -= stride
	}
	return n/(2*stride)*stride + max(0, n%(2*stride)-stride)
}

// step adds a step of a merge network, which is in place.
func (s *Sort) step(title string, run, stride, last int) *Step {
	s.Steps = append(s.Steps, Step{Title: title, Run: run, Stride: stride, LastStride: last, Keys: s.Keys, Payload: s.Payload})
	return &s.Steps[len(s.Steps)-1]
}

// maxBatcherKeys is the limit of positions and distances of 32 bits.
const maxBatcherKeys = 1<<30 - 1

func batcherFits(l compute.Limits, f Format, capacity int) error {
	if capacity > maxBatcherKeys {
		return fmt.Errorf("sorting: %w: %d keys, and Batcher's network sorts at most %d: choose a radix sort", fault.Limit, capacity, maxBatcherKeys)
	}
	return l.Room(capacity, "keys", f.Words(), f.array(capacity))
}
