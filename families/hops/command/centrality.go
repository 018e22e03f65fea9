package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/scene"
)

// centrality holds the requested centralities of nodes.
type centrality struct {
	between, close bool
	samples        int // sources of betweenness; zero for all nodes

	betweenness, closeness []float64 // nil unless requested
}

// wanted parses the flags.
func (f *runFlags) wanted() (c centrality, err error) {
	c.close = f.closeness
	switch f.betweenness {
	case "":
	case "all":
		c.between = true
	default:
		c.between = true
		if c.samples, err = cli.Count("--betweenness", f.betweenness); err == nil && c.samples == 0 {
			err = cli.Usage("--betweenness is 0, not all or a number of sources")
		}
	}
	switch {
	case err != nil:
		return c, err
	case f.nodes == "":
		return c, nil
	case !c.between && !c.close:
		return c, cli.Usage("--nodes needs --betweenness or --closeness")
	case filepath.Ext(f.nodes) != ".csv" && filepath.Ext(f.nodes) != ".parquet":
		return c, cli.Usage("--nodes is %q: the name must end in .csv or .parquet", f.nodes)
	}
	return c, cli.CheckFolder(f.nodes)
}

// find computes the centralities from all nodes or from samples.
func (c *centrality) find(ctx context.Context, g *bfs.Graph, seed uint64) (err error) {
	if c.between {
		if c.betweenness, err = g.Betweenness(ctx, c.samples, seed); err != nil {
			return err
		}
	}
	if c.close {
		c.closeness, err = g.ClosenessOf(ctx, pairgen.All(g.Nodes))
	}
	return err
}

// nodeLine is a node in JSON and Parquet.
type nodeLine struct {
	Type        string   `json:"type" parquet:"-"`
	Node        int64    `json:"node" parquet:"node"`
	Betweenness *float64 `json:"betweenness,omitempty" parquet:"betweenness,optional"`
	Closeness   *float64 `json:"closeness,omitempty" parquet:"closeness,optional"`
}

func (c *centrality) line(m *scene.Map, v int) nodeLine {
	l := nodeLine{Type: "node", Node: m.Graph.ID[v]}
	if c.betweenness != nil {
		l.Betweenness = &c.betweenness[v]
	}
	if c.closeness != nil {
		l.Closeness = &c.closeness[v]
	}
	return l
}

// write writes all nodes to a file.
func (c *centrality) write(w io.Writer, m *scene.Map, ending string) error {
	if ending == ".parquet" {
		out := parquet.NewGenericWriter[nodeLine](w, parquet.Compression(&parquet.Zstd))
		for v := range m.Graph.ID {
			if _, err := out.Write([]nodeLine{c.line(m, v)}); err != nil {
				return err
			}
		}
		return out.Close()
	}
	line := []byte("node")
	add := func(name string, values []float64) {
		if values != nil {
			line = append(append(line, ','), name...)
		}
	}
	add("betweenness", c.betweenness)
	add("closeness", c.closeness)
	for v := -1; v < len(m.Graph.ID); v++ {
		if v >= 0 {
			line = strconv.AppendInt(line[:0], m.Graph.ID[v], 10)
			for _, values := range [][]float64{c.betweenness, c.closeness} {
				if values != nil {
					line = strconv.AppendFloat(append(line, ','), values[v], 'g', -1, 64)
				}
			}
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// report computes the requested centralities and writes or prints them: all nodes as JSON lines,
// otherwise the top ten.
func (c *centrality) report(ctx context.Context, out io.Writer, g *bfs.Graph, m *scene.Map, f runFlags) error {
	if !c.between && !c.close {
		return nil
	}
	if err := c.find(ctx, g, f.seed); err != nil {
		return err
	}
	if f.nodes != "" {
		if err := output.File(f.nodes, func(w io.Writer) error { return c.write(w, m, filepath.Ext(f.nodes)) }); err != nil {
			return err
		}
	}
	if f.json {
		lines := format.JSON(out)
		for v := 0; v < g.Nodes && f.nodes == ""; v++ {
			if err := lines.Encode(c.line(m, v)); err != nil {
				return err
			}
		}
		return nil
	}
	of := "all nodes"
	if c.samples > 0 && c.samples < g.Nodes {
		of = fmt.Sprintf("%s, estimated", format.Count(c.samples, "node"))
	}
	if err := top(out, m, "betweenness, from "+of, c.betweenness); err != nil {
		return err
	}
	return top(out, m, "closeness", c.closeness)
}

// top prints the nodes with the greatest values.
func top(out io.Writer, m *scene.Map, title string, values []float64) error {
	if values == nil {
		return nil
	}
	nodes := pairgen.All(len(values))
	slices.SortStableFunc(nodes, func(u, v uint32) int { return cmp.Compare(values[v], values[u]) })
	fmt.Fprintf(out, "%s: the greatest\n", title)
	for _, v := range nodes[:min(10, len(nodes))] {
		fmt.Fprintf(out, "%12d %.6g\n", m.Graph.ID[v], values[v])
	}
	_, err := fmt.Fprintln(out)
	return err
}
