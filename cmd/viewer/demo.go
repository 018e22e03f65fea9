package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/studio"
)

func (a *app) demoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show the embedded map with a search running; without a display, write demo.png and demo.gif",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.demo(c) },
	}
	cli.Writes(c)
	return c
}

// demo opens the window, or writes pictures where there is no display.
func (a *app) demo(c *cobra.Command) error {
	ctx, out := c.Context(), c.OutOrStdout()
	if studio.HasDisplay() {
		return a.show(ctx, "")
	}
	if err := cli.CheckFiles(c, nil, "demo.png", "demo.gif"); err != nil {
		return err
	}
	fmt.Fprintln(out, "There is no display: the demo is written to files instead of shown.")
	f := pictureFlags{PictureFlags: studio.PictureFlags{Out: "demo.png", Size: "1280x800", Ratio: 1, Panel: true}, at: "700", metres: 10}
	if err := a.render(ctx, out, "", f); err != nil {
		return err
	}
	f.Out, f.Size, f.FPS, f.Seconds = "demo.gif", "960x600", 20, 8
	return a.record(ctx, out, "", f)
}
