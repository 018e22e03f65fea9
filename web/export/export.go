// Package export is 'viewer export': it writes a page that runs an algorithm in a browser. The page is run
// here first, to its end, by the same program, so that a wrong result is never written. Package web
// makes the file.
package export

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/sssp"
	sums "kernelscope/families/sums/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/place"
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
	keys, dist       string
	seed             uint64
	caption, title   string
	theme            string
	params           []string
	forSorts, forMap []string // flags
}

// Command is 'viewer export'.
func Command(a *cli.App) *cobra.Command {
	f := &command{app: a, step: "0", forSorts: []string{"keys", "dist", "seed"}, forMap: []string{"source", "target"}}
	c := &cobra.Command{
		Use: "export FILE.html [INPUT]", Short: "Write a page that runs an algorithm in a browser", Args: cobra.RangeArgs(1, 2), ValidArgsFunction: cli.CompleteMaps,
		Long: `Writes one HTML file that runs: program, data and player. Everything is computed in the
reader's browser by the kernels' mirrors, without a server or a network: it works from a disk,
in an article and in a frame. The page runs searches on a map or a graph, which INPUT names, or
sorts or prefix sums of generated numbers. It is run to its end and verified before it is written.`,
		Example: `  viewer export near-far.html
  viewer export two.html --delta 512 --compare delta=4096 --caption 'Two buckets'
  viewer export grid.html gen:grid,width=60,height=40 -a dijkstra
  viewer export sorts.html -a radix -n 4096 --compare batcher
  viewer export sums.html -a scan -n 2048 --workgroup 32`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithm, "algorithm", "", algorithms())
	f.given = flags.Add(fs, algorithms())
	f.compare.Add(c, timeline.Steps, timeline.Work)
	f.step.Add(fs)
	fs.Lookup("step").Usage = "step that the page shows first, a number or end"
	fs.StringVar((*string)(&f.step), "at", "0", "older name of --step")
	_ = fs.MarkHidden("at")
	fs.StringVarP(&f.source, "source", "s", "", "source of a search: a place as for 'render'")
	fs.StringVarP(&f.target, "target", "t", "", "target of a search: a place, or all")
	fs.StringVarP(&f.keys, "keys", "n", "1024", "number of keys of a sort, or of values to sum, such as 4096 or 2^12")
	fs.StringVar(&f.dist, "dist", keygen.Distributions()[0], "distribution of keys: "+strings.Join(keygen.Distributions(), ", "))
	fs.Uint64Var(&f.seed, "seed", 1, "seed of keys and values")
	fs.StringVar(&f.title, "title", "", "title of the page; if empty, the algorithm's and the input's")
	fs.StringVar(&f.caption, "caption", "", "sentence under the title")
	fs.StringVar(&f.theme, "theme", "", "theme of the page, dark, light or contrast; if empty, the reader's own")
	fs.StringSliceVar(&f.params, "params", nil, "parameters that have controls, separated by commas; if empty, all")
	cli.Writes(c)
	return c
}

// algorithms lists those that pages run.
func algorithms() (all []flags.Algorithm) {
	for _, a := range sssp.Algorithms() {
		all = append(all, a)
	}
	for _, a := range sorting.Algorithms() {
		all = append(all, a)
	}
	return append(all, scan.Algorithm{})
}

// run writes the page.
func (f *command) run(c *cobra.Command, args []string) error {
	out, in := args[0], cli.Optional(args[1:])
	if !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(out))) {
		return cli.Usage("%s does not end in .html: export writes a page", out)
	}
	if f.theme != "" && render.ThemeNamed(f.theme) == nil {
		return cli.Usage("--theme is %q, not dark, light or contrast", f.theme)
	}
	if err := cli.CheckFiles(c, args[1:], out); err != nil {
		return err
	}
	page, err := f.page(c, in)
	if err != nil {
		return err
	}
	end, err := f.rehearse(page)
	if err != nil {
		return err
	}
	code, err := f.program(c.Context())
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

