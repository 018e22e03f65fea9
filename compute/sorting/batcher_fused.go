package sorting

import (
	"fmt"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/shaders"
)

// BatcherFused is Batcher's network with many stages in one pass over the array,
// in shared memory.
type BatcherFused struct{}

// Name returns the name, as on the command line.
func (BatcherFused) Name() string { return "batcher-fused" }

// Title returns the name for people.
func (BatcherFused) Title() string { return "Batcher, fused" }

// About describes the algorithm.
func (BatcherFused) About() string {
	return "Batcher's network with the same result: blocks are sorted in shared memory, and a pass over longer runs " +
		"covers as many strides as there is room for. Equal keys are ordered by their values."
}

// Stable returns false, as Batcher's does.
func (BatcherFused) Stable() bool { return false }

// Params returns the parameters.
func (BatcherFused) Params() []compute.Param {
	return []compute.Param{
		{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 32, Max: 1024, PowerOfTwo: true,
			Limit: compute.WorkgroupLimit, Auto: measured,
			Help: "Invocations that share a tile of the array."},
		{Name: Items, Label: "items", Unit: "keys", Min: 2, Max: 64, PowerOfTwo: true, Auto: measured,
			Help: "Keys per invocation. A tile must fit into shared memory. A larger tile covers more strides per pass."},
	}
}

var (
	batcherTile    = compute.NewKernel[ref.BatcherTile[compute.Buffer]]("batcher_tile", batcherWorkgroups, ref.MirrorBatcherTile)
	batcherTileU64 = compute.NewKernel[ref.BatcherTile[compute.Buffer]]("batcher_tile_u64", batcherWorkgroups, ref.MirrorBatcherTileU64)
)

// Prepare allocates the buffers and plans all passes.
func (a BatcherFused) Prepare(be compute.Backend, f Format, capacity int, v compute.Values) (*Sort, error) {
	l := be.Limits()
	err := batcherFits(l, f, capacity)
	if err == nil { // the kernel loads a key more
		err = l.Room(capacity+1, "keys", f.Words(), f.array(capacity+1))
	}
	if err != nil {
		return nil, err
	}
	v, err = chosenTile(l, f, capacity, v)
	if err != nil {
		return nil, err
	}
	p := batcherPlan{Sort: newSort(be, a, f, capacity+1, v), tile: int(v[Workgroup] * v[Items])}
	p.Capacity = capacity
	p.kernel = batcherTile
	if f.Words() == 2 {
		p.kernel = batcherTileU64
	}
	p.kernel = p.kernel.Sized(int(v[Workgroup]))
	rows := 512 // of a tile: one of 4,096 u32 keys has eight columns, 32 bytes, which a GPU loads together
	if l.IsSoftware {
		rows = 128
	}
	p.columns = max(1, min(32, p.tile/rows))
	if capacity > 1 {
		p.blocks()
	}
	for run := 2 * p.tile; run/2 < capacity; run *= 2 {
		p.merge(run)
	}
	return p.ready()
}

// batcherAuto are the measured best sizes. On hardware small tiles let several workgroups run
// concurrently, so that some compute while others wait for memory: on an NVIDIA H200 half the
// tile takes three passes more for 2^26 keys, but less time on a queue that draws. A tile is no larger than n keys need, since
// comparators without keys take time too. A software device has two tiles or more for all but few keys.
func batcherAuto(l compute.Limits, n int) compute.Values {
	workgroup, items := 256, 16
	switch {
	case l.IsSoftware:
		items = 32
	case n <= 4096: // a single workgroup
		workgroup, items = 512, 8
	}
	enough := n
	if l.IsSoftware && n > 1<<11 {
		enough = n / 2 // two tiles: measured on two processors
	}
	for workgroup > batcherWorkgroups.Min && workgroup*items/2 >= enough {
		workgroup /= 2
	}
	return compute.Values{Workgroup: uint32(workgroup), Items: uint32(items)}
}

// chosenTile chooses a tile that fits into shared memory.
func chosenTile(l compute.Limits, f Format, n int, given compute.Values) (compute.Values, error) {
	params := BatcherFused{}.Params()
	v, err := compute.Chosen(params, l, batcherAuto(l, n), given)
	if err != nil {
		return nil, err
	}
	words := func(v compute.Values) int { return f.array(int(v[Workgroup] * v[Items])) }
	return v, compute.FitShared(params, l, given, v, words, Items, Workgroup)
}

