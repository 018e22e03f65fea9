//go:build duckdb

// Command kernelscope-sql is DuckDB with path searches on a GPU. It runs SQL from the command line,
// a script or a prompt on databases, Parquet and CSV files.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/database"
	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
)

func main() { os.Exit(run(os.Args[1:])) }

// Exit codes in addition to package fault's.
const (
	exitOther       = 1
	exitUnavailable = 4
)

// run executes a command line and returns the exit code.
func run(args []string) int {
	source.LimitMemory()
	a := &app{in: os.Stdin, out: output.NewStream(os.Stdout, "the standard output"), errs: output.NewStream(os.Stderr, "the standard error")}
	a.prompt = term.IsTerminal(int(os.Stdin.Fd()))
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	a.signals = signals
	root := a.command()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.errs)
	err := root.Execute()
	if err == nil {
		err = a.out.Err()
	}
	if err == nil {
		return 0
	}
	message := err.Error()
	if errors.Is(err, context.Canceled) {
		message = "cancelled"
	}
	fmt.Fprintf(a.errs, "kernelscope-sql: %s\n", message)
	return a.exitCode(err)
}

// exitCode maps an error to an exit code. Before a command has started, all errors are usage
// errors.
func (a *app) exitCode(err error) int {
	code := fault.Code(err)
	switch {
	case !a.started:
		return int(fault.Usage)
	case errors.Is(err, context.Canceled):
		return 128 + int(a.ended)
	case errors.Is(err, gpu.ErrUnavailable):
		return exitUnavailable
	case code != 0:
		return code
	}
	return exitOther
}

// app is the state shared by all commands.
type app struct {
	in      io.Reader
	out     *output.Stream
	errs    *output.Stream
	prompt  bool // whether in is a terminal
	signals <-chan os.Signal
	ended   syscall.Signal // signal that ended the last statement
	started bool
	flags
}

type flags struct {
	device, statements, output string
	format                     format
	create, readOnly           bool
	force, timer, verbose      bool
	rows                       int
}

func (a *app) command() *cobra.Command {
	c := &cobra.Command{
		Use:   "kernelscope-sql [FILE…|STATEMENTS]",
		Short: "SQL with path searches on a GPU",
		Long: `Runs SQL on a DuckDB database, or on Parquet, CSV and JSON files, each of which becomes a
view with the name of its file. Without FILE it uses a database in memory. Statements are
read from -c, from a single argument with blanks, from the standard input, or from a prompt.

It extends DuckDB 1.5 with these functions. A string names the table of edges: a table, a view,
a file, or a query. Its first two columns are integers, the sources and targets of the edges;
distance and accessibility read weights from the third.

  path_length('knows', src, dst)           fewest edges; NULL if there is no path
  count_shortest_paths('knows', src, dst)  number of shortest paths
  shortest_path('knows', src, dst)         nodes of one shortest path, a list
  all_shortest_paths('knows', src, dst)    nodes of all shortest paths, a list of lists
  distance('roads', src, dst)              smallest sum of weights
  FROM paths('knows', 'SELECT src, dst FROM pairs')   src, dst, length, in one job
  FROM accessibility('roads', within := 900)          id, reached, mean, farthest, within; of distances to all nodes
  FROM accessibility('roads', places := 'shops')      the same of some nodes; nearest, place
  FROM accessibility('roads', samples := 200)         also betweenness, betweenness_error
  FROM betweenness('knows', samples := 1000)          id, betweenness; from all sources
                                                      without samples

CREATE PROPERTY GRAPH, and GRAPH_TABLE with ANY SHORTEST or ALL SHORTEST, are translated.
EXPLAIN shows the work of a statement on the device, EXPLAIN ANALYZE also its cost.`,
		Example: `  kernelscope-sql knows.parquet -c "SELECT path_length('knows', 933, 4139)"
  kernelscope-sql social.duckdb -c "FROM paths('knows', 'FROM pairs')" -o lengths.parquet
  kernelscope-sql "SELECT source, min(distance) FROM 'table.parquet' GROUP BY source"
  kernelscope-sql social.duckdb < script.sql`,
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: a.start,
		RunE:              func(c *cobra.Command, args []string) error { return a.shell(args) },
	}
	p := c.PersistentFlags()
	p.StringVar(&a.device, "device", "", "GPU to use: its number in 'viewer devices', or part of its name")
	p.BoolVarP(&a.verbose, "verbose", "v", false, "log what the program does")
	f := c.Flags()
	f.StringVarP(&a.statements, "command", "c", "", "run these statements instead of a prompt")
	f.StringVarP(&a.output, "output", "o", "", "write the result of the last statement to this file: .csv, .parquet or .json")
	f.Var(&a.format, "format", "format of printed results: table, csv or json")
	f.IntVar(&a.rows, "rows", 40, "greatest number of rows of a printed table")
	f.BoolVar(&a.create, "create", false, "create the database if it does not exist")
	f.BoolVar(&a.readOnly, "read-only", false, "open the database without writing to it")
	f.BoolVar(&a.force, "force", false, "overwrite the file of -o")
	f.BoolVar(&a.timer, "timer", false, "print the time of each statement, and its share on the device")
	c.AddCommand(a.benchCommand())
	return c
}

