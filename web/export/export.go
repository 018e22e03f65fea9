// Package export has the command 'export', which writes a page that runs an algorithm in a browser. The command
// first runs the page's program to its end, so that a page with a wrong result is never written. Package web makes
// the file.
package export

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/clip"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/sssp"
	hops "kernelscope/families/hops/session"
	sums "kernelscope/families/sums/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/open/labload"
	"kernelscope/render"
	"kernelscope/scene/clipseq"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/web"
	"kernelscope/web/live"
)

// command holds the flags.
type command struct {
	app              *cli.App
	algorithm        string
	given            *flags.Params
	compare          cli.Comparison
	step             cli.Step
	source, target   string
	keys, dist, list string
	seed             uint64
	shape, text      string // of clips
	element          int
	levels           bool
	caption, title   string
	theme            string
	params           []string
	camera           cli.MapCamera
	recorded         bool
	set              []string // parameters of a lab
	view             viewFlags
	width, height    int // of the picture that the camera is for, in pixels of a plain display

	plain  Plain
	packed *packed // the map that was read last
}

// Command is 'viewer export'.
func Command(a *cli.App, plain Plain) *cobra.Command {
	_, c := newCommand(a, plain)
	return c
}

// flagsOf returns flags before they are given.
func flagsOf(a *cli.App, plain Plain) *command {
	return &command{app: a, step: "0", camera: cli.WholeMap(), width: 960, height: 600, plain: plain}
}

// newCommand returns the command and its flags.
func newCommand(a *cli.App, plain Plain) (*command, *cobra.Command) {
	f := flagsOf(a, plain)
	c := &cobra.Command{
		Use: "export FILE.html [INPUT]", Short: "Write a page that runs an algorithm in a browser", Args: cobra.RangeArgs(1, 2), ValidArgsFunction: cli.CompleteMaps,
		Long: `Writes one HTML file that runs: program, data and player. Everything is computed in the
reader's browser by the kernels' mirrors, without a server or a network: it works from a disk,
in an article and in a frame. The page runs searches on a map or a graph, which INPUT names, or
sorts, prefix sums or clips that are generated. -a pair, coalesced, rows, … search between pairs
of nodes. A lab (.toml, lab:NAME, quest:NAME) or a compute shader is run by an interpreter. The page is run to its end and verified before it is written.

If INPUT is a storyboard (.toml), the page is a guided tour: its steps, one after another.`,
		Example: `  viewer export near-far.html
  viewer export two.html --delta 512 --compare delta=4096 --caption 'Two buckets'
  viewer export grid.html gen:grid,width=60,height=40 -a dijkstra
  viewer export sorts.html -a radix -n 4096 --compare batcher
  viewer export sums.html -a scan -n 2048 --workgroup 32
  viewer export clips.html -a lookback -n 4096 --shape random
  viewer export hops.html gen:example -a coalesced -n 4
  viewer export life.html lab:life --set side=64
  viewer export tour.html assets/demos/near-far.toml`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.add(c)
	c.Flags().BoolVar(&f.recorded, "recorded", false, "write a recording of all steps instead of the program that makes them: it plays, and changes nothing")
	cli.Writes(c)
	return f, c
}

// add adds the flags that say what a page shows.
func (f *command) add(c *cobra.Command) {
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithm, "algorithm", "", algorithms())
	f.given = flags.Add(fs, algorithms())
	f.compare.Add(c, timeline.Steps, timeline.Work)
	f.camera.Add(fs)
	f.step.Add(fs)
	fs.Lookup("step").Usage = "step that the page shows first, a number or end"
	fs.StringVar((*string)(&f.step), "at", "0", "older name of --step")
	_ = fs.MarkHidden("at")
	fs.StringVarP(&f.source, "source", "s", "", "source of a search: a place as for 'render'")
	fs.StringVarP(&f.target, "target", "t", "", "target of a search: a place, or all")
	fs.StringVarP(&f.keys, "keys", "n", "1024", "number of keys of a sort, of values to sum, of elements of clips, or of pairs to search between (8), such as 4096 or 2^12")
	fs.StringVar(&f.dist, "dist", keygen.Distributions()[0], "distribution of keys: "+strings.Join(keygen.Distributions(), ", "))
	fs.StringVar(&f.list, "list", "", "sort these keys instead, separated by commas, such as 10,25,39")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the generated input")
	fs.StringVar(&f.shape, "shape", "random", "shape of clips: "+strings.Join(clipseq.Shapes(), ", "))
	fs.StringVar(&f.text, "text", "", "match the brackets of this text instead, such as '(()())'")
	fs.IntVar(&f.element, "element", -1, "element of clips that is selected")
	fs.BoolVar(&f.levels, "levels", false, "with -a shuffle or snapshot, show the reduction of a partition in place, level by level")
	fs.StringVar(&f.title, "title", "", "title of the page; if empty, the algorithm's and the input's")
	fs.StringVar(&f.caption, "caption", "", "sentence under the title")
	fs.StringVar(&f.theme, "theme", "", "theme of the page, dark, light or contrast; if empty, the reader's own")
	f.view.add(fs)
	fs.StringSliceVar(&f.set, "set", nil, "values of parameters of a lab, such as n=1000,a=2")
	fs.StringSliceVar(&f.params, "params", nil, "parameters that have controls, separated by commas; if empty, all")
}

