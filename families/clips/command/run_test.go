package command

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/scene/clipseq"
)

// element is a line of 'run clip --json'.
type element struct {
	Type, Kind, Tag, ID, Clip string
	Index, Line               int
	Link                      *uint32
	Box                       *clipseq.Box
}

// equals compares a line with the oracle's result.
func (e element) equals(s clipseq.Sequence, want clip.Result) bool {
	link := uint32(clip.None)
	if e.Link != nil {
		link = *e.Link
	}
	box := e.Box == nil
	if want.Boxes != nil {
		w := want.Boxes[e.Index]
		box = e.Box != nil && e.Box.Bits() == w.Bits() || e.Box == nil && w == clipseq.Everything && e.Kind == "pop"
	}
	return e.Type == "element" && e.Kind == clipseq.KindName(s.Elements[e.Index]) && link == want.Links[e.Index] && box
}

// Every form prints the oracle's result, for every kind of file.
func TestRun(t *testing.T) {
	nest := write(t, "nest.svg", assets.Nest)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(assets.Nest)); errors.Join(err, z.Close()) != nil {
		t.Fatal(err)
	}
	inputs := []string{
		nest, write(t, "zipped", zipped.Bytes()), write(t, "bare.txt", "))(.((.)\n"), write(t, "empty.txt", ""),
		write(t, "cut.txt", "( 0 0 1e9 -0\n. -5 1 0.1 3\n)\n)\n( 1 2 3 4\n"), "gen:clip,elements=0",
	}
	for _, shape := range clipseq.Shapes() {
		inputs = append(inputs, "gen:clip,elements=2001,shape="+shape)
	}
	for _, path := range inputs {
		in, err := open.ReadClips(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range cli.Names(clip.Forms()) {
			for _, boxes := range []bool{true, false} {
				args := []string{path, "-a", form, "--workgroup", "64", "--verify", "--json", fmt.Sprintf("--boxes=%v", boxes)}
				if in.Boxes == nil && boxes {
					args = args[:len(args)-1]
				}
				s := in.Sequence
				if !boxes {
					s.Boxes = nil
				}
				out, err := clitest.Run(t, runCommand, args...)
				if err != nil {
					t.Errorf("%v: %v", args, err)
					continue
				}
				checkLines(t, fmt.Sprint(args), slices.Collect(strings.Lines(out)), s, in.Scene != nil)
			}
		}
	}
	out, err := clitest.Run(t, runCommand, inputs[2], "-a", "lookback", "--verify", "-r", "3")
	for _, word := range []string{"8 elements, 3 levels deep", "without boxes", "pops without a push: 2, the first is element 0", "pushes without a pop: 2, the first is element 2", "the longest look-back", "median of 3 runs", "verified: every link"} {
		if err != nil || !strings.Contains(out, word) {
			t.Errorf("%v: %q is missing: %s", err, word, out)
		}
	}
}

// Back-links are counted by partition for forms that look back.
func TestBackLinks(t *testing.T) {
	for _, form := range []string{"lookback", "shuffle"} {
		out, err := clitest.Run(t, runCommand, "gen:clip,elements=9000", "-a", form, "--workgroup", "64", "--back-links", "--json", "--boxes=false")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		var s summaryLine
		if err := errors.Join(err, json.Unmarshal([]byte(lines[len(lines)-1]), &s)); err != nil {
			t.Fatal(err)
		}
		all := 0
		for _, n := range s.Lookback.BackLinks {
			all += n
		}
		if all != s.Partitions || all == 0 {
			t.Errorf("%s: %v of %d partitions", form, s.Lookback.BackLinks, s.Partitions)
		}
		if out, err = clitest.Run(t, runCommand, "gen:clip,elements=9000", "-a", form, "--workgroup", "64", "--back-links"); err != nil || !strings.Contains(out, "%) follow 1 back-link\n") {
			t.Errorf("%v: %s", err, out)
		}
	}
	if _, err := clitest.Run(t, runCommand, "gen:clip,elements=9", "-a", "tree", "--back-links"); !errors.Is(err, fault.Usage) {
		t.Errorf("a tree: %v", err)
	}
}

