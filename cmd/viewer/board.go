package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/families"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/render/record"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
)

// ofBoards are the flags of 'record' that go with a storyboard, which says all else.
var ofBoards = []string{"output", "force", "caption", "device", "backend", "timeout", "verbose", "no-config", studio.TellShares}

// recordBoard plays a storyboard and writes what -o names.
func (a *app) recordBoard(c *cobra.Command, path string, f studio.PictureFlags) error {
	var wrong error
	c.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(ofBoards, flag.Name) {
			wrong = cli.Usage("--%s cannot be combined with a storyboard, which sets it", flag.Name)
		}
	})
	if wrong != nil {
		return wrong
	}
	f.FPS, f.Seconds = 1, 1 // the storyboard has its own
	if _, err := f.Film(); err != nil {
		return err
	}
	if studio.IsStill(f.Out) {
		return cli.Usage("-o is %q, one picture; a storyboard is recorded as numbered pictures such as %q, or %s", f.Out, "frames/%04d.png", strings.Join(studio.Endings, ", "))
	}
	b, err := openBoard(c.Context(), path)
	if err != nil {
		return err
	}
	b.Caption = b.Caption && f.Caption
	folder := filepath.Dir(f.Out)
	if err := cli.CheckFiles(c, nil, b.Pictures(folder)...); err != nil {
		return err
	}
	var stills []func() error
	p := a.player(b, path)
	p.Still = func(name string, pixels []byte, width, height int, command string) error {
		pixels = slices.Clone(pixels)
		stills = append(stills, func() error {
			return output.File(filepath.Join(folder, name), func(w io.Writer) error { return record.Picture(w, pixels, width, height, command, b.Ratio) })
		})
		return nil
	}
	return a.onBoard(b, func(canvas *studio.Canvas) error {
		stills = nil
		to, err := p.Recording(c.Context(), canvas, f.Out)
		if err != nil {
			return err
		}
		sums, err := p.Record(c.Context(), canvas, to)
		if err != nil {
			return err
		}
		for _, write := range stills {
			if err := write(); err != nil {
				return err
			}
		}
		width, height := canvas.Size()
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s of %d × %d, events %s, results %s\n", f.Out, format.Count(sums.Frames, "frame"), width, height, sums.Events, sums.Results)
		return err
	})
}

// player makes a player of the storyboard of a file, beside which files are that it names.
func (a *app) player(b *storyboard.Board, path string) *story.Player {
	return &story.Player{Board: b, Show: func(ctx context.Context, words []string) (studio.Begin, error) {
		near := make([]string, len(words))
		for i, w := range words {
			near[i] = studio.Beside(filepath.Dir(path), w)
		}
		return a.show(ctx, near)
	}}
}

// onBoard opens a canvas for a storyboard while use plays it.
func (a *app) onBoard(b *storyboard.Board, use func(*studio.Canvas) error) error {
	a.Theme = b.Theme
	f := studio.PictureFlags{Size: b.Size, Ratio: b.Ratio, Supersample: b.Supersample}
	if b.Caption {
		f.Captions = studio.RunCaption
		if b.Titled() {
			f.Captions = studio.TextCaption
		}
	}
	return a.Canvas(f, use)
}

// notShown are flags that the words of a shot do not have: the storyboard says them, or the command
// that plays it.
var notShown = []string{"size", "ui-scale", "theme", "backend", "device", "timeout", "verbose", "trace", "output", "fps", "seconds", "ratio", "ui", "caption", "supersample", "speed"}

// shotOf parses the words of a shot.
func shotOf(words []string) (*cobra.Command, error) {
	refuse := func(why string) (*cobra.Command, error) {
		return nil, fault.Input.Errorf("'%s' %s", format.Shell(words), why)
	}
	c, err := commandOf(words)
	if err != nil {
		return refuse("cannot be understood: " + err.Error())
	}
	for _, name := range notShown {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			return refuse("has --" + name + ", which is not for a shot")
		}
	}
	if !cli.OpensWindow(c) {
		return refuse("shows nothing in a window")
	}
	return c, nil
}

// plain is export.Plain.
func plain(words []string) ([]string, error) {
	c, err := shotOf(words)
	if err != nil {
		return nil, err
	}
	return slices.Concat(strings.Fields(c.CommandPath())[1:], c.Flags().Args(), given(c)), nil
}

// show carries out a command on a canvas, in place of a window.
func (a *app) show(ctx context.Context, words []string) (begin studio.Begin, err error) {
	if _, err := shotOf(words); err != nil {
		return nil, err
	}
	err = a.carryOut(ctx, &begin, words)
	return begin, err
}

func (a *app) checkCommand() *cobra.Command {
	var against string
	var strict bool
	c := &cobra.Command{
		Use: "check FILE", Short: "Play a storyboard without drawing, verify a recording of it, or check a lab", Args: cobra.ExactArgs(1),
		Long: `Reads a storyboard and runs its commands and all of its steps, but draws nothing. Errors are
reported with their line and column.

With --against it verifies a recording by the hashes stored in it. Events and results must be
the same on every device. On the software device that drew it, a .gif, .apng or .y4m is
recorded again and must be identical byte for byte.

A lab file or a compute shader runs on the interpreter with subgroups of 4 to 64 lanes, as with
'run lab --widths'. The exit code is 5 if one of its checks fails; with --strict also if a race or
undefined behaviour is reported, or results depend on the width.`,
		Example: "  viewer check assets/demos/near-far.toml\n  viewer check my-lab.toml --strict\n  viewer check assets/demos/near-far.toml --against near-far.gif",
	}
	c.Flags().StringVar(&against, "against", "", "verify this recording of the storyboard")
	c.Flags().BoolVar(&strict, "strict", false, "end with exit code 5 if anything is reported about a lab")
	cli.Reads(c, "against")
	a.AddBackend(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		for _, f := range families.All {
			if f.Check == nil {
				continue
			}
			if own, err := f.Check(c.Context(), c.OutOrStdout(), args[0], strict); own {
				return err
			}
		}
		b, err := openBoard(c.Context(), args[0])
		if err != nil {
			return err
		}
		p := a.player(b, args[0])
		return a.onBoard(b, func(canvas *studio.Canvas) error {
			if against != "" {
				return p.Check(c.Context(), c.OutOrStdout(), canvas, against)
			}
			sums, err := p.Play(c.Context(), canvas, nil)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s at %d a second, events %s, results %s\n", args[0],
				format.Count(len(b.Shots), "shot"), format.Count(sums.Frames, "frame"), b.FPS, sums.Events, sums.Results)
			return err
		})
	}
	return c
}
