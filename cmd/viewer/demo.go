package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
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
	if hasDisplay() {
		return a.openWindow(ctx, "")
	}
	fmt.Fprintln(out, "There is no display: the demo is written to files instead of shown.")
	f := pictureFlags{out: "demo.png", size: "1280x800", at: "700", panel: true, metres: 10, ratio: 1}
	if err := a.render(ctx, out, "", f); err != nil {
		return err
	}
	f = pictureFlags{out: "demo.gif", size: "960x600", fps: 20, seconds: 8, panel: true, metres: 10, ratio: 1}
	return a.record(ctx, out, "", f)
}
