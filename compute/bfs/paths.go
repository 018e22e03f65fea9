package bfs

import (
	"context"
	"fmt"
	"math"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/compute/scatter"
	"kernelscope/internal/fault"
)

// tree holds levels and numbers of shortest paths from several sources.
type tree struct {
	*Graph
	memory                               compute.Memory
	columns                              int
	batch                                uint32 // levels that share a submission
	levels, paths, grown, depend, totals compute.Buffer
	starts                               *scatter.Writer
	deepest                              uint32 // level of the last run
}

const (
	maxTrees   = 128 // columns: four adjacent cache lines
	hubLevels  = 8   // that share a submission at most
	treeLevels = 64  // of road networks
)

// newTree allocates buffers for the requested sources, as far as they fit, up to maxTrees.
// With depend it has dependencies too.
func (b *Graph) newTree(sources int, depend bool) (*tree, error) {
	l := b.memory.Backend.Limits()
	if l.IsSoftware && b.widest > maxSteps {
		return nil, fmt.Errorf("bfs: %w: a node has %d edges, and paths are counted over %d at most on this device", fault.Limit, b.widest, maxSteps)
	}
	words := 3
	if depend {
		words = 4
	}
	level := b.live + len(b.in.head) // work in a column
	t := &tree{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, columns: min(sources, maxTrees, max(1, l.Work/level))}
	for {
		err := l.Room(1, "source", 2*b.live*t.columns, words*b.live*t.columns+b.live+treeLevels+int(b.memory.Bytes()/4))
		if err == nil {
			break
		}
		if t.columns == 1 {
			return nil, fmt.Errorf("bfs: %w", err)
		}
		t.columns /= 2
	}
	t.batch = hubLevels
	if b.Form == Roads {
		t.batch = treeLevels
	}
	t.batch = min(t.batch, uint32(max(1, l.Work/(t.columns*level))))
	t.starts = scatter.New(&t.memory)
	cells := b.live * t.columns
	t.levels, t.paths, t.grown = t.memory.NewBuffer("levels", cells), t.memory.NewBuffer("numbers of paths", 2*cells), t.memory.NewBuffer("levels found", treeLevels)
	if depend {
		t.depend, t.totals = t.memory.NewBuffer("dependencies", cells), t.memory.NewBuffer("sums of dependencies", b.live)
	}
	return t, t.memory.Ready()
}

// grow counts shortest paths from some sources, places of different nodes, by one
// of two kernels.
func (t *tree) grow(ctx context.Context, k compute.Kernel[ref.Paths[compute.Buffer]], one [2]uint32, sources []uint32) error {
	be := t.memory.Backend
	be.Fill(t.levels, 0, t.levels.Len(), math.MaxUint32)
	var levels, paths []uint32
	for c, s := range sources {
		at := s*uint32(t.columns) + uint32(c)
		levels = append(levels, at, 0)
		paths = append(paths, 2*at, one[0], 2*at+1, one[1])
	}
	t.starts.Write(t.levels, levels)
	t.starts.Write(t.paths, paths)
	args := ref.Paths[compute.Buffer]{First: t.in.onDevice.first, Tail: t.in.onDevice.head, Levels: t.levels, Paths: t.paths, Grown: t.grown,
		Nodes: uint32(t.live), Columns: uint32(t.columns)}
	for t.deepest = 0; ; {
		be.Fill(t.grown, 0, treeLevels, 0)
		for range t.batch {
			args.Level++
			k.Dispatch(be, t.live*t.columns, args)
		}
		var grown [treeLevels]uint32
		if err := be.Read(ctx, t.grown, 0, grown[:]); err != nil {
			return err
		}
		for level := args.Level - t.batch + 1; level <= args.Level; level++ {
			if grown[level%treeLevels] == 0 {
				return nil
			}
			t.deepest = level
		}
	}
}

// CountPaths returns the number of shortest paths of each pair, in their order: 1 where source and
// target are the same, 0 if no path leads, and math.MaxUint64 where there are as many or more.
// Parallel edges make different paths. It fails as Plan does.
func (b *Graph) CountPaths(ctx context.Context, pairs []Pair) ([]uint64, error) {
	p := &Plan{lengths: make([]uint32, len(pairs))}
	if err := b.choose(p, pairs); err != nil {
		return nil, err
	}
	counts := make([]uint64, len(pairs))
	for i, length := range p.lengths {
		if length == 0 {
			counts[i] = 1
		}
	}
	if len(p.jobs) == 0 {
		return counts, nil
	}
	sources, _ := b.different(p.jobs)
	t, err := b.newTree(sources, false)
	if err != nil {
		return nil, err
	}
	defer t.memory.Release()
	d := b.divide(p.jobs, false, t.columns, given)
	be := b.memory.Backend
	numbers := t.memory.NewBuffer("numbers of pairs", 2*len(p.jobs))
	for _, s := range d.sweeps {
		if err := t.grow(ctx, pathsCount, [2]uint32{1, 0}, d.sources[s.firstColumn:s.firstColumn+s.columns]); err != nil {
			return nil, err
		}
		words := make([]uint32, 2*s.pairs)
		levels := make([]uint32, s.pairs)
		for i := range s.pairs {
			at := int(d.end(s.firstPair+i))*t.columns + int(d.column(s.firstPair+i))
			be.Copy(numbers, 2*i, t.paths, 2*at, 2)
		}
		if err := be.Read(ctx, numbers, 0, words); err != nil {
			return nil, err
		}
		for i := range s.pairs {
			at := int(d.end(s.firstPair+i))*t.columns + int(d.column(s.firstPair+i))
			be.Copy(numbers, i, t.levels, at, 1)
		}
		if err := be.Read(ctx, numbers, 0, levels); err != nil {
			return nil, err
		}
		for i, level := range levels {
			if level != math.MaxUint32 {
				counts[d.jobs[s.firstPair+i].at] = uint64(words[2*i+1])<<32 | uint64(words[2*i])
			}
		}
	}
	return counts, nil
}
