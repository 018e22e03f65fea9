package main

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/families"
)

// addFamilies adds the commands of all families: their own, those of 'run' and of 'bench'.
func (a *app) addFamilies(root *cobra.Command) {
	run := &cobra.Command{Use: "run", Short: "Run an algorithm without a window", Args: cobra.NoArgs, RunE: cli.Help}
	bench := &cobra.Command{Use: "bench", Short: "Measure", Args: cobra.NoArgs, RunE: cli.Help}
	bench.AddCommand(a.benchFramesCommand())
	root.AddCommand(run, bench)
	for _, f := range families.All {
		for to, commands := range map[*cobra.Command]func(*cli.App) []*cobra.Command{root: f.Commands, run: f.Run, bench: f.Bench} {
			if commands != nil {
				to.AddCommand(commands(&a.App)...)
			}
		}
	}
}