// batcherPlan holds the parameters common to the passes.
type batcherPlan struct {
	*Sort
	kernel  compute.Kernel[ref.BatcherTile[compute.Buffer]]
	tile    int // keys
	columns int // of a tile that spans strides: neighbours, for whole lines of memory
}

// blocks sorts all runs up to the tile.
func (p *batcherPlan) blocks() {
	levels := bits.Len(uint(p.tile)) - 1
	step := p.step(fmt.Sprintf("sort blocks of %d", p.tile), p.tile, p.tile/2, 1)
	p.dispatch(step, shaders.BatcherBlocks, 1, ceil(p.Capacity, p.tile), levels*(levels+1)/2)
}

// merge merges runs to a length. The first pass covers as many strides as a tile has rows for,
// the last one those that fit a tile without columns, and others the strides between.
func (p *batcherPlan) merge(run int) {
	head := run * p.columns / p.tile
	step := p.step(title(run, run/2, head), run, run/2, head)
	p.dispatch(step, shaders.BatcherHeads, p.columns, ceil(p.Capacity, run)*(head/p.columns), strides(step))
	last := head
	for _, strides := range p.split(bits.Len(uint(head)) - 1) {
		stride := last / 2
		last = stride >> (strides - 1)
		p.pass(run, stride, last)
	}
}

// pass adds a pass over later strides of a run, down to the last one.
func (p *batcherPlan) pass(run, stride, last int) {
	columns := min(p.columns, last)
	height, band, strips := p.tile/columns, 2*stride/last, last/columns
	levels := ceil(p.Capacity, height*last)
	step := p.step(title(run, stride, last), run, stride, last)
	p.dispatch(step, shaders.BatcherBodies, columns, levels*strips, strides(step))
	if stride > last { // a single stride crosses no line between tiles
		p.dispatch(step, shaders.BatcherSeams, columns, ceil(levels, height/band)*strips, strides(step))
	}
}

// strides counts those of a step.
func strides(s *Step) int { return bits.Len(uint(s.Stride / s.LastStride)) }

// dispatch adds the kernel on a number of tiles to a step, given the number of stages per tile.
func (p *batcherPlan) dispatch(step *Step, part uint32, columns, tiles, stages int) {
	args := ref.BatcherTile[compute.Buffer]{
		Form: compute.Constant(p.Code()), Items: compute.Constant(p.Values[Items]),
		Count: p.Count, Keys: p.Keys, Payload: p.Payload,
		Run: uint32(step.Run), Stride: uint32(step.Stride), LastStride: uint32(step.LastStride), Columns: uint32(columns), Part: part,
	}
	step.Parts = append(step.Parts, compute.Divide(tiles, p.work, p.tile*stages, func(e compute.Encoder, first, n int) {
		args.First = uint32(first)
		p.kernel.Dispatch(e, n*p.kernel.Size(), args)
	})...)
}

// split distributes strides over passes, the last of which has tiles without
// columns. A pass reads and writes all keys once, and the seams again, which are a share of
// 2^strides rows in the height of a tile: half of all at most.
func (p *batcherPlan) split(strides int) []int {
	most := func(height int) int { return bits.Len(uint(height)) - 2 }
	tail, body := most(p.tile), most(p.tile/p.columns)
	passes := make([]int, 1+ceil(max(0, strides-tail), body))
	cost := func(i int) float64 {
		height := p.tile / p.columns
		if i == len(passes)-1 {
			height = p.tile
		}
		return float64(int(1)<<passes[i]) / float64(height)
	}
	for range strides {
		cheapest := len(passes) - 1
		for i := range passes {
			if cost(i) < cost(cheapest) {
				cheapest = i
			}
		}
		passes[cheapest]++
	}
	return passes
}

func title(run, stride, last int) string {
	if stride == last {
		return fmt.Sprintf("merge into runs of %d, stride %d", run, stride)
	}
	return fmt.Sprintf("merge into runs of %d, strides %d to %d", run, stride, last)
}

func ceil(n, d int) int { return (n + d - 1) / d }
