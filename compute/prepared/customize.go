package prepared

import (
	"math"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
	"kernelscope/shaders"
)

// class is the fronts whose lengths a workgroup keeps in shared memory of one size: small
// ones leave room for more workgroups on a processor.
type class struct {
	cap     int // size of the largest front
	size    int // invocations of a workgroup
	byDepth []job
	fronts  [][]uint32 // by depth
}

// job is a range of a list of jobs.
type job struct{ first, count uint32 }

// maxTogether is the greatest number of tiles of a depth that one dispatch per step handles.
// More tiles are worth three dispatches, since each tile of a single dispatch closes the
// diagonal tile again; so are all on a software device, where dispatches cost less than
// barriers.
const maxTogether = 1024

// tiled is the fronts of one depth that are too large for shared memory. Their lengths are
// processed in tiles.
type tiled struct {
	fronts []uint32
	tiles  job
	steps  uint32 // tiles on the diagonal that have nodes of X, of the front with most
}

// largestShared returns the size of the largest front that fits shared memory.
func largestShared(l compute.Limits) int {
	const most = 104 // with 48 KiB; more would leave a processor one workgroup
	return min(most, int(math.Sqrt(float64(l.SharedBytes/4)))&^7)
}

// classesOf distributes the fronts that fit shared memory.
func classesOf(t *Fronts, l compute.Limits) []class {
	largest := largestShared(l)
	list := []class{{cap: 32, size: 128}, {cap: 64, size: 1024}, {cap: largest, size: 1024}}
	for len(list) > 1 && list[len(list)-2].cap >= largest {
		list = append(list[:len(list)-2], list[len(list)-1])
	}
	for c := range list {
		k := &list[c]
		if l.IsSoftware {
			k.size = workgroups.Min // barriers cost such a device more than lengths
		}
		k.size, k.byDepth, k.fronts = min(k.size, l.Workgroup&^31), make([]job, len(t.Levels)-1), make([][]uint32, len(t.Levels)-1)
	}
	for i := range t.List {
		for c := range list {
			if f := &t.List[i]; int(f.Size()) <= list[c].cap {
				list[c].fronts[f.Depth] = append(list[c].fronts[f.Depth], uint32(i))
				break
			}
		}
	}
	return list
}

// list appends the jobs of a class.
func (c *class) list(jobs []uint32) []uint32 {
	for depth, fronts := range c.fronts {
		c.byDepth[depth] = job{uint32(len(jobs)), uint32(len(fronts))}
		jobs = append(jobs, fronts...)
	}
	return jobs
}

// tiledOf lists the fronts that do not fit shared memory.
func tiledOf(t *Fronts, l compute.Limits) []tiled {
	out := make([]tiled, len(t.Levels)-1)
	for i := range t.List {
		if f := &t.List[i]; int(f.Size()) > largestShared(l) {
			out[f.Depth].fronts = append(out[f.Depth].fronts, uint32(i))
		}
	}
	return out
}

// tilesOf returns the tiles in a row of some lengths.
func tilesOf(nodes uint32) uint32 { return (nodes + shaders.PreparedSide - 1) / shaders.PreparedSide }

// list appends the jobs of a depth: the tiles of each front.
func (d *tiled) list(t *Fronts, tiles []uint32) []uint32 {
	d.tiles.first = uint32(len(tiles) / 2)
	for _, i := range d.fronts {
		f := &t.List[i]
		d.steps = max(d.steps, tilesOf(f.X))
		for tile := range tilesOf(f.Size()) * tilesOf(f.Size()) {
			tiles = append(tiles, i, tile)
		}
	}
	d.tiles.count = uint32(len(tiles)/2) - d.tiles.first
	return tiles
}

// Stages returns the number of stages of customization: one for each depth up from the
// leaves, and one for each depth down from below the roots.
func (t *Fronts) Stages() int { return 2*t.Depths() - 1 }

// Stage returns the depth of a stage's fronts, and whether the stage goes down.
func (t *Fronts) Stage(stage int) (depth int, down bool) {
	if up := t.Depths() - 1 - stage; up >= 0 {
		return up, false
	}
	return stage + 1 - t.Depths(), true
}

// customize records customization: up from the leaves, then down from the root. Fronts of
// one depth do not depend on each other, and their dispatches run beside each other.
func (d *Device) customize(e compute.Encoder) {
	for stage := range d.Stages() {
		d.stage(e, stage)
	}
}

