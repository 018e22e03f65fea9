package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/open"
	"kernelscope/report"
)

// runFlags are the flags of 'run clip'.
type runFlags struct {
	form        string
	params      *flags.Params
	boxes       bool
	boxesWanted bool // --boxes is given explicitly
	repeat      int
	verify      bool
	backLinks   bool
	read        string // one of readers
	json, csv   bool
	output      string
}

// runCommand is 'run clip'.
func runCommand(app *cli.App) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "clip FILE",
		Short: "Match clips, and cut boxes by the clips around them",
		Long: `Finds the link of each element of a sequence on the GPU: the innermost push that is open
before it. The link is the parent of a push or a leaf, and the partner of a pop. If the
sequence has boxes, each element's box is cut by all pushes that are open after it; the
result is its resolved box.

FILE is an SVG file, plain or gzipped, a sequence written by 'viewer gen clip',
gen:clip,elements=N,shape=NAME,seed=S or gen:json,bytes=N,kind=NAME,seed=S. In an SVG file clips and groups are pushes and pops,
and filled areas are leaves; a group does not cut. Any other text, plain or gzipped, is read
as its brackets ( ) [ ] { }, of all kinds alike. Brackets in strings and comments of JSON, Go, C
and similar languages are skipped; the language is recognized by the ending of the name or by the
contents. In other text, brackets in double quotes are skipped. In XML and HTML a start tag is a push, an end tag a pop, and a tag
that ends itself a leaf; comments, CDATA and scripts are skipped. Nothing else of a language is
checked.

--json and --csv print a line for each element: its index from 0, its kind (push, pop or
leaf), its link, and its resolved box as left, top, right and bottom. The link is null (empty
in CSV) if no push is open before the element. An empty box has a right that is not greater
than its left, or a bottom that is not greater than its top. The box is null if the sequence
has no boxes, and for a pop after which no push is open, since nothing is cut there. Elements
of an SVG file also have the tag that they come from, its id, the id of its clip path, and
its line. Elements of a text have their bracket (< and > for tags), its line and its column.

Pops without a push and pushes without a pop are not errors: the other elements are matched,
and the first of each is reported.

With --read device the brackets of JSON are found on the device too, and matched where they lie.
The times of all steps are then printed, and apart from them the time from the file to the links
in memory. A text that is not plain JSON (it has comments, or a string that does not end in its
line) is read by the host, which is reported. --verify also compares the brackets and their places
with the host's.

Times are medians of --repeat runs after a warm-up. GPU time is that of all steps in one
recording.`,
		Example: `  viewer gen clip --elements 1000000 --shape random -o clips.txt
  viewer run clip clips.txt --verify
  viewer run clip drawing.svg --json > boxes.jsonl
  viewer run clip data.json --verify --csv
  viewer run clip data.json --read device --verify
  viewer run clip gen:json,bytes=2^30 --read device --verify --repeat 9
  viewer run clip gen:clip,elements=65536,shape=deep -a lookback --workgroup 64 --repeat 9 -o links.csv --boxes=false`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f.boxesWanted = f.boxes && c.Flags().Changed("boxes")
			return run(c.Context(), c.OutOrStdout(), app, args[0], f)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"svg", "svgz", "txt", "json", "xml", "html", "go"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.form, "form of matching", clip.Forms()[0].Name(), clip.Forms())
	f.params = flags.Add(fs, clip.Forms())
	fs.BoolVar(&f.boxes, "boxes", true, "cut boxes, if the sequence has any")
	fs.IntVarP(&f.repeat, "repeat", "r", 1, "number of timed runs")
	fs.BoolVar(&f.verify, "verify", false, "compare links and boxes with those of the host; exit 5 on a difference")
	fs.BoolVar(&f.backLinks, "back-links", false, "print a histogram of the back-links that partitions follow, from an additional traced run")
	fs.StringVar(&f.read, "read", readers[0], "where the brackets of a text are found: host or, for JSON, device")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, element (unless -o has them), summary")
	fs.BoolVar(&f.csv, "csv", false, "print only the elements, as comma-separated values")
	fs.StringVarP(&f.output, "output", "o", "", "write the elements to this file: .json, .jsonl or .csv")
	app.AddBackend(fs)
	cli.Writes(c, "output")
	_ = c.RegisterFlagCompletionFunc("read", cli.Fixed(readers...))
	return c
}

