package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

const concurrentHelp = "number of concurrent queries, or auto for as many as keep the device busy"

// concurrency parses the value of --concurrent; auto is zero.
func concurrency(text string) (int, error) {
	if text == "auto" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, cli.Usage("--concurrent is %q, not a number from 1 on or auto", text)
	}
	return n, nil
}

// sideBySide are the searches that can run concurrent queries.
var sideBySide = []sssp.Algorithm{sssp.Frontier{}, sssp.Prepared{}}

// needSideBySide refuses searches that run one query at a time.
func needSideBySide(what string, algorithms ...sssp.Algorithm) error {
	names := cli.Names(sideBySide)
	for _, a := range algorithms {
		if !slices.Contains(names, a.Name()) {
			return cli.Usage("%s needs a search that makes concurrent queries: -a %s, not %s", what, strings.Join(names, " or "), a.Name())
		}
	}
	return nil
}

// searchers run concurrent searches on the devices of a pool.
type searchers struct {
	pool    *cli.Pool
	solvers []sssp.Concurrent // a solver for each device; nil if it was lost
	atOnce  int               // greatest number of queries in a batch
	even    bool              // batches may be smaller, so that all devices get the same number
	costs   []cost            // by device
}

// prepare prepares a search on all devices for batches of wanted queries. If that is zero, the
// batches are large enough to keep the devices busy.
func prepare(p *cli.Pool, a sssp.Algorithm, m *scene.Map, wanted int) (s *searchers, err error) {
	s = &searchers{pool: p, costs: make([]cost, len(p.Members)), atOnce: wanted, even: wanted == 0 && len(p.Members) > 1}
	s.solvers, err = cli.OnEach(p, func(d *cli.Member) (sssp.Concurrent, error) {
		solver, err := a.Prepare(d, m)
		if err != nil {
			return nil, err
		}
		return solver.(sssp.Concurrent), nil // needSideBySide has checked it
	})
	if err != nil {
		return nil, err
	}
	for _, k := range p.Working() {
		switch {
		case wanted > s.solvers[k].Room():
			err = cli.Usage("--concurrent is %d; the device has room for %d with this graph", wanted, s.solvers[k].Room())
		case wanted == 0 && (s.atOnce == 0 || s.solvers[k].AtOnce() < s.atOnce):
			s.atOnce = s.solvers[k].AtOnce()
		}
	}
	if err != nil {
		s.release()
	}
	return s, err
}

// release releases the solvers.
func (s *searchers) release() { cli.ReleaseEach(s.solvers) }

// batch returns the size of the batches of n queries.
func (s *searchers) batch(n int) int {
	if !s.even {
		return s.atOnce
	}
	turns := max(1, len(s.pool.Working()))
	turns *= (n + turns*s.atOnce - 1) / (turns * s.atOnce) // number of batches, the same for each device
	return max(1, (n+turns-1)/max(1, turns))
}

// each runs queries in batches, spread over the devices. It calls read for each batch on its
// device, and use for the results in the order of the queries.
func each[R any](ctx context.Context, s *searchers, queries []sssp.Query, v compute.Values, read func(context.Context, *cost, measure.Batch) (R, error), use func(R) error) error {
	size := s.batch(len(queries))
	do := func(ctx context.Context, k, part int) (r R, err error) {
		first := part * size
		for b, e := range measure.Batches(ctx, s.solvers[k], queries[first:min(len(queries), first+size)], size, v) {
			if err = e; err == nil {
				b.First = first
				c := &s.costs[k]
				c.batches, c.wall, c.gpu = c.batches+1, c.wall+b.Wall, c.gpu+b.GPU
				r, err = read(ctx, c, b)
			}
		}
		return r, err
	}
	return cli.Spread(ctx, s.pool, (len(queries)+size-1)/size, do, func(_ int, r R) error { return use(r) })
}

// cost sums up the concurrent queries of a device.
type cost struct {
	batches            int
	wall, gpu, reading float64 // ms for searching, and for reading distances
}

// cost returns the number of batches of all devices, and the times of the slowest one.
func (s *searchers) cost() (all cost) {
	for _, c := range s.costs {
		all = cost{all.batches + c.batches, max(all.wall, c.wall), max(all.gpu, c.gpu), max(all.reading, c.reading)}
	}
	return all
}

