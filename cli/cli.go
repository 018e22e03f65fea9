// Package cli has the code that commands of all families share: opening a device, errors
// of the command line, writing output, numbers and names in flags.
package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
	"kernelscope/osmload"
	"kernelscope/studio"
)

// App holds the flags that all commands have.
type App struct {
	studio.Program
	Weight string          // what paths minimize
	Travel osmload.Profile // how people travel in a map
	// Measured, unless it is nil, receives what commands measure. Without a window it is set by
	// the hidden flag --measured, which writes the rows to a file for tools.
	Measured func(experiment.Update)
	measured string
	graph    graphFlags
}

// AddFlags adds the flags that all commands have.
func (a *App) AddFlags(c *cobra.Command) {
	f := c.PersistentFlags()
	f.StringVar(&a.Device, "device", "", "GPU to use: its number in 'viewer devices', a part of its name, or uuid:… with the UUID or its beginning; for work that several GPUs can share, a list separated by commas, or all; two for the two sides of a comparison")
	f.StringVar(&a.Weight, "weight", "time", "what paths minimize: time or length")
	f.Var(&a.Travel, "profile", "mode of travel in a map: "+strings.Join(osmload.Profiles, ", "))
	f.StringVar(&a.measured, "measured", "", "write the rows that are measured to this file, as JSON lines")
	_ = f.MarkHidden("measured")
	_ = f.SetAnnotation("measured", writes, nil)
	a.graph.add(f)
	_ = c.RegisterFlagCompletionFunc("weight", Fixed("time", "length"))
	_ = c.RegisterFlagCompletionFunc("profile", Fixed(osmload.Profiles...))
}

// Check reads the flags that all commands have.
func (a *App) Check() (err error) {
	if a.Weight != "time" && a.Weight != "length" {
		return Usage("--weight is %q, not time or length", a.Weight)
	}
	a.Input, err = a.ReadOptions()
	a.Share = ShowShare
	return err
}

// Results returns the given flags of all commands on which results depend.
func (a *App) Results(c *cobra.Command) (words Words) {
	for _, name := range []string{"weight", "profile", "directed", "undirected", "contract", "backend"} {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			words.Flag(name, f.Value)
		}
	}
	return words
}

// OpensWindow reports whether a command line opens a window and writes no file.
func OpensWindow(c *cobra.Command) bool {
	return c.Flags().Lookup("ui-scale") != nil && len(filesOf(c, writes)) == 0
}

// Usage returns an error of the command line, of kind fault.Usage.
func Usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", fault.Usage, fmt.Sprintf(format, args...))
}

// PlaceError turns an error of place.Finder into an error of the command line, unless it concerns
// the map.
func PlaceError(err error) error {
	if fault.Code(err) != 0 {
		return err
	}
	return Usage("%v", err)
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

// Optional returns the argument, or "" if there is none.
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

// CheckFolder returns an error if the folder of a file does not exist.
func CheckFolder(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}