// stage records a stage of customization.
func (d *Device) stage(e compute.Encoder, stage int) {
	if stage == 0 && d.tileCount > 0 {
		fill := fill.On(d.be.Limits()).Moves(func() (sum int) {
			for i := range d.tiled {
				sum += d.fillMoved(d.tiled[i].fronts)
			}
			return sum
		})
		fill.Dispatch(e, d.tileCount*fill.Size(), ref.Fill[compute.Buffer]{
			Fronts: d.fronts, Lengths: d.lengths, Jobs: d.tileJobs, Count: uint32(d.tileCount)})
	}
	depth, down := d.Stage(stage)
	if down {
		d.goDown(e, depth)
	} else {
		d.goUp(e, depth)
	}
}

// besides returns a kernel that runs beside the dispatch before it, unless it is the first
// of its depth. Dispatches of other kernels wait: validation layers take them for a mistake.
func besides[A any](k compute.Kernel[A], first bool) compute.Kernel[A] {
	if first {
		return k
	}
	return k.Beside()
}

// goUp records a depth of customization from the leaves.
func (d *Device) goUp(e compute.Encoder, depth int) {
	t := d.tiled[depth]
	if t.tiles.count > 0 {
		add := add.On(d.be.Limits()).Moves(func() int { return d.addMoved(t.fronts) })
		add.Dispatch(e, int(t.tiles.count)*add.Size(), ref.Add[compute.Buffer]{
			Fronts: d.fronts, Lengths: d.lengths, Jobs: d.tileJobs, Place: d.place, Arcs: d.arcs, Weight: d.weight, First: t.tiles.first, Count: t.tiles.count})
	}
	first := true
	for _, c := range d.classes {
		if j := c.byDepth[depth]; j.count > 0 {
			besides(up, first).Sized(c.size).Moves(func() int { return d.upMoved(c.fronts[depth]) }).Dispatch(e, int(j.count)*c.size, ref.Up[compute.Buffer]{
				Cap: compute.Constant(c.cap), Fronts: d.fronts, Lengths: d.lengths, Place: d.place, Arcs: d.arcs, Weight: d.weight, Jobs: d.jobs,
				First: j.first, Count: j.count})
			first = false
		}
	}
	phases := []compute.Constant{shaders.PreparedDiagonal, shaders.PreparedPanels, shaders.PreparedRest}
	if t.tiles.count <= maxTogether && !d.be.Limits().IsSoftware {
		phases = []compute.Constant{shaders.PreparedWhole}
	}
	for step := range t.steps {
		for _, phase := range phases {
			d.lower(e, t, step, phase)
		}
	}
}

// lower records one phase over all tiles of a depth.
func (d *Device) lower(e compute.Encoder, t tiled, step uint32, phase compute.Constant) {
	tile := tile.On(d.be.Limits()).Moves(func() int { return d.tileMoved(t.fronts, step, phase) })
	tile.Dispatch(e, int(t.tiles.count)*tile.Size(), ref.Tile[compute.Buffer]{
		Phase: phase, Fronts: d.fronts, Lengths: d.lengths, Jobs: d.tileJobs, First: t.tiles.first, Count: t.tiles.count, Step: step})
}

// goDown records a depth of customization from the root.
func (d *Device) goDown(e compute.Encoder, depth int) {
	t := d.tiled[depth]
	if t.tiles.count > 0 {
		take := take.On(d.be.Limits()).Moves(func() int { return d.takeMoved(t.fronts) })
		take.Dispatch(e, int(t.tiles.count)*take.Size(), ref.Take[compute.Buffer]{
			Fronts: d.fronts, Lengths: d.lengths, Jobs: d.tileJobs, Place: d.place, First: t.tiles.first, Count: t.tiles.count})
	}
	first := true
	for _, c := range d.classes {
		if j := c.byDepth[depth]; j.count > 0 {
			besides(down, first).Sized(c.size).Moves(func() int { return d.downMoved(c.fronts[depth]) }).Dispatch(e, int(j.count)*c.size, ref.Down[compute.Buffer]{
				Cap: compute.Constant(c.cap), Fronts: d.fronts, Lengths: d.lengths, Place: d.place, Jobs: d.jobs, First: j.first, Count: j.count})
			first = false
		}
	}
	if t.tiles.count > 0 {
		d.lower(e, t, 0, shaders.PreparedToBoundary)
		d.lower(e, t, 0, shaders.PreparedToSeparator)
	}
}
