package command

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
)

// autoSweep lists the values to measure for each size parameter of a sort.
var autoSweep = map[string][]uint32{
	sorting.Workgroup: {32, 64, 128, 256, 512, 1024},
	sorting.Items:     {2, 4, 8, 12, 16, 24, 32},
}

// newAuto makes the sort rows of 'bench auto'.
func newAuto(app *cli.App, _ *cobra.Command, f *cli.Auto) cli.Comparer {
	return func(ctx context.Context, out io.Writer, _ []string) error {
		defer app.PreferComputeOnly()()
		d, info, err := app.BenchDevice()
		if err != nil {
			return err
		}
		defer d.Release()
		sizes, err := f.Sizes(info.Software)
		if err != nil {
			return err
		}
		if err := cli.AutoHead(out, "keys", "sort"); err != nil {
			return err
		}
		format := sorting.Format{Type: sorting.U32}
		for _, n := range sizes {
			a := &arrays{device: d, format: format, sizes: []int{n}, runs: timing.Runs{Warm: 1, Timed: 1}, dist: "uniform", seed: 1}
			for _, s := range sorters() {
				if s.onHost() {
					continue
				}
				settings := append(experiment.Grid(s, nil), experiment.Grid(s, s.sweep())...)
				if err := f.Row(ctx, out, app, cli.AutoRow{
					Title: s.Title(), Size: n, Settings: settings, Words: words,
					On: func() experiment.Subject { return a },
					InWords: func(_ experiment.Setting, v compute.Values) string {
						return cli.InWords(s, compute.Values{sorting.Workgroup: v[sorting.Workgroup], sorting.Items: v[sorting.Items]})
					},
				}); err != nil {
					return err
				}
				a.runs.Warm = 0 // the device runs at full speed by now
			}
		}
		return nil
	}
}

// sweep returns the values of autoSweep for the parameters of the sort.
func (s sorter) sweep() map[string][]uint32 {
	values := map[string][]uint32{}
	for _, p := range s.Params() {
		for _, x := range autoSweep[p.Name] {
			if p.Check(compute.Limits{}, x) == nil {
				values[p.Name] = append(values[p.Name], x)
			}
		}
	}
	return values
}