// family is what pages run.
type family struct {
	name  string // on a page
	says  string // in errors
	of    []flags.Algorithm
	flags []string // that describe the input
}

// families are those that pages run.
var families = []family{
	{live.Paths, "searches", listed(sssp.Algorithms()), []string{"source", "target", "centre", "scale", "road"}},
	{live.Trees, "prepared trees", []flags.Algorithm{sssp.Prepared{}, sssp.PreparedOnHost{}}, []string{"source", "target", "centre", "scale", "road", "colour", "band", "within", "front", "follow", "depth"}},
	{live.Sorts, "sorts", listed(sorting.Algorithms()), []string{"keys", "seed", "dist", "list"}},
	{live.Sums, "sums", []flags.Algorithm{scan.Algorithm{}}, []string{"keys", "seed"}},
	{live.Clips, "clips", listed(clip.Forms()), []string{"keys", "seed", "shape", "text", "element", "levels"}},
	{live.Hops, "searches between pairs", listed(schemes()), []string{"keys", "seed", "source", "target", "centre", "scale", "colour", "joint"}},
}

func listed[A flags.Algorithm](all []A) (out []flags.Algorithm) {
	for _, a := range all {
		out = append(out, a)
	}
	return out
}

// algorithms lists those that pages run.
func algorithms() (all []flags.Algorithm) {
	for _, f := range families {
		all = append(all, f.of...)
	}
	return all
}

// run writes the page.
func (f *command) run(c *cobra.Command, args []string) error {
	out, in := args[0], cli.Optional(args[1:])
	if !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(out))) {
		return cli.Usage("%s does not end in .html: export writes a page", out)
	}
	if err := cmp.Or(f.checkTheme(), cli.CheckFiles(c, args[1:], out)); err != nil {
		return err
	}
	page, end, err := f.made(c, in)
	if err != nil {
		return err
	}
	var code web.Program // a recording needs none
	if page.Recorded = f.recorded; f.recorded {
		page.Data, err = record(page)
	} else {
		code, err = f.program(c.Context(), page.Scene.Family == live.Labs)
	}
	if err != nil {
		return err
	}
	size := int64(0)
	err = output.File(out, func(w io.Writer) error {
		counted := &counter{Writer: w}
		defer func() { size = counted.n }()
		return page.Write(counted, code)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s, verified\n", out, format.Bytes(size), format.Count(end, "step"))
	return err
}

// made makes the page of an input or a storyboard, and returns how many steps it has.
func (f *command) made(c *cobra.Command, in string) (p web.Page, steps int, err error) {
	if studio.IsBoard(in) {
		return f.tour(c, in)
	}
	if p, err = f.page(c, in); err == nil {
		steps, err = f.rehearse(p)
	}
	return p, steps, err
}

// checkTheme refuses a theme that there is not.
func (f *command) checkTheme() error {
	if f.theme != "" && render.ThemeNamed(f.theme) == nil {
		return cli.Usage("--theme is %q, not dark, light or contrast", f.theme)
	}
	return nil
}

// program returns the program of pages: see web.Find.
func (f *command) program(ctx context.Context, labs bool) (web.Program, error) {
	var folders []string
	if here, err := os.Getwd(); err == nil {
		folders = append(folders, here)
	}
	if viewer, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(viewer))
	}
	return web.Find(ctx, !strings.HasPrefix(f.app.Version, "development"), labs, folders...)
}

// counter counts the bytes that it passes on.
type counter struct {
	io.Writer
	n int64
}

// Write passes bytes on.
func (c *counter) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.n += int64(n)
	return n, err
}

