package main

import (
	"github.com/spf13/cobra"
)

func (a *app) benchCommand() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure", Args: cobra.NoArgs, RunE: help}
	c.AddCommand(a.benchLoadCommand(), a.benchSSSPCommand(), a.benchFramesCommand(), a.benchPeersCommand(), a.benchSortCommand(), a.benchClipCommand(), a.benchBFSCommand())
	c.AddCommand(a.experimentCommands()...) // 'bench throughput' joins them here
	return c
}
