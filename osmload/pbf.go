package osmload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/paulmach/osm"

	"kernelscope/internal/parallel"
	"kernelscope/internal/source"
	"kernelscope/osmload/internal/pbf"
	"kernelscope/scene"
)

// pbfReader extracts highways from a binary file in two passes. The ways come first, because they
// determine which nodes are needed. Files are nearly always sorted as nodes, ways, relations. So
// the first pass reads from the end until it finds nodes, and the second pass reads the rest; each
// blob is inflated once. If the second pass finds a way after all, both passes are repeated over
// the whole file.
type pbfReader struct {
	file     *pbf.File
	budget   *source.Budget
	progress *Progress
	workers  []worker
	labels   *labels
	blobs    []blobState
	ctx      context.Context
}

// worker is the state of a goroutine in a pass.
type worker struct {
	decoder pbf.Decoder
	profile Profile
	wanted  *pbf.IDSet
	wet     *pbf.IDSet // nodes of water
	err     error
}

// blobState is the result of a pass for a blob.
type blobState struct {
	counts   pbf.Counts
	read     bool   // its ways are in packed
	contents []byte // kept for the second pass
	ways     []packedWay
	towns    []scene.Settlement
	water    []packedWater
	packed   []byte // refs, and places if the file has them on ways
	scale    pbf.Scale
}

// packedWay is a highway whose refs are still differences of ids. Its sizes delimit its part of
// packed.
type packedWay struct {
	id               osm.WayID
	count            uint32
	refs, lats, lons uint32
	road             road
	label            uint32
}

func readPBF(ctx context.Context, r io.ReaderAt, size int64, budget *source.Budget, o Options) (*extract, error) {
	progress := o.Progress
	var file *pbf.File
	if err := guarded(func() (err error) { file, err = pbf.Open(r, size); return err }); err != nil {
		return nil, err
	}
	if err := budget.Take(int64(file.Blobs()) * int64(unsafe.Sizeof(blobState{}))); err != nil {
		return nil, err
	}
	p := &pbfReader{file: file, budget: budget, progress: progress, blobs: make([]blobState, file.Blobs()), ctx: ctx}
	p.workers = make([]worker, max(1, min(runtime.GOMAXPROCS(0), file.Blobs())))
	p.labels = newLabels(budget)
	seed := rand.Uint64()
	for i := range p.workers {
		p.workers[i].decoder = pbf.Decoder{Keys: WayKeys, NodeKeys: TownKeys, Budget: budget}
		p.workers[i].profile = o.Profile
		p.workers[i].wet = pbf.NewIDSet(0, seed)
		p.workers[i].wanted = pbf.NewIDSet(int(min(size/256, 1<<19)), seed)
	}
	progress.enter(PhaseRoads)
	if err := p.readWays(true); err != nil {
		return nil, err
	}
	progress.enter(PhaseNodes)
	e := p.wantedNodes()
	if err := p.readNodes(e); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(p.blobs, func(b blobState) bool { return !b.read && b.counts.Ways > 0 }) {
		if err := p.readWays(false); err != nil {
			return nil, err
		}
		e = p.wantedNodes()
		if err := p.readNodes(e); err != nil {
			return nil, err
		}
	}
	if e.counts.DuplicateNodes > 0 && len(p.workers) > 1 {
		// The order of repeated nodes depended on the schedule.
		clear(e.at)
		clear(e.water.at)
		e.counts.DuplicateNodes, e.counts.BadPlaces = 0, 0
		p.workers = p.workers[:1]
		if err := p.readNodes(e); err != nil {
			return nil, err
		}
	}
	if err := p.mapRefs(e); err != nil {
		return nil, err
	}
	for _, b := range p.blobs {
		e.counts.Nodes += b.counts.Nodes
		e.counts.Ways += b.counts.Ways
		e.counts.Relations += b.counts.Relations
		e.towns = append(e.towns, b.towns...)
	}
	e.cutOff = p.looksCut()
	return e, p.mapWater(e)
}

// looksCut reports whether the file seems to be truncated between two blobs, which the format
// cannot show reliably. It does if there are no ways, or if the last blob has no relations and is
// as full as the fullest one; normally a writer's last blob is smaller.
func (p *pbfReader) looksCut() bool {
	const least = 1000 // objects in a full blob; writers put 8,000 in each
	ways, last, full := 0, pbf.Counts{}, 0
	for _, b := range p.blobs {
		if b.counts != (pbf.Counts{}) {
			full = max(full, last.Nodes+last.Ways+last.Relations)
			last = b.counts
		}
		ways += b.counts.Ways
	}
	return ways == 0 || last.Relations == 0 && full > 0 && last.Nodes+last.Ways >= max(least, full)
}

// forBlobs runs f over the blobs order(0), order(1), … in parallel until one fails, stop is set, or
// ctx is done.
func (p *pbfReader) forBlobs(order func(int) int, stop *atomic.Bool, f func(w *worker, i int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	for k := range p.workers {
		w := &p.workers[k]
		wait.Go(func() {
			for !stop.Load() {
				n := int(next.Add(1)) - 1
				if n >= len(p.blobs) {
					return
				}
				i := order(n)
				w.err = p.ctx.Err()
				if w.err == nil {
					w.err = guarded(func() error { return f(w, i) })
				}
				if w.err != nil {
					if !errors.Is(w.err, context.Canceled) && !errors.Is(w.err, context.DeadlineExceeded) {
						w.err = p.file.Fail(i, w.err)
					}
					stop.Store(true)
				}
			}
		})
	}
	wait.Wait()
	for _, w := range p.workers {
		if w.err != nil {
			return w.err
		}
	}
	return nil
}

// guarded converts a panic, caused by a bug here or in a decompressor, to an error, so that a
// damaged file cannot end the program.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the decoder failed: %v", r)
		}
	}()
	return f()
}