// start runs before every command.
func (a *app) start(c *cobra.Command, _ []string) error {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelInfo
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(c.ErrOrStderr(), &slog.HandlerOptions{Level: level})))
	if a.output != "" && formatOf(a.output) == "" {
		return fault.Usage.Errorf("-o is %q: the name must end in .csv, .parquet or .json", a.output)
	}
	a.started = true
	return nil
}

// openDevice opens the device for a database.
func (a *app) openDevice() (compute.Backend, func(), error) {
	d, err := gpu.Open(gpu.Options{Device: a.device})
	if err != nil {
		return nil, nil, err
	}
	i := d.Info()
	slog.Info("device", "name", i.Name, "driver", i.Driver)
	return d, func() { d.Release() }, nil
}

// until calls f with a context that is done at the next signal. A signal that arrives just after f
// is done is also an error; it would be lost otherwise.
func (a *app) until(f func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	signalled := make(chan bool)
	go func() {
		select {
		case s := <-a.signals:
			a.ended = s.(syscall.Signal)
			cancel()
			signalled <- true
		case <-ctx.Done():
			signalled <- false
		}
	}()
	err := f(ctx)
	cancel()
	if <-signalled && err == nil {
		err = context.Canceled
	}
	return err
}

// open opens a database, or a database in memory with a view of each file.
func (a *app) open(ctx context.Context, files []string) (db *database.DB, err error) {
	o := database.Options{Open: a.openDevice, ReadOnly: a.readOnly}
	var views []string
	for _, file := range files {
		view, isView := viewOf(file)
		if !isView && len(files) > 1 {
			return nil, fault.Usage.Errorf("%s is a database, which is opened alone: ATTACH adds others", file)
		}
		if !isView && a.create {
			o.File = file
			break
		}
		if err := source.Check(file); err != nil {
			return nil, source.Named(file, err)
		}
		if o.File = file; isView {
			o.File = ""
			views = append(views, view)
		}
	}
	if db, err = database.Open(ctx, o); err != nil {
		return nil, err
	}
	s, err := db.Session(ctx)
	for i := 0; err == nil && i < len(views); i++ {
		err = exec(ctx, s, views[i])
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, s.Close()
}

// viewOf returns a statement that creates a view of a file, named like the file without its
// extensions. ok is false for databases.
func viewOf(file string) (statement string, ok bool) {
	name := file[strings.LastIndexAny(file, `/\`)+1:]
	stem, ending, _ := strings.Cut(name, ".")
	switch strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(ending), ".gz"), ".zst") {
	case "csv", "tsv", "txt", "parquet", "json", "jsonl", "ndjson":
		return "CREATE VIEW " + pgq.Name(stem) + " AS FROM " + pgq.Text(file), true
	}
	return "", false
}
