package lens

import (
	"context"
	"encoding/gob"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/report/inside"
	"kernelscope/studio"
	"kernelscope/ui"
	uilens "kernelscope/ui/lens"
	"kernelscope/watch"
)

// foundScan is a dispatch of a scan of some values.
func foundScan(t testing.TB, n int, at place) *found {
	t.Helper()
	i := onsimt.New(usualWidth)
	at.step, at.dispatch, at.width = 1, 1, usualWidth
	f := &finder{place: at, i: i, at: 1, asked: found{Step: 1}}
	i.Before = f.before
	be := i.Backend()
	s, err := scan.Sized(be, scan.Kind{}, n, compute.Values{scan.Workgroup: 128})
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, n)
	for k := range words {
		words[k] = uint32(k)
	}
	a, b := be.NewBuffer("values", n), be.NewBuffer("sums", n)
	be.Write(a, 0, words)
	s.Record(be, a, b, n)
	if err := be.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.end()
	if f.asked.Inputs == nil || len(f.asked.Dispatches) < 2 {
		t.Fatalf("%d dispatches", len(f.asked.Dispatches))
	}
	return &f.asked
}

// The dispatch that costs the most is captured, unless one is named.
func TestFinder(t *testing.T) {
	f := foundScan(t, 20000, place{})
	for i, d := range f.Dispatches {
		if d.Lanes == 0 || d.Lanes > f.Dispatches[f.Chosen].Lanes {
			t.Errorf("dispatch %d costs %d, and the chosen one %d", i, d.Lanes, f.Dispatches[f.Chosen].Lanes)
		}
	}
	if f.Inputs.Kernel != f.Dispatches[f.Chosen].Kernel || f.Inputs.Grid != f.Dispatches[f.Chosen].Grid {
		t.Errorf("%s is captured, and %+v is chosen", f.Inputs.Kernel, f.Dispatches[f.Chosen])
	}
	x := finder{place: place{kernel: "k", step: 1, dispatch: 3}, i: onsimt.New(4), at: 1}
	call := compute.Call{Program: &compute.Program{Name: "k"}}
	for _, nearest := range []bool{false, true} {
		x.nearest, x.asked = nearest, found{}
		for range 2 {
			x.before(compute.Grid{X: 1, Y: 1, Size: 1}, call, nil)
		}
		if x.end(); (x.asked.Inputs != nil) != nearest || x.asked.Chosen != len(x.asked.Dispatches)-1 && nearest {
			t.Errorf("nearest %v: of 2 dispatches number %d is captured: %v", nearest, x.asked.Chosen, x.asked.Inputs)
		}
	}
}

// A dispatch for the picture is chosen only where there is no other.
func TestFinderOfPictures(t *testing.T) {
	list := []dispatched{{Serves: true, Lanes: 9}, {Lanes: 1}, {Lanes: 3}, {Serves: true, Lanes: 10}}
	for _, x := range []struct {
		of, over int
		exceeds  bool
	}{{0, 1, false}, {1, 0, true}, {2, 1, true}, {1, 2, false}, {3, 0, true}, {3, 2, false}} {
		if got := list[x.of].exceeds(&list[x.over]); got != x.exceeds {
			t.Errorf("%+v exceeds %+v: %v", list[x.of], list[x.over], got)
		}
	}
}

// A run whose steps only show records, which another run may have fewer of, has its first dispatches at every step.
func TestFinderOfRecords(t *testing.T) {
	f := finder{place: place{step: 9}, i: onsimt.New(4)}
	call := compute.Call{Program: &compute.Program{Name: "k"}}
	f.before(compute.Grid{X: 1, Y: 1, Size: 1}, call, nil)
	if f.end(); !f.shows() {
		t.Errorf("the dispatches that begin the run are not shown: %+v", f.begun)
	}
	f.at = -1
	if f.before(compute.Grid{X: 1, Y: 1, Size: 1}, call, nil); f.shows() {
		t.Error("a step executes a kernel, and is taken for one that does not")
	}
}

