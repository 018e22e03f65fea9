package main

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/format"
)

// sortGoal is a row of the project's table of goals, which are set for one NVIDIA
// H200 and uniform random keys.
type sortGoal struct {
	work, algorithm string
	f               sorting.Format
	n               int
	bar             float64
	unit            string
}

// byHost is the unit of goals for software devices: of the wall time.
const byHost = "× slices.Sort"

const scanned = "scan"

func sortGoals() []sortGoal {
	u32, i32 := sorting.Format{}, sorting.Format{Type: sorting.I32}
	return []sortGoal{
		{"u32 keys, 2^27", "radix", u32, 1 << 27, 25, byRate},
		{"u32 + payload, 2^26", "radix", sorting.Format{Payload: true}, 1 << 26, 18, byRate},
		{"u64 keys, 2^26", "radix", sorting.Format{Type: sorting.U64}, 1 << 26, 8, byRate},
		{"u32 keys, 2^20", "radix", u32, 1 << 20, 0.09, byTime},
		{"Batcher, 2^26 i32", "batcher-fused", i32, 1 << 26, 25, byTime},
		{"Batcher, 10^9 i32", "batcher-fused", i32, 1_000_000_000, 450, byTime},
		{"scan u32, 2^25", scanned, u32, 1 << 25, 250, byRate},
		{"u32 keys, 10^6, software", "radix", u32, 1_000_000, 4, byHost},
	}
}

// goalRow is a goal with what was reached.
type goalRow struct {
	sortRow
	goal
}

// bars measures all goals.
func (b *sortBench) bars(ctx context.Context, t *sortTable, f benchSortFlags) error {
	if t.json == nil {
		fmt.Fprintf(t.out, "%-26s %18s %9s %6s %11s %11s %8s  %s\n", "work", "bar (H200)", "reached", "", "GPU ms", "wall ms", "of copy", "settings")
	}
	for _, g := range sortGoals() {
		row, err := b.goal(ctx, g, f)
		if err != nil {
			return err
		}
		if err := t.goal(row); err != nil {
			return err
		}
	}
	return nil
}

func (b *sortBench) goal(ctx context.Context, g sortGoal, f benchSortFlags) (r goalRow, err error) {
	r = goalRow{goal: newGoal(g.work, g.bar, g.unit)}
	runs := timing.Runs{Warm: 2, Timed: f.repeat}
	input := func() (oracle.Array, error) { return madeKeys("uniform", g.f, g.n, f.seed) }
	switch s, none := algorithmOf("-a", g.algorithm, sorters()); {
	case g.algorithm == scanned:
		r.sortRow, err = b.scan(ctx, g, runs, f.seed)
	case none != nil:
		r.sortRow = sortRow{Algorithm: g.algorithm, N: g.n, LeftOut: "there is no such way to sort"}
	default:
		r.sortRow, err = b.measure(ctx, sortJob{sorter: s, f: g.f, n: g.n, runs: runs, input: input})
	}
	r.Type = "goal"
	if err != nil || r.LeftOut != "" {
		return r, err
	}
	switch g.unit {
	case byRate:
		r.reach(r.Rate / 1e9)
	case byTime:
		r.reach(r.GPU)
	case byHost:
		host, err := b.measure(ctx, sortJob{f: g.f, n: g.n, runs: timing.Runs{Timed: f.repeat}, input: input})
		if err != nil {
			return r, err
		}
		r.reach(r.Wall / host.Wall)
	}
	return r, nil
}

// scan times prefix sums.
func (b *sortBench) scan(ctx context.Context, g sortGoal, runs timing.Runs, seed uint64) (sortRow, error) {
	row := sortRow{Algorithm: scanned, Keys: g.f.Type.String(), N: g.n}
	d, err := b.device()
	if err != nil {
		return row, err
	}
	took, err := timeScan(ctx, d, g.n, runs, seed)
	if err != nil {
		row.LeftOut, err = b.leftOut(err)
		return row, err
	}
	row.GPU, row.Wall, row.Verified, row.Proof = took.GPU, took.Wall, true, "exact"
	row.Rate = rate(g.n, took)
	return row, nil
}

// timeScan times prefix sums of random words and compares every one with the host's.
func timeScan(ctx context.Context, d *gpu.Device, n int, runs timing.Runs, seed uint64) (took timing.Times, err error) {
	s, err := scan.New(d, scan.Kind{}, n)
	if err != nil {
		return took, err
	}
	defer s.Release()
	words, err := keygen.Keys("uniform", sorting.U32, n, seed)
	if err != nil {
		return took, err
	}
	from, to := d.NewBuffer("values to scan", n), d.NewBuffer("sums", n)
	defer from.Release()
	defer to.Release()
	d.Write(from, 0, words)
	if took, err = timing.Record(ctx, d, scanned, func(e compute.Encoder) { s.Record(e, from, to, n) }, nil, runs); err != nil {
		return took, err
	}
	sums := make([]uint32, n)
	if err := d.Read(ctx, to, 0, sums); err != nil {
		return took, err
	}
	before := uint32(0)
	for i, x := range words {
		if sums[i] != before {
			return took, fmt.Errorf("%w: the sum before value %d of the scan is %d, not %d", fault.Wrong, i, sums[i], before)
		}
		before += x
	}
	return took, nil
}

// goal prints one.
func (t *sortTable) goal(r goalRow) error {
	if t.json != nil {
		return t.json.Encode(r)
	}
	line := fmt.Sprintf("%-26s %18s", r.Work, r.wanted())
	if r.LeftOut != "" {
		_, err := fmt.Fprintf(t.out, "%s  left out: %s\n", line, r.LeftOut)
		return err
	}
	f, err := r.format()
	if err != nil {
		return err
	}
	settings := r.Algorithm
	if with := inOrder(r.Params); with != "" {
		settings += ": " + with
	}
	_, err = fmt.Fprintf(t.out, "%s %9s %6s %11.3f %11.3f %8s  %s\n", line, format.Short(r.Reached), r.verdict(), r.GPU, r.Wall,
		fmt.Sprintf("%.1f %%", 100*t.ofCopy(r.Rate, f)), settings)
	return err
}
