package export

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/studio"
	"kernelscope/web/live"
	"kernelscope/web/serve"
)

// Serve is 'viewer serve'.
func Serve(a *cli.App) *cobra.Command {
	f, listen := flagsOf(a, nil), ""
	c := &cobra.Command{
		Use: "serve [INPUT]", Short: "Show a run on this machine's GPU in browsers", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Long: `Runs an algorithm here, on the GPU or on the backend that --backend names, and shows it in
browsers: the page of 'viewer export', with the same flags, but fed with each step as it is
computed. It prints the address to open, which contains a secret token, and ends with Ctrl-C.

The viewer that connects first drives: it plays, steps, and changes parameters. The others watch,
and the next one drives when the first one leaves or hands over. Browsers on this machine can
connect, and others through ssh -L 8765:localhost:8765. With --listen 0.0.0.0:8765 others can
connect directly, without encryption.`,
		Example: `  viewer serve
  viewer serve city.osm.pbf -a frontier -s 9.99,53.55 -t all
  viewer serve -a radix -n 2^16 --compare batcher --listen 127.0.0.1:9000`,
		RunE: func(c *cobra.Command, args []string) error { return f.serve(c, cli.Optional(args), listen) },
	}
	f.add(c)
	a.AddBackend(c.Flags())
	c.Flags().StringVar(&listen, "listen", serve.Default, "address and port to listen at; port 0 is any that is free")
	return c
}

// serve serves an input until the program is told to end.
func (f *command) serve(c *cobra.Command, in, listen string) error {
	if err := f.checkTheme(); err != nil {
		return err
	}
	if studio.IsBoard(in) {
		return cli.Usage("%s is a storyboard, which is not served: 'viewer export' makes a tour of it", in)
	}
	page, err := f.page(c, in)
	if err != nil {
		return err
	}
	l, local, err := serve.Listen(listen)
	if err != nil {
		return err
	}
	defer l.Close()
	device, err := f.app.OpenComputer(c.Context())
	if err != nil {
		return err
	}
	defer device.Release()
	run, err := live.OpenOn(device, page.Scene, page.Data)
	if err != nil {
		return err
	}
	defer run.Release()
	if !local {
		fmt.Fprintf(c.ErrOrStderr(), "viewer: warning: %s is open to other machines: those with the address and its token see and move this run, and nothing is encrypted\n", l.Addr())
	}
	page.Served, page.Data = device.Info.Name, nil
	return serve.Run(c.Context(), l, local, page, run, func(url string) {
		fmt.Fprintf(c.OutOrStdout(), "%s on %s: open %s (Ctrl-C ends it)\n", page.Name, device.Info.Name, url)
	})
}