// Buffers that are too large to be copied are refused before they are.
func TestFinderRefuses(t *testing.T) {
	f := finder{place: place{step: 1}, i: onsimt.New(4), at: 1}
	call := compute.Call{Program: &compute.Program{Name: "k"}}
	half := make([]uint32, maxBuffers/8+1)
	if n := onsimt.Bytes([][]uint32{half, half}); n != 4*len(half) {
		t.Errorf("a buffer with two bindings has %d bytes", n)
	}
	f.capture(compute.Grid{X: 1, Y: 1, Size: 1}, call, [][]uint32{half, make([]uint32, len(half))})
	if f.pending != nil || fault.Code(f.refused) != int(fault.Limit) || f.refused.Error() != "the buffers of k have 512 MiB, and inside keeps 512 MiB at most; use a smaller input" {
		t.Errorf("buffers that are too large: %v", f.refused)
	}
	f.refused = nil
	if f.capture(compute.Grid{X: 1, Y: 1, Size: 1}, call, [][]uint32{half[:9]}); f.pending == nil || f.refused != nil {
		t.Errorf("9 words are refused: %v", f.refused)
	}
}

// opened makes a lens whose dispatches are found by a script, which has the name of the file to write in $file.
func opened(t *testing.T, script string) *window {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nfile=$4\necho '0.5000 step 1 of 2'\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	w := Open(&studio.Program{Executable: program, Device: "2"}, studio.LensOf{Words: []string{"sums", "-n", "20000"}, Step: 1}).(*window)
	t.Cleanup(w.Close)
	return w
}

// settle follows a lens until nothing is due.
func settle(t *testing.T, w *window) {
	t.Helper()
	clocktest.Until(t, "the lens is ready", func() bool {
		busy, err := w.Follow(1, false)
		if err != nil {
			t.Fatal(err)
		}
		return !busy
	})
}

// apply executes an action with all its consequences.
func apply(t *testing.T, w *window, a watch.Action) {
	t.Helper()
	if taken, err := w.Apply(a); !taken || err != nil {
		t.Fatalf("%#v: %v", a, err)
	}
	settle(t, w)
}

// The search for a dispatch can be cancelled, and may fail. No file is left.
func TestLensEnds(t *testing.T) {
	w := opened(t, "exec tail -f /dev/null")
	clocktest.Until(t, "it is told how far the work is", func() bool {
		_, err := w.Follow(1, false)
		return err != nil || w.panel.Job.Share == 0.5
	})
	apply(t, w, uilens.Cancel{})
	if w.panel.Job != nil || !strings.Contains(w.panel.Problem, "cancelled") {
		t.Errorf("%+v, %q", w.panel.Job, w.panel.Problem)
	}
	clocktest.Until(t, "the file is removed", func() bool {
		left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "kernelscope-*"))
		return len(left) == 0
	})
	w = opened(t, "echo 'viewer: usage: step 1 executes no kernel' >&2; exit 2")
	settle(t, w)
	if _, err := w.Command(); w.panel.Problem != "step 1 executes no kernel" || err == nil {
		t.Errorf("%q, %v", w.panel.Problem, err)
	}
}

