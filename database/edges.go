//go:build duckdb

package database

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// mostGraphs is the greatest number of graphs in memory.
const mostGraphs = 16

// graphKey identifies a graph by the argument of the function and whether weights are used.
type graphKey struct {
	text     string
	weighted bool
}

// edges is a table of edges as a graph. It is immutable: a table with other rows is another value.
type edges struct {
	graphKey
	device *device
	rows   int
	sum    string // sum of the hashes of all rows
	ids    ids
	graph  *graph.Graph
	bytes  int64 // on the device
	used   time.Time

	// Used only by the device's goroutine; nil if the graph is not on the device.
	hops   *bfs.Graph      // without weights
	solver sssp.Concurrent // with weights

	lengths   *gather[uint32]
	counts    *gather[uint64]
	routes    *gather[[]uint32]
	all       *gather[[][]uint32]
	distances *gather[uint32]
	columns   *columns
	in        *graph.Graph // the reversed edges, computed when first needed
}

// graph returns the graph of a table. It reads the table unless an earlier query has read the same
// rows, and uploads the graph unless it is on the device.
func (db *DB) graph(ctx context.Context, text string, weighted bool) (*edges, error) {
	select { // one at a time, so that concurrent queries find the graph
	case db.loading <- struct{}{}:
		defer func() { <-db.loading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	start := time.Now()
	e, read, err := db.read(ctx, graphKey{text, weighted})
	if err != nil {
		return nil, err
	}
	uploaded, err := db.device.do(ctx, e, func() error { return nil })
	if err != nil {
		return nil, err
	}
	use := GraphUse{Table: text, Nodes: len(e.ids.list), Edges: e.rows, Read: read, Uploaded: uploaded, Bytes: e.bytes, Took: time.Since(start)}
	slog.Info("graph", "table", text, "nodes", use.Nodes, "edges", use.Edges, "read", read, "uploaded", uploaded, "took", use.Took)
	reportOf(ctx).use(use)
	return e, nil
}

// read returns a graph from memory, or reads its table.
func (db *DB) read(ctx context.Context, key graphKey) (e *edges, read bool, err error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, false, err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil) // so that all queries see the same rows
	if err != nil {
		return nil, false, inner(err)
	}
	defer tx.Rollback() //nolint:errcheck // nothing was written
	columns := []string{"src", "dst"}
	if key.weighted {
		columns = append(columns, "weight")
	}
	list := strings.Join(columns, ", ")
	from := relation(key.text) + " AS edges(" + list + ")"
	now := &edges{graphKey: key, device: db.device, used: time.Now()}
	sum := "SELECT count(*), coalesce(sum(hash(" + list + "))::VARCHAR, '') FROM " + from
	if err := conn.QueryRowContext(ctx, sum).Scan(&now.rows, &now.sum); err != nil {
		return nil, false, inner(err)
	}
	if old := db.graphs[key]; old != nil && old.rows == now.rows && old.sum == now.sum {
		old.used = now.used
		return old, false, nil
	}
	if err := source.Need(64*int64(now.rows), "the graph of "+key.text); err != nil {
		return nil, false, err
	}
	if err := now.fill(ctx, conn, from, columns); err != nil {
		return nil, false, err
	}
	db.keep(now)
	return now, true, nil
}

// keep stores a graph in memory and evicts the least recently used one.
func (db *DB) keep(e *edges) {
	db.graphs[e.graphKey] = e
	if len(db.graphs) <= mostGraphs {
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

// fill reads the rows and builds the graph.
func (e *edges) fill(ctx context.Context, conn *sql.Conn, from string, columns []string) error {
	list, err := integers(ctx, conn, e.text, "(SELECT DISTINCT id FROM (SELECT src AS id FROM "+from+" UNION ALL SELECT dst FROM "+from+"))", "id")
	if err != nil {
		return err
	}
	slices.Sort(list[0])
	rows, err := integers(ctx, conn, e.text, from, columns...)
	if err != nil {
		return err
	}
	if len(list[0]) > math.MaxUint32-3 || len(rows[0]) > math.MaxUint32 {
		return fault.Limit.Errorf("%s has %d nodes and %d edges, more than 32 bits count", e.text, len(list[0]), len(rows[0]))
	}
	e.ids = newIDs(list[0])
	pairs := e.ids.pairs(rows[0], rows[1])
	for i, p := range pairs {
		if n := uint32(len(e.ids.list)); p.Source >= n || p.Target >= n {
			return fault.Input.Errorf("%s changed while it was read: it has an edge from %d to %d", e.text, rows[0][i], rows[1][i])
		}
	}
	if e.weighted {
		err = e.weigh(pairs, rows)
	} else {
		e.graph = inRows(e.ids.nodes(), pairs)
	}
	e.begin()
	return err
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
