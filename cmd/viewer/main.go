// Command viewer is a microscope for GPU algorithms: it loads road maps, runs
// kernels on them, and shows, records and verifies what they do.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/graphload"
	"kernelscope/osmload"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graphgen"
	"kernelscope/svgload"
)

// The main goroutine owns the device and the window; both stay on one thread.
func init() { runtime.LockOSThread() }

func main() { os.Exit(run(os.Args[1:])) }

// run executes a command line and returns the exit code.
func run(args []string) int {
	ctx, caught := withSignals(context.Background())
	a := &app{cancel: func() {}}
	root := a.command()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	a.cancel()
	if err == nil {
		return 0
	}
	code := exitCode(err, a.started)
	if s := caught(); s != nil && errors.Is(err, context.Canceled) {
		code = 128 + int(s.(syscall.Signal))
	}
	fmt.Fprintf(os.Stderr, "viewer: %v\n", message(err, code))
	return code
}

// withSignals ends the context at the first signal and the program at the
// second. caught tells which it was.
func withSignals(parent context.Context) (ctx context.Context, caught func() os.Signal) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	first := make(chan os.Signal, 1)
	go func() {
		s := <-signals
		first <- s
		cancel(context.Canceled)
		s = <-signals
		os.Exit(128 + int(s.(syscall.Signal)))
	}()
	return ctx, func() os.Signal {
		select {
		case s := <-first:
			return s
		default:
			return nil
		}
	}
}

// Exit codes.
const (
	exitOther       = 1
	exitUsage       = 2
	exitInput       = 3
	exitUnavailable = 4
	exitWrong       = 5 // the GPU failed, or a result failed verification
	exitLimit       = 6
	exitOutput      = 7
	exitTimeout     = 124
)

// What else can go wrong.
var (
	errUsage     = errors.New("usage")
	errOutput    = errors.New("cannot write")
	errNoDisplay = errors.New("no display")
)

// usage makes an error of the command line.
func usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUsage, fmt.Sprintf(format, args...))
}

// exitCode maps an error to an exit code; before a command has started all
// errors are of the command line.
func exitCode(err error, started bool) int {
	var failed *gpu.Error
	switch {
	case !started, errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, osmload.ErrInput), errors.Is(err, graphload.ErrInput), errors.Is(err, svgload.ErrInput), errors.Is(err, experiment.ErrInput), errors.Is(err, errPlaces), errors.Is(err, keygen.ErrInput), errors.Is(err, pairgen.ErrInput), errors.Is(err, clipseq.ErrInput):
		return exitInput
	case errors.Is(err, gpu.ErrUnavailable), errors.Is(err, errNoDisplay):
		return exitUnavailable
	case errors.Is(err, gpu.ErrLimit), errors.Is(err, gpu.ErrOutOfMemory), errors.Is(err, graphgen.ErrLimit):
		return exitLimit
	case errors.As(err, &failed), errors.Is(err, experiment.ErrWrong), errors.Is(err, errWrong):
		return exitWrong
	case errors.Is(err, errOutput):
		return exitOutput
	case errors.Is(err, context.DeadlineExceeded):
		return exitTimeout
	}
	return exitOther
}

// message is what to print of an error.
func message(err error, code int) string {
	switch {
	case code == exitTimeout:
		return "the time given by --timeout is over"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return err.Error()
}

// app is what the commands share.
type app struct {
	started bool
	device  string
	timeout time.Duration
	verbose bool
	weight  string
	graph   graphFlags
	trace   string
	tuned   bool
	uiScale float64
	cancel  context.CancelFunc // of the timeout
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "viewer [FILE]",
		Short: "A microscope for GPU algorithms",
		Long: `Kernelscope shows what GPU algorithms do: open a road map, watch the kernels
work on it, turn their parameters, see what that costs, and prove the result.

Without a command it opens a window on FILE: a scene of nested clips (.svg, .svgz), or a
sequence of them (see 'viewer gen clip'); or a map (.osm.pbf, .osm, .osm.gz, .osm.bz2), a
graph (DIMACS .gr, Graphalytics .v and .e, Matrix Market .mtx, a list of edges, each also
.gz), or gen:KIND,name=value,… (see 'viewer gen'). Without FILE it shows the embedded map
of Delaware.`,
		Args:              cobra.MaximumNArgs(1),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: a.start,
		RunE:              func(c *cobra.Command, args []string) error { return a.openWindow(c.Context(), optional(args)) },
		ValidArgsFunction: completeMaps,
	}
	f := root.PersistentFlags()
	f.StringVar(&a.device, "device", "", "GPU to use: its number in 'viewer devices', or a part of its name")
	f.DurationVar(&a.timeout, "timeout", 0, "give up after this time (exit code 124), such as 30s")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "log what is going on")
	f.StringVar(&a.weight, "weight", "time", "what paths minimize: time or length")
	a.graph.add(f)
	root.Flags().StringVar(&a.trace, "trace", "", "write what happens in the window to this file, as JSON lines")
	root.Flags().BoolVar(&a.tuned, "tuned", false, tunedHelp)
	root.Flags().Float64Var(&a.uiScale, "ui-scale", 0, "size of the interface; that of the display if zero")
	_ = root.RegisterFlagCompletionFunc("weight", fixed("time", "length"))
	root.AddCommand(a.devicesCommand(), a.infoCommand(), a.runCommand(), a.sortCommand(), a.clipCommand(), a.benchCommand(), a.genCommand(), versionCommand())
	a.addPictures(root)
	return root
}

// start runs before every command.
func (a *app) start(c *cobra.Command, _ []string) error {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
	if a.timeout > 0 {
		ctx, cancel := context.WithTimeout(c.Context(), a.timeout)
		a.cancel = cancel
		c.SetContext(ctx)
	}
	if a.uiScale != 0 && !(a.uiScale >= 0.5 && a.uiScale <= 8) {
		return usage("--ui-scale is %g, not within 0.5 and 8", a.uiScale)
	}
	if a.weight != "time" && a.weight != "length" {
		return usage("--weight is %q, not time or length", a.weight)
	}
	a.started = true
	return nil
}

// openDevice opens the GPU that the flags name, without a window.
func (a *app) openDevice() (*gpu.Device, error) {
	d, err := gpu.Open(gpu.Options{Device: a.device})
	if err == nil {
		i := d.Info()
		slog.Info("device", "name", i.Name, "driver", i.Driver, "vulkan", i.API)
	}
	return d, err
}

// optional returns the argument, or nothing.
func optional(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// fixed completes a flag from a list.
func fixed(values ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeMaps completes the names of map files.
func completeMaps(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"svg", "svgz", "pbf", "osm", "gz", "bz2", "gr", "v", "e", "mtx", "txt", "el", "wel", "csv"}, cobra.ShellCompDirectiveFilterFileExt
}
