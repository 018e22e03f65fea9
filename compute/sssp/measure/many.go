package measure

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync/atomic"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Room returns how many concurrent searches fit a device, and how many keep it busy; both are
// zero if the algorithm runs only one.
func Room(be compute.Backend, a sssp.Algorithm, m *scene.Map) (room, busy int, err error) {
	s, err := a.Prepare(be, m)
	if err != nil {
		return 0, 0, err
	}
	defer s.Release()
	if c, ok := s.(sssp.Concurrent); ok {
		return c.Room(), c.AtOnce(), nil
	}
	return 0, 0, nil
}

// Batch is a group of queries that run concurrently.
type Batch struct {
	First   int // number of the first one
	Queries []sssp.Query
	Many    sssp.Many    // to read distances from until the next batch
	Last    []sssp.Event // of each query
	Wall    float64      // ms of all together, from putting them on the device to the last event
	GPU     float64      // ms of all together, by timestamps
}

// Batches runs queries concurrently, at most atOnce, and yields one batch after another.
func Batches(ctx context.Context, s sssp.Concurrent, queries []sssp.Query, atOnce int, v compute.Values) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		for first := 0; first < len(queries); first += atOnce {
			b := Batch{First: first, Queries: queries[first:min(first+atOnce, len(queries))]}
			if err := b.make(ctx, s, v); err != nil {
				yield(b, err)
				return
			}
			more := yield(b, nil)
			b.Many.Release()
			if !more {
				return
			}
		}
	}
}

// make makes the searches of a batch.
func (b *Batch) make(ctx context.Context, s sssp.Concurrent, v compute.Values) error {
	begin := clock.Now()
	many, err := s.StartMany(b.Queries, v)
	if err != nil {
		return err
	}
	if b.Last, err = many.Finish(ctx); err != nil {
		many.Release()
		return err
	}
	b.Many, b.Wall, b.GPU = many, timing.Milliseconds(clock.Since(begin)), b.Last[0].GPU
	return nil
}

// Dijkstras computes the true answers of queries on all processors and passes each to its
// caller, in no order. When its context ends, it does not wait for searches in progress.
func Dijkstras(ctx context.Context, g *graph.Graph, queries []sssp.Query, each func(i int, truth oracle.Search) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		i int
		oracle.Search
	}
	answers := make(chan answer)
	var next atomic.Int64
	for range min(len(queries), runtime.GOMAXPROCS(0)) {
		go func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(queries) {
					return
				}
				select {
				case answers <- answer{i, oracle.Dijkstra(g, queries[i].Source, queries[i].Target)}:
				case <-ctx.Done():
				}
			}
		}()
	}
	for range queries {
		select {
		case a := <-answers:
			if err := each(a.i, a.Search); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Verify compares a search of a batch with the truth.
func (b Batch) Verify(ctx context.Context, g *graph.Graph, i int, truth oracle.Search) error {
	dist, err := b.Many.Distances(ctx, i)
	if err != nil {
		return err
	}
	q := b.Queries[i]
	if err := oracle.Verify(g, truth, q.Target, dist); err != nil {
		return fmt.Errorf("%w: among %d concurrent searches, from node %d: %v", fault.Wrong, len(b.Queries), q.Source, err)
	}
	return nil
}
