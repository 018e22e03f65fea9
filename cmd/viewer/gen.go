package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/graphload"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
	"kernelscope/ui"
)

// genPrefix begins what stands for a file that a generator makes:
// gen:grid,width=100,height=50.
const genPrefix = "gen:"

// genParam is a number, or one of some words, that steers a generator.
type genParam struct {
	name, value, help string // value is the default
	min, max          uint64
	words             []string
	text              bool // anything at all
}

// generator makes a graph.
type generator struct {
	name, help string
	params     []genParam
	make       func(ctx context.Context, v genValues, o readOptions) (*scene.Map, error)
}

type genValues map[string]string

// number returns a value that has been checked.
func (v genValues) number(name string) int {
	n, _ := strconv.Atoi(v[name])
	return n
}

func (v genValues) seed() uint64 { return uint64(v.number("seed")) }

const mostGenerated = 1 << 25 // nodes

func seedParam() genParam {
	return genParam{name: "seed", value: "1", help: "seed", max: 1 << 62}
}

func mostParam(value string) genParam {
	return genParam{name: "most", value: value, help: "greatest weight", min: 1, max: graph.MaxWeight}
}

// generators lists what can be made.
func generators() []generator {
	return []generator{
		{"grid", "rows of nodes with random weights", []genParam{
			{name: "width", value: "1000", help: "nodes in a row", min: 1, max: mostGenerated},
			{name: "height", value: "1000", help: "rows", min: 1, max: mostGenerated},
			mostParam("1000"), seedParam(),
		}, func(ctx context.Context, v genValues, _ readOptions) (*scene.Map, error) {
			w, h := v.number("width"), v.number("height")
			if w*h > mostGenerated {
				return nil, usage("%d × %d nodes are more than %d", w, h, mostGenerated)
			}
			return build.Map(ctx, graphgen.Grid(v.seed(), w, h, uint32(v.number("most"))))
		}},
		{"roads", "a network like those of the DIMACS challenge; by default as large as Florida's", []genParam{
			{name: "nodes", value: "1070376", help: "nodes", min: 2, max: mostGenerated}, seedParam(),
		}, func(ctx context.Context, v genValues, _ readOptions) (*scene.Map, error) {
			return build.Map(ctx, graphgen.Roads(v.seed(), v.number("nodes")))
		}},
		{"kronecker", "a graph with hubs, as of Graph500", []genParam{
			{name: "scale", value: "16", help: "nodes are numbered up to two to this power", min: 1, max: 25},
			{name: "factor", value: "16", help: "edges for each number", min: 1, max: 64},
			mostParam("255"), seedParam(),
		}, func(ctx context.Context, v genValues, _ readOptions) (*scene.Map, error) {
			scale, factor := v.number("scale"), v.number("factor")
			if factor<<scale > 2*mostGenerated {
				return nil, usage("%d edges are more than %d", factor<<scale, 2*mostGenerated)
			}
			return build.Map(ctx, graphgen.Kronecker(v.seed(), scale, factor, uint32(v.number("most"))))
		}},
		{"snb", "friendships as large as those of the LDBC Social Network Benchmark", []genParam{
			{name: "sf", value: "1", help: "scale factor: 1, 3, 10, 30, 100, 300", words: []string{"1", "3", "10", "30", "100", "300"}}, seedParam(),
		}, func(ctx context.Context, v genValues, _ readOptions) (*scene.Map, error) {
			in, err := graphgen.SNB(v.seed(), v.number("sf"))
			if err != nil {
				return nil, err
			}
			return build.Map(ctx, in)
		}},
		{"adversarial", "graphs that are hard on a search", []genParam{
			{name: "kind", value: "hubs", help: strings.Join(graphgen.Kinds(), ", "), words: graphgen.Kinds()},
			{name: "nodes", value: "10000", help: "nodes, about", min: 2, max: mostGenerated}, seedParam(),
		}, func(ctx context.Context, v genValues, _ readOptions) (*scene.Map, error) {
			in, err := graphgen.Adversarial(v["kind"], v.seed(), v.number("nodes"))
			if err != nil {
				return nil, err
			}
			return build.Map(ctx, in)
		}},
		{"tile", "a map repeated, with roads between", []genParam{
			{name: "k", value: "3", help: "tiles in a row, and rows", min: 1, max: 1 << 10},
			{name: "map", help: "file of the map; the embedded one if empty", text: true},
		}, func(ctx context.Context, v genValues, o readOptions) (*scene.Map, error) {
			if strings.HasPrefix(v["map"], genPrefix+"tile") {
				return nil, usage("a tile of tiles is no more than a larger tile")
			}
			m, err := readMap(ctx, v["map"], o)
			if err != nil {
				return nil, err
			}
			return graphgen.Tile(m, v.number("k"))
		}},
	}
}

// check fills in what was not given, and refuses what cannot be.
func (g generator) check(v genValues) error {
	for name := range v {
		if !slices.ContainsFunc(g.params, func(p genParam) bool { return p.name == name }) {
			return usage("%s has no %q", g.name, name)
		}
	}
	for _, p := range g.params {
		if _, given := v[p.name]; !given {
			v[p.name] = p.value
		}
		n, err := strconv.ParseUint(v[p.name], 10, 63)
		switch value := v[p.name]; {
		case p.text:
		case p.words != nil && !slices.Contains(p.words, value):
			return usage("%s is %q; there are %s", p.name, value, strings.Join(p.words, ", "))
		case p.words == nil && (err != nil || n < p.min || n > p.max):
			return usage("%s is %q, not a number from %d to %d", p.name, value, p.min, p.max)
		}
	}
	return nil
}

