package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/format"
	"kernelscope/report/merge"
	"kernelscope/shard"
)

// mergeCommand is 'merge'.
func mergeCommand() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "merge DIR", Short: "Put the parts of a result together that --shard has made", Args: cobra.ExactArgs(1),
		Long: `Writes one file of all parts in a folder: Parquet files of 'run table' and 'run bfs', or
JSON files of experiments, as the ending of the output says. All parts must be there, each
once, of one graph, one command, the same inputs and one version of the program, and every
page is read, which checks it. What is missing is named, and nothing is written then.`,
		Example: `  viewer merge parts -o table.parquet
  viewer merge parts -o sweep.json && viewer bench draw sweep.json --chart sweep.svg`,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(merge.Endings, filepath.Ext(path)) {
				return cli.Usage("-o is %q: the name must end in %s", path, strings.Join(merge.Endings, " or "))
			}
			if err := cli.CheckFolder(path); err != nil {
				return err
			}
			parts, err := merge.Merge(c.Context(), args[0], path)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s of %s\n", path, format.Count(len(parts), "part"), parts[0].Facts[shard.Command])
			return err
		},
	}
	c.Flags().StringVarP(&path, "output", "o", "", "file to write: "+strings.Join(merge.Endings, " or "))
	cli.Writes(c, "output")
	return c
}
