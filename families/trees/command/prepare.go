package command

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/prepared"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// prepareCommand returns 'prepare'.
func prepareCommand(app *cli.App) *cobra.Command {
	var asJSON bool
	var how prepared.Making
	c := &cobra.Command{
		Use: "prepare [FILE]", Short: "Compute and store the separators of a map for prepared trees",
		Long: `Cuts a map by small separators, and stores their order in the user's cache. The order is valid
for all weights, even if roads are closed. Searches with -a prepared use it, and compute it if
it is missing. A file that is damaged or belongs to another map is replaced.`,
		Example: `  viewer prepare city.osm.pbf
  viewer prepare USA-road-d.NY.gr.gz --json
  viewer run sssp USA-road-d.NY.gr.gz -a prepared -t all -n 10 --verify`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			m, err := app.LoadMap(c.Context(), cli.Optional(args))
			if err != nil {
				return err
			}
			if how.Threads < 0 {
				return cli.Usage("--threads is %d; at least one is needed, or 0 for all cores", how.Threads)
			}
			made, err := cli.Fronts(c.Context(), m, how)
			if err != nil {
				return err
			}
			found := findingsOf(m.Name, made, how)
			found.Head = report.NewHead("prepared", app.Version)
			if asJSON {
				return format.JSON(c.OutOrStdout()).Encode(found)
			}
			return found.print(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&how.Again, "again", false, "compute the order even if one is stored")
	c.Flags().IntVar(&how.Threads, "threads", 0, "number of threads, all cores if zero; the order does not depend on it")
	return c
}

// findings is the output of 'viewer prepare --json'.
type findings struct {
	report.Head
	File      string  `json:"file"`
	Nodes     int     `json:"nodes"`
	Edges     int     `json:"edges"`
	Fronts    int     `json:"fronts"`
	Depths    int     `json:"depths"`
	Sizes     []sized `json:"sizes"`
	Longest   uint32  `json:"longest_path"` // from a root, in nodes
	Sums      uint64  `json:"sums_a_tree"`
	Lengths   int64   `json:"lengths_bytes"`
	Order     float64 `json:"order_ms"`
	Lists     float64 `json:"lists_ms"`
	Threads   int     `json:"threads"`
	FromCache bool    `json:"from_cache"`
	Kept      string  `json:"kept_in,omitempty"`
	KeptBytes int64   `json:"kept_bytes"`
}

// sized is the number of fronts with up to a number of nodes.
type sized struct {
	Most   uint32 `json:"most_nodes"`
	Fronts int    `json:"fronts"`
}

// sizes are the upper bounds of the classes in the report. Small fronts fit the shared memory of a
// workgroup.
var sizes = []uint32{16, 32, 64, 104, 256, 1024, 8192}

func findingsOf(file string, made *prepared.Made, how prepared.Making) findings {
	f := findings{
		File: file, Nodes: len(made.Node), Edges: len(made.ArcEdge), Fronts: len(made.List), Depths: len(made.Levels) - 1, Longest: made.Longest,
		Sums: made.Sums(), Lengths: 4 * int64(made.Words), Order: timing.Milliseconds(made.Order), Lists: timing.Milliseconds(made.Lists),
		Threads: cmp.Or(how.Threads, runtime.GOMAXPROCS(0)), FromCache: made.FromCache, Kept: made.Path, KeptBytes: made.Bytes,
	}
	for i, most := range sizes {
		count := 0
		for k := range made.List {
			if size := made.List[k].Size(); size <= most && (i == 0 || size > sizes[i-1]) {
				count++
			}
		}
		if count > 0 {
			f.Sizes = append(f.Sizes, sized{min(most, made.Largest), count})
		}
	}
	return f
}

func (f findings) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{name}, args...)...)
	}
	row("file", "%s", f.File)
	row("graph", "%s, %s", format.Count(f.Nodes, "node"), format.Count(f.Edges, "edge"))
	how := fmt.Sprintf("made by up to %d threads", f.Threads)
	if f.FromCache {
		how = "read from the cache"
	}
	row("order", "%.1f ms, %s; lists in %.1f ms", f.Order, how, f.Lists)
	row("fronts", "%s at %s; the longest path from a root has %s", format.Thousands(f.Fronts), format.Count(f.Depths, "depth"), format.Count(f.Longest, "node"))
	var list []string
	for _, s := range f.Sizes {
		list = append(list, fmt.Sprintf("%s of up to %s", format.Thousands(s.Fronts), format.Count(s.Most, "node")))
	}
	row("", "%s", strings.Join(list, ", "))
	row("lengths", "%s; a tree adds up %s of them", format.Bytes(f.Lengths), format.Thousands(f.Sums))
	if f.Kept != "" {
		row("kept", "%s, %s", f.Kept, format.Bytes(f.KeptBytes))
	}
	return w.Flush()
}
