package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/studio"
)

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Show the embedded map with a search running; without a display, write demo.png and demo.gif",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.demo(c.Context(), c.OutOrStdout()) },
	}
}

// demo opens the window, or writes pictures where there is no display.
func (a *app) demo(ctx context.Context, out io.Writer) error {
	if studio.HasDisplay() {
		return a.show(ctx, "")
	}
	fmt.Fprintln(out, "There is no display: the demo is written to files instead of shown.")
	f := pictureFlags{PictureFlags: studio.PictureFlags{Out: "demo.png", Size: "1280x800", Ratio: 1, Panel: true}, at: "700", metres: 10}
	if err := a.render(ctx, out, "", f); err != nil {
		return err
	}
	f.Out, f.Size, f.FPS, f.Seconds = "demo.gif", "960x600", 20, 8
	return a.record(ctx, out, "", f)
}