// generate makes what a text such as grid,width=100 stands for.
func generate(ctx context.Context, text string, o readOptions) (*scene.Map, error) {
	name, v, err := namedValues(text)
	if err != nil {
		return nil, err
	}
	all := generators()
	i := slices.IndexFunc(all, func(g generator) bool { return g.name == name })
	if i < 0 {
		var names []string
		for _, g := range all {
			names = append(names, g.name)
		}
		return nil, usage("there is no generator %q; there are %s", name, strings.Join(names, ", "))
	}
	m, err := all[i].run(ctx, v, o)
	if err == nil {
		m.Name = genPrefix + text
	}
	return m, err
}

// namedValues divides a text such as grid,width=100. A map comes last and may have
// commas.
func namedValues(text string) (name string, v genValues, err error) {
	name, rest, _ := strings.Cut(text, ",")
	v = genValues{}
	for rest != "" {
		var item string
		if item, rest, _ = strings.Cut(rest, ","); strings.HasPrefix(item, "map=") && rest != "" {
			item, rest = item+","+rest, ""
		}
		key, value, ok := strings.Cut(item, "=")
		if !ok {
			return name, v, usage("%q is not of the form name=value", item)
		}
		v[key] = value
	}
	return name, v, nil
}

// run makes a graph, and returns when the context ends, which not all generators mind.
func (g generator) run(ctx context.Context, v genValues, o readOptions) (*scene.Map, error) {
	if err := g.check(v); err != nil {
		return nil, err
	}
	var m *scene.Map
	done := make(chan error, 1)
	go func() {
		made, err := g.make(ctx, v, o)
		if err == nil && o.graph.Contract && made.Abstract {
			made, err = build.Contract(made)
		}
		m = made
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case err := <-done:
		return m, err
	}
}

func (a *app) genCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "gen", Short: "Make a graph, or a sequence of clips", Args: cobra.NoArgs, RunE: help,
		Long: `Makes a graph and writes it to a file: .gr, with .co for its places, or a list of
edges, .wel with weights and .el without, each also .gz.

Wherever a FILE is read, the same can be made in memory: gen:KIND,name=value,…
such as gen:grid,width=300,height=200 or gen:tile,k=17,map=city.osm.pbf, and where clips
are read gen:clip,elements=65536,shape=deep.`,
	}
	for _, g := range generators() {
		c.AddCommand(a.genKindCommand(g))
	}
	c.AddCommand(a.genClipCommand())
	return c
}

func (a *app) genKindCommand(g generator) *cobra.Command {
	out, values := "", map[string]*string{}
	c := &cobra.Command{
		Use: g.name, Short: "Make " + g.help, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			v := genValues{}
			for name, value := range values {
				v[name] = *value
			}
			if len(args) > 0 {
				v["map"] = args[0]
			}
			write, err := graphWriter(out)
			if err != nil {
				return err
			}
			o, err := a.readOptions()
			if err != nil {
				return err
			}
			m, err := g.run(c.Context(), v, o)
			if err != nil {
				return err
			}
			if m.Name == "" {
				m.Name = g.name
			}
			if err := write(m); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s nodes, %s edges\n", out, ui.Thousands(m.Graph.Nodes()), ui.Thousands(m.Graph.Edges()))
			return err
		},
	}
	for _, p := range g.params {
		if p.name == "map" {
			c.Use, c.Args = c.Use+" [MAP]", cobra.MaximumNArgs(1)
			continue
		}
		values[p.name] = c.Flags().String(p.name, p.value, p.help)
	}
	c.Flags().StringVarP(&out, "output", "o", "", "file to write: .gr, .el or .wel, each also .gz")
	return c
}

// graphWriter returns what writes a graph by the name of a file.
func graphWriter(out string) (func(*scene.Map) error, error) {
	stem, zipped := strings.CutSuffix(out, ".gz")
	save := func(path string, write func(io.Writer, *scene.Map) error) func(*scene.Map) error {
		return func(m *scene.Map) error {
			return writeFile(path, func(w io.Writer) error {
				if !zipped {
					return write(w, m)
				}
				z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
				if err != nil {
					return err
				}
				return errors.Join(write(z, m), z.Close())
			})
		}
	}
	switch {
	case out == "":
		return nil, usage("name the output with -o")
	case strings.HasSuffix(stem, ".wel"):
		return save(out, graphload.WriteWeightedEdges), nil
	case strings.HasSuffix(stem, ".el"):
		return save(out, graphload.WriteEdges), nil
	case strings.HasSuffix(stem, ".gr"):
		arcs, places := save(out, graphload.WriteArcs), save(strings.TrimSuffix(stem, ".gr")+".co"+out[len(stem):], graphload.WritePlaces)
		return func(m *scene.Map) error {
			if err := places(m); err != nil {
				return err
			}
			return arcs(m)
		}, nil
	}
	return nil, usage("-o is %q: the name must end in .gr, .el or .wel, or in one of these and .gz", out)
}
