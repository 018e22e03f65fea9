// Package clitest runs commands in the process of a test, on the first device.
package clitest

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
	"kernelscope/studio"
)

// Run runs a command with arguments and returns what it printed. The test is skipped
// if there is no device.
func Run(t *testing.T, command func(*cli.App) *cobra.Command, args ...string) (out string, err error) {
	t.Helper()
	out, _, err = RunBoth(t, command, args...)
	return out, err
}

// RunBoth is Run with the standard error.
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

// OnBackends runs a command on every backend and fails on an error, or if a result differs from
// the GPU's. result extracts it from the output.
func OnBackends(t *testing.T, command func(*cli.App) *cobra.Command, result func(out string) string, args ...string) {
	t.Helper()
	var want string
	for i, name := range studio.Backends { // the GPU comes first
		out, err := Run(t, command, append(slices.Clone(args), "--backend", name)...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := result(out)
		if i == 0 {
			want = got
		}
		if got != want || got == "" {
			t.Errorf("%s: the result on %s is %.200q, on the GPU %.200q", args, name, got, want)
		}
	}
}

// WithoutMirror runs f while the mirror of a kernel does nothing.
func WithoutMirror(kernel string, f func(*compute.Program)) {
	all := compute.Programs()
	p := all[slices.IndexFunc(all, func(p *compute.Program) bool { return p.Name == kernel })]
	right := p.Mirror
	p.Mirror = func(compute.Grid, compute.Call, [][]uint32) {}
	defer func() { p.Mirror = right }()
	f(p)
}

// Differing runs a command in lockstep while the mirror of a kernel does nothing,
// and fails unless the error names that kernel and one of its buffers.
func Differing(t *testing.T, command func(*cli.App) *cobra.Command, kernel string, args ...string) {
	t.Helper()
	WithoutMirror(kernel, func(p *compute.Program) {
		_, err := Run(t, command, append(slices.Clone(args), "--backend", "lockstep")...)
		named := regexp.MustCompile(`dispatch [1-9][0-9]*, kernel ` + kernel + `: (` + strings.Join(p.Bindings, "|") + `)\b`)
		if !errors.Is(err, host.ErrDiffers) || fault.Code(err) != int(fault.Wrong) || !named.MatchString(err.Error()) {
			t.Errorf("with a mirror of %s that does nothing: %v", kernel, err)
		}
	})
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
func Host() *cli.Device { return On(host.New()) }

// On makes a backend the device of a benchmark.
func On(be compute.Backend) *cli.Device {
	return cli.NewDevice(func() (cli.Backend, error) { return kept{be}, nil })
}

// kept is a backend that its owner releases.
type kept struct{ compute.Backend }

// Release does nothing: the test's device is used again.
func (kept) Release() {}

// OwnCache gives the test its own cache folder and returns it. Compiled shaders stay in the shared
// one.
func OwnCache(t *testing.T) string {
	t.Helper()
	if before, err := os.UserCacheDir(); err == nil && os.Getenv("MESA_SHADER_CACHE_DIR") == "" {
		t.Setenv("MESA_SHADER_CACHE_DIR", before)
	}
	folder := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	return folder
}