func checkLines(t *testing.T, name string, lines []string, s clipseq.Sequence, isScene bool) {
	t.Helper()
	want := oracle.Clip(s)
	var meta metaLine
	var summary summaryLine
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &meta), json.Unmarshal([]byte(lines[len(lines)-1]), &summary)); err != nil {
		t.Fatal(err)
	}
	if meta.Type != "meta" || meta.Elements != len(s.Elements) || meta.Depth != s.Depth() || meta.Boxes != (s.Boxes != nil) || meta.Params[clip.Workgroup] != 64 {
		t.Errorf("%s: %+v", name, meta)
	}
	if summary.Type != "summary" || summary.Verified == nil || !*summary.Verified || summary.Pops != want.Pops || summary.Pushes != want.Pushes ||
		(summary.FirstPop == nil) != (want.Pops == 0) || summary.FirstPop != nil && *summary.FirstPop != want.FirstPop ||
		(summary.FirstPush == nil) != (want.Pushes == 0) || summary.FirstPush != nil && *summary.FirstPush != want.FirstPush ||
		(summary.Lookback == nil) != (meta.Form == "tree") {
		t.Errorf("%s: %+v", name, summary)
	}
	if len(lines) != len(s.Elements)+2 {
		t.Fatalf("%s: %d lines of %d elements", name, len(lines), len(s.Elements))
	}
	for i, line := range lines[1 : len(lines)-1] {
		var e element
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Index != i || !e.equals(s, want) || (e.Line > 0) != isScene || (e.Tag != "") != isScene {
			t.Fatalf("%s: %s (%v)", name, line, err)
		}
	}
}

// Files contain the lines that are otherwise printed.
func TestFiles(t *testing.T) {
	scene := write(t, "a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
<clipPath id='a,"b'><rect width="5" height="5"/></clipPath>
<g clip-path='url(#a,"b)'><rect id="x, y" width="9" height="9"/></g></svg>`))
	dir := t.TempDir()
	for _, path := range []string{scene, "gen:clip,elements=300,shape=zigzag"} {
		table, failed := clitest.Run(t, runCommand, path, "--csv")
		lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if failed != nil || err != nil {
			t.Fatal(failed, err)
		}
		in, err := open.ReadClips(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		want := oracle.Clip(in.Sequence)
		for i, line := range lines[1:] {
			e := element{Type: "element", Index: i, Kind: line[1]}
			if line[2] != "" {
				link, _ := strconv.ParseUint(line[2], 10, 32)
				e.Link = new(uint32)
				*e.Link = uint32(link)
			}
			if line[3] != "" {
				e.Box = new(clipseq.Box)
				for side := range e.Box {
					x, err := strconv.ParseFloat(line[3+side], 32)
					if err != nil {
						t.Fatal(err)
					}
					e.Box[side] = float32(x)
				}
			}
			if line[0] != fmt.Sprint(i) || !e.equals(in.Sequence, want) {
				t.Fatalf("%s: line %d is %q", path, i+1, line)
			}
		}
		for _, name := range []string{"a.csv", "a.jsonl", "a.json"} {
			out := filepath.Join(dir, name)
			printed, failed := clitest.Run(t, runCommand, path, "-o", out, "--json")
			b, err := os.ReadFile(out)
			if failed != nil || err != nil || strings.Count(printed, "\n") != 2 {
				t.Fatalf("%s: %v: %s (%v)", name, failed, printed, err)
			}
			if name == "a.csv" && string(b) != table || name != "a.csv" && bytes.Count(b, []byte(`{"type":"element"`)) != len(in.Elements) {
				t.Errorf("%s: %s", name, b)
			}
		}
	}
	b, _ := os.ReadFile(filepath.Join(dir, "a.csv"))
	if len(b) == 0 {
		t.Error("there is no file")
	}
	if out, _ := clitest.Run(t, runCommand, scene, "--csv"); !strings.Contains(out, `,rect,"x, y",,3`) {
		t.Errorf("it prints %s", out)
	}
}

// write creates a file in a temporary folder.
func write[Contents string | []byte](t *testing.T, name string, contents Contents) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(contents), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// lazyForm omits the last step.
type lazyForm struct{ clip.Form }

func (l lazyForm) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*clip.Clip, error) {
	c, err := l.Form.Prepare(be, capacity, boxes, v)
	if err == nil {
		c.Steps = c.Steps[:len(c.Steps)-1]
		be.Fill(c.Links, 0, c.Links.Len(), 7)
	}
	return c, err
}

// A wrong result is an error.
func TestWrong(t *testing.T) {
	s := &sequences{shape: "random", sizes: []int{3000}, boxes: true, seed: 1}
	if err := s.make(0); err != nil {
		t.Fatal(err)
	}
	for _, f := range clip.Forms() {
		j := job{lazyForm{f}, s.made, nil, timing.Runs{Timed: 1}, s.want}
		if _, err := j.run(t.Context(), host.New()); !errors.Is(err, fault.Wrong) || !strings.Contains(err.Error(), f.Name()) {
			t.Errorf("a lazy %s: %v", f.Name(), err)
		}
		j.form = f
		if _, err := j.run(t.Context(), host.New()); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
	}
}

// All backends match and cut the same way, and a wrong mirror is detected.
func TestRunBackends(t *testing.T) {
	file := filepath.Join(t.TempDir(), "elements.csv")
	for _, f := range clip.Forms() {
		clitest.OnBackends(t, runCommand, func(string) string {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}, "gen:clip,elements=700,shape=random", "-a", f.Name(), "--workgroup", "64", "--verify", "-o", file)
	}
	clitest.Differing(t, runCommand, "clip_reduce", "gen:clip,elements=700,shape=random", "--boxes=false")
}
