package command

import (
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
)

// autoSweep lists the values to measure for each size parameter of a form.
var autoSweep = map[string][]uint32{
	clip.Workgroup: {64, 128, 256, 512, 1024},
	clip.Items:     {2, 4, 8},
}

// newAuto makes the clip rows of 'bench auto'. The first row compares the default form's own choice
// of sizes with all forms and sizes, each other row a form's own choice with all sizes of that
// form.
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
		if err := cli.AutoHead(out, "elements", "clips"); err != nil {
			return err
		}
		forms := clip.Forms()
		for _, n := range sizes {
			s := &sequences{device: d, shape: "random", sizes: []int{n}, seed: 1, runs: timing.Runs{Warm: 1, Timed: 1}}
			for i, form := range forms {
				swept, title := []clip.Form{form}, form.Title()
				if i == 0 {
					swept, title = forms, "any form"
				}
				settings := experiment.Grid(form, nil)
				for _, one := range swept {
					settings = append(settings, experiment.Grid(one, autoSweep)...)
				}
				if err := f.Row(ctx, out, app, cli.AutoRow{
					Title: title, Size: n, Settings: settings, Words: words,
					On: func() experiment.Subject { return s }, InWords: inWords,
				}); err != nil {
					return err
				}
				s.runs.Warm = 0 // the device runs at full speed by now
			}
		}
		return nil
	}
}

// inWords formats the name and the sizes of a form.
func inWords(s experiment.Setting, v compute.Values) string {
	forms := clip.Forms()
	form := forms[slices.IndexFunc(forms, func(f clip.Form) bool { return f.Name() == s.Algorithm })]
	return form.Name() + ": " + cli.InWords(form, v)
}
