package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernelscope/studio"
)

// kernelsCommand is run by a window on a software device.
func (a *app) kernelsCommand() *cobra.Command {
	f := studio.PictureFlags{Panel: true}
	c := &cobra.Command{
		Use: studio.PrepareCommand, Short: "Let a software driver compile the kernels of all views", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.Prepare(c.Context(), f, func(name string) { fmt.Fprintln(c.OutOrStdout(), name) })
		},
	}
	c.Flags().StringVar(&f.Size, "size", "1280x800", "width and height of the window in pixels")
	c.Flags().Float64Var(&f.Ratio, "ratio", 1, "scale of everything drawn")
	return c
}
