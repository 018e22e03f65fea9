package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/families/clips"
	"kernelscope/format"
	"kernelscope/graphload"
	"kernelscope/open"
	"kernelscope/output"
	"kernelscope/scene"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
	"kernelscope/scene/graphgen"
)

func (a *app) genCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "gen", Short: "Make a graph, or a sequence of clips", Args: cobra.NoArgs, RunE: cli.Help,
		Long: `Makes a graph and writes it to a file: .gr, with .co for its places, or a list of
edges, .wel with weights and .el without, each also .gz.

Wherever a FILE is read, the same can be made in memory: gen:KIND,name=value,…
such as gen:grid,width=300,height=200 or gen:tile,k=17,map=city.osm.pbf, and where clips
are read gen:clip,elements=65536,shape=deep.`,
	}
	for _, kind := range graphgen.Kinds() {
		c.AddCommand(a.genGraphCommand(kind.Spec))
	}
	c.AddCommand(a.genClipCommand(clipseq.Generator()))
	return c
}

// generatorCommand is a command with a flag for each parameter of a generator; a file is its
// argument. text returns the text that stands for what the flags ask for.
func generatorCommand(s gen.Spec) (c *cobra.Command, text func(args []string) (string, error)) {
	c = &cobra.Command{Use: s.Name, Short: "Make " + s.Help, Args: cobra.NoArgs}
	values := map[string]*string{}
	for _, p := range s.Params {
		if p.Type == gen.File {
			c.Use, c.Args = c.Use+" ["+strings.ToUpper(p.Name)+"]", cobra.MaximumNArgs(1)
			continue
		}
		about := p.Help
		if p.Type == gen.Word {
			about += ": " + strings.Join(p.Words, ", ")
		}
		values[p.Name] = c.Flags().String(p.Name, p.Default, about)
		switch p.Type {
		case gen.Word:
			_ = c.RegisterFlagCompletionFunc(p.Name, cli.Fixed(p.Words...))
		case gen.Switch:
			c.Flags().Lookup(p.Name).NoOptDefVal = "true"
		}
	}
	return c, func(args []string) (string, error) {
		v := gen.Values{}
		for _, p := range s.Params {
			if v[p.Name] = cli.Optional(args); p.Type != gen.File {
				v[p.Name] = *values[p.Name]
			}
			if err := p.Check(v[p.Name]); err != nil {
				return "", cli.Usage("--%v", err)
			}
		}
		return s.Text(v), nil
	}
}

func (a *app) genGraphCommand(s gen.Spec) *cobra.Command {
	c, text := generatorCommand(s)
	var out string
	c.Flags().StringVarP(&out, "output", "o", "", "file to write: .gr, .el or .wel, each also .gz")
	cli.Writes(c, "output")
	c.RunE = func(c *cobra.Command, args []string) error {
		file, err := text(args)
		if err != nil {
			return err
		}
		write, err := graphWriter(out)
		if err != nil {
			return err
		}
		if places := graphload.PlacesName(out); places != "" {
			if err := cli.CheckFiles(c, args, places); err != nil {
				return err
			}
		}
		m, err := a.LoadMap(c.Context(), file)
		if err != nil {
			return err
		}
		if err := write(m); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s nodes, %s edges\n", out, format.Thousands(m.Graph.Nodes()), format.Thousands(m.Graph.Edges()))
		return err
	}
	return c
}

func (a *app) genClipCommand(s gen.Spec) *cobra.Command {
	c, text := generatorCommand(s)
	c.Long = `Makes a sequence of pushes, which begin a clip, pops, which end it, and leaves, which are
drawn, and writes it as text: ( for a push, ) for a pop, . for a leaf; after pushes
and leaves a box, as left, top, right and bottom, unless --bare. A # begins a comment.
'viewer run clip' reads it.

Shapes:
` + clips.AboutShapes()
	c.Example = `  viewer gen clip --elements 2^20 --shape random -o clips.txt
  viewer gen clip --elements 20 --shape wide --bare -o small.txt`
	var out string
	c.Flags().StringVarP(&out, "output", "o", "", "file to write")
	cli.Writes(c, "output")
	c.RunE = func(c *cobra.Command, args []string) error {
		file, err := text(args)
		if err != nil {
			return err
		}
		if out == "" {
			return cli.Usage("name the output with -o")
		}
		in, err := open.ReadClips(c.Context(), file)
		if err != nil {
			return err
		}
		if err := output.File(out, func(w io.Writer) error { return clipseq.Write(w, in.Sequence) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s elements\n", out, format.Thousands(len(in.Elements)))
		return err
	}
	return c
}

// graphWriter returns what writes a graph by the name of a file.
func graphWriter(out string) (func(*scene.Map) error, error) {
	stem, zipped := strings.CutSuffix(out, ".gz")
	save := func(path string, write func(io.Writer, *scene.Map) error) func(*scene.Map) error {
		return func(m *scene.Map) error {
			return output.File(path, func(w io.Writer) error {
				if !zipped {
					return write(w, m)
				}
				z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
				if err != nil {
					return err
				}
				if err := write(z, m); err != nil {
					return err
				}
				return z.Close()
			})
		}
	}
	switch {
	case out == "":
		return nil, cli.Usage("name the output with -o")
	case strings.HasSuffix(stem, ".wel"):
		return save(out, graphload.WriteWeightedEdges), nil
	case strings.HasSuffix(stem, ".el"):
		return save(out, graphload.WriteEdges), nil
	case strings.HasSuffix(stem, ".gr"):
		arcs, places := save(out, graphload.WriteArcs), save(graphload.PlacesName(out), graphload.WritePlaces)
		return func(m *scene.Map) error {
			if err := places(m); err != nil {
				return err
			}
			return arcs(m)
		}, nil
	}
	return nil, cli.Usage("-o is %q: the name must end in .gr, .el or .wel, or in one of these and .gz", out)
}
