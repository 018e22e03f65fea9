// Package command is the family of shortest paths: its searches, tables, experiments and pictures.
package command

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/view"
)

// Family is the family of shortest paths.
var Family = cli.Family{
	Family:   view.Family,
	Commands: cli.One(infoCommand), Run: runCommands, Bench: benchCommands, Gen: genCommands,
	Output: newDrawing, Auto: newAuto, Algorithms: cli.Describe(sssp.Searches()...),
}

// benchCommands returns the commands of 'bench' that measure searches and maps.
func benchCommands(app *cli.App) []*cobra.Command {
	return []*cobra.Command{
		experimentCommand(app, experiment.Sweep, "sweep [FILE]", "Measure time and efficiency over a grid of parameters, as a heat map",
			`Runs the same queries with every combination of parameters. Each parameter is a list such
as 1000,2000; an axis without a list gets a range of values. A cell of the heat map shows
the best of the settings that it covers.

With --auto it searches for the best setting instead, first on a coarse grid and then in
finer steps, and stores it. From then on --tuned uses it.`, 1),
		experimentCommand(app, experiment.Rank, "rank [FILE]", "Measure time by Dijkstra rank, as a box plot",
			`Runs N queries for each Dijkstra rank 1, 2, 4, 8, … with each search, and with
Dijkstra's algorithm on one CPU thread. A list for a parameter compares its values, and
--settings compares pairs of delta and batch. With --relative the chart, the table and the
CSV file show the speed of each setting relative to the best setting of the rank, or with
--relative=dijkstra relative to Dijkstra's algorithm.`, 1),
		experimentCommand(app, experiment.Efficiency, "efficiency [FILE]", "Measure relaxed edges relative to Dijkstra's algorithm, by rank",
			`Runs N queries for each Dijkstra rank 1, 2, 4, 8, … with each search, and counts the
edges that it relaxes per edge that Dijkstra's algorithm relaxes. --settings compares pairs
of delta and batch.`, 1),
		experimentCommand(app, experiment.Scale, "scale [FILE…]", "Measure time by the size of the map",
			`Searches from N random nodes to all others on each map. A single map, or the embedded one,
is measured in parts: squares around its middle, each with four times the nodes of the previous
one.`, 99),
		experimentCommand(app, experiment.Throughput, "throughput [FILE]", "Measure the time per query by the number of concurrent queries",
			`Runs the same queries with each number of concurrent searches that --at-once lists, with a
workgroup per search, and one at a time with the ordinary search. Only Frontier and prepared
trees have concurrent searches; others, such as Near-Far, run one at a time, since their rounds
are submissions of one queue that depend on each other. The same batch runs first
to warm up. The time of a batch runs from the reset of its searches to the last event and is
divided equally among its queries. Allocating memory for a batch and reading its distances are
not timed.`, 1),
		drawCommand(), sweepCommand(app), peersCommand(app), loadCommand(app), framesCommand(app),
	}
}

// runCommands returns the commands of 'run' that search.
func runCommands(app *cli.App) []*cobra.Command {
	return []*cobra.Command{searchCommand(app), tableCommand(app), accessCommand(app)}
}
