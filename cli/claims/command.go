package claims

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
)

// Run carries out a command line of the program, and passes on what it measures.
type Run func(ctx context.Context, line []string, measured func(experiment.Update)) error

// commandFlags are those of 'bench claims'.
type commandFlags struct {
	only, output      string
	delaware, newYork string
	quick, csv        bool
}

// Command is 'bench claims', which measures by commands that run carries out.
func Command(app *cli.App, run Run) *cobra.Command {
	var f commandFlags
	c := &cobra.Command{
		Use:   "claims",
		Short: "Compare the claims of five articles with this device",
		Long: `Measures the claims of the articles on which the program is based, each by the command printed
with it, and reports whether it holds on this device. Claims that do not fit the device, or
need a file that no flag names, are listed as not run, with the reason. Software devices run
shorter forms of the commands. Every result is verified.

Articles:
` + aboutArticles(),
		Example: `  viewer bench claims
  viewer bench claims --only near-far,vren-counters
  viewer bench claims --new-york USA-road-d.NY.gr.gz -o claims.md`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return measure(c.Context(), c.OutOrStdout(), app, run, f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.only, "only", "", "claims to measure, names of claims or articles separated by commas: "+strings.Join(articleNames(), ", "))
	fs.BoolVar(&f.quick, "quick", false, "run the shorter forms of commands, as on software devices")
	fs.StringVar(&f.delaware, "delaware", "", "delaware-latest.osm.pbf; the embedded map if empty")
	fs.StringVar(&f.newYork, "new-york", "", newYork+" of the 9th DIMACS challenge; claims about it are not run if empty")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.StringVarP(&f.output, "output", "o", "", "write the page to this file: .md or .csv")
	cli.Reads(c, "delaware", "new-york")
	cli.Writes(c, "output")
	_ = c.RegisterFlagCompletionFunc("only", cli.Fixed(articleNames()...))
	return c
}

// Commands lists the command lines of the page without files, long and short, and those of its
// examples.
func Commands() (lines []string) {
	var f commandFlags
	for _, a := range articles {
		lines = append(lines, a.example)
		for _, c := range a.claims {
			for _, command := range []string{c.command, c.quick} {
				if command != "" && command != notQuick {
					_, shown, _ := f.line(command)
					lines = append(lines, shown)
				}
			}
		}
	}
	return lines
}

func articleNames() (names []string) {
	for _, a := range articles {
		names = append(names, a.name)
	}
	return names
}

func aboutArticles() (text string) {
	for _, a := range articles {
		text += fmt.Sprintf("  %-13s %s, %s: %d claims\n", a.name, a.title, a.by, len(a.claims))
	}
	return text
}

// chosen returns the articles with those of their claims that --only names.
func chosen(only string) (out []article, err error) {
	unknown := strings.FieldsFunc(only, func(c rune) bool { return c == ',' })
	for _, a := range articles {
		of := a
		of.claims = nil
		for _, x := range a.claims {
			if only == "" || slices.Contains(strings.Split(only, ","), a.name) || slices.Contains(strings.Split(only, ","), x.name) {
				of.claims = append(of.claims, x)
			}
			unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == a.name || name == x.name })
		}
		if len(of.claims) > 0 {
			out = append(out, of)
		}
	}
	if len(unknown) > 0 {
		return nil, cli.Usage("--only names %q; choose from %s, and the claims that 'bench claims' lists", unknown[0], strings.Join(articleNames(), ", "))
	}
	return out, nil
}

// line returns the words of a command with the files that flags name, and as it is shown; or the
// flag that is missing.
func (f *commandFlags) line(command string) (words []string, shown, missing string) {
	put := func(word, name, file string) string {
		switch {
		case file != "":
			return strings.ReplaceAll(word, name, file)
		case word == name:
			return ""
		}
		return strings.ReplaceAll(word, ",map="+name, "")
	}
	var brief []string
	for word := range strings.FieldsSeq(command) {
		if word == newYork && f.newYork == "" {
			return nil, "viewer " + strings.ReplaceAll(command, " "+delaware, ""), "--new-york"
		}
		if at := put(put(word, delaware, f.delaware), newYork, f.newYork); at != "" {
			words = append(words, at)
			brief = append(brief, put(put(word, delaware, base(f.delaware)), newYork, base(f.newYork)))
		}
	}
	return words, "viewer " + strings.Join(brief, " "), ""
}

// base is the name of a file without its folder.
func base(file string) string {
	if file == "" {
		return ""
	}
	return filepath.Base(file)
}

// result is what has come of a claim.
type result struct {
	claim
	command string // as it was run
	here    string // what was measured, or why it was not
	agrees  string
	took    time.Duration
}

// notRun is the verdict of a claim without a measurement.
const notRun = "not run"

