package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/open"
	"kernelscope/scene/clipseq"
)

// clipElement is a line of 'run clip --json'.
type clipElement struct {
	Type, Kind, Tag, ID, Clip string
	Index, Line               int
	Link                      *uint32
	Box                       *clipseq.Box
}

// equals compares a line with what the oracle says.
func (e clipElement) equals(s clipseq.Sequence, want clip.Result) bool {
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

// What every form prints is what the oracle says, of every sort of file.
func TestRunClip(t *testing.T) {
	needDevice(t)
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
		for _, form := range namesOf(clip.Forms()) {
			for _, boxes := range []bool{true, false} {
				args := []string{"run", "clip", path, "-a", form, "--workgroup", "64", "--verify", "--json", fmt.Sprintf("--boxes=%v", boxes)}
				if in.Boxes == nil && boxes {
					args = args[:len(args)-1]
				}
				s := in.Sequence
				if !boxes {
					s.Boxes = nil
				}
				out, stderr, code := viewer(t, nil, args...)
				if code != 0 {
					t.Errorf("%v: exit code %d: %s", args, code, stderr)
					continue
				}
				checkClipLines(t, fmt.Sprint(args), slices.Collect(strings.Lines(out)), s, in.Scene != nil)
			}
		}
	}
	out, stderr, code := viewer(t, nil, "run", "clip", inputs[2], "-a", "lookback", "--verify", "-r", "3")
	for _, word := range []string{"8 elements, 3 levels deep", "without boxes", "pops without a push: 2, the first is element 0", "pushes without a pop: 2, the first is element 2", "the longest look-back", "median of 3 runs", "verified: every link"} {
		if code != 0 || !strings.Contains(out, word) {
			t.Errorf("exit code %d, %q is missing: %s%s", code, word, out, stderr)
		}
	}
}

func checkClipLines(t *testing.T, name string, lines []string, s clipseq.Sequence, isScene bool) {
	t.Helper()
	want := oracle.Clip(s)
	var meta clipMetaLine
	var summary clipSummaryLine
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &meta), json.Unmarshal([]byte(lines[len(lines)-1]), &summary)); err != nil {
		t.Fatal(err)
	}
	if meta.Type != "meta" || meta.Elements != len(s.Elements) || meta.Depth != s.Depth() || meta.Boxes != (s.Boxes != nil) || meta.Params[clip.Workgroup] != 64 {
		t.Errorf("%s: %+v", name, meta)
	}
	if summary.Type != "summary" || !summary.Verified || summary.Pops != want.Pops || summary.Pushes != want.Pushes ||
		(summary.FirstPop == nil) != (want.Pops == 0) || summary.FirstPop != nil && *summary.FirstPop != want.FirstPop ||
		(summary.FirstPush == nil) != (want.Pushes == 0) || summary.FirstPush != nil && *summary.FirstPush != want.FirstPush ||
		(summary.Lookback == nil) == (meta.Form == "lookback") {
		t.Errorf("%s: %+v", name, summary)
	}
	if len(lines) != len(s.Elements)+2 {
		t.Fatalf("%s: %d lines of %d elements", name, len(lines), len(s.Elements))
	}
	for i, line := range lines[1 : len(lines)-1] {
		var e clipElement
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Index != i || !e.equals(s, want) || (e.Line > 0) != isScene || (e.Tag != "") != isScene {
			t.Fatalf("%s: %s (%v)", name, line, err)
		}
	}
}

