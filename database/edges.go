//go:build duckdb

package database

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// maxGraphs is the greatest number of graphs in memory.
const maxGraphs = 16

// graphKey identifies a graph by the argument of the function and whether weights are used.
type graphKey struct {
	text     string
	weighted bool
}

// edges is a table of edges as a graph. It is immutable: a table with other rows is another value.
type edges struct {
	graphKey
	device *device
	digest digest // of all rows
	ids    ids
	graph  *graph.Graph
	bytes  int64 // on the device
	used   time.Time

	// Used only by the device's goroutine; nil if the graph is not on the device.
	hops   *bfs.Graph      // without weights
	solver sssp.Concurrent // with weights

	lengths   *batcher[uint32]
	counts    *batcher[uint64]
	routes    *batcher[[]uint32]
	all       *batcher[[][]uint32]
	distances *batcher[uint32]
	columns   *columns
	in        *graph.Graph                     // the reversed edges, computed when first needed
	fronts    func() (*prepared.Fronts, error) // for prepared trees, computed when first needed
}

// load obtains a graph for the functions of the statement and uploads it unless it is on the
// device.
func (st *statement) load(ctx context.Context, key graphKey) error {
	if st.depth == 1 { // a function within this one belongs to the statement that is loading
		select { // one at a time, so that concurrent queries find the graph
		case st.db.loading <- struct{}{}:
			defer func() { <-st.db.loading }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	start := time.Now()
	e, read, err := st.edges(ctx, key)
	if err != nil {
		return err
	}
	uploaded, err := st.db.device.do(ctx, e, func() error { return nil })
	if err != nil {
		return err
	}
	use := GraphUse{Table: key.text, Nodes: len(e.ids.list), Edges: e.digest.rows, Read: read, Uploaded: uploaded, Bytes: e.bytes, Took: time.Since(start)}
	slog.Info("graph", "table", key.text, "nodes", use.Nodes, "edges", use.Edges, "read", read, "uploaded", uploaded, "took", use.Took)
	st.use(use)
	st.graphs[key] = e
	return nil
}

// edges returns a graph from memory if it has the rows of its table, and reads the table otherwise.
func (st *statement) edges(ctx context.Context, key graphKey) (e *edges, read bool, err error) {
	columns := []string{"src", "dst"}
	if key.weighted {
		columns = append(columns, "weight")
	}
	from := relation(key.text) + " AS edges(" + strings.Join(columns, ", ") + ")"
	now, err := st.collect(ctx, &collected{digests: true}, key.text, from, columns...)
	if err != nil {
		return nil, false, err
	}
	if old := st.db.graphs[key]; old != nil && old.digest == now.digest {
		old.used = time.Now()
		return old, false, nil
	}
	if err := source.Need(64*int64(now.digest.rows), "the graph of "+key.text); err != nil {
		return nil, false, err
	}
	rows, err := st.collect(ctx, &collected{digests: true, keeps: true}, key.text, from, columns...)
	if err != nil {
		return nil, false, err
	}
	if e, err = unless(ctx, func() (*edges, error) { return newEdges(key, st.db.device, rows) }); err != nil {
		return nil, false, err
	}
	st.db.keep(e)
	return e, true, nil
}

// unless returns what f returns, or the error of ctx as soon as it is done. f then ends in vain.
func unless[A any](ctx context.Context, f func() (A, error)) (a A, err error) {
	done := make(chan func() (A, error), 1)
	go func() {
		a, err := f()
		done <- func() (A, error) { return a, err }
	}()
	select {
	case result := <-done:
		return result()
	case <-ctx.Done():
		return a, ctx.Err()
	}
}

// keep stores a graph in memory and evicts the least recently used one.
func (db *DB) keep(e *edges) {
	db.graphs[e.graphKey] = e
	if len(db.graphs) <= maxGraphs {
		return
	}
	oldest := e
	for _, other := range db.graphs {
		if other.used.Before(oldest.used) {
			oldest = other
		}
	}
	delete(db.graphs, oldest.graphKey)
}

// newEdges builds the graph of collected rows.
func newEdges(key graphKey, device *device, from *collected) (*edges, error) {
	rows := from.joined()
	e := &edges{graphKey: key, device: device, digest: from.digest, ids: newIDs(distinct(rows[:2])), used: time.Now()}
	if len(e.ids.list) > math.MaxUint32-3 || len(rows[0]) > math.MaxUint32 {
		return nil, fault.Limit.Errorf("%s has %d nodes and %d edges, more than 32 bits count", key.text, len(e.ids.list), len(rows[0]))
	}
	pairs := e.ids.pairs(rows[0], rows[1])
	if e.weighted {
		if err := e.weigh(pairs, rows); err != nil {
			return nil, err
		}
	} else {
		e.graph = inRows(e.ids.nodes(), pairs)
	}
	e.begin()
	return e, nil
}

// inRows returns the graph with edges ordered by their tails.
func inRows(nodes int, pairs []bfs.Pair) *graph.Graph {
	g := &graph.Graph{FirstOut: make([]uint32, nodes+1), Head: make([]uint32, len(pairs))}
	for _, p := range pairs {
		g.FirstOut[p.Source+1]++
	}
	for v := range nodes {
		g.FirstOut[v+1] += g.FirstOut[v]
	}
	next := make([]uint32, nodes)
	copy(next, g.FirstOut)
	for _, p := range pairs {
		g.Head[next[p.Source]] = p.Target
		next[p.Source]++
	}
	return g
}

// weigh builds the graph with weights. Of parallel edges it keeps the lightest.
func (e *edges) weigh(pairs []bfs.Pair, rows [][]int64) (err error) {
	arcs := make([]graph.Arc, len(pairs))
	for i, w := range rows[2] {
		if w < 0 || w > graph.MaxWeight {
			return fault.Input.Errorf("%s: the weight of an edge from %d to %d is %d, not between 0 and %d", e.text, rows[0][i], rows[1][i], w, graph.MaxWeight)
		}
		arcs[i] = graph.Arc{Tail: pairs[i].Source, Head: pairs[i].Target, Length: uint32(w)}
	}
	e.graph, err = graph.FromArcs(make([]geom.Point, e.ids.nodes()), nil, arcs, graph.ByWeight)
	return err
}

// upload uploads the graph to the device.
func (e *edges) upload(be compute.Backend) (err error) {
	if !e.weighted {
		e.hops, err = bfs.New(be, e.graph, bfs.AutoForm)
		if err != nil {
			return fmt.Errorf("%s: %w", e.text, err)
		}
		e.bytes = e.hops.Bytes()
		return nil
	}
	s, err := sssp.Frontier{}.Prepare(be, &scene.Map{Graph: e.graph})
	if err != nil {
		return fmt.Errorf("%s: %w", e.text, err)
	}
	e.solver = s.(sssp.Concurrent)
	e.bytes = e.solver.Bytes()
	return nil
}

// release removes the graph from the device.
func (e *edges) release() {
	if e.hops != nil {
		e.hops.Release()
		e.hops = nil
	}
	if e.solver != nil {
		e.solver.Release()
		e.solver = nil
	}
}
