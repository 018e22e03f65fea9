package cli

import (
	"github.com/spf13/cobra"

	"kernelscope/cli/flags"
	"kernelscope/compute/sorting"
)

// Order holds the values of --order and the sizes of its sort.
type Order struct {
	algorithm string
	sizes     *flags.Params
}

// Add adds the flags.
func (f *Order) Add(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.algorithm, "order", "", "how draw keys are sorted: radix, batcher, or none, which shows the errors of unsorted drawing; the better sort if empty")
	f.sizes = flags.Add(fs, sorting.Orders())
	_ = c.RegisterFlagCompletionFunc("order", Fixed(Names(sorting.Orders())...))
}

// Order reads the flags.
func (f *Order) Order() (o sorting.Order, err error) {
	if f.algorithm != "" {
		if o, err = Named("--order", f.algorithm, sorting.Orders()); err != nil {
			return o, err
		}
	}
	values, err := flags.Values(f.sizes, o)
	for name, x := range values {
		o = o.With(name, x)
	}
	return o, err
}
