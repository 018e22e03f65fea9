package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// Devices is the command 'devices'. test tests the device of --device.
func Devices(app *App, test func(*cobra.Command) error) *cobra.Command {
	var asJSON, tests bool
	c := &cobra.Command{
		Use: "devices", Short: "List the GPUs with their limits", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if tests {
				return test(c)
			}
			all, err := gpu.List()
			if err != nil {
				return err
			}
			if asJSON {
				return format.JSON(c.OutOrStdout()).Encode(struct {
					report.Head
					Devices []gpu.Info `json:"devices"`
				}{report.NewHead("devices", app.Version), all})
			}
			return printDevices(c.OutOrStdout(), all)
		},
	}
	c.Flags().BoolVar(&tests, "test", false, "run small inputs of all families on the device of --device, compare each dispatch with plain Go, and print a verdict for each family")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.MarkFlagsMutuallyExclusive("json", "test")
	return c
}

// processors tells how many a device has, and what they hold.
func processors(i gpu.Info) string {
	if i.Resident == 0 {
		return fmt.Sprint(i.Processors)
	}
	return fmt.Sprintf("%d, with %s invocations", i.Processors, format.Thousands(i.Resident))
}

func printDevices(out io.Writer, all []gpu.Info) error {
	if len(all) == 0 {
		return fmt.Errorf("%w: no driver is installed", gpu.ErrUnavailable)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, i := range all {
		operations := "ballot, arithmetic"
		if !i.SubgroupOperations {
			operations = "none that kernels use"
		}
		fmt.Fprintf(w, "%d\t%s\n", i.Index, i.Name)
		fmt.Fprintf(w, "\tUUID\t%s\n", i.UUID)
		fmt.Fprintf(w, "\tkind\t%s\n", i.Kind)
		fmt.Fprintf(w, "\tdriver\t%s\n", i.Driver)
		fmt.Fprintf(w, "\tVulkan\t%s\n", i.API)
		fmt.Fprintf(w, "\tsubgroup\t%d invocations; operations: %s\n", i.Subgroup, operations)
		fmt.Fprintf(w, "\tworkgroup\tup to %d invocations, %d KiB shared\n", i.Workgroup, i.SharedBytes>>10)
		if i.Processors > 0 {
			fmt.Fprintf(w, "\tprocessors\t%s\n", processors(i))
		}
		fmt.Fprintf(w, "\tstorage buffer\tup to %s, %d per kernel\n", format.Bytes(i.StorageBytes), i.Bindings)
		fmt.Fprintf(w, "\tmemory\t%s\n", format.Bytes(i.Memory))
		fmt.Fprintf(w, "\timage\tup to %d pixels a side\n", i.ImageSize)
		fmt.Fprintf(w, "\ttimestamps\t%g ns\n", i.TimestampNS)
	}
	return w.Flush()
}