// A dispatch that was found is executed; each workgroup can be recorded and looked at, as can the writes of each word.
func TestLens(t *testing.T) {
	f := foundScan(t, 20000, place{})
	file := filepath.Join(t.TempDir(), "found")
	out, err := os.Create(file)
	if err == nil {
		err = gob.NewEncoder(out).Encode(f)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := opened(t, "echo \"$@\" > "+file+".words; cp "+file+" \"$file\"")
	settle(t, w)
	if w.panel.Count == nil || w.panel.Count.Groups() != f.groups(true) || len(w.panel.Choices) != len(f.Dispatches) {
		t.Fatalf("%q, %v", w.panel.Problem, w.panel.Count)
	}
	apply(t, w, uilens.OpenGroup{Number: 5})
	if l := w.panel.Lanes; l == nil || l.Workgroup != 5 || l.Columns == 0 || w.panel.State.At.Workgroup != 5 || w.panel.Length == 0 || w.panel.Used == 0 {
		t.Fatalf("%q, %+v", w.panel.GroupProblem, w.panel.State)
	}
	before := w.panel.State.Index
	apply(t, w, uilens.Step{Unit: simt.SourceLine})
	there := w.panel.State.At
	apply(t, w, uilens.Peek{To: simt.Position{Workgroup: 5, Instruction: 3}, Lane: 2})
	if w.panel.Peeked.Lane != 2 || w.panel.State.At.Position != there.Position {
		t.Errorf("a look at an instruction moves the recording to %+v", w.panel.State.At)
	}
	apply(t, w, uilens.Step{Unit: simt.SourceLine, Back: true})
	if w.panel.State.Index != before {
		t.Errorf("a step and a step back lead from %d to %d", before, w.panel.State.Index)
	}
	apply(t, w, uilens.GoTo{To: there.Position})
	if w.panel.State.At.Position != there.Position {
		t.Errorf("%+v is not %+v", w.panel.State.At, there)
	}
	writes(t, w)
	apply(t, w, uilens.SetAll{})
	if !w.all || w.panel.Count.Sample != nil || w.panel.Lanes != nil {
		t.Errorf("all workgroups: %v, of a sample %v", w.all, w.panel.Count.Sample)
	}
	apply(t, w, uilens.SetWidth{Lanes: 8})
	words, err := os.ReadFile(file + ".words")
	if err != nil || !strings.Contains(string(words), "--step 1 --dispatch 1 --width 8 --device=2 -- sums -n 20000") || w.panel.Count.Width != 8 || w.panel.Lanes != nil {
		t.Errorf("%s: %v, subgroups of %d", words, err, w.panel.Count.Width)
	}
	if command, err := w.Command(); err != nil || command != "viewer inside "+f.Inputs.Kernel+" --step 1 --width 8 --all -- sums -n 20000" {
		t.Errorf("%s: %v", command, err)
	}
}

// A device counts in the place of the interpreter, in its own subgroups. Where it refuses, the interpreter's counts stay, with the reason.
func TestLensCounted(t *testing.T) {
	dir := t.TempDir()
	save := func(name string, f *found) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := output.File(file, func(w io.Writer) error { return gob.NewEncoder(w).Encode(f) }); err != nil {
			t.Fatal(err)
		}
		return file
	}
	f := foundScan(t, 20000, place{})
	plain := save("plain", f)
	f.Counts = &counts{Width: 8, Device: inside.Device{Name: "a device", Plain: 1e6, With: 3e6}, Lines: []simt.LineCount{{Line: simt.Line{File: "include/scan_reduce.glsl", Line: 1}, Executions: 77}}}
	device := save("device", f)
	w := opened(t, "case \"$*\" in *--counted*) if test -e "+dir+"/small; then echo 'viewer: limit: too many blocks' >&2; exit 4; fi; cp "+device+" \"$file\";; *) cp "+plain+" \"$file\";; esac")
	settle(t, w)
	if w.panel.Count == nil || w.panel.Count.Device != nil || w.panel.Count.Width != usualWidth {
		t.Fatalf("the interpreter has not counted: %q", w.panel.Problem)
	}
	apply(t, w, uilens.SetCounted{OnDevice: true})
	if c := w.panel.Count; c == nil || c.Device == nil || c.Width != 8 || !strings.Contains(c.Head(), "a device: 3.000 ms, 1.000 ms without counters; model") {
		t.Fatalf("the device has not counted: %q", w.panel.Problem)
	}
	if command, err := w.Command(); err != nil || !strings.Contains(command, "--counted device -- sums") {
		t.Errorf("%s: %v", command, err)
	}
	apply(t, w, uilens.SetCounted{})
	if w.panel.Count == nil || w.panel.Count.Device != nil {
		t.Fatalf("%q: the interpreter does not count again", w.panel.Problem)
	}
	if err := os.WriteFile(filepath.Join(dir, "small"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	apply(t, w, uilens.SetCounted{OnDevice: true})
	if c := w.panel.Count; c == nil || c.Device != nil || !strings.Contains(w.panel.Note, "too many blocks") {
		t.Errorf("the device has not refused: %q, %q", w.panel.Problem, w.panel.Note)
	}
}

// writes checks that the last write of each of some words is what the block has after the dispatch.
func writes(t *testing.T, w *window) {
	t.Helper()
	block := slices.IndexFunc(w.panel.Blocks, func(b uilens.Block) bool { return b.Changed > 0 })
	b := w.panel.Blocks[block]
	for word := 0; word < len(b.Before); word += len(b.Before)/3 + 1 {
		apply(t, w, uilens.History{Block: block, Word: word})
		if n := len(w.panel.Writes); b.Before[word] != b.After[word] && (n == 0 || w.panel.Writes[n-1].New != b.After[word] || w.panel.Writes[0].Old != b.Before[word]) {
			t.Errorf("word %d of %s becomes %d from %d: %v", word, b.Name, b.After[word], b.Before[word], w.panel.Writes)
		}
	}
	if taken, _ := w.Apply(ui.CloseLens{}); taken {
		t.Error("the lens closes itself")
	}
}

// A recording may be stopped while it is made.
func TestRecorderStops(t *testing.T) {
	f := foundScan(t, 20000, place{})
	r := f.record(how{width: usualWidth}, 3)
	r.move(func(context.Context, *simt.Recording, *told) error { return nil })
	r.stop()
	<-r.tells
}
