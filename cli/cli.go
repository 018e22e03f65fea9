// Package cli is what the commands of all families share: opening a device, errors of
// the command line, writing output, numbers and names in flags.
package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/fault"
)

// App is what the program hands to commands.
type App struct {
	Version string
	// OpenDevice opens the GPU that the flags name, without a window.
	OpenDevice func() (*gpu.Device, error)
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

// MaxCount is how many keys or elements kernels, whose numbers have 32 bits, can count.
const MaxCount = math.MaxUint32

// Count reads a number such as 1000000, 1e6 or 2^20 from a flag.
func Count(flag, text string) (int, error) {
	x, err := strconv.ParseFloat(text, 64)
	if base, exponent, ok := strings.Cut(text, "^"); ok {
		b, err1 := strconv.Atoi(base)
		e, err2 := strconv.Atoi(exponent)
		x, err = math.Pow(float64(b), float64(e)), errors.Join(err1, err2)
	}
	if err != nil || x != math.Trunc(x) || !(x >= 0) {
		return 0, Usage("%s is %q, not a number such as 1000000, 1e6 or 2^20", flag, text)
	}
	if x > MaxCount {
		return 0, fmt.Errorf("%w: %s is %s; at most %d can be counted", fault.Limit, flag, text, MaxCount)
	}
	return int(x), nil
}

// Named returns the item of a list that has a name, which a flag gives.
func Named[T interface{ Name() string }](flag, name string, all []T) (item T, err error) {
	for _, item := range all {
		if item.Name() == name {
			return item, nil
		}
	}
	return item, Usage("%s is %q; there are %s", flag, name, strings.Join(Names(all), ", "))
}

// Names lists the names of items.
func Names[T interface{ Name() string }](all []T) (names []string) {
	for _, item := range all {
		names = append(names, item.Name())
	}
	return names
}
