package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/families"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/studio"
)

func (a *app) renderCommand() *cobra.Command {
	f := &cli.Pictures{PictureFlags: studio.PictureFlags{Out: "map.png", Size: "1280x800"}}
	c := &cobra.Command{
		Use: "render [FILE]", Short: "Write a picture of a search on a map, or of an SVG file", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Example: "  viewer render -o map.png --step 300\n  viewer render --delta 512 --batch 32 --compare delta=4096,batch=512 --step 100 -o two.png\n  viewer render city.osm.pbf -o city.png --size 1920x1080 -t all --by-distance\n  viewer render nest.svg -o nest.png --boxes",
	}
	f.Add(c.Flags(), "picture to write: "+studio.Stills)
	cli.Writes(c, "output")
	c.Flags().Lookup("size").Usage += "; an SVG file has its own size"
	a.draw(c, f, cli.OnPicture)
	a.AddBackend(c.Flags())
	a.AddTheme(c.Flags())
	return c
}

func (a *app) recordCommand() *cobra.Command {
	f := &cli.Pictures{PictureFlags: studio.PictureFlags{Out: "demo.gif", Size: "960x600"}}
	c := &cobra.Command{
		Use: "record [FILE]", Short: "Record a search or a storyboard as GIF, APNG, video or numbered pictures", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Long: `Records a search from its first round to its end, or a storyboard (.toml). The name of the
output selects the format: .gif, .apng, .y4m, .mp4 or .webm (by ffmpeg), or numbered pictures
such as frames/%04d.png. The search fills the length of the recording. The same command
writes the same bytes on the same driver, except for .mp4 and .webm.`,
		Example: "  viewer record -o search.gif\n  viewer record --delta 512 --batch 32 --compare delta=4096,batch=512 -o two.mp4\n  viewer record assets/demos/near-far.toml -o near-far.gif",
	}
	f.Add(c.Flags(), "recording to write")
	cli.Writes(c, "output")
	f.AddFilm(c.Flags())
	a.draw(c, f, cli.OnFilm)
	tell := c.Flags().Bool(studio.TellShares, false, "tell a window how far the recording is")
	_ = c.Flags().MarkHidden(studio.TellShares)
	search := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if *tell {
			a.Share = func() (show func(share float64, doing string), stop func()) {
				return func(share float64, doing string) { fmt.Fprintln(c.OutOrStdout(), studio.Share(share, doing)) }, func() {}
			}
		}
		if studio.IsBoard(cli.Optional(args)) {
			return a.recordBoard(c, args[0], f.PictureFlags)
		}
		return search(c, args)
	}
	a.AddBackend(c.Flags())
	a.AddTheme(c.Flags())
	return c
}

// draw makes a command read its argument and hand it to the family that takes it.
func (a *app) draw(c *cobra.Command, f *cli.Pictures, medium cli.Medium) {
	all := a.drawings(c, f, medium)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, _, err := f.Pixels(); err != nil {
			return err
		}
		if _, err := f.Film(); medium == cli.OnFilm && err != nil {
			return err
		}
		if medium == cli.OnFilm && studio.IsStill(f.Out) {
			return cli.Usage("-o is %q, one picture: 'viewer render' writes it", f.Out)
		}
		if err := studio.CheckStill(f.Out); medium == cli.OnPicture && err != nil {
			return err
		}
		if _, err := f.Order.Order(); err != nil {
			return err
		}
		if err := all.check(c, cli.Optional(args)); err != nil {
			return err
		}
		in, err := a.Load(c.Context(), cli.Optional(args))
		if err != nil {
			return err
		}
		d, err := all.of(in)
		if err != nil {
			return fmt.Errorf("%w: '%s' cannot draw %s, which is %v", fault.Input, c.Name(), args[0], in.Kind)
		}
		return d.Draw(c.Context(), c.OutOrStdout(), in)
	}
}

// drawing is a family's way to show files, with the flags that it has alone.
type drawing struct {
	cli.Output
	family cli.Family
	flags  []string
}

// drawings are the drawings of all families that have one.
type drawings []drawing

// drawings adds the flags of all families to a command that shows files.
func (a *app) drawings(c *cobra.Command, f *cli.Pictures, medium cli.Medium) (all drawings) {
	names := func() (out []string) {
		c.Flags().VisitAll(func(f *pflag.Flag) { out = append(out, f.Name) })
		return out
	}
	f.Order.Add(c)
	for _, family := range families.All {
		if family.Output == nil {
			continue
		}
		before := names()
		if d := family.Output(&a.App, c, f, medium); d != nil {
			own := slices.DeleteFunc(names(), func(n string) bool { return slices.Contains(before, n) })
			all = append(all, drawing{d, family, own})
		}
	}
	return all
}

// families names the families.
func (all drawings) families() (names []string) {
	for _, d := range all {
		names = append(names, d.family.Name)
	}
	return names
}

// given reports whether a flag of any family is given.
func (all drawings) given(c *cobra.Command) bool {
	return slices.ContainsFunc(all, func(d drawing) bool { return slices.ContainsFunc(d.flags, c.Flags().Changed) })
}

// of returns how to show what was read.
func (all drawings) of(in open.Input) (d drawing, err error) {
	for _, d := range all {
		if d.family.Takes(in) {
			return d, nil
		}
	}
	return d, fault.Input.Errorf("nothing shows it")
}

// check refuses flags before a file is read: those that are wrong, and those that do not go
// with what the file is.
func (all drawings) check(c *cobra.Command, path string) error {
	for _, d := range all {
		if err := d.Check(); err != nil {
			return err
		}
	}
	if err := open.Check(path); err != nil {
		return err
	}
	kind := open.Detect(path)
	for _, d := range all {
		if d.family.Takes(kind.Example()) {
			continue
		}
		for _, name := range d.flags {
			if c.Flags().Changed(name) {
				return cli.Usage("--%s is not for %v, such as %s", name, kind, cmp.Or(path, "the embedded map"))
			}
		}
	}
	return nil
}
