package command

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// benchmark measures prepared trees on one map.
type benchmark struct {
	benchFlags
	be       compute.Backend
	settings []experiment.Setting // settings of single trees; everything else uses the first
	out      *report.Rows
	m        *scene.Map
	name     string // name in the table of goals

	g       *graph.Graph // with the current weights
	d       *prepared.Device
	queries []sssp.Query // queries whose distances are checked
	checked int          // verified trees

	customized, oneTree float64 // ms
	err                 error   // of writing a row
}

// poison overwrites result buffers before a check.
const poison = 0x12345

func (b *benchmark) run(ctx context.Context) error {
	b.g = b.m.Graph
	if b.g.Nodes() == 0 {
		return fault.Input.Errorf("%s has no roads", b.m.Name)
	}
	if _, err := prepared.NewBound(b.g); err != nil {
		return err
	}
	made, err := cli.Fronts(ctx, b.m, prepared.Making{Again: b.again})
	if err != nil {
		return err
	}
	kind := "order"
	if made.FromCache {
		kind = "" // reading the cache has no goal
	}
	b.row(kind, "order", timing.Times{Wall: timing.Milliseconds(made.Order)}, 1, fmt.Sprintf("from the cache: %t; lists in %.1f ms", made.FromCache, timing.Milliseconds(made.Lists)))
	if b.d, err = prepared.NewDevice(b.be, made.Fronts, b.g.Edges(), b.settings[0].Values); err != nil {
		return err
	}
	defer b.d.Release()
	b.queries = drawn(b.g.Nodes(), b.check)
	if err := b.weights(ctx); err != nil {
		return err
	}
	if err := b.tree(ctx); err != nil {
		return err
	}
	most := b.d.MaxLanes()
	for lanes := 16; lanes < 4*most; lanes *= 4 {
		if err := b.trees(ctx, min(lanes, most), most); err != nil {
			return err
		}
	}
	if err := b.reach(ctx); err != nil {
		return err
	}
	if err := b.fill(ctx); err != nil {
		return err
	}
	if err := b.onHost(ctx); err != nil {
		return err
	}
	return cmp.Or(b.pays(ctx, made), b.err)
}

// drawn returns queries from random nodes to all others.
func drawn(nodes, count int) (list []sssp.Query) {
	rnd := rand.New(rand.NewPCG(24, uint64(nodes)))
	for range count {
		list = append(list, sssp.Query{Source: rnd.Uint32N(uint32(nodes)), Target: graph.NoNode})
	}
	return list
}

// row writes a workload; t is divided by the number of times.
func (b *benchmark) row(kind, title string, t timing.Times, times int, remark string) {
	t = timing.Times{GPU: t.GPU / float64(times), Wall: t.Wall / float64(times)}
	goal := goalOf(b.name, kind)
	r := experiment.Row{Input: b.m.Name, Size: b.g.Nodes(), Labels: map[string]any{"others": goal["others"], "remark": remark}}
	r.Measured(t)
	g := experiment.NewGoal(title, goal.Number("bar"), experiment.Milliseconds)
	g.Reach(cmp.Or(t.GPU, t.Wall))
	b.err = cmp.Or(b.err, b.out.Goal(r, g))
}

// timed returns the median times of work.
func (b *benchmark) timed(ctx context.Context, work func()) (timing.Times, error) {
	return timing.Call(b.be, timing.Runs{Warm: 1, Timed: b.repeat}, func() error {
		work()
		return b.be.Flush(ctx)
	})
}

// weights measures customization and leaves the map's own weights on the device.
func (b *benchmark) weights(ctx context.Context) error {
	b.d.Customize(b.g.Weight)
	t, err := b.timed(ctx, b.d.Recustomize)
	if err != nil {
		return err
	}
	upload, err := b.timed(ctx, func() { b.d.Customize(b.g.Weight) })
	if err != nil {
		return err
	}
	b.customized = t.Wall
	b.row("weights", "new weights", t, 1, fmt.Sprintf("%.5g with the upload of %s; the fronts take %s", upload.Wall, format.Bytes(int64(4*b.g.Edges())), format.Bytes(b.d.Bytes())))
	return nil
}

// verify compares distances with Dijkstra's algorithm, a few trees at a time.
func (b *benchmark) verify(ctx context.Context, g *graph.Graph, dist func(i int) ([]uint32, error)) error {
	return measure.Dijkstras(ctx, g, b.queries, func(i int, truth oracle.Search) error {
		got, err := dist(i)
		if err != nil {
			return err
		}
		if err := oracle.Verify(b.m.Graph, truth, graph.NoNode, got); err != nil {
			return fmt.Errorf("%w: from node %d: %v", fault.Wrong, b.queries[i].Source, err)
		}
		b.checked++
		return nil
	})
}

