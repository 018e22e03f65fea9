package families_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/gpu"
	"kernelscope/families"
)

// eachRun calls do for each command of 'run', with arguments for those that need some.
func eachRun(t *testing.T, do func(name string, command func(*cli.App) *cobra.Command, args []string)) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("places.csv", []byte("place\n#1\n#5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{
		"sssp": {"gen:grid,width=20,height=20", "-n", "3", "--verify"}, "table": {"gen:grid,width=20,height=20", "--sources", "places.csv"}, "access": {"gen:grid,width=20,height=20", "-a", "prepared"},
		"sort": {"-n", "9999", "--verify"}, "clip": {"gen:clip,elements=3000", "--verify"}, "bfs": {"gen:grid,width=20,height=20", "-n", "5", "--verify"},
		"lab": {"lab:life", "--set", "side=9,passes=3"},
	}
	for _, f := range families.All {
		if f.Run == nil {
			continue
		}
		for i, c := range f.Run(&cli.App{}) {
			do(c.Name(), func(app *cli.App) *cobra.Command { return f.Run(app)[i] }, of[c.Name()])
		}
	}
}

// A command whose device is lost repeats its work on the next device and prints no line twice. If
// that one is lost too, the command fails.
func TestRunAgain(t *testing.T) {
	eachRun(t, func(name string, command func(*cli.App) *cobra.Command, args []string) {
		run := func(lost func(device, submission int) bool) (lines []string, devices int, err error) {
			out, err := clitest.Run(t, func(app *cli.App) *cobra.Command {
				app.Fake = &gpu.Fake{Lost: func(n int) bool {
					if n == 1 {
						devices++
					}
					return lost(devices, n)
				}}
				return cli.Retried(command(app))
			}, args...)
			return strings.Split(out, "\n"), devices, err
		}
		most := 0
		want, _, err := run(func(_, n int) bool { most = max(most, n); return false })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		middle := (most + 1) / 2 // a run may have fewer submissions than another: keyframes depend on time
		for _, at := range slices.Compact([]int{1, middle}) {
			got, devices, err := run(func(device, n int) bool { return device == 1 && n == at })
			if err != nil || devices != 2 || len(got) != len(want) {
				t.Errorf("%s lost at submission %d of %d: %d devices, %v, %d lines instead of %d", name, at, most, devices, err, len(got), len(want))
			}
		}
		if _, devices, err := run(func(_, n int) bool { return n == middle }); !errors.Is(err, gpu.ErrDeviceLost) || devices != 2 {
			t.Errorf("%s lost on %d devices: %v", name, devices, err)
		}
	})
}

// If a device allows few workgroups per dimension, grids have two dimensions and the results are
// the same.
func TestFoldedGrids(t *testing.T) {
	for _, most := range []int{1, 7} {
		eachRun(t, func(name string, command func(*cli.App) *cobra.Command, args []string) {
			if _, err := clitest.Run(t, func(app *cli.App) *cobra.Command {
				app.Fake = &gpu.Fake{Row: most}
				return command(app)
			}, args...); err != nil {
				t.Errorf("%s, folded at %d: %v", name, most, err)
			}
		})
	}
}
