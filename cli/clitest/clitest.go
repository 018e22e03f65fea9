// Package clitest runs commands in the process of a test, on the first device.
package clitest

import (
	"bytes"
	"errors"
	"os"
	"runtime"
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
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	app := &cli.App{Program: studio.Program{Version: "test"}}
	needDevice(t, app)
	c := command(app)
	app.AddFlags(c)
	var b bytes.Buffer
	c.SetOut(&b)
	c.SetErr(&b)
	c.SetArgs(args)
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(t.Context())
	return b.String(), err
}

// needDevice skips a test where there is no device; in CI it fails.
func needDevice(t *testing.T, app *cli.App) {
	t.Helper()
	d, err := app.OpenDevice()
	switch {
	case errors.Is(err, gpu.ErrUnavailable) && os.Getenv("CI") == "":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	d.Release()
}

// Host is the host as the device of a benchmark.
func Host() *cli.Device { return On(ref.NewHost()) }

// On makes a backend the device of a benchmark.
func On(be compute.Backend) *cli.Device {
	return cli.NewDevice(func() (cli.Backend, error) { return kept{be}, nil })
}

// kept is a backend that its owner releases.
type kept struct{ compute.Backend }

func (kept) Release() {}