// searchMany runs all jobs concurrently, after a batch on each device to warm up.
func searchMany(ctx context.Context, s *searchers, m *scene.Map, jobs []job, v compute.Values, f searchFlags, done func(int, outcome) error) (out []outcome, err error) {
	var queries []sssp.Query
	for _, j := range jobs {
		queries = append(queries, j.Query.Query)
	}
	size := s.batch(len(queries))
	if err := s.pool.Each(func(k int) error {
		for _, err := range measure.Batches(ctx, s.solvers[k], queries[:min(size, len(queries))], size, v) {
			if err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	read := func(ctx context.Context, _ *cost, b measure.Batch) ([]outcome, error) {
		return outcomes(ctx, b, m, jobs[b.First:], f.verify)
	}
	err = each(ctx, s, queries, v, read, func(found []outcome) error {
		for _, o := range found {
			out = append(out, o)
			if err := done(len(out)-1, o); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// outcomes returns the results of the searches of a batch. The time of a single one is unknown.
func outcomes(ctx context.Context, b measure.Batch, m *scene.Map, jobs []job, verify bool) ([]outcome, error) {
	var targets []uint32
	for _, q := range b.Queries {
		targets = append(targets, min(q.Target, uint32(m.Graph.Nodes()-1))) // a query to all nodes has no target; any column will do
	}
	n := len(b.Queries)
	table := make([]uint32, n*n)
	if err := b.Many.Table(ctx, targets, table); err != nil {
		return nil, err
	}
	out := make([]outcome, n)
	for i := range out {
		out[i] = outcome{job: jobs[i], dist: graph.Unreached, last: b.Last[i], shared: true}
		if !jobs[i].all() {
			out[i].dist = table[i*n+i]
		}
	}
	if !verify {
		return out, nil
	}
	return out, measure.Dijkstras(ctx, m.Graph, b.Queries, func(i int, truth oracle.Search) error {
		out[i].dijkstra, out[i].verified = truth.Relaxed, true
		return b.Verify(ctx, m.Graph, i, truth)
	})
}

// manyLine is the summary of concurrent queries in JSON.
type manyLine struct {
	Type       string   `json:"type"`
	Queries    int      `json:"queries"`
	AtOnce     int      `json:"at_once"`
	Batches    int      `json:"batches"`
	Wall       float64  `json:"wall_ms"`
	GPU        float64  `json:"gpu_ms"`
	MeanWall   float64  `json:"mean_wall_ms"`
	MeanGPU    float64  `json:"mean_gpu_ms"`
	MeanRounds float64  `json:"mean_rounds"`
	Efficiency *float64 `json:"efficiency,omitempty"` // only with --verify
	Verified   *int     `json:"verified"`
}

// manySummary prints the total cost of all queries.
func (r *printer) manySummary(outcomes []outcome, many *searchers) error {
	s, n, run := summarize(outcomes, r.flags.verify), float64(len(outcomes)), many.cost()
	if r.json != nil {
		if err := many.pool.Shares(r.out, true); err != nil {
			return err
		}
	}
	l := manyLine{Type: "summary", Queries: len(outcomes), AtOnce: many.atOnce, Batches: run.batches, Wall: run.wall, GPU: run.gpu,
		MeanWall: run.wall / n, MeanGPU: run.gpu / n, MeanRounds: s.MeanRounds, Verified: s.Verified}
	verified, efficiency := "", ""
	if r.flags.verify {
		l.Efficiency = s.Efficiency
		verified, efficiency = fmt.Sprintf(", %d of %d verified", *l.Verified, l.Queries), efficiencyInWords(s.Efficiency)
	}
	if r.json != nil {
		return r.json.Encode(l)
	}
	if _, err := fmt.Fprintf(r.out, "\n%s%s, %d concurrent, batches: %d; %.3f ms, GPU %.3f ms; a query %.4f ms, GPU %.4f ms, %.1f rounds%s\n",
		format.Plural(l.Queries, "query", "queries"), verified, l.AtOnce, l.Batches, l.Wall, l.GPU, l.MeanWall, l.MeanGPU, l.MeanRounds, efficiency); err != nil {
		return err
	}
	return many.pool.Shares(r.out, false)
}