// Files have the lines that are printed else.
func TestClipFiles(t *testing.T) {
	needDevice(t)
	scene := write(t, "a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
<clipPath id='a,"b'><rect width="5" height="5"/></clipPath>
<g clip-path='url(#a,"b)'><rect id="x, y" width="9" height="9"/></g></svg>`))
	dir := t.TempDir()
	for _, path := range []string{scene, "gen:clip,elements=300,shape=zigzag"} {
		table, _, code := viewer(t, nil, "run", "clip", path, "--csv")
		lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if code != 0 || err != nil {
			t.Fatal(code, err)
		}
		in, err := open.ReadClips(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		want := oracle.Clip(in.Sequence)
		for i, line := range lines[1:] {
			e := clipElement{Type: "element", Index: i, Kind: line[1]}
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
			printed, stderr, code := viewer(t, nil, "run", "clip", path, "-o", out, "--json")
			b, err := os.ReadFile(out)
			if code != 0 || err != nil || strings.Count(printed, "\n") != 2 {
				t.Fatalf("%s: exit code %d: %s%s (%v)", name, code, printed, stderr, err)
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
	if out, _, _ := viewer(t, nil, "run", "clip", scene, "--csv"); !strings.Contains(out, `,rect,"x, y",,3`) {
		t.Errorf("it prints %s", out)
	}
}

func TestClipExitCodes(t *testing.T) {
	needDevice(t)
	bad := write(t, "bad.txt", "(( # a\n)x)\n")
	bare := write(t, "bare.txt", "()")
	broken := write(t, "broken.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\n<g>")
	for _, c := range []refusal{
		{"no file named", nil, "run clip", exitUsage, "1 arg"},
		{"no such form", nil, "run clip gen:clip -a magic", exitUsage, "tree, lookback"},
		{"no power of two", nil, "run clip gen:clip --workgroup 65", exitUsage, "nearest 64 and 128"},
		{"too small", nil, "run clip gen:clip --workgroup 32", exitUsage, "from 64 to 1024; nearest 64"},
		{"no runs", nil, "run clip gen:clip -r 0", exitUsage, "--repeat"},
		{"two forms", nil, "run clip gen:clip --json --csv", exitUsage, "--csv"},
		{"twice", nil, "run clip gen:clip --csv -o a.csv", exitUsage, "-o"},
		{"a bad ending", nil, "run clip gen:clip -o a.txt", exitUsage, ".jsonl or .csv"},
		{"no such shape", nil, "run clip gen:clip,shape=round", exitUsage, "zigzag"},
		{"another generator", nil, "run clip gen:grid", exitUsage, "gen:clip"},
		{"no value", nil, "run clip gen:clip,shape", exitUsage, "name=value"},
		{"no file", nil, "run clip nothing.txt", exitInput, "no such file"},
		{"no picture", nil, "run clip nothing.svg", exitInput, "no such file"},
		{"what is no element", nil, "run clip " + bad, exitInput, `bad.txt: line 2: 'x'`},
		{"a picture that ends", nil, "run clip " + broken, exitInput, "line 2"},
		{"no boxes", nil, "run clip --boxes " + bare, exitInput, "has no boxes"},
		{"too many", nil, "run clip gen:clip,elements=50000000 --boxes=false", exitLimit, "at most"},
		{"no folder", nil, "run clip gen:clip -o /nonexistent/a.csv", exitOutput, "nonexistent"},
		{"time is over", nil, "run clip gen:clip,elements=100000 -r 100000 --timeout 300ms", exitTimeout, "timeout"},
		{"no driver", []string{"VK_DRIVER_FILES=/nonexistent.json", "VK_ICD_FILENAMES=/nonexistent.json"}, "run clip " + bare, exitUnavailable, "driver"},
		{"no such forms", nil, "bench clip -a tree,magic", exitUsage, "magic"},
		{"no such sizes", nil, "bench clip --sizes 2^10,x", exitUsage, "--sizes"},
		{"no size", nil, "bench clip --sizes 0", exitUsage, "--sizes has 0"},
		{"no such workgroup", nil, "bench clip --workgroup 64,100", exitUsage, "--workgroup is 100"},
		{"no parameter of it", nil, "bench clip -a lookback --few 8", exitUsage, "not a parameter of lookback"},
		{"no parameter with bars", nil, "bench clip --bars --few 8", exitUsage, "--bars"},
		{"a bench of no shape", nil, "bench clip --shape round", exitUsage, "wide"},
		{"a bench of two forms", nil, "bench clip --json --csv", exitUsage, "--csv"},
		{"bars have no chart", nil, "bench clip --bars --chart a.svg", exitUsage, "--chart"},
		{"a chart of a bad ending", nil, "bench clip --chart a.gif", exitUsage, ".svg or .png"},
		{"no folder for a chart", nil, "bench clip --chart /nonexistent/a.svg", exitOutput, "nonexistent"},
	} {
		c.check(t)
	}
}

// lazyForm leaves out the last step.
type lazyForm struct{ clip.Form }

func (l lazyForm) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*clip.Clip, error) {
	c, err := l.Form.Prepare(be, capacity, boxes, v)
	if err == nil {
		c.Steps = c.Steps[:len(c.Steps)-1]
		be.Fill(c.Links, 0, c.Links.Len(), 7)
	}
	return c, err
}

// A result that is wrong ends with its own code.
func TestClipWrong(t *testing.T) {
	needDevice(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	d, err := gpu.Open(gpu.Options{}) // as the program does: gputest would watch those of other tests too
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	m, err := newClipSample("random", 3000, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range clip.Forms() {
		j := clipJob{lazyForm{f}, m.s, nil, timing.Runs{Timed: 1}, m.want}
		if _, err := j.run(t.Context(), d); !errors.Is(err, fault.Wrong) || exitCode(err, true) != exitWrong || !strings.Contains(err.Error(), f.Name()) {
			t.Errorf("a lazy %s: %v", f.Name(), err)
		}
		j.form = f
		if _, err := j.run(t.Context(), d); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
	}
}

// Interrupted, it says so and leaves what was there.
func TestClipInterrupted(t *testing.T) {
	needDevice(t)
	for _, form := range namesOf(clip.Forms()) {
		checkInterrupted(t, time.Second, "run", "clip", "gen:clip,elements=100000", "-a", form, "-r", "1000000", "-o", "a.csv")
	}
}
