package main

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/families/clips"
	"kernelscope/families/hops"
	"kernelscope/families/paths"
	"kernelscope/families/sorts"
)

func (a *app) runCommand() *cobra.Command {
	c := &cobra.Command{Use: "run", Short: "Run an algorithm without a window", Args: cobra.NoArgs, RunE: cli.Help}
	c.AddCommand(paths.RunCommands(&a.App)...)
	c.AddCommand(sorts.RunCommand(&a.App), clips.RunCommand(&a.App), hops.RunCommand(&a.App))
	return c
}

func (a *app) benchCommand() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure", Args: cobra.NoArgs, RunE: cli.Help}
	c.AddCommand(paths.BenchCommands(&a.App)...)
	c.AddCommand(sorts.BenchCommand(&a.App), clips.BenchCommand(&a.App), hops.BenchCommand(&a.App), a.benchFramesCommand())
	return c
}
