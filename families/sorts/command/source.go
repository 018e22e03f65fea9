package command

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
)

// addList adds --list.
func addList(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "list", "", "sort these keys instead, separated by commas, such as 10,25,39")
}

// checkSource refuses flags that name two sources of keys.
func checkSource(c *cobra.Command) error {
	given := c.Flags().Changed
	for _, flag := range []string{"input", "list"} {
		switch {
		case !given(flag):
		case flag == "list" && c.Flag(flag).Value.String() == "":
			return cli.Usage("--list is empty")
		case given("input") && given("list"):
			return cli.Usage("--input and --list cannot be combined: each names the keys to sort")
		case given("keys") || given("dist") || given("seed"):
			return cli.Usage("--%s cannot be combined with -n, --dist or --seed, which generate keys", flag)
		}
	}
	return nil
}

// readList parses the keys of --list.
func readList(text string, t sorting.Type) ([]uint32, error) {
	words, err := keygen.List(text, t)
	if err != nil {
		return nil, cli.Usage("--list: %v", err)
	}
	return words, nil
}
