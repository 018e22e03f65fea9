package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
)

// articleNames lists the names for --only.
func articleNames() (names []string) {
	for _, a := range articles {
		names = append(names, a.name)
	}
	return names
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
		return nil, fault.Input.Errorf("--only names %q; choose from %s, and their claims", unknown[0], strings.Join(articleNames(), ", "))
	}
	return out, nil
}

// line returns the words of a command with the map that the flag names, or the program's own, and
// the command as it is shown.
func (o *options) line(command string) (words []string, shown string) {
	put := func(word, file string) string {
		switch {
		case file != "":
			return strings.ReplaceAll(word, delaware, file)
		case word == delaware:
			return ""
		}
		return strings.ReplaceAll(word, ",map="+delaware, "")
	}
	var brief []string
	for word := range strings.FieldsSeq(command) {
		if at := put(word, o.delaware); at != "" {
			words = append(words, at)
			brief = append(brief, put(word, base(o.delaware)))
		}
	}
	return words, "./viewer " + strings.Join(brief, " ")
}

// base is the name of a file without its folder.
func base(file string) string {
	if file == "" {
		return ""
	}
	return filepath.Base(file)
}

// result is the outcome of measuring a claim.
type result struct {
	claim
	command string // as it was run
	here    string // what was measured, or why it was not
	agrees  string
	runs    int // of the command; a run repeats what its flags say
}

// notRun is the verdict of a claim without a measurement.
const notRun = "not run"

// page holds the outcome of all claims.
type page struct {
	device, driver, host string
	command, version     string // of the sheet, and of the program
	date                 time.Time
	articles             []article
	results              map[string]result // by the name of the claim
}

// run measures all claims, and prints each as it is known. When the context ends, or a result is
// wrong, the rest is not run.
func (p *page) run(ctx context.Context, out io.Writer, run runner, o options) (err error) {
	fmt.Fprintf(out, "%s, driver %s, %s\n", p.device, p.driver, p.host)
	j := job{run: run, options: o, known: map[string]outcome{}}
	for _, a := range p.articles {
		fmt.Fprintf(out, "\n%s (%s)\n", a.title, a.author)
		for _, c := range a.claims {
			r, failed := j.judge(ctx, c, err)
			if err == nil {
				err = failed
			}
			p.results[c.name] = r
			fmt.Fprintf(out, "%-26s %-13s %s\n%40s %s\n%40s %s\n", c.name, r.agrees, r.here, "", c.says, "", r.command)
		}
	}
	return err
}

// outcome is the outcome of a command.
type outcome struct {
	runs [][]experiment.Row
	err  error
}

// runner runs a command line of the program and returns the rows that it measured.
type runner func(ctx context.Context, words []string) ([]experiment.Row, error)

// job runs commands, each once.
type job struct {
	run     runner
	options options
	known   map[string]outcome // by the command line
}

// judge measures a claim, unless something has ended the page before.
func (j *job) judge(ctx context.Context, c claim, ended error) (r result, err error) {
	command := c.command
	if j.options.quick && c.quick != "" && c.quick != notQuick {
		command = c.quick
	}
	words, shown := j.options.line(command)
	r = result{claim: c, command: shown, agrees: notRun}
	switch {
	case ended != nil:
		r.here = why(ended)
	case j.options.quick && c.quick == notQuick:
		r.here = "a software device takes minutes for it"
	default:
		return r.read(j.carryOut(ctx, words, c.runs(j.options)))
	}
	return r, nil
}

// runs returns how often the command of a claim runs, so that a difference of times can be told from their spread.
func (c claim) runs(o options) int {
	if c.counts || c.once {
		return 1
	}
	return max(1, o.runs)
}

// carryOut runs a command until it has run a number of times, for earlier claims included.
func (j *job) carryOut(ctx context.Context, words []string, runs int) outcome {
	line := strings.Join(words, " ")
	of := j.known[line]
	for len(of.runs) < runs && of.err == nil {
		var rows []experiment.Row
		rows, of.err = j.run(ctx, words)
		of.runs = append(of.runs, rows)
	}
	j.known[line] = of
	return of
}

// viewer returns a runner that runs the built program and reads what it measures as JSON lines.
func viewer(o options) runner {
	return func(ctx context.Context, words []string) (rows []experiment.Row, err error) {
		folder, err := os.MkdirTemp("", "claims")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		file := filepath.Join(folder, "rows.json")
		if _, err := o.execute(ctx, append(words, "--measured", file)...); err != nil {
			return nil, err
		}
		in, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		for lines := json.NewDecoder(in); ; {
			var row experiment.Row
			if err := lines.Decode(&row); err == io.EOF {
				return rows, nil
			} else if err != nil {
				return nil, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
			}
			rows = append(rows, row)
		}
	}
}

// execute runs the built program and returns its standard output. Its exit code 5 is fault.Wrong.
func (o options) execute(ctx context.Context, words ...string) ([]byte, error) {
	if o.device != "" {
		words = append(words, "--device", o.device)
	}
	out, err := exec.CommandContext(ctx, o.viewer, words...).Output()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &failed):
		what := strings.TrimPrefix(strings.TrimSpace(string(failed.Stderr)), "viewer: ")
		if failed.ExitCode() == int(fault.Wrong) {
			return nil, fault.Wrong.Errorf("%s", what)
		}
		return nil, errors.New(what)
	}
	return out, err
}

// openPage returns a page without results for the device of the options, or the first device.
func openPage(ctx context.Context, o options, articles []article) (p page, software bool, err error) {
	out, err := o.execute(ctx, "devices", "--json")
	if err != nil {
		return p, false, err
	}
	var list struct {
		Version string
		Devices []struct {
			Index        int
			Name, Driver string
			Software     bool
		}
	}
	if err := json.Unmarshal(out, &list); err != nil {
		return p, false, err
	}
	for _, d := range list.Devices {
		if o.device == "" || o.device == fmt.Sprint(d.Index) || strings.Contains(strings.ToLower(d.Name), strings.ToLower(o.device)) {
			host := fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
			return page{d.Name, d.Driver, host, "", list.Version, time.Now(), articles, map[string]result{}}, d.Software, nil
		}
	}
	return p, false, fault.Input.Errorf("there is no device %q", o.device)
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
	from := &reading{rows: slices.Concat(of.runs...), runs: of.runs}
	here, verdict := r.claim.read(from)
	if !from.missing {
		r.here, r.agrees, r.runs = here, verdict, len(of.runs)
		return r, nil
	}
	r.here = "not measured"
	for _, row := range from.rows {
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