// readWays collects the highways of the remaining blobs, from the last to the first. With
// untilNodes it stops after the first blob that has nodes.
func (p *pbfReader) readWays(untilNodes bool) error {
	var stop atomic.Bool
	last := len(p.blobs) - 1
	return p.forBlobs(func(n int) int { return last - n }, &stop, func(w *worker, i int) error {
		b := &p.blobs[i]
		if b.read {
			return nil
		}
		raw, err := w.decoder.Load(p.ctx, p.file, i)
		if err != nil {
			return err
		}
		b.counts, err = w.decoder.Decode(raw, pbf.Visitor{Way: func(way *pbf.Way) error { return b.keep(way, w, p.labels, p.budget) }})
		if err != nil {
			return err
		}
		b.read = true
		b.ways, b.packed = slices.Clip(b.ways), slices.Clip(b.packed)
		p.progress.objects.Add(int64(b.counts.Ways + b.counts.Relations))
		if b.counts.Nodes > 0 && untilNodes {
			b.contents = raw
			w.decoder.Keep()
			stop.Store(true)
		} else {
			p.progress.bytes.Add(int64(p.file.Size(i)))
		}
		return nil
	})
}

// keep stores a way if it is a highway or water, and marks its nodes as needed.
func (b *blobState) keep(w *pbf.Way, of *worker, names *labels, budget *source.Budget) error {
	if w.Tags.Find("highway") == "" {
		return b.keepWater(w, of.wet, budget)
	}
	if err := budget.Take(wayBytes + refBytes*int64(w.Count)); err != nil {
		return err
	}
	if err := of.wanted.Add(w.Refs); err != nil {
		return err
	}
	k := packedWay{id: w.ID, count: uint32(w.Count), refs: uint32(len(w.Refs)), road: of.profile.classify(w.Tags)}
	var err error
	if k.label, err = names.of(w.Tags); err != nil {
		return err
	}
	if w.Lats != nil {
		k.lats, k.lons, b.scale = uint32(len(w.Lats)), uint32(len(w.Lons)), w.Scale()
	}
	for _, list := range [][]byte{w.Refs, w.Lats, w.Lons} {
		if err := source.Append(budget, &b.packed, list...); err != nil {
			return err
		}
	}
	return source.Append(budget, &b.ways, k)
}

// wantedNodes merges the nodes that the workers need and returns an extract with those points,
// still without places.
func (p *pbfReader) wantedNodes() *extract {
	set, wet := p.workers[0].wanted, p.workers[0].wet
	for _, w := range p.workers[1:] {
		set.Merge(w.wanted)
		wet.Merge(w.wet)
	}
	water := parallel.Begin(wet.Finish)
	e := &extract{ids: set.Finish(), bounds: p.file.Bounds}
	e.at = make([]place, len(e.ids))
	e.water.at = make([]place, len(water.Wait()))
	return e
}

// readNodes sets the places of the needed nodes from all blobs that may have some. The first of
// repeated nodes counts.
func (p *pbfReader) readNodes(e *extract) error {
	var stop atomic.Bool
	var duplicates, bad atomic.Int64
	set := p.workers[0].wanted
	err := p.forBlobs(func(n int) int { return n }, &stop, func(w *worker, i int) error {
		b := &p.blobs[i]
		if b.read && b.counts.Nodes == 0 {
			return nil
		}
		raw := b.contents
		b.contents, b.towns = nil, nil
		if raw == nil {
			var err error
			if raw, err = w.decoder.Load(p.ctx, p.file, i); err != nil {
				return err
			}
		}
		cursor, wet := set.Cursor(), p.workers[0].wet.Cursor()
		counts, err := w.decoder.Decode(raw, pbf.Visitor{Node: func(id osm.NodeID, lat, lon int64) {
			at := placeAt(lat, lon)
			if at == 0 {
				bad.Add(1)
				return
			}
			if r := cursor.Rank(id); r >= 0 && !atomic.CompareAndSwapUint64((*uint64)(&e.at[r]), 0, uint64(at)) {
				duplicates.Add(1)
			}
			if r := wet.Rank(id); r >= 0 {
				atomic.CompareAndSwapUint64((*uint64)(&e.water.at[r]), 0, uint64(at))
			}
		}, Tagged: func(id osm.NodeID, lat, lon int64, tags osm.Tags) error {
			return keepTown(p.budget, &b.towns, id, placeAt(lat, lon), tags)
		}})
		if err != nil {
			return err
		}
		b.counts = counts
		p.progress.objects.Add(int64(counts.Nodes))
		p.progress.bytes.Add(int64(p.file.Size(i)))
		return nil
	})
	e.counts.DuplicateNodes, e.counts.BadPlaces = int(duplicates.Load()), int(bad.Load())
	return err
}