// trees measures concurrent trees. The goals apply to the greatest number that fits.
func (b *benchmark) trees(ctx context.Context, lanes, most int) error {
	batch, err := b.d.NewBatch(lanes)
	if err != nil {
		return err
	}
	defer batch.Release()
	var sources []uint32
	for i, q := range drawn(b.g.Nodes(), lanes) {
		if i < len(b.queries) {
			q = b.queries[i]
		}
		sources = append(sources, q.Source)
	}
	b.be.Fill(batch.Rows(), 0, batch.Rows().Len(), poison)
	batch.Trees(sources)
	all := b.queries
	b.queries, b.checked = all[:min(len(all), lanes)], 0
	err = b.verify(ctx, b.g, func(i int) ([]uint32, error) { return batch.Distances(ctx, i) })
	b.queries = all
	if err != nil {
		return err
	}
	t, err := b.timed(ctx, batch.Again)
	if err != nil {
		return err
	}
	kind := ""
	if lanes == most {
		kind = "trees"
	}
	b.row(kind, fmt.Sprintf("%d concurrent trees, each", lanes), t, lanes, fmt.Sprintf("%d trees verified; not copied to the host", b.checked))
	return nil
}

// maxDistances are the distances that the reach of nodes is measured with, on hardware and on a software
// device: where all pairs are more, from some of the sources.
const maxDistances, maxSoftware = 2e12, 2e8

// reach measures what all nodes reach, or as many as there is time for, and compares some of it with
// Dijkstra's algorithm.
func (b *benchmark) reach(ctx context.Context) error {
	n := b.g.Nodes()
	if b.d.MaxLanes() == 0 {
		return nil
	}
	most := maxDistances
	if b.be.Limits().IsSoftware {
		most = maxSoftware
	}
	nodes, kind := make([]uint32, min(n, max(1, int(most/float64(n))))), "reach"
	for i := range nodes {
		nodes[i] = uint32(i * n / len(nodes))
	}
	title := "what all nodes reach"
	if len(nodes) < n {
		kind, title = "", fmt.Sprintf("what %s of the nodes reach", format.Thousands(len(nodes)))
	}
	limit := uint32(min(b.g.LongestPath(), uint64(100*b.g.MeanWeight())))
	a, err := b.d.NewAccess(len(nodes))
	if err != nil {
		return err
	}
	defer a.Release()
	var got []prepared.Reach
	t, err := timing.Call(b.be, timing.Runs{Warm: 1, Timed: min(3, b.repeat)}, func() (err error) {
		got, err = prepared.ReachAll(ctx, a, nodes, limit, func(int) {})
		return err
	})
	if err != nil {
		return err
	}
	verified, err := measure.Reaches(ctx, b.g, nodes, nil, got, limit, b.check, rand.New(rand.NewPCG(26, uint64(n))))
	if err != nil {
		return err
	}
	b.row(kind, title, t, 1, fmt.Sprintf("number, greatest and mean distance: %.3g distances, %.3g µs a node; %d nodes verified", float64(len(nodes))*float64(n), 1000*t.Wall/float64(len(nodes)), verified))
	return nil
}

// fill measures a table: computing it batch by batch, and reading each batch.
func (b *benchmark) fill(ctx context.Context) error {
	n, lanes := min(b.table, b.g.Nodes()), b.d.MaxLanes()
	if n == 0 || lanes == 0 {
		return nil
	}
	batch, err := b.d.NewBatch(lanes)
	if err != nil {
		return err
	}
	defer batch.Release()
	var targets []uint32
	for _, q := range drawn(b.g.Nodes(), n) {
		targets = append(targets, q.Source)
	}
	table, err := batch.NewTable(targets)
	if err != nil {
		return err
	}
	defer table.Release()
	words := make([]uint32, lanes*n)
	b.checked = 0
	// pass computes the whole table and calls after with the rows of each part.
	pass := func(after func(sources []uint32) error) (made, read timing.Times, err error) {
		for first := 0; first < n; first += lanes {
			sources := targets[first:min(n, first+lanes)]
			t, err := timing.Once(ctx, b.be, func() {
				batch.Trees(sources)
				table.Fill()
			})
			if err != nil {
				return made, read, err
			}
			begin := clock.Now()
			if err := table.Read(ctx, words); err != nil {
				return made, read, err
			}
			made, read.Wall = timing.Times{GPU: made.GPU + t.GPU, Wall: made.Wall + t.Wall}, read.Wall+timing.Milliseconds(clock.Since(begin))
			if err := after(sources); err != nil {
				return made, read, err
			}
		}
		return made, read, nil
	}
	if _, _, err := pass(func(sources []uint32) error {
		if b.checked > 0 {
			return nil // checking the first part is enough
		}
		return b.verifyTable(ctx, sources, targets, words)
	}); err != nil {
		return err
	}
	nothing := func([]uint32) error { return nil }
	if err := timing.Warm(b.be, func() error { _, _, err := pass(nothing); return err }); err != nil {
		return err
	}
	made, read, err := pass(nothing)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("table of %s × %s", format.Thousands(n), format.Thousands(n))
	b.row("table", title+", on the device", made, 1, fmt.Sprintf("%s verified", format.Count(b.checked, "row")))
	b.row("read", title+", reading it", read, 1, format.Bytes(4*int64(n)*int64(n)))
	return nil
}

