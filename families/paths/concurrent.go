package paths

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/ref"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/format"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

const concurrentHelp = "concurrent queries on the device: a number, or auto for as many as keep it busy"

// concurrency reads the value of --concurrent; auto is zero.
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

// sideBySide lists the searches that make concurrent queries, which only their
// solvers tell.
func sideBySide() (names []string, err error) {
	g, err := graph.FromArcs(make([]geom.Point, 1), make([]int64, 1), nil, graph.ByTime)
	if err != nil {
		return nil, err
	}
	for _, a := range sssp.Searches() {
		room, _, err := measure.Room(ref.NewHost(), a, &scene.Map{Graph: g})
		if err != nil {
			return nil, err
		}
		if room > 0 {
			names = append(names, a.Name())
		}
	}
	return names, nil
}

// needSideBySide refuses a search that makes one query at a time.
func needSideBySide(what string, algorithms ...sssp.Algorithm) error {
	names, err := sideBySide()
	if err != nil {
		return err
	}
	for _, a := range algorithms {
		if !slices.Contains(names, a.Name()) {
			return cli.Usage("%s needs a search that makes concurrent queries: -a %s, not %s", what, strings.Join(names, " or "), a.Name())
		}
	}
	return nil
}

// atOnce settles how many queries are concurrent.
func atOnce(s sssp.Concurrent, wanted int) (int, error) {
	if room := s.Room(); wanted > room {
		return 0, cli.Usage("--concurrent is %d; the device has room for %d with this graph", wanted, room)
	}
	if wanted == 0 {
		return s.AtOnce(), nil
	}
	return wanted, nil
}

// manyRun is what concurrent queries cost.
type manyRun struct {
	atOnce, batches int
	wall, gpu       float64 // ms in all
}

// add counts a batch.
func (r *manyRun) add(b measure.Batch) {
	r.batches++
	r.wall, r.gpu = r.wall+b.Wall, r.gpu+b.GPU
}

// searchMany runs all jobs concurrently, the first batch once more before to warm
// up.
func searchMany(ctx context.Context, s sssp.Concurrent, m *scene.Map, jobs []job, v compute.Values, f searchFlags, done func(int, outcome) error) ([]outcome, manyRun, error) {
	n := f.atOnce
	r := manyRun{atOnce: n}
	var queries []sssp.Query
	for _, j := range jobs {
		queries = append(queries, j.Query.Query)
	}
	for _, err := range measure.Batches(ctx, s, queries[:min(n, len(queries))], n, v) {
		if err != nil {
			return nil, r, err
		}
	}
	var out []outcome
	for b, err := range measure.Batches(ctx, s, queries, n, v) {
		if err != nil {
			return nil, r, err
		}
		r.add(b)
		found, err := outcomes(ctx, b, m, jobs[b.First:], f.verify)
		if err != nil {
			return nil, r, err
		}
		for _, o := range found {
			out = append(out, o)
			if err := done(len(out)-1, o); err != nil {
				return nil, r, err
			}
		}
	}
	return out, r, nil
}

// outcomes tells what the searches of a batch have found. How long one of them took
// nobody knows.
func outcomes(ctx context.Context, b measure.Batch, m *scene.Map, jobs []job, verify bool) ([]outcome, error) {
	var targets []uint32
	for _, q := range b.Queries {
		targets = append(targets, min(q.Target, uint32(m.Graph.Nodes()-1))) // any column will do for all
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

// manyLine is the summary of concurrent queries.
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
	Efficiency *float64 `json:"efficiency,omitempty"` // if verified
	Verified   *int     `json:"verified"`
}

// manySummary tells what all queries together have cost.
func (r *printer) manySummary(outcomes []outcome, run manyRun) error {
	s, n := summarize(outcomes, r.flags.verify), float64(len(outcomes))
	l := manyLine{Type: "summary", Queries: len(outcomes), AtOnce: run.atOnce, Batches: run.batches, Wall: run.wall, GPU: run.gpu,
		MeanWall: run.wall / n, MeanGPU: run.gpu / n, MeanRounds: s.MeanRounds, Verified: s.Verified}
	verified, efficiency := "", ""
	if r.flags.verify {
		l.Efficiency = s.Efficiency
		verified, efficiency = fmt.Sprintf(", %d of %d verified", *l.Verified, l.Queries), efficiencyInWords(s.Efficiency)
	}
	if r.json != nil {
		return r.json.Encode(l)
	}
	_, err := fmt.Fprintf(r.out, "\n%s%s, %d concurrent, batches: %d; %.3f ms, GPU %.3f ms; a query %.4f ms, GPU %.4f ms, %.1f rounds%s\n",
		format.Plural(l.Queries, "query", "queries"), verified, l.AtOnce, l.Batches, l.Wall, l.GPU, l.MeanWall, l.MeanGPU, l.MeanRounds, efficiency)
	return err
}