// page is what has come of all claims.
type page struct {
	device, driver, host string
	date                 time.Time
	articles             []article
	results              map[string]result // by the name of the claim
}

func measure(ctx context.Context, out io.Writer, app *cli.App, run Run, f commandFlags) error {
	all, err := chosen(f.only)
	if err != nil {
		return err
	}
	if ending := filepath.Ext(f.output); f.output != "" && ending != ".md" && ending != ".csv" {
		return cli.Usage("-o is %q: the name must end in .md or .csv", f.output)
	}
	if err := cli.CheckFolder(f.output); err != nil {
		return err
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	info := d.Info()
	d.Release()
	f.quick = f.quick || info.Software
	p := page{info.Name, info.Driver, cli.Host(), time.Now(), all, map[string]result{}}
	err = p.run(ctx, out, run, f)
	write := p.markdown
	if filepath.Ext(f.output) == ".csv" {
		write = p.csv
	}
	if f.csv {
		err = errors.Join(err, p.csv(out))
	}
	if f.output != "" {
		err = errors.Join(err, output.File(f.output, write))
	}
	return err
}

// run measures all claims, and prints each as it is known. When the context ends, or a result is
// wrong, the rest is not run.
func (p *page) run(ctx context.Context, out io.Writer, run Run, f commandFlags) (err error) {
	if !f.csv {
		fmt.Fprintf(out, "%s, driver %s, %s\n", p.device, p.driver, p.host)
	}
	show, hide := cli.ShowShare()
	defer func() { hide() }()
	j := job{run: run, flags: f, known: map[string]outcome{}}
	done, count := 0, 0
	for _, a := range p.articles {
		count += len(a.claims)
	}
	for _, a := range p.articles {
		if !f.csv {
			fmt.Fprintf(out, "\n%s (%s)\n", a.title, a.by)
		}
		for _, c := range a.claims {
			j.measured = func(u experiment.Update) { show((float64(done)+u.Share)/float64(count), c.name) }
			j.measured(experiment.Update{})
			r, failed := j.judge(ctx, c, err)
			if err == nil {
				err = failed
			}
			p.results[c.name] = r
			done++
			hide()
			if !f.csv {
				fmt.Fprintf(out, "%-26s %-8s %s\n%35s %s\n%35s %s\n", c.name, r.agrees, r.here, "", c.says, "", r.command)
			}
		}
	}
	return err
}

// outcome is what has come of a command.
type outcome struct {
	rows []experiment.Row
	err  error
}

// job carries out commands, each once.
type job struct {
	run      Run
	flags    commandFlags
	known    map[string]outcome // by the command line
	measured func(experiment.Update)
}

// judge measures a claim, unless something has ended the page before.
func (j *job) judge(ctx context.Context, c claim, ended error) (r result, err error) {
	command := c.command
	if j.flags.quick && c.quick != "" && c.quick != notQuick {
		command = c.quick
	}
	words, shown, missing := j.flags.line(command)
	r = result{claim: c, command: shown, agrees: notRun}
	switch {
	case ended != nil:
		r.here = why(ended)
	case j.flags.quick && c.quick == notQuick:
		r.here = "a software device takes minutes for it"
	case missing != "":
		r.here = "give " + missing
	default:
		begin := time.Now()
		of := j.carryOut(ctx, words)
		r.took = time.Since(begin)
		return r.read(of)
	}
	return r, nil
}

// carryOut runs a command, or returns what has come of it before.
func (j *job) carryOut(ctx context.Context, words []string) outcome {
	line := strings.Join(words, " ")
	of, ok := j.known[line]
	if !ok {
		share := 0.0
		of.err = j.run(ctx, words, func(u experiment.Update) {
			if u.Row != nil {
				of.rows = append(of.rows, *u.Row)
			}
			share = max(share, u.Share)
			u.Share = share
			j.measured(u)
		})
		j.known[line] = of
	}
	return of
}

// read fills in what a command has measured, and returns what must end the page: a wrong result,
// or the end of the context.
func (r result) read(of outcome) (result, error) {
	if of.err != nil {
		r.here = why(of.err)
		if errors.Is(of.err, fault.Wrong) || errors.Is(of.err, context.Canceled) || errors.Is(of.err, context.DeadlineExceeded) {
			return r, of.err
		}
		return r, nil
	}
	from := &reading{rows: of.rows}
	here, verdict := r.claim.read(from)
	if !from.missing {
		r.here, r.agrees = here, verdict
		return r, nil
	}
	r.here = "not measured"
	for _, row := range of.rows {
		if row.LeftOut != "" {
			r.here = row.LeftOut
		}
	}
	return r, nil
}

// why says what has ended something.
func why(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "the time limit of --timeout has expired"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return err.Error()
}
