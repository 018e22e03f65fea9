package command

import (
	"context"
	_ "embed"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
	"kernelscope/families/scans"
	"kernelscope/report"
)

//go:embed goals.csv
var goalsFile string

// byHost is the unit of goals for software devices: speed relative to slices.Sort in wall time.
const byHost = "× slices.Sort"

// goal is a workload with its bar.
type goal struct {
	experiment.Goal
	algorithm string
	f         sorting.Format
	n         int
}

// goals returns the project's goals.
func goals() (out []goal, err error) {
	for _, r := range experiment.Records(goalsFile) {
		g := goal{Goal: experiment.NewGoal(r["work"], r.Number("bar"), r["unit"]), algorithm: r["algorithm"], n: int(r.Number("n"))}
		g.f.Payload = r["payload"] != ""
		if g.f.Type, err = TypeOf("type", r["type"]); err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// bars measures all goals.
func bars(ctx context.Context, w *report.Rows, d *cli.Device, f benchFlags) error {
	all, err := goals()
	if err != nil {
		return err
	}
	for _, g := range all {
		row, err := g.measure(ctx, d, timing.Runs{Warm: 2, Timed: f.repeat}, f.seed)
		if err != nil {
			return err
		}
		if err := w.Goal(row, g.Goal); err != nil {
			return err
		}
	}
	return nil
}

// measure runs the workload and sets the reached figure.
func (g *goal) measure(ctx context.Context, d *cli.Device, runs timing.Runs, seed uint64) (row experiment.Row, err error) {
	row = experiment.Row{Algorithm: g.algorithm, Input: g.f.Type.String(), Size: g.n, Labels: map[string]any{"payload": g.f.Payload}}
	j := job{f: g.f, n: g.n, runs: runs, input: func() (oracle.Array, error) { return madeKeys("uniform", g.f, g.n, seed) }}
	if g.algorithm == scans.Name {
		err = measureScan(ctx, d, runs, seed, &row)
	} else if j.sorter, err = cli.Named("goals.csv", g.algorithm, sorters()); err == nil {
		err = measure(ctx, d, j, &row)
	}
	if err != nil || row.LeftOut != "" {
		return row, err
	}
	switch g.Unit {
	case experiment.PerSecond:
		g.Reach(row.Rate() / 1e9)
	case experiment.Milliseconds:
		g.Reach(row.GPU)
	case byHost:
		host := row
		host.Labels = map[string]any{}
		j.sorter, j.runs = sorter{host: onHost}, timing.Runs{Timed: runs.Timed}
		if err := measure(ctx, d, j, &host); err != nil {
			return row, err
		}
		g.Reach(row.Wall / host.Wall)
	}
	return row, nil
}

// measureScan times prefix sums.
func measureScan(ctx context.Context, d *cli.Device, runs timing.Runs, seed uint64, row *experiment.Row) error {
	be, err := d.Backend()
	if err != nil {
		return err
	}
	times, err := scans.Time(ctx, be, row.Size, runs, seed)
	if err != nil {
		row.LeftOut, err = d.LeftOut(err)
		return err
	}
	row.Labels["proof"] = "exact"
	row.Measured(times)
	return nil
}
