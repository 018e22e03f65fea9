package main

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
)

// small are flags for an experiment of seconds.
var small = []string{"-n", "1", "-r", "1"}

// TestExperiments runs each of them with all its files.
func TestExperiments(t *testing.T) {
	needDevice(t)
	for kind, args := range map[string][]string{
		"sweep": {"--delta", "1000,4000", "--batch", "16,64", "--panels", "workgroup", "--workgroup", "64,128"},
		"rank":  {"-a", "nearfar,frontier"}, "efficiency": {}, "scale": {},
		"throughput": {"gen:grid,width=40,height=30", "-n", "8", "--at-once", "1,3,8", "--workgroup", "64"},
	} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			file := func(name string) string { return filepath.Join(dir, name) }
			args = append(append([]string{"bench", kind}, small...), args...)
			args = append(args, "-o", file("a.csv")+","+file("a.json"), "--chart", file("a.png")+","+file("a.svg"), "--report", file("a.html"))
			out, stderr, code := viewer(t, nil, args...)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			f, err := os.Open(file("a.json"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r, err := experiment.ReadJSON(f)
			if err != nil || !r.Whole || len(r.Rows) == 0 || string(r.Plan.Kind) != kind || r.Origin.Device == "" || r.Origin.Driver == "" {
				t.Fatalf("%v: %+v", err, r.Origin)
			}
			for _, row := range r.Rows {
				if !row.Verified {
					t.Errorf("not verified: %+v", row)
				}
			}
			if !strings.Contains(out, "verified") || strings.Contains(r.Origin.Command, dir) || !strings.Contains(r.Origin.Command, "bench "+kind) {
				t.Errorf("it prints %q; the command is %q", out, r.Origin.Command)
			}
			checkFiles(t, file, r)
			words, err := format.ParseShell(r.Window())
			if err == nil {
				_, _, err = newApp().command().Find(words[1:])
			}
			if err == nil {
				err = newApp().command().ParseFlags(words[1:])
			}
			if err != nil {
				t.Errorf("the window does not understand %s: %v", r.Window(), err)
			}
			// Drawn again from the JSON file, the drawing is the same.
			if _, stderr, code := viewer(t, nil, "bench", "draw", file("a.json"), "--chart", file("b.svg")); code != 0 {
				t.Fatal(stderr)
			}
			a, _ := os.ReadFile(file("a.svg"))
			b, _ := os.ReadFile(file("b.svg"))
			if string(a) != string(b) {
				t.Error("drawn again, it differs")
			}
		})
	}
}

// checkFiles looks into what an experiment has written.
func checkFiles(t *testing.T, file func(string) string, r *experiment.Result) {
	t.Helper()
	in, err := os.Open(file("a.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if lines, err := csv.NewReader(in).ReadAll(); err != nil || len(lines) != len(r.Rows)+1 {
		t.Errorf("%d lines in the CSV file for %d rows (%v)", len(lines), len(r.Rows), err)
	}
	p, err := os.Open(file("a.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if m, err := png.DecodeConfig(p); err != nil || m.Width != 1840 {
		t.Errorf("the picture is %d pixels wide (%v)", m.Width, err)
	}
	svg, err := os.Open(file("a.svg"))
	if err != nil {
		t.Fatal(err)
	}
	defer svg.Close()
	for d := xml.NewDecoder(svg); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	html, err := os.ReadFile(file("a.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg", "<table>", r.Origin.Device, r.Origin.Driver, "bench " + string(r.Plan.Kind), "2026", "seed", "verified"} {
		if want != "2026" && !strings.Contains(string(html), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if found := regexp.MustCompile(`(src|href)="[^#]`).Find(html); found != nil {
		t.Errorf("the page needs other files: %s", found)
	}
}

// TestTuned looks for a setting, which other commands then use.
func TestTuned(t *testing.T) {
	t.Parallel()
	needDevice(t)
	env := []string{"XDG_CACHE_HOME=" + t.TempDir()}
	out, stderr, code := viewer(t, env, "bench", "sweep", "--auto", "--limit", "3s", "-r", "1")
	if code != 0 || !strings.Contains(stderr, "kept in") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	best := regexp.MustCompile(`best: (.*?) with`).FindStringSubmatch(out)
	if best == nil {
		t.Fatalf("it prints %q", out)
	}
	out, warned, _ := viewer(t, env, "run", "sssp", "--tuned")
	for value := range strings.SplitSeq(best[1], ", ") { // the parameters that the sweep got to in its time
		if !regexp.MustCompile(`[ :]` + regexp.QuoteMeta(value) + `[,\n]`).MatchString(out) {
			t.Errorf("tuned to %s, it prints %s%s", best[1], out, warned)
		}
	}
	if out, _, _ := viewer(t, env, "run", "sssp", "--tuned", "--delta", "777"); !strings.Contains(out, "delta 777") {
		t.Errorf("what is given does not count: %s", out)
	}
	kept := regexp.MustCompile(`kept in (.*); `).FindStringSubmatch(stderr)[1]
	if err := os.WriteFile(kept, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := viewer(t, env, "run", "sssp", "--tuned"); code != exitUsage || !strings.Contains(stderr, "WARN") {
		t.Errorf("a damaged file: exit code %d, %s", code, stderr)
	}
	if _, stderr, code := viewer(t, env, "run", "sssp"); code != 0 || stderr != "" {
		t.Errorf("it is read where nobody asks for it: exit code %d, %s", code, stderr)
	}
}

// What was measured before an interruption is written.
func TestInterruptedExperiment(t *testing.T) {
	t.Parallel()
	needDevice(t)
	path := filepath.Join(t.TempDir(), "a.json")
	interrupt(t, 1000, "bench", "rank", "-n", "60", "-o", path)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if r, err := experiment.ReadJSON(f); err != nil || r.Whole || len(r.Rows) == 0 {
		t.Errorf("%d rows, whole %v (%v)", len(r.Rows), r.Whole, err)
	}
}
