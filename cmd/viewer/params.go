package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/families"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// paramsCommand is 'params'.
func paramsCommand(app *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "params", Short: "List the parameters of all algorithms", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all := cli.DescribeAll(families.All)
			if asJSON {
				return writeParams(c.OutOrStdout(), app.Version, all)
			}
			return printParams(c.OutOrStdout(), all)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON lines: params, param")
	return c
}

// paramLine is a parameter of an algorithm in JSON.
type paramLine struct {
	Type       string   `json:"type"`
	Family     string   `json:"family"`
	Algorithm  string   `json:"algorithm"`
	Name       string   `json:"name"` // of the flag too
	Short      string   `json:"short,omitempty"`
	Unit       string   `json:"unit,omitempty"`
	Min        uint32   `json:"min"`
	Max        uint32   `json:"max"`
	PowerOfTwo bool     `json:"power_of_two"`
	Choices    []string `json:"choices,omitempty"` // the names of the values from min to max
	Default    *uint32  `json:"default"`           // null where the algorithm chooses by its input
	Auto       string   `json:"auto"`
	Help       string   `json:"help"`
}

// writeParams writes JSON lines.
func writeParams(out io.Writer, version string, all []cli.Described) error {
	lines := format.JSON(out)
	if err := lines.Encode(report.NewHead("params", version)); err != nil {
		return err
	}
	for _, d := range all {
		for _, p := range d.Params {
			l := paramLine{"param", d.Family, d.Name, p.Name, p.Short, p.Unit, p.Min, p.Max, p.PowerOfTwo, p.Choices, nil, p.Auto, p.Help}
			if p.Default != 0 {
				l.Default = &p.Default
			}
			if err := lines.Encode(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// printParams prints a table.
func printParams(out io.Writer, all []cli.Described) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "family\talgorithm\tparameter\tunit\tvalues\tauto")
	for _, d := range all {
		for _, p := range d.Params {
			fmt.Fprintf(w, "%s\t%s\t--%s\t%s\t%s\t%s\n", d.Family, d.Name, p.Name, p.Unit, p.Rule(compute.Limits{}), p.Auto)
		}
	}
	return w.Flush()
}