// page makes the page of an input and the flags.
func (f *command) page(c *cobra.Command, in string) (p web.Page, err error) {
	if labload.Is(in) {
		return f.ofLab(c, in)
	}
	first, err := cli.Named("-a", cmp.Or(f.algorithm, sssp.NearFar{}.Name()), algorithms())
	if err != nil {
		return p, err
	}
	p = web.Page{Theme: f.theme, Version: f.app.Version, Params: f.params, Scene: live.Scene{Caption: f.caption}}
	if p.Scene.Step, err = f.first(); err != nil {
		return p, err
	}
	i := slices.IndexFunc(families, func(x family) bool { return slices.Contains(cli.Names(x.of), first.Name()) })
	of, title := families[i].of, ""
	if err := refuse(c, families[i]); err != nil {
		return p, err
	}
	switch p.Scene.Family = families[i].name; p.Scene.Family {
	case live.Paths:
		title, err = f.search(c.Context(), in, &p)
	case live.Trees:
		if !c.Flags().Changed("step") && !c.Flags().Changed("at") {
			p.Scene.Step = -1
		}
		title, err = f.trees(c.Context(), in, &p)
	case live.Sorts:
		title, err = f.sort(in, &p)
	case live.Sums:
		title, err = f.sum(in, &p)
	case live.Clips:
		title, err = f.clip(c, first.(clip.Form), in, &p)
	case live.Hops:
		if !c.Flags().Changed("keys") {
			f.keys = "8"
		}
		title, err = f.hop(c.Context(), in, &p)
	}
	if err != nil {
		return p, err
	}
	if p.Scene.Runs, p.Scene.Clock, err = f.runs(first, of); err != nil {
		return p, err
	}
	if err := f.checkParams(paramsOf(p.Scene.Runs, of)); err != nil {
		return p, err
	}
	if p.Scene.Family == live.Trees {
		inForms(p.Scene.Runs)
	}
	p.Title = f.title
	p.Name = cmp.Or(f.title, titleOf(first)+title)
	return p, nil
}

func titleOf(a flags.Algorithm) string {
	switch a := a.(type) {
	case interface{ Title() string }:
		return a.Title()
	case scheme:
		return hops.Title(a.Scheme)
	}
	return sums.Title
}

// first returns the step that the page shows first.
func (f *command) first() (int, error) {
	n, given, err := f.step.Number()
	if err == nil && !given {
		n = -1
	}
	return n, err
}

// runs returns the runs of the flags, and their clock.
func (f *command) runs(first flags.Algorithm, of []flags.Algorithm) (runs []live.Run, clock string, err error) {
	values, err := flags.Values(f.given, first)
	if err != nil {
		return nil, "", err
	}
	runs = []live.Run{{Algorithm: first.Name(), Values: values}}
	if !f.compare.On() {
		return runs, "", nil
	}
	actions, err := cli.Second(&f.compare, first, values, of)
	for _, a := range actions {
		switch a := a.(type) {
		case timeline.SetClock:
			if a.Clock == timeline.DeviceTime {
				return nil, "", cli.Usage("--clock is time, which a page does not have: mirrors run in it, and no device")
			}
			clock = a.Clock.String()
		case watch.Set:
			runs = append(runs, live.Run{Algorithm: a.Algorithm, Values: a.Values})
		}
	}
	return runs, clock, err
}

// refuse refuses flags that are for other families.
func refuse(c *cobra.Command, of family) error {
	for _, other := range families {
		for _, name := range other.flags {
			if c.Flags().Changed(name) && !slices.Contains(of.flags, name) {
				return cli.Usage("--%s is not for %s", name, of.says)
			}
		}
	}
	return nil
}

// rehearse runs the page to its end, and returns the number of its steps; a wrong result is an error.
func (f *command) rehearse(p web.Page) (steps int, err error) {
	page, err := live.Open(p.Scene, p.Data)
	if err != nil {
		return 0, err
	}
	if err := page.Do(live.Request{Do: "end"}); err != nil {
		return 0, err
	}
	if err := page.Settle(); err != nil {
		return 0, err
	}
	for _, r := range page.State().Runs {
		if !r.Right && !(r.Unchecked && r.Done) {
			return 0, fault.Wrong.Errorf("%s: %s", r.Title, cmp.Or(r.Verdict, "its end is not reached"))
		}
		steps = max(steps, r.Event.Step)
	}
	if p.Scene.Step > steps {
		return 0, f.step.Beyond(steps)
	}
	return steps, nil
}
