package command

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/open/graphload"
	"kernelscope/scene"
	"kernelscope/scene/gen"
	"kernelscope/scene/graphgen"
)

// genCommands returns the commands of 'gen' that generate graphs.
func genCommands(app *cli.App) (all []*cobra.Command) {
	for _, kind := range graphgen.Kinds() {
		all = append(all, genCommand(app, kind.Spec))
	}
	return all
}

func genCommand(app *cli.App, s gen.Spec) *cobra.Command {
	c, text := cli.GeneratorCommand(s)
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
		m, err := app.LoadMap(c.Context(), file)
		if err != nil {
			return err
		}
		if err := write(m); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s\n", out, format.Count(m.Graph.Nodes(), "node"), format.Count(m.Graph.Edges(), "edge"))
		return err
	}
	return c
}

// graphWriter returns a function that writes a graph in the format of the file name.
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