// program returns the program of pages: see web.Find.
func (f *command) program(ctx context.Context) (web.Program, error) {
	var folders []string
	if here, err := os.Getwd(); err == nil {
		folders = append(folders, here)
	}
	if viewer, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(viewer))
	}
	return web.Find(ctx, !strings.HasPrefix(f.app.Version, "development"), folders...)
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
	first, err := cli.Named("-a", cmp.Or(f.algorithm, sssp.NearFar{}.Name()), algorithms())
	if err != nil {
		return p, err
	}
	p = web.Page{Theme: f.theme, Version: f.app.Version, Params: f.params, Scene: live.Scene{Caption: f.caption}}
	if p.Scene.Step, err = f.first(); err != nil {
		return p, err
	}
	of, title := searches(), ""
	switch first.(type) {
	case sorting.Algorithm:
		of = sorts()
		title, err = f.sort(c, in, &p)
	case scan.Algorithm:
		of = []flags.Algorithm{first}
		title, err = f.sum(c, in, &p)
	default:
		title, err = f.search(c.Context(), c, in, &p)
	}
	if err != nil {
		return p, err
	}
	if p.Scene.Runs, p.Scene.Clock, err = f.runs(first, of); err != nil {
		return p, err
	}
	if err := f.checkParams(p.Scene.Runs, of); err != nil {
		return p, err
	}
	p.Title = f.title
	p.Name = cmp.Or(f.title, titleOf(first)+title)
	return p, nil
}

func titleOf(a flags.Algorithm) string {
	if t, ok := a.(interface{ Title() string }); ok {
		return t.Title()
	}
	return sums.Title
}

func searches() []flags.Algorithm { return algorithms()[:len(sssp.Algorithms())] }
func sorts() []flags.Algorithm {
	return algorithms()[len(sssp.Algorithms()):][:len(sorting.Algorithms())]
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

// checkParams refuses names of parameters that no run has.
func (f *command) checkParams(runs []live.Run, of []flags.Algorithm) error {
	var names []string
	for _, a := range of {
		if slices.ContainsFunc(runs, func(r live.Run) bool { return r.Algorithm == a.Name() }) {
			for _, p := range a.Params() {
				names = append(names, p.Name)
			}
		}
	}
	for _, name := range f.params {
		if !slices.Contains(names, name) {
			return cli.Usage("--params has %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// refuse refuses flags that are for another family.
func refuse(c *cobra.Command, names []string, family string) error {
	for _, name := range names {
		if c.Flags().Changed(name) {
			return cli.Usage("--%s is not for %s", name, family)
		}
	}
	return nil
}

// maxNodes is the number of nodes of a map that a browser loads within seconds; its page has 250 MB.
const maxNodes = 1 << 21

// search fills in a page of searches, and returns the rest of its title.
func (f *command) search(ctx context.Context, c *cobra.Command, in string, p *web.Page) (title string, err error) {
	if err := refuse(c, f.forSorts, "searches"); err != nil {
		return "", err
	}
	if err := open.Check(in); err != nil {
		return "", err
	}
	loaded, err := f.app.Load(ctx, in)
	if err != nil {
		return "", err
	}
	m := loaded.Map
	if m == nil || m.Graph.Nodes() == 0 {
		return "", fault.Input.Errorf("%s is %v; a page can run searches on maps and graphs (-a %s), sorts (-a %s) and prefix sums (-a %s)", in, loaded.Kind,
			strings.Join(cli.Names(searches()), ", "), strings.Join(cli.Names(sorts()), ", "), scan.Algorithm{}.Name())
	}
	if n := m.Graph.Nodes(); n > maxNodes {
		return "", fault.Limit.Errorf("%s has %s; a page holds at most %s: take a smaller extract", m.Name, format.Count(n, "node"), format.Thousands(maxNodes))
	}
	p.Scene.Family, p.Scene.All = live.Paths, f.target == "all"
	if err := f.ends(m, &p.Scene); err != nil {
		return "", err
	}
	p.Data, err = live.Pack(m)
	return " on " + m.Name, err
}

// ends finds the source and the target that flags name.
func (f *command) ends(m *scene.Map, s *live.Scene) error {
	finder, err := place.NewFinder(m)
	if err != nil {
		return err
	}
	rnd := rand.New(rand.NewPCG(1, 0))
	for _, end := range []struct {
		text string
		to   **uint32
	}{{f.source, &s.Source}, {f.target, &s.Target}} {
		if end.text == "" || end.text == "all" && end.to == &s.Target {
			continue
		}
		found, err := finder.Find(end.text, rnd)
		if err != nil {
			return cli.PlaceError(err)
		}
		*end.to = &found.Node
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
		if !r.Right {
			return 0, fault.Wrong.Errorf("%s: %s", r.Title, cmp.Or(r.Verdict, "its end is not reached"))
		}
		steps = max(steps, r.Event.Step)
	}
	if p.Scene.Step > steps {
		return 0, f.step.Beyond(steps)
	}
	return steps, nil
}
