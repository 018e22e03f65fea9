package watchtest

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/timing"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Watched is a session of a family.
type Watched interface {
	Apply(watch.Action) error                           // takes an action
	Settle() error                                      // waits for the verdict
	Layers(e compute.Encoder, lane int) []compute.Layer // shows a lane
	Release()                                           // frees what the session holds
}

// Actions are a family's session and actions for it.
type Actions struct {
	// Open returns a session on a backend, and its snapshot.
	Open  func(t *testing.T, be compute.Backend) (s Watched, snapshot func() any)
	All   []watch.Action // at least one of each that the package of the session declares
	Wrong []watch.Action // fail whatever the device does
	// Execute executes kernels on the host; nil runs mirrors.
	Execute host.Executor
}

// host returns a backend on the host that never fails at first.
func (f Actions) host() *failing {
	if f.Execute == nil {
		f.Execute = host.Mirrors
	}
	return &failing{host.NewOf(f.Execute), -1}
}

// FailingChangesNothing fails if an action that fails changes the snapshot or the layers: for every action,
// whichever wait for the device or whichever buffer fails, and where the action itself is wrong. It also
// fails for an action of the tested package that f lacks. A test of each session calls it.
func (f Actions) FailingChangesNothing(t *testing.T) {
	for what, be := range f.faults(t) {
		t.Run(what, func(t *testing.T) { f.on(t, be) })
	}
	tested := map[string]bool{}
	for _, a := range f.All {
		tested[reflect.TypeOf(a).Name()] = true
	}
	for _, want := range declaredActions(t, ".") {
		if !tested[want] {
			t.Errorf("%s is not tested", want)
		}
	}
}

// on tests the actions on a backend.
func (f Actions) on(t *testing.T, be fault) {
	s, snapshot := f.Open(t, be.Backend)
	defer s.Release()
	look := func(after any) string {
		t.Helper()
		if err := s.Settle(); err != nil {
			t.Fatalf("%#v: %v", after, err)
		}
		text := &strings.Builder{}
		describe(text, reflect.ValueOf(snapshot()), "")
		for lane := range 2 {
			side := reflect.ValueOf(s).Elem().FieldByName("Sides").Interface().(watch.Sides)[lane]
			hash, err := watch.Hash(t.Context(), side, s.Layers(side, lane))
			fmt.Fprintln(text, "layers", lane, hash, err)
		}
		return text.String()
	}
	try := func(a watch.Action, fail int, before string) (failed bool, err error) {
		be.after(fail)
		err = s.Apply(a)
		failed = be.failed()
		be.after(-1)
		if after := look(a); err != nil && after != before {
			t.Errorf("%#v fails (%v) and changes%s", a, err, difference(before, after))
		}
		return failed, err
	}
	failed := 0
	actions := slices.Concat(f.All[:1], shared(f.host()), f.All, shared(f.host())[:4], f.All)
	for i, a := range actions {
		before := look("the start")
		refuse := f.Wrong
		if i%8 != 0 { // now and then
			refuse = nil
		}
		for _, wrong := range refuse {
			if _, err := try(wrong, -1, before); err == nil {
				t.Fatalf("%#v does not fail", wrong)
			}
		}
		for n := 0; ; n += 1 + n/gputest.Count(4, 1<<20) {
			fails, err := try(a, n, before)
			if fails == (err == nil) {
				t.Fatalf("%#v with wait %d failing: %v", a, n, err)
			}
			if !fails {
				break
			}
			failed++
		}
	}
	if failed < 10 {
		t.Errorf("only %d actions have failed", failed)
	}
}

// declaredActions lists the actions that the package in a folder declares.
func declaredActions(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil && m.Name.Name == "Action" {
				names = append(names, m.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	return names
}

// failing is a backend of which one wait fails.
type failing struct {
	*host.Host
	left int // waits before that; negative for none
}

var errFails = errors.New("it fails on purpose")

// fails reports whether this is the wait that fails.
func (f *failing) fails() bool {
	f.left--
	return f.left == -1
}

// Flush may fail.
func (f *failing) Flush(ctx context.Context) error {
	if f.fails() {
		return errFails
	}
	return f.Host.Flush(ctx)
}

// Read may fail.
func (f *failing) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	if f.fails() {
		return errFails
	}
	return f.Host.Read(ctx, b, at, dst)
}

// shared are the actions that all families share.
func shared(second compute.Backend) []watch.Action {
	return []watch.Action{
		watch.SetCompare{On: true}, timeline.Seek{Step: 3}, watch.SetProfile{On: true}, watch.SetSecond{On: second}, timeline.SetClock{Clock: timeline.DeviceTime}, timeline.SetClock{}, timeline.Seek{Step: 2},
		watch.SetProfile{}, watch.SetSecond{}, watch.SetCompare{}, timeline.Play{}, timeline.Pause{}, timeline.Step{Steps: 1}, timeline.SeekClock{At: 1}, timeline.Scrub{At: 2}, timeline.Rewind{}, timeline.End{},
		timeline.SetSpeed{PerSecond: 9}, timeline.SetFit{Seconds: 9}, timeline.SetLoop{On: true}, timeline.SetLoop{}, timeline.Seek{Step: 2},
	}
}

// fault is a backend that fails on purpose.
type fault struct {
	compute.Backend
	// after makes the n-th of what can fail do so; none where n is negative. failed reports whether it did.
	after  func(n int)
	failed func() bool
}

// faults returns a backend of which a wait fails, and a device without memory for some buffer and later ones.
func (f Actions) faults(t *testing.T) map[string]fault {
	waits, left, short := f.host(), -1, false
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Full: func(string) bool {
		left--
		return short && left < 0
	}}})
	return map[string]fault{
		"a wait":   {waits, func(n int) { waits.left = n }, func() bool { return waits.left < 0 }},
		"a buffer": {d, func(n int) { left, short = n, n >= 0 }, func() bool { return short && left < 0 }},
	}
}

// difference returns the first line that differs.
func difference(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return fmt.Sprintf(" %q to %q", before[i], after[i])
		}
	}
	return fmt.Sprintf(" %d lines to %d", len(before), len(after))
}

// untold are fields that another run of the same has otherwise: times, and numbers of moments.
var untold = []string{"GPU", "Wall", "Moment", "Version", "Kernels", "Marks", "Submissions", "Parts", "Measured", "Samples", "Made", "Memory", "Known", "Whole", "Sizes", "Axis", "Length", "Certainty"}

// describe writes a value a line for each number, text and map or graph in it.
func describe(out *strings.Builder, v reflect.Value, path string) {
	switch x := v.Interface().(type) {
	case *scene.Map, *graph.Graph, compute.Backend, compute.Buffer, error:
		fmt.Fprintf(out, "%s %p\n", path, x)
		return
	case time.Duration, timing.Times, time.Time:
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			fmt.Fprintln(out, path, "nil")
			return
		}
		describe(out, v.Elem(), path)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !slices.Contains(untold, f.Name) {
				describe(out, v.Field(i), path+"."+f.Name)
			}
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintln(out, path, v.Len())
		for i := range v.Len() {
			describe(out, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		fmt.Fprintln(out, path, v) // sorted
	case reflect.Func, reflect.Chan:
	default:
		fmt.Fprintln(out, path, v)
	}
}
