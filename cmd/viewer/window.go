package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/ui"
)

// window makes the program's own command: the window, on a file or on what a picture says of
// itself.
func (a *app) window(root *cobra.Command) {
	f := &cli.Pictures{PictureFlags: studio.PictureFlags{Size: "1280x800", Ratio: 1, Panel: true}}
	root.Flags().StringVar(&f.Size, "size", f.Size, "width and height of the window in pixels")
	all := a.drawings(root, f, cli.OnWindow)
	root.RunE = func(c *cobra.Command, args []string) error {
		path := cli.Optional(args)
		if words, ok := studio.CommandOf(path); ok && !a.restored {
			return a.restore(c.Context(), a.Into, words, given(c), path)
		}
		if studio.IsBoard(path) && !a.restored {
			if f := given(c); len(f) > 0 && all.given(c) {
				return cli.Usage("a storyboard says what is shown: leave out %s", f[0])
			}
			a.Asked = true
			return a.Window(c.Context(), func(h studio.Host) error {
				h.Ask(ui.OpenFile{Path: path})
				return nil
			})
		}
		if err := all.check(c, path); err != nil {
			return cli.MeantPath(c, path, err)
		}
		asked := all.given(c)
		if a.Asked = asked; path == "" && !asked {
			return a.Window(c.Context(), func(h studio.Host) error {
				return h.StartCard(demos, articles)
			})
		}
		return a.OpenWindow(c.Context(), nil, studio.Reading{Path: path, Families: all.families(), Then: func(in any, v studio.View) error {
			d, err := all.of(in.(open.Input))
			if err != nil {
				return err
			}
			return d.Begin(v)
		}})
	}
}

// demos are what the start card offers to watch.
var demos = []ui.Demo{
	{Name: "Which roads does a GPU look at first?", Picture: "near-far.gif", Tip: "Shortest paths through Wilmington by Near-Far: near roads now, far ones later.", Words: []string{"Wilmington", "-a", "nearfar"}},
	{Name: "Two sorts race", Picture: "sorts.gif", Tip: "A radix sort beside Batcher's network, on the same keys and one clock.", Words: []string{"sort", "-a", "radix", "--compare", "batcher-fused", "-n", "2^14"}},
	{Name: "How a GPU matches brackets", Picture: "clips.gif", Tip: "Partitions of a long text of brackets wait for each other, and look back.", Words: []string{"clip", "--shape", "random", "-n", "4096", "-a", "lookback", "--partitions"}},
	{Name: "How far in 20 minutes? Move the mouse", Picture: "bridge.gif", Tip: "Travel times from the place under the mouse to everywhere, by prepared trees. Close a road with Ctrl-click.", Words: []string{"trees", "Wilmington", "--follow"}},
	{Name: "256 searches share one pass", Picture: "many.gif", Tip: "Searches that visit a node together read its edges once.", Words: []string{"bfs", "-n", "256", "--scheme", "coalesced", "--colour", "searches"}},
	{Name: "Which search wastes the least work?", Picture: "experiment.gif", Tip: "Work of three searches compared with Dijkstra's algorithm, by distance.", Words: []string{"--experiment", "efficiency:nearfar,deltastep,dial"}},
}

// articles are what a person may have read, each with a lesson.
var articles = []ui.Article{
	{Name: "Two buckets is all you need", Path: assets.ArticlePrefix + "near-far.toml", Tip: "P. Niklaus: Near-Far, with queues on a map."},
	{Name: "Parallel sorting on GPU", Path: assets.ArticlePrefix + "batcher.toml", Tip: "magnickolas, part 2: Batcher's network, from a recursion to a shader."},
	{Name: "The stack monoid revisited", Path: assets.ArticlePrefix + "stack-monoid.toml", Tip: "R. Levien: brackets matched in parallel."},
	{Name: "GPU radix-sort", Path: assets.ArticlePrefix + "radix.toml", Tip: "L. Ruta, VREN: count, scan and reorder ten keys."},
	{Name: "Path-finding for databases", Path: assets.ArticlePrefix + "hops.toml", Tip: "T. Dreef: many breadth-first searches that share a traversal."},
}

// openBoard reads the storyboard of a path, or of an article.
func openBoard(ctx context.Context, path string) (*storyboard.Board, error) {
	name, ok := strings.CutPrefix(path, assets.ArticlePrefix)
	if !ok {
		return storyboard.Open(ctx, path)
	}
	text, err := assets.Articles.ReadFile("articles/" + name)
	if err != nil {
		return nil, fault.Input.Errorf("%s: there is no such article", path)
	}
	return storyboard.Parse(path, text)
}

// given are the flags of a command line.
func given(c *cobra.Command) (words []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok { // whose text is in brackets
			value = strings.Join(list.GetSlice(), ",")
		}
		words = append(words, "--"+f.Name+"="+value)
	})
	return words
}

// commandOf returns the command of words that somebody else may have written, with its flags parsed,
// also if cobra adds the command only when it is carried out.
func commandOf(words []string) (*cobra.Command, error) {
	root := newApp().command()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(words...)
	for _, hidden := range []string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd} {
		if slices.Contains(words, hidden) {
			return nil, fmt.Errorf("%q completes command lines", hidden)
		}
	}
	c, rest, err := root.Find(words)
	if err == nil {
		err = c.ParseFlags(rest)
	}
	return c, err
}

// restore carries out the command that a picture says of itself, with more flags: one that
// opens a window and writes nothing.
func (a *app) restore(ctx context.Context, into *studio.Begin, words, more []string, picture string) error {
	refuse := func(why string) error {
		return fault.Input.Errorf("%s is a picture of '%s', which %s", picture, format.Shell(append([]string{"viewer"}, words...)), why)
	}
	c, err := commandOf(words)
	if err != nil {
		return refuse("this version does not understand: " + err.Error())
	}
	if !cli.OpensWindow(c) {
		return refuse("is refused, since it does more than show something")
	}
	return a.carryOut(ctx, into, append(words, more...))
}

// carryOut executes a command line of a stranger. into, unless nil, receives what it shows, in place of
// a window.
func (a *app) carryOut(ctx context.Context, into *studio.Begin, words []string) error {
	other := newApp()
	other.Into, other.Fake, other.restored = into, a.Fake, true
	root := other.command()
	root.SetArgs(words)
	if into == nil {
		return root.ExecuteContext(ctx)
	}
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	err := root.ExecuteContext(ctx)
	if err == nil && *into == nil {
		err = fault.Input.Errorf("'%s' shows nothing in a window", format.Shell(append([]string{"viewer"}, words...)))
	}
	return err
}