// job parses the flags.
func (f *runFlags) job() (j job, err error) {
	if j.form, err = cli.Named("-a", f.form, clip.Forms()); err != nil {
		return j, err
	}
	if j.values, err = flags.Values(f.params, j.form); err != nil {
		return j, err
	}
	ending := filepath.Ext(f.output)
	switch {
	case !slices.Contains(readers, f.read):
		return j, cli.Usage("--read is %q; choose from %s", f.read, strings.Join(readers, ", "))
	case f.backLinks && !looksBack(j.form):
		return j, cli.Usage("--back-links needs a form that looks back; %s does not", j.form.Name())
	case f.json && f.csv:
		return j, cli.Usage("--json and --csv cannot be combined")
	case f.csv && f.output != "":
		return j, cli.Usage("--csv and -o cannot be combined: both write the elements")
	case f.output != "" && elementFormats[ending] == nil:
		return j, cli.Usage("-o is %q: the name must end in .json, .jsonl or .csv", f.output)
	}
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return j, err
	}
	j.runs = timing.Runs{Warm: 1, Timed: f.repeat}
	return j, cli.CheckFolder(f.output)
}

// rowOf returns the row that describes a run.
func rowOf(path string, j job, r matched) experiment.Row {
	row := experiment.Row{Input: path, Size: len(j.s.Elements), Algorithm: j.form.Name(), Values: r.params}
	row.State("partitions", float64(r.partitions))
	row.State("longest", float64(r.counters.Longest))
	for links, partitions := range r.backLinks {
		row.State(fmt.Sprintf("back_links_%d", links), float64(partitions))
	}
	const short = 64
	if len(r.out.Links) <= short {
		var links []string
		for _, link := range r.out.Links {
			if link == clip.None {
				links = append(links, "-")
			} else {
				links = append(links, fmt.Sprint(link))
			}
		}
		row.Labels = map[string]any{"links": strings.Join(links, " ")}
	}
	row.Measured(r.times)
	row.Verified = j.want != nil
	return row
}

func run(ctx context.Context, out io.Writer, app *cli.App, path string, f runFlags) error {
	j, err := f.job()
	if err != nil {
		return err
	}
	in, text, load, err := f.open(ctx, path)
	if err != nil {
		return err
	}
	j.s = in.Sequence
	defer app.PreferComputeOnly()()
	d, err := app.OpenComputer(ctx)
	if err != nil {
		return err
	}
	defer d.Release()
	var r matched
	if f.read == readers[0] {
		r, err = j.runSequence(ctx, d, f.verify)
	} else {
		r, err = j.runText(ctx, d, text, load, f.verify)
		in.Sequence = j.s
	}
	if err != nil {
		return err
	}
	if f.backLinks {
		if r.backLinks, err = j.walks(ctx, d); err != nil {
			return err
		}
	}
	app.Found(rowOf(path, j, r))
	if f.output != "" {
		format := elementFormats[filepath.Ext(f.output)]
		if err := output.File(f.output, func(w io.Writer) error { return writeElements(ctx, w, format(in, r.out), len(in.Elements)) }); err != nil {
			return err
		}
	}
	meta := report.NewMeta(app.Version, d.Info.Name, d.Info.Driver)
	return f.report(ctx, out, meta, path, in, j, r)
}

// open reads the input or, with --read device, only its text, and how long that takes in milliseconds.
func (f *runFlags) open(ctx context.Context, path string) (in *open.Clips, text []byte, load float64, err error) {
	next := lap()
	if f.read == readers[0] {
		in, err = open.ReadClips(ctx, path)
	} else {
		in = &open.Clips{Name: filepath.Base(path), From: path}
		text, err = open.ReadJSON(ctx, path)
	}
	if err != nil {
		return nil, nil, 0, err
	}
	load = next()
	if f.boxesWanted && in.Boxes == nil {
		return nil, nil, 0, fmt.Errorf("%w: %s has no boxes to cut: omit --boxes", fault.Input, path)
	}
	if !f.boxes {
		in.Boxes = nil
	}
	return in, text, load, nil
}
