package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/cli/lens"
	"kernelscope/cli/manual"
	"kernelscope/cli/passport"
	"kernelscope/cli/proof"
	"kernelscope/families"
	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/web/export"
)

// addCommands adds the commands of all families, and those that they share.
func (a *app) addCommands(root *cobra.Command) {
	group := func(use, short, long string) *cobra.Command {
		c := &cobra.Command{Use: use, Short: short, Long: long, Args: cobra.NoArgs, RunE: cli.Help}
		root.AddCommand(c)
		return c
	}
	runs, benches := group("run", "Run an algorithm without a window", ""), group("bench", "Measure algorithms, frames and imports", "")
	gens := group("gen", "Generate a graph, or a sequence of clips", genHelp)
	for _, f := range families.All {
		for _, g := range []struct {
			to       *cobra.Command
			commands func(*cli.App) []*cobra.Command
		}{{root, f.Commands}, {runs, f.Run}, {benches, f.Bench}, {gens, f.Gen}} {
			if g.commands == nil {
				continue
			}
			for _, c := range g.commands(&a.App) {
				if !f.Takes(open.Graph.Example()) {
					c.Annotations = map[string]string{cli.NoGraph: ""}
				}
				if g.to == runs {
					c = cli.Retried(a.Profiled(c))
				}
				g.to.AddCommand(c)
			}
		}
	}
	benches.AddCommand(a.autoCommand())
	root.AddCommand(a.renderCommand(), a.recordCommand(), a.checkCommand(), a.demoCommand(), mergeCommand(), a.batchCommand(), cli.Devices(&a.App, a.trial), paramsCommand(&a.App), versionCommand(), manual.Command(a.Version), a.kernelsCommand())
	run := new(interpreted).run
	root.AddCommand(lens.Host{App: &a.App, Show: a.show, Run: run}.Commands()...)
	root.AddCommand(proof.Host{App: &a.App, Run: run}.Commands()...)
	root.AddCommand(passport.Command(&a.App), export.Command(&a.App, plain), export.Serve(&a.App))
}

const genHelp = `Generates a graph and writes it to a file: .gr, with .co for the coordinates, or a list of
edges, .wel with weights and .el without, each also .gz.

A command that reads a FILE can also generate it in memory: gen:KIND,name=value,…
such as gen:grid,width=300,height=200 or gen:tile,k=17,map=city.osm.pbf, or for clips
gen:clip,elements=65536,shape=deep.`

// autoCommand is 'bench auto'.
func (a *app) autoCommand() *cobra.Command {
	var f cli.Auto
	var only string
	c := &cobra.Command{
		Use:   "auto [FILE…]",
		Short: "Compare the parameters that algorithms choose with the best of a sweep",
		Long: `Measures algorithms once with the parameters that they choose and once with each setting of
a sweep. The best five settings and the chosen one are then measured again, in turn, and the
least time of each is printed. Sorts and clips are timed on the device, by the number of
random keys or elements. Every result is verified.`,
		Example:           "  viewer bench auto\n  viewer bench auto city.osm.pbf --only map --work rank\n  viewer bench auto --only sorts,clips --sizes 2^16,2^20",
		ValidArgsFunction: cli.CompleteMaps,
	}
	f.Add(c)
	var names []string
	all := map[string]cli.Comparer{}
	for _, family := range families.All {
		if family.Auto != nil {
			name := strings.ToLower(family.Name)
			names, all[name] = append(names, name), family.Auto(&a.App, c, &f)
		}
	}
	c.Flags().StringVar(&only, "only", strings.Join(names, ","), "families, separated by commas")
	_ = c.RegisterFlagCompletionFunc("only", cli.Fixed(names...))
	c.RunE = func(c *cobra.Command, files []string) error {
		if err := cli.Repeats("--repetitions", f.Repetitions, "repetition"); err != nil {
			return err
		}
		chosen := strings.Split(only, ",")
		for _, name := range chosen {
			if all[name] == nil {
				return cli.Usage("--only is %q; choose from %s", only, strings.Join(names, ", "))
			}
		}
		for _, name := range chosen {
			if err := all[name](c.Context(), c.OutOrStdout(), files); err != nil {
				return err
			}
		}
		return nil
	}
	return c
}

func (a *app) demoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run a search on the embedded map in a window; without a display, write demo.png and demo.gif",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.demo(c) },
	}
	cli.Writes(c)
	return c
}

// demo opens the window, or writes pictures where there is no display.
func (a *app) demo(c *cobra.Command) error {
	if studio.HasDisplay() {
		if err := a.OpenWindow(c.Context(), nil, studio.Reading{Path: assets.WilmingtonName}); !errors.Is(err, studio.ErrNoDisplay) {
			return err
		}
	}
	if err := cli.CheckFiles(c, nil, "demo.png", "demo.gif"); err != nil {
		return err
	}
	fmt.Fprintln(c.OutOrStdout(), "There is no display: the demo is written to files instead of shown.")
	for _, line := range []string{"render Wilmington -o demo.png --ui --step 150", "record Wilmington -o demo.gif --ui --fps 20 --seconds 8"} {
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
	return other.RunE(other, other.Flags().Args())
}
