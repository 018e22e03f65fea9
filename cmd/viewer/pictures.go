package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/families"
	"kernelscope/fault"
	"kernelscope/studio"
)

func (a *app) renderCommand() *cobra.Command {
	f := &cli.Pictures{PictureFlags: studio.PictureFlags{Out: "map.png", Size: "1280x800"}}
	c := &cobra.Command{
		Use: "render [FILE]", Short: "Write a picture of a map and a search, or of an SVG file", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Example: "  viewer render -o map.png --at 300\n  viewer render --delta 512 --batch 32 --compare delta=4096,batch=512 --at 100 -o two.png\n  viewer render city.osm.pbf -o city.png --size 1920x1080 -t all --by-distance\n  viewer render nest.svg -o nest.png --boxes",
	}
	f.Add(c.Flags(), "the PNG file to write")
	cli.Writes(c, "output")
	c.Flags().Lookup("size").Usage += "; an SVG file has its own"
	a.draw(c, f, false)
	a.AddBackend(c.Flags())
	a.AddTheme(c.Flags())
	return c
}

func (a *app) recordCommand() *cobra.Command {
	f := &cli.Pictures{PictureFlags: studio.PictureFlags{Out: "demo.gif", Size: "960x600"}}
	c := &cobra.Command{
		Use: "record [FILE]", Short: "Record a search: GIF, MP4 or numbered pictures", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Long: `Records a search from its first round to its end. The output's name says what is
written: .gif, .mp4 (by ffmpeg), or pictures, such as frames/%04d.png. The search
is spread over the time given; the same command writes the same bytes on the same
driver, but for videos.`,
	}
	f.Add(c.Flags(), "the recording to write")
	cli.Writes(c, "output")
	f.AddFilm(c.Flags())
	a.draw(c, f, true)
	a.AddBackend(c.Flags())
	a.AddTheme(c.Flags())
	return c
}

// draw makes a command read its argument and hand it to the family that takes it.
func (a *app) draw(c *cobra.Command, f *cli.Pictures, film bool) {
	f.Order.Add(c)
	drawings := make([]cli.Drawing, len(families.All))
	for i, family := range families.All {
		if family.Drawing != nil {
			drawings[i] = family.Drawing(&a.App, c, f, film)
		}
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, _, err := f.Pixels(); err != nil {
			return err
		}
		if _, err := f.Film(); film && err != nil {
			return err
		}
		if _, err := f.Order.Order(); err != nil {
			return err
		}
		for _, d := range drawings {
			if d == nil {
				continue
			}
			if err := d.Check(); err != nil {
				return err
			}
		}
		in, err := a.Load(c.Context(), cli.Optional(args))
		if err != nil {
			return err
		}
		for i, d := range drawings {
			if d != nil && families.All[i].Takes(in) {
				return d.Draw(c.Context(), c.OutOrStdout(), in)
			}
		}
		return fmt.Errorf("%w: '%s' cannot draw %s, which is %v", fault.Input, c.Name(), args[0], in.Kind)
	}
}
