package command

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/view"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/scene"
)

// infoCommand is 'info'.
func infoCommand(app *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "info [FILE]", Short: "Describe a map", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			m, err := app.LoadMap(c.Context(), cli.Optional(args))
			if err != nil {
				return err
			}
			if asJSON {
				return format.JSON(c.OutOrStdout()).Encode(infoOf(m, app.Version))
			}
			return printInfo(c.OutOrStdout(), m)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// mapInfo is the output of 'viewer info --json'.
type mapInfo struct {
	report.Head
	File        string       `json:"file"`
	Attribution string       `json:"attribution,omitempty"`
	Doubt       string       `json:"doubt,omitempty"`
	Weight      string       `json:"weight"`
	Profile     string       `json:"profile,omitempty"`
	Scale       float64      `json:"scale,omitempty"` // factor from the weights of the file
	Graph       graphInfo    `json:"graph"`
	Counts      scene.Counts `json:"counts"`
	Box         *[4]float64  `json:"box,omitempty"`    // west, south, east, north in degrees; nil for a layout
	Stated      *[4]float64  `json:"stated,omitempty"` // the same as stated by the file, which may contain more than roads
	Prepared    *frontsInfo  `json:"prepared,omitempty"`
}

// frontsInfo describes the stored separators of a map.
type frontsInfo struct {
	Fronts  int    `json:"fronts"`
	Depths  int    `json:"depths"`
	Largest uint32 `json:"largest"`
	Kept    string `json:"kept_in"`
}

// keptFronts returns nil if no separators are stored.
func keptFronts(m *scene.Map) *frontsInfo {
	cache, err := prepared.UserCache()
	if err != nil {
		return nil // no cache folder
	}
	made, ok := cache.Kept(m)
	if !ok {
		return nil
	}
	return &frontsInfo{len(made.List), len(made.Levels) - 1, made.Largest, made.Path}
}

type graphInfo struct {
	Nodes      int     `json:"nodes"`
	Edges      int     `json:"edges"`
	Components int     `json:"components"`
	Largest    int     `json:"largest_component"`
	MeanWeight float64 `json:"mean_weight"`
	MeanDegree float64 `json:"mean_degree"`
	AutoDelta  uint32  `json:"auto_delta"`
	Longest    uint64  `json:"longest_path_bound"`
}

func infoOf(m *scene.Map, version string) mapInfo {
	g := m.Graph
	return mapInfo{
		Head: report.NewHead("info", version), File: m.Name, Attribution: m.Attribution, Doubt: m.Doubt, Weight: m.Metric.String(), Profile: m.Profile, Scale: m.Scale, Counts: m.Counts, Box: boxOf(m), Stated: m.Stated, Prepared: keptFronts(m),
		Graph: graphInfo{
			Nodes: g.Nodes(), Edges: g.Edges(), Components: g.Components, Largest: len(g.Connected()),
			MeanWeight: g.MeanWeight(), MeanDegree: g.MeanDegree(), AutoDelta: sssp.AutoDelta(g), Longest: g.LongestPath(),
		},
	}
}

// boxOf returns the bounding box of a map in degrees, or nil if it has no coordinates.
func boxOf(m *scene.Map) *[4]float64 {
	if m.Abstract || m.Box.Empty() {
		return nil
	}
	west, north := m.Box.Min.Degrees()
	east, south := m.Box.Max.Degrees()
	return &[4]float64{west, south, east, north}
}

func printInfo(out io.Writer, m *scene.Map) error {
	i := infoOf(m, "")
	c := m.Counts
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{name}, args...)...)
	}
	row("file", "%s", i.File)
	if i.Doubt != "" {
		row("doubt", "%s", i.Doubt)
	}
	if c.Ways > 0 || m.Graph.Nodes() == 0 {
		row("objects", "%s, %s ways, %s relations", format.Count(c.Nodes, "node"), format.Thousands(c.Ways), format.Thousands(c.Relations))
		row("highways", "%s ways on %s; %s may use %s", format.Thousands(c.HighwayWays), format.Count(c.HighwayNodes, "node"), view.Users(m), format.Thousands(c.RoadWays))
		row("dropped", "%s missing nodes, %s bad places, %s duplicate nodes, %s duplicate ways, %s short ways",
			format.Thousands(c.MissingNodes), format.Thousands(c.BadPlaces), format.Thousands(c.DuplicateNodes), format.Thousands(c.DuplicateWays), format.Thousands(c.ShortWays))
	}
	if m.Graph.Nodes() == 0 {
		row("graph", "no roads")
		return w.Flush()
	}
	if b := i.Box; b != nil {
		row("box", "%.5f,%.5f to %.5f,%.5f", b[0], b[1], b[2], b[3])
	} else {
		row("places", "none: what is drawn is a layout")
	}
	if b := m.Stated; b != nil {
		row("stated", "%.5f,%.5f to %.5f,%.5f by the file", b[0], b[1], b[2], b[3])
	}
	row("graph", "%s, %s, mean degree %.2f", format.Count(i.Graph.Nodes, "node"), format.Count(i.Graph.Edges, "edge"), i.Graph.MeanDegree)
	row("", "without %s loops and %s parallel edges", format.Thousands(c.Loops), format.Thousands(c.ParallelEdges))
	row("components", "%s; the largest has %s", format.Thousands(i.Graph.Components), format.Count(i.Graph.Largest, "node"))
	row("weight", "%s, mean %.1f; delta auto %d", m.Weighs(), i.Graph.MeanWeight, i.Graph.AutoDelta)
	if i.Scale > 1 {
		row("", "the file's times %s; %s are rounded", format.Thousands(int64(i.Scale)), format.Thousands(c.RoundedWeights))
	}
	if i.Graph.Longest >= math.MaxUint32 {
		row("", "distances beyond %s count as unreached", format.Thousands(uint32(math.MaxUint32)))
	}
	row("drawn", "%s of %s", format.Count(len(m.Lines), "line"), format.Count(len(m.Points), "point"))
	if p := i.Prepared; p != nil {
		row("prepared", "%s at %s, with boundaries of up to %s; %s", format.Count(p.Fronts, "separator"), format.Count(p.Depths, "depth"), format.Count(p.Largest, "node"), p.Kept)
	} else {
		row("prepared", "no separators are kept: 'viewer prepare' makes them")
	}
	if i.Attribution != "" {
		row("data", "%s, ODbL 1.0", i.Attribution)
	}
	return w.Flush()
}