// verifyTable compares the first rows of a table with Dijkstra's algorithm.
func (b *benchmark) verifyTable(ctx context.Context, sources, targets, words []uint32) error {
	var queries []sssp.Query
	for _, s := range sources[:min(len(sources), b.check)] {
		queries = append(queries, sssp.Query{Source: s, Target: graph.NoNode})
	}
	return measure.Dijkstras(ctx, b.g, queries, func(i int, truth oracle.Search) error {
		for column, v := range targets {
			if got := words[i*len(targets)+column]; got != truth.Dist[v] {
				return fmt.Errorf("%w: from node %d to node %d the table has %d, but Dijkstra's algorithm says %d", fault.Wrong, queries[i].Source, v, got, truth.Dist[v])
			}
		}
		b.checked++
		return nil
	})
}

// onHost measures the same algorithm on the host, and Dijkstra's algorithm for comparison.
func (b *benchmark) onHost(ctx context.Context) error {
	h := prepared.NewHost(b.d.Fronts)
	dist := make([]uint32, b.g.Nodes())
	few := timing.Runs{Warm: 1, Timed: min(5, b.repeat)}
	for _, w := range []struct {
		title string
		work  func()
	}{
		{"new weights, on the host", func() { h.Customize(b.g.Weight) }},
		{"one tree, on the host", func() { h.Tree(0, dist) }},
		{"Dijkstra's algorithm, one thread", func() { oracle.Dijkstra(b.g, 0, graph.NoNode) }},
	} {
		t, err := timing.Host(ctx, func() func() { return w.work }, few)
		if err != nil {
			return err
		}
		b.row("", w.title, t, 1, "")
	}
	if err := oracle.Verify(b.g, oracle.Dijkstra(b.g, 0, graph.NoNode), graph.NoNode, dist); err != nil {
		return fmt.Errorf("%w: on the host: %v", fault.Wrong, err)
	}
	return nil
}

// pays measures the fast search and prints after how many trees the preparation pays off.
func (b *benchmark) pays(ctx context.Context, made *prepared.Made) error {
	s, err := sssp.Frontier{}.Prepare(b.be, b.m)
	if err != nil {
		return err
	}
	defer s.Release()
	var gpu, wall []float64
	var found measure.Outcome
	queries := drawn(b.g.Nodes(), 1+min(5, b.repeat))
	search := func() error {
		_, err := measure.Search(ctx, s, queries[0], nil, nil)
		return err
	}
	if err := search(); err != nil {
		return err
	}
	if err := timing.Warm(b.be, search); err != nil {
		return err
	}
	for _, q := range queries[1:] {
		if found, err = measure.Search(ctx, s, q, nil, nil); err != nil {
			return err
		}
		gpu, wall = append(gpu, found.Last.GPU), append(wall, found.Wall)
	}
	t := timing.Times{GPU: timing.Median(gpu), Wall: timing.Median(wall)}
	b.row("", "a search from one to all, frontier", t, 1, fmt.Sprintf("%d rounds; %s", found.Last.Round, cli.InWords(sssp.Frontier{}, found.Values)))
	saved := t.Wall - b.oneTree
	if saved <= 0 {
		return b.out.Remark("\nA tree takes longer than a search: the preparation does not pay off.")
	}
	order := timing.Milliseconds(made.Order + made.Lists)
	return b.out.Remark(fmt.Sprintf("\nIn wall time, new weights pay off after %s, and with the order after %s, each compared with searches.\n",
		format.Count(1+int(b.customized/saved), "tree"), format.Count(1+int((order+b.customized)/saved), "tree")))
}
