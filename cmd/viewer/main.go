// Command viewer is a microscope for GPU algorithms: it loads road maps, runs
// kernels on them, and shows, records and verifies what they do.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/lens"
	"kernelscope/cli/story"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/families"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
	"kernelscope/scene/gen"
	"kernelscope/studio"
	"kernelscope/studio/config"
	"kernelscope/web/export"
)

// The main goroutine owns the device and the window; both stay on one thread.
func init() { runtime.LockOSThread() }

func main() { os.Exit(run(os.Args[1:])) }

// run executes a command line and returns the exit code.
func run(args []string) int {
	tell := leaveConsole()
	cobra.MousetrapHelpText = "" // a start from the desktop opens the window
	source.LimitMemory()
	ctx, caught := withSignals(context.Background())
	a := newApp()
	root := a.command()
	root.SetArgs(args)
	stdout, stderr := output.NewStream(os.Stdout, "the standard output"), output.NewStream(os.Stderr, "the standard error")
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	a.cancel()
	if err == nil { // help and completions ignore errors of writing
		a.started, err = true, stdout.Err()
	}
	if err == nil {
		return 0
	}
	code := exitCode(err, a.started)
	if s := caught(); s != nil && errors.Is(err, context.Canceled) {
		code = 128 + int(s.(syscall.Signal))
	}
	what := strings.ReplaceAll(message(err, code), "\n", "; ")
	if code == exitUsage {
		what = longWord.ReplaceAllString(what, "$1…")
	}
	fmt.Fprintf(stderr, "viewer: %v\n", what)
	tell(what)
	return code
}

// longWord is a value of a flag that is too long to be repeated.
var longWord = regexp.MustCompile(`(\S{128})\S+`)

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

// Exit codes, beside package fault's.
const (
	exitOther       = 1
	exitUsage       = 2
	exitUnavailable = 4
	exitTimeout     = 124
)

// exitCode maps an error to an exit code; before a command has started all
// errors are of the command line.
func exitCode(err error, started bool) int {
	switch code := fault.Code(err); {
	case !started, errors.Is(err, compute.ErrValue), errors.Is(err, gen.ErrSpec):
		return exitUsage
	case errors.Is(err, gpu.ErrUnavailable), errors.Is(err, studio.ErrNoDisplay):
		return exitUnavailable
	case code != 0:
		return code
	case errors.Is(err, context.DeadlineExceeded):
		return exitTimeout
	}
	return exitOther
}

// message is what to print of an error.
func message(err error, code int) string {
	switch {
	case code == exitTimeout:
		return "the time limit of --timeout has expired"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return err.Error()
}

// app is what the commands share.
type app struct {
	cli.App
	started bool
	timeout time.Duration
	verbose bool
	// restored says that the command line comes from a picture.
	restored bool
	noConfig bool
	cancel   context.CancelFunc // of the timeout
}

func newApp() *app {
	a := &app{cancel: func() {}, App: cli.App{Program: studio.Program{Version: version(), Host: cli.Host(), Families: cli.Views(families.All), Told: tellLockstep}}}
	a.Executable, _ = os.Executable()
	a.Restore = func(ctx context.Context, words []string, picture string) (begin studio.Begin, err error) {
		err = a.restore(ctx, &begin, words, nil, picture)
		return begin, err
	}
	a.Page = export.Shown
	a.Lenses = func(of studio.LensOf) studio.Lens { return lens.Open(&a.Program, of) }
	a.Lessons = func(ctx context.Context, path string) (studio.Lesson, error) {
		b, err := openBoard(ctx, path)
		if err != nil {
			return nil, err
		}
		return story.NewLesson(b, a.player(b, path).Show), nil
	}
	return a
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "viewer [FILE]",
		Short: "A microscope for GPU algorithms",
		Long: `Kernelscope shows what GPU algorithms do: open a road map, watch the kernels work on it,
change their parameters, see the cost, and verify the result.

Without a command it opens FILE in a window. FILE is a scene of nested clips (.svg, .svgz), a
sequence of clips (see 'viewer gen clip'), a map (.osm.pbf, .osm, .osm.gz, .osm.bz2), a graph
(DIMACS .gr, Graphalytics .v and .e, Matrix Market .mtx, or a list of edges, each also .gz),
gen:KIND,name=value,… (see 'viewer gen'), or a storyboard (.toml), which plays step by step. Without
FILE the window begins with a card that offers the sample map of Wilmington, your own files, recent
files, and demos.`,
		Args:              cli.OneFile,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: a.start,
		ValidArgsFunction: cli.CompleteMaps,
	}
	f := root.PersistentFlags()
	a.AddFlags(root)
	f.DurationVar(&a.timeout, "timeout", 0, "stop after this time, such as 30s, with exit code 124")
	f.BoolVar(&a.noConfig, "no-config", false, "neither read nor save the settings of the window: its size and position, recent files, parameters")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "log what the program does")
	a.AddWindowFlags(root.Flags())
	cli.Writes(root, "trace")
	a.window(root)
	a.addCommands(root)
	cli.Helpful(root)
	return root
}

// loadSettings reads what the last window has kept. Settings that cannot be used are warned of.
func (a *app) loadSettings() {
	folder, err := os.UserConfigDir()
	if err != nil {
		return // there is no folder for settings
	}
	if a.Settings, err = config.Load(filepath.Join(folder, "kernelscope")); err != nil {
		slog.Warn("settings", "problem", err)
	}
}

// start runs before every command.
func (a *app) start(c *cobra.Command, args []string) error {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	if a.Into == nil { // the window's stays
		slog.SetDefault(slog.New(slog.NewTextHandler(c.ErrOrStderr(), &slog.HandlerOptions{Level: level})))
	}
	if a.timeout > 0 {
		ctx, cancel := context.WithTimeout(c.Context(), a.timeout)
		a.cancel = cancel
		c.SetContext(ctx)
	}
	a.Context = c.Context()
	a.Given, a.Asked = a.Results(c), c.HasParent()
	if c.Flags().Lookup("ui-scale") != nil && !a.noConfig && a.Into == nil {
		a.loadSettings()
	}
	if f := c.Flags().Lookup("size"); f != nil && f.Changed {
		a.Size = f.Value.String()
	}
	if f := c.Flags().Lookup("compare"); f != nil {
		a.Compares = f.Changed
	}
	if err := cmp.Or(a.Check(), cli.CheckApplies(c)); err != nil {
		return err
	}
	a.started = true
	cli.TellLeftovers(c)
	if a.restored {
		if err := cli.CheckRegular(c, args); err != nil {
			return err
		}
	}
	if err := cli.CheckFiles(c, args); err != nil {
		return err
	}
	return a.WriteMeasured()
}
