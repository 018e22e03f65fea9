// Package cli is what the commands of all families share: opening a device, errors of
// the command line, writing output, numbers and names in flags.
package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/fault"
)

// App is what the commands share: the flags that all have.
type App struct {
	Version string
	Device  string // GPU to use, by number or name
	Weight  string // what paths minimize
	graph   graphFlags
}

// AddFlags adds the flags that all commands have.
func (a *App) AddFlags(c *cobra.Command) {
	f := c.PersistentFlags()
	f.StringVar(&a.Device, "device", "", "GPU to use: its number in 'viewer devices', or a part of its name")
	f.StringVar(&a.Weight, "weight", "time", "what paths minimize: time or length")
	a.graph.add(f)
	_ = c.RegisterFlagCompletionFunc("weight", Fixed("time", "length"))
}

// Check refuses flags that cannot be.
func (a *App) Check() error {
	if a.Weight != "time" && a.Weight != "length" {
		return Usage("--weight is %q, not time or length", a.Weight)
	}
	return nil
}

// OpenDevice opens the GPU that the flags name, without a window.
func (a *App) OpenDevice() (*gpu.Device, error) {
	d, err := gpu.Open(gpu.Options{Device: a.Device})
	if err == nil {
		i := d.Info()
		slog.Info("device", "name", i.Name, "driver", i.Driver, "vulkan", i.API)
	}
	return d, err
}

// ErrUsage is wrapped by errors of the command line.
var ErrUsage = errors.New("usage")

// Usage makes an error of the command line.
func Usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUsage, fmt.Sprintf(format, args...))
}

// Help prints the usage of a command that has only subcommands.
func Help(c *cobra.Command, _ []string) error { return c.Help() }

// Fixed completes a flag from a list.
func Fixed(values ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteMaps completes the names of files that can be opened.
func CompleteMaps(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"svg", "svgz", "pbf", "osm", "gz", "bz2", "gr", "v", "e", "mtx", "txt", "el", "wel", "csv"}, cobra.ShellCompDirectiveFilterFileExt
}

// Optional returns the argument, or "" where there is none.
func Optional(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// Host names the system and its processors.
func Host() string {
	return fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// Output is a writer whose errors are those of output.
type Output struct{ W io.Writer }

func (o Output) Write(b []byte) (int, error) {
	n, err := o.W.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: %v", fault.Output, err)
	}
	return n, err
}

// CheckFolder refuses the name of a file in a folder that does not exist.
func CheckFolder(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}

// WriteFile writes a file beside its place and renames it when it is complete,
// so that a failure leaves what was there.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".part-*-"+filepath.Base(path))
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(Output{f}); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("%w %s: %v", fault.Output, path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%w %s: %v", fault.Output, path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}
