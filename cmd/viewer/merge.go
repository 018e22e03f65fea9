package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/internal/shard"
	"kernelscope/report/merge"
)

// mergeCommand is 'merge'.
func mergeCommand() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "merge DIR", Short: "Merge the parts of a result that --shard wrote", Args: cobra.ExactArgs(1),
		Long: `Merges all parts in a folder into one file: Parquet files of 'run table' and 'run bfs', or
JSON files of experiments, by the extension of the output. Each part must be present exactly
once, and all must agree in graph, command, inputs and program version. Every page is read and
checked. If parts are missing, the error names them and nothing is written.`,
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
