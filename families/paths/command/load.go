package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/osmload"
)

// loadCommand returns 'bench load'.
func loadCommand(app *cli.App) *cobra.Command {
	var runs int
	c := &cobra.Command{
		Use: "load [FILE]", Short: "Time the import of a map by phase", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			o, err := app.ReadOptions()
			if err != nil {
				return err
			}
			return benchLoad(c.Context(), c.OutOrStdout(), cli.Optional(args), runs, o)
		},
	}
	c.Flags().IntVarP(&runs, "runs", "n", 5, "number of runs")
	return c
}

// benchLoad imports a map several times. It prints the shortest time of each phase and the peak
// memory of the process.
func benchLoad(ctx context.Context, out io.Writer, file string, runs int, o open.Options) error {
	if err := cli.Repeats("-n", runs, "run"); err != nil {
		return err
	}
	best := map[osmload.Phase]time.Duration{}
	total := time.Duration(0)
	var nodes int
	for i := range runs {
		debug.FreeOSMemory() // of the previous run
		var p osmload.Progress
		begin := time.Now()
		o.Progress = &p
		m, err := open.ReadMap(ctx, file, o)
		if err != nil {
			return err
		}
		elapsed := time.Since(begin)
		if i == 0 || elapsed < total {
			total = elapsed
		}
		for phase, d := range p.Durations() {
			if old, ok := best[phase]; !ok || d < old {
				best[phase] = d
			}
		}
		nodes = m.Counts.Nodes
		if i == 0 {
			fmt.Fprintf(out, "%s: %s in the file, a graph of %s and %s\n", m.Name, format.Count(nodes, "node"), format.Count(m.Graph.Nodes(), "node"), format.Count(m.Graph.Edges(), "edge"))
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for phase := osmload.PhaseOpen; phase < osmload.PhaseDone; phase++ {
		fmt.Fprintf(w, "%s\t%.1f ms\t\n", phase, timing.Milliseconds(best[phase]))
	}
	fmt.Fprintf(w, "all\t%.1f ms\t\n", timing.Milliseconds(total))
	if peak := peakMemory(); peak != "" {
		fmt.Fprintf(w, "peak memory\t%s\t\n", peak)
	}
	return w.Flush()
}

// peakMemory returns the greatest resident size of the process, if the system reports it.
func peakMemory() string {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kib int64
			if _, err := fmt.Sscan(rest, &kib); err == nil {
				return format.Bytes(kib << 10)
			}
		}
	}
	return ""
}
