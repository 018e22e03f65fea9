// Package clitest runs commands in the process of a test, on the first device.
package clitest

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/ref"
	"kernelscope/studio"
)

// Run runs a command with arguments and returns what it printed. The test is skipped
// where there is no device.
func Run(t *testing.T, command func(*cli.App) *cobra.Command, args ...string) (out string, err error) {
	t.Helper()
	out, _, err = RunBoth(t, command, args...)
	return out, err
}

// RunBoth is Run with what was printed to the standard error.
func RunBoth(t *testing.T, command func(*cli.App) *cobra.Command, args ...string) (out, errs string, err error) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	app := &cli.App{Program: studio.Program{Version: "test"}}
	needDevice(t, app)
	c := command(app)
	app.AddFlags(c)
	var stdout, stderr bytes.Buffer
	c.SetOut(&stdout)
	c.SetErr(&stderr)
	c.SetArgs(args)
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(t.Context())
	return stdout.String(), stderr.String(), err
}

// needDevice skips a test where there is no device; in CI it fails.
func needDevice(t *testing.T, app *cli.App) {
	t.Helper()
	looked.Do(func() {
		d, err := app.OpenDevice()
		if err == nil {
			d.Release()
		}
		missing = err
	})
	switch {
	case errors.Is(missing, gpu.ErrUnavailable) && os.Getenv("CI") == "":
		t.Skip(missing)
	case missing != nil:
		t.Fatal(missing)
	}
}

// missing says why there is no device, once it was looked for.
var (
	looked  sync.Once
	missing error
)

// Host is the host as the device of a benchmark.
func Host() *cli.Device { return On(ref.NewHost()) }

// On makes a backend the device of a benchmark.
func On(be compute.Backend) *cli.Device {
	return cli.NewDevice(func() (cli.Backend, error) { return kept{be}, nil })
}

// kept is a backend that its owner releases.
type kept struct{ compute.Backend }

func (kept) Release() {}
