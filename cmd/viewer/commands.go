package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/claims"
	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/families"
	"kernelscope/studio"
)

// addCommands adds the commands of all families, and those that they share.
func (a *app) addCommands(root *cobra.Command) {
	group := func(use, short, long string) *cobra.Command {
		c := &cobra.Command{Use: use, Short: short, Long: long, Args: cobra.NoArgs, RunE: cli.Help}
		root.AddCommand(c)
		return c
	}
	runs, benches := group("run", "Run an algorithm without a window", ""), group("bench", "Measure", "")
	gens := group("gen", "Make a graph, or a sequence of clips", genHelp)
	for _, f := range families.All {
		for _, g := range []struct {
			to       *cobra.Command
			commands func(*cli.App) []*cobra.Command
		}{{root, f.Commands}, {runs, f.Run}, {benches, f.Bench}, {gens, f.Gen}} {
			if g.commands == nil {
				continue
			}
			for _, c := range g.commands(&a.App) {
				if g.to == runs {
					c = cli.Retried(c)
				}
				g.to.AddCommand(c)
			}
		}
	}
	benches.AddCommand(claims.Command(&a.App, a.within))
	root.AddCommand(a.renderCommand(), a.recordCommand(), a.demoCommand(), devicesCommand(), versionCommand())
}

const genHelp = `Makes a graph and writes it to a file: .gr, with .co for its places, or a list of
edges, .wel with weights and .el without, each also .gz.

Wherever a FILE is read, the same can be made in memory: gen:KIND,name=value,…
such as gen:grid,width=300,height=200 or gen:tile,k=17,map=city.osm.pbf, and where clips
are read gen:clip,elements=65536,shape=deep.`

// within carries out a command line with flags of its own, but on the same device, and hands on what it
// measures.
func (a *app) within(ctx context.Context, line []string, measured func(experiment.Update)) error {
	other := newApp()
	other.Measured = measured
	root := other.command()
	if a.Device != "" {
		line = append(line, "--device", a.Device)
	}
	if a.verbose {
		line = append(line, "--verbose")
	}
	root.SetArgs(line)
	root.SetOut(io.Discard)
	root.SetErr(os.Stderr)
	return root.ExecuteContext(ctx)
}

func (a *app) demoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show the embedded map with a search running; without a display, write demo.png and demo.gif",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.demo(c) },
	}
	cli.Writes(c)
	return c
}

// demo opens the window, or writes pictures where there is no display.
func (a *app) demo(c *cobra.Command) error {
	if studio.HasDisplay() {
		return a.OpenWindow(c.Context(), "", nil, nil)
	}
	if err := cli.CheckFiles(c, nil, "demo.png", "demo.gif"); err != nil {
		return err
	}
	fmt.Fprintln(c.OutOrStdout(), "There is no display: the demo is written to files instead of shown.")
	for _, line := range []string{"render -o demo.png --ui --at 700", "record -o demo.gif --ui --fps 20 --seconds 8"} {
		if err := also(c, line); err != nil {
			return err
		}
	}
	return nil
}

// also carries out another command of the program.
func also(c *cobra.Command, line string) error {
	other, args, err := c.Root().Find(strings.Fields(line))
	if err != nil {
		return err
	}
	if err := other.ParseFlags(args); err != nil {
		return err
	}
	other.SetContext(c.Context())
	return other.RunE(other, nil)
}
