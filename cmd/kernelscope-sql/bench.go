//go:build duckdb

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/database"
	"kernelscope/internal/fault"
	text "kernelscope/internal/format"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// goal is the goal in milliseconds for the statement over 10^6 pairs of the smallest graph on one
// NVIDIA H200.
const goal = 90

// benchFlags are the flags of 'bench'.
type benchFlags struct {
	factor, pairs, repeat int
	seed                  uint64
	scalar                bool
}

func (a *app) benchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure a statement over random pairs",
		Long: `Generates random pairs and a graph of friendships, as large and with ids as sparse as in the
LDBC Social Network Benchmark at a scale factor, as tables in memory. It then runs

  CREATE OR REPLACE TABLE lengths AS FROM paths('knows', 'SELECT src, dst FROM pairs')
  SELECT src, dst, coalesce(length, -1) FROM paths('knows', 'SELECT src, dst FROM pairs')

and measures the wall time from the text of the statement to its end: comparing the table
with the graph on the device, reading pairs from the database, mapping ids to nodes, upload,
search, read-back, writing rows to the database and, for the second statement, reading them
into arrays. Medians are over the runs after the first, which reads and uploads the graph.
Every length of every run is compared with a queue-based search.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.until(func(ctx context.Context) error { return a.bench(ctx, f) })
		},
	}
	fs := c.Flags()
	fs.IntVar(&f.factor, "sf", 1, "scale factor: 1, 3, 10, 30, 100, 300")
	fs.IntVar(&f.pairs, "pairs", 1_000_000, "number of pairs")
	fs.IntVarP(&f.repeat, "repeat", "r", 9, "number of runs, of which the median counts")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the graph and of the pairs")
	fs.BoolVar(&f.scalar, "scalar", false, "also measure SELECT path_length('knows', src, dst) FROM pairs")
	return c
}

// idOf returns the id of a node, as large and sparse as the ids of the LDBC benchmark.
func idOf(node uint32) int64 { return 933 + int64(node)*1_099_511_628 }

func nodeOf(id int64) uint32 { return uint32((id - 933) / 1_099_511_628) }

func (a *app) bench(ctx context.Context, f benchFlags) error {
	if f.pairs < 1 || f.repeat < 1 {
		return fault.Usage.Errorf("--pairs is %d and --repeat %d; at least one of each is needed", f.pairs, f.repeat)
	}
	in, err := graphgen.SNB(f.seed, f.factor)
	if err != nil {
		return err
	}
	g, err := graph.FromArcs(make([]geom.Point, len(in.ID)), in.ID, in.Arcs, in.Metric)
	if err != nil {
		return err
	}
	pairs := pairgen.Random(f.seed, f.pairs, pairgen.All(g.Nodes()))
	db, err := database.Open(ctx, database.Options{Open: a.openDevice})
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Session(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	edges := make([]bfs.Pair, len(in.Arcs))
	for i, arc := range in.Arcs {
		edges[i] = bfs.Pair{Source: arc.Tail, Target: arc.Head}
	}
	for name, rows := range map[string][]bfs.Pair{"knows": edges, "pairs": pairs} {
		if err := fill(ctx, s, name, rows); err != nil {
			return err
		}
	}
	want, err := oracleOf(ctx, g, pairs)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "snb,sf=%d: %s, %s; %s\n", f.factor, text.Count(g.Nodes(), "node"), text.Count(g.Edges(), "edge"), text.Count(len(pairs), "pair"))
	statements := []string{createLengths, "SELECT src, dst, coalesce(length, -1) AS length FROM paths('knows', 'SELECT src, dst FROM pairs')"}
	if f.scalar {
		statements = append(statements, "SELECT src, dst, coalesce(path_length('knows', src, dst), -1) AS length FROM pairs")
	}
	for _, statement := range statements {
		if err := a.measure(ctx, s, statement, f.repeat, want); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.out, "\nThe goal for 10^6 pairs of sf=1, on one H200: ≤ %d ms\n", goal)
	return nil
}

// createLengths stores its answer in the database.
const createLengths = "CREATE OR REPLACE TABLE lengths AS FROM paths('knows', 'SELECT src, dst FROM pairs')"

// answers runs a statement and returns its answer, its report and its time.
func answers(ctx context.Context, s *database.Session, statement string) (columns [][]int64, r *database.Report, elapsed float64, err error) {
	start := time.Now()
	if statement != createLengths {
		columns, r, err = s.Integers(ctx, statement)
		return columns, r, timing.Milliseconds(time.Since(start)), err
	}
	rows, r, err := s.Query(ctx, statement)
	elapsed = timing.Milliseconds(time.Since(start))
	if err == nil {
		err = rows.Close()
	}
	if err == nil {
		columns, _, err = s.Integers(ctx, "SELECT src, dst, coalesce(length, -1) FROM lengths")
	}
	return columns, r, elapsed, err
}

// answer is a pair with its length, or -1 without a path.
type answer struct {
	src, dst uint32
	length   int64
}

func compare(a, b answer) int {
	switch {
	case a.src != b.src:
		return int(a.src) - int(b.src)
	case a.dst != b.dst:
		return int(a.dst) - int(b.dst)
	}
	return int(a.length - b.length)
}

// oracleOf returns all answers of the oracle in the order of the pairs.
func oracleOf(ctx context.Context, g *graph.Graph, pairs []bfs.Pair) ([]answer, error) {
	sources, targets := make([]uint32, len(pairs)), make([]uint32, len(pairs))
	for i, p := range pairs {
		sources[i], targets[i] = p.Source, p.Target
	}
	lengths, err := oracle.BFSLengths(ctx, g.FirstOut, g.Head, sources, targets)
	if err != nil {
		return nil, err
	}
	want := make([]answer, len(pairs))
	for i, p := range pairs {
		if want[i] = (answer{p.Source, p.Target, int64(lengths[i])}); lengths[i] == graph.Unreached {
			want[i].length = -1
		}
	}
	slices.SortFunc(want, compare)
	return want, nil
}

// measure runs a statement repeatedly, verifies all answers and prints medians.
func (a *app) measure(ctx context.Context, s *database.Session, statement string, repeat int, want []answer) error {
	fmt.Fprintf(a.out, "\n%s\n", statement)
	var whole, search []float64
	for run := range repeat + 1 {
		columns, report, elapsed, err := answers(ctx, s, statement)
		if err != nil {
			return err
		}
		if err := verify(columns, want); err != nil {
			return err
		}
		searched := 0.0
		for _, s := range report.Searches() {
			searched += timing.Milliseconds(s.Wall)
		}
		if run == 0 {
			fmt.Fprintf(a.out, "%10.1f ms for the first run\n", elapsed)
			continue
		}
		whole, search = append(whole, elapsed), append(search, searched)
		if run == repeat {
			for _, line := range report.Lines() {
				fmt.Fprintln(a.out, "           "+line)
			}
		}
	}
	fmt.Fprintf(a.out, "%10.1f ms for the whole statement, median of %d runs\n%10.1f ms of it for the search\n", timing.Median(whole), repeat, timing.Median(search))
	_, err := fmt.Fprintln(a.out, "verified: every length of every run")
	return err
}

// verify compares an answer with the oracle's. Its rows are in no particular order.
func verify(columns [][]int64, want []answer) error {
	got := make([]answer, len(columns[0]))
	for i := range got {
		got[i] = answer{nodeOf(columns[0][i]), nodeOf(columns[1][i]), columns[2][i]}
	}
	slices.SortFunc(got, compare)
	if len(got) != len(want) {
		return fault.Wrong.Errorf("%d answers to %d pairs", len(got), len(want))
	}
	for i, w := range want {
		if got[i] != w {
			return fault.Wrong.Errorf("the answer to node %d and %d is %d to node %d and %d, but a queue-based search says %d", got[i].src, got[i].dst, got[i].length, w.src, w.dst, w.length)
		}
	}
	return nil
}

// fill creates a table of pairs from a temporary file.
func fill(ctx context.Context, s *database.Session, name string, rows []bfs.Pair) error {
	folder, err := os.MkdirTemp("", "kernelscope-sql-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	lines := []byte("src,dst\n")
	for _, p := range rows {
		lines = append(strconv.AppendInt(lines, idOf(p.Source), 10), ',')
		lines = append(strconv.AppendInt(lines, idOf(p.Target), 10), '\n')
	}
	path := filepath.Join(folder, name+".csv")
	if err := os.WriteFile(path, lines, 0o600); err != nil {
		return err
	}
	return exec(ctx, s, "CREATE TABLE "+name+" AS FROM '"+path+"'")
}
