package families_test

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
	"kernelscope/compute/bfs"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	clips "kernelscope/families/clips/session"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/paths/session"
	sorts "kernelscope/families/sorts/session"
	sums "kernelscope/families/sums/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

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

func (f *failing) Flush(ctx context.Context) error {
	if f.fails() {
		return errFails
	}
	return f.Host.Flush(ctx)
}

func (f *failing) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	if f.fails() {
		return errFails
	}
	return f.Host.Read(ctx, b, at, dst)
}

// watched is a session of any family.
type watched interface {
	Apply(watch.Action) error
	Settle() error
	Layers(e compute.Encoder, lane int) []compute.Layer
	Release()
}

// family is a session with what it shows, and actions for it: all of its own, and those that fail without the
// help of a device.
type family struct {
	open    func(t *testing.T, be compute.Backend) (watched, func() any)
	actions []watch.Action
	wrong   []watch.Action
}

// atomic are the families by the folder of their sessions.
func atomic(t *testing.T) map[string]family {
	m := inputs(t)["Map"].(open.Input).Map
	at := func(node int) *geom.Point { return &m.Graph.At[node] }
	far := geom.Point{X: 1 << 29, Y: 1 << 29}
	roads := []watch.Action{
		session.PointAtRoad{At: at(5), Within: 1000}, session.PickRoad{At: *at(7), Within: 1000}, session.SetWholeRoads{Whole: false}, session.DropRoad{},
		session.SetRoadSpeed{Lines: []uint32{3}, KMH: 7}, session.ScaleRoad{Lines: []uint32{1, 2, 3, 4, 5, 6, 7}, Factor: 3}, session.CloseRoad{Lines: []uint32{9}},
		session.UndoRoad{}, session.ResetRoads{},
	}
	wrongRoads := []watch.Action{session.CloseRoad{Lines: []uint32{1 << 30}}, session.ScaleRoad{Lines: []uint32{1 << 30}}}
	sequence, err := clipseq.Make("random", 300, 4)
	if err != nil {
		t.Fatal(err)
	}
	opened := func(t *testing.T, s interface {
		watched
		Open(*scene.Map) error
	}) {
		t.Helper()
		if err := s.Open(m); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]family{
		"paths": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := session.New(be, sssp.Algorithms(), session.Options{Wait: true})
				opened(t, s)
				return s, func() any { return s.Snapshot() }
			},
			slices.Concat(roads, []watch.Action{
				session.SetView{View: session.View{ByDistance: true}}, session.Inspect{At: at(20), Within: 1000}, session.SeekNode{At: *at(30)}, session.SetEnds{Source: at(2), Target: at(50)},
				session.SetEnds{Source: at(4), Drag: true}, session.SetTargetAll{All: true}, session.RandomEnds{}, session.SetRank{Rank: 16}, session.SetTrace{}, session.SetTrace{On: true},
				session.RunExperiment{Kind: experiment.Sweep, Algorithms: []string{"nearfar"}, Axes: []string{sssp.Delta}, Queries: 1, Repetitions: 1}, session.ShowRows{N: 1}, session.CancelExperiment{},
				session.ApplySetting{Setting: experiment.Setting{Algorithm: "dial", Values: compute.Values{}}}, session.UseTuned{}, session.ShowChart{Back: 1},
				watch.Set{Algorithm: "nearfar-append"}, watch.Set{Lane: 1, Algorithm: "frontier"}, watch.Set{Lane: 1, Algorithm: "dijkstra"}, watch.Set{Algorithm: "nearfar"}, watch.Set{Values: compute.Values{sssp.Delta: 77}},
			}),
			slices.Concat(wrongRoads, []watch.Action{
				session.SetEnds{Source: &far, Within: 5}, session.SetRank{Rank: 1 << 20}, session.Inspect{Lane: 7, At: at(1)}, session.SeekNode{Lane: 7}, watch.Set{Values: compute.Values{sssp.Delta: 1 << 30}},
				session.ApplySetting{Setting: experiment.Setting{Algorithm: "nonsense"}},
			}),
		},
		"trees": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := trees.New(be, prepared.Cache{}, true)
				opened(t, s)
				return s, func() any { return s.Snapshot() }
			},
			slices.Concat(roads, []watch.Action{
				watch.Set{Algorithm: trees.OnDevice.Name()}, timeline.End{}, trees.SetSource{At: *at(3)}, trees.SetTarget{At: at(50)}, trees.PointAt{At: at(40)}, trees.SetView{View: trees.View{Colour: trees.Smooth, Follow: true, Front: true}},
				trees.PointAt{At: at(41)}, trees.SetLevel{Depth: 1}, trees.SetBand{Width: 90}, trees.CancelOrder{}, trees.SetView{View: trees.View{Colour: trees.Bands}},
			}, roads, []watch.Action{timeline.Seek{Step: 4}, trees.SetSource{At: *at(8)}, session.CloseRoad{Lines: []uint32{11}}, watch.Set{Values: compute.Values{prepared.Subtree: 20}}}),
			slices.Concat(wrongRoads, []watch.Action{trees.SetSource{At: far, Within: 5}, trees.SetTarget{At: &far, Within: 5}, watch.Set{Values: compute.Values{prepared.Subtree: 1 << 20}}}),
		},
		"hops": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := hops.New(be, true)
				opened(t, s)
				return s, func() any { return s.Snapshot() }
			},
			[]watch.Action{
				hops.SetInput{Input: hops.Input{N: 5, Seed: 3}}, hops.SetPairs{Name: "some", Pairs: []bfs.Pair{{Source: 3, Target: 60}, {Source: 1, Target: 9}}}, hops.SetEnds{Source: at(5), Target: at(60)},
				hops.Follow{Pair: 1}, hops.SetView{View: hops.View{Colour: hops.BySearches}}, watch.Set{Algorithm: bfs.Coalesced.Name()}, watch.Set{Lane: 1, Algorithm: bfs.Paired.Name()},
			},
			[]watch.Action{hops.SetInput{}, hops.SetEnds{Source: &far, Within: 5}, hops.Follow{Pair: 1 << 20}, watch.Set{Values: compute.Values{"nonsense": 1}}},
		},
		"sorts": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := sorts.New(be, sorting.Algorithms(), true)
				return s, func() any { return s.Snapshot() }
			},
			[]watch.Action{
				sorts.SetInput{Input: sorts.Input{N: 300, Distribution: "uniform", Seed: 1}}, sorts.SetKeys{Name: "some", Words: []uint32{5, 3, 9, 1}}, watch.Shuffle{}, sorts.SetInput{Input: sorts.Input{N: 200, Distribution: "uniform", Payload: true}},
				sorts.SetView{View: sorts.View{Shape: "plot"}}, watch.Set{Algorithm: "batcher"}, watch.Set{Lane: 1, Algorithm: "radix4"},
			},
			[]watch.Action{sorts.SetInput{}, sorts.SetInput{Input: sorts.Input{N: 9, Distribution: "nonsense"}}, sorts.SetKeys{Name: "none"}, watch.Set{Algorithm: "nonsense"}},
		},
		"clips": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := clips.New(be, clip.Forms(), true)
				return s, func() any { return s.Snapshot() }
			},
			[]watch.Action{
				clips.SetInput{Input: clips.Input{Shape: "random", N: 500, Seed: 1}}, clips.SetSequence{Name: "some", Sequence: sequence}, watch.Shuffle{}, clips.Select{Partition: 0}, clips.SelectElement{Element: 7},
				clips.SetView{View: clips.View{Page: clips.Partitioned, Peel: -1, Pinned: -1}}, watch.Set{Algorithm: "tree"}, watch.Set{Lane: 1, Values: compute.Values{"workgroup": 128}},
			},
			[]watch.Action{clips.SetInput{Input: clips.Input{N: -1}}, clips.SetInput{Input: clips.Input{Shape: "nonsense", N: 5}}, clips.Select{Lane: 9}, watch.Set{Values: compute.Values{"workgroup": 3}}},
		},
		"sums": {
			func(t *testing.T, be compute.Backend) (watched, func() any) {
				s := sums.NewSession(be, true)
				return s, func() any { return s.Snapshot() }
			},
			[]watch.Action{sums.SetInput{Input: sums.Input{N: 900, Seed: 1}}, watch.Set{Values: compute.Values{"workgroup": 128}}, watch.Set{Lane: 1, Values: compute.Values{"workgroup": 256}}},
			[]watch.Action{sums.SetInput{}, watch.Set{Values: compute.Values{"workgroup": 33}}},
		},
	}
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
func faults(t *testing.T) map[string]fault {
	waits, left, short := &failing{host.New(), -1}, -1, false
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Full: func(string) bool {
		left--
		return short && left < 0
	}}})
	return map[string]fault{
		"a wait":   {waits, func(n int) { waits.left = n }, func() bool { return waits.left < 0 }},
		"a buffer": {d, func(n int) { left, short = n, n >= 0 }, func() bool { return short && left < 0 }},
	}
}

// A failing action changes nothing: for every family and every action, whichever wait for the device or whichever
// buffer fails, and where the action itself is wrong. What is shown, and the layers, are as before.
func TestFailingActionChangesNothing(t *testing.T) {
	tested := map[string]bool{}
	for what, be := range faults(t) {
		for name, f := range atomic(t) {
			t.Run(name+", "+what, func(t *testing.T) {
				s, snapshot := f.open(t, be.Backend)
				defer s.Release()
				look := func(after any) string {
					t.Helper()
					if err := s.Settle(); err != nil {
						t.Fatalf("%#v: %v", after, err)
					}
					text := &strings.Builder{}
					describe(text, reflect.ValueOf(snapshot()), "")
					for lane := range 2 {
						on := reflect.ValueOf(s).Elem().FieldByName("Sides").Interface().(watch.Sides)[lane]
						hash, err := watchtest.Hash(t.Context(), on, s.Layers(on, lane))
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
				actions := slices.Concat(f.actions[:1], shared(&failing{host.New(), -1}), f.actions, shared(&failing{host.New(), -1})[:4], f.actions)
				for i, a := range actions {
					tested[strings.TrimPrefix(reflect.TypeOf(a).PkgPath(), "kernelscope/")+"."+reflect.TypeOf(a).Name()] = true
					before := look("the start")
					refuse := f.wrong
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
			})
		}
	}
	for _, want := range allActions(t) {
		if !tested[want] {
			t.Errorf("%s is not tested", want)
		}
	}
}

// allActions lists the actions of sessions by their packages.
func allActions(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*/session/*.go", "../watch/*.go", "../watch/timeline/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
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
					names = append(names, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(filepath.Join("families", file))), "../")+"."+m.Recv.List[0].Type.(*ast.Ident).Name)
				}
			}
		}
	}
	return names
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
var untold = []string{"GPU", "Wall", "Moment", "Version", "Kernels", "Marks", "Submissions", "Measured", "Samples", "Made", "Memory", "Known", "Whole", "Sizes", "Axis", "Length", "Certainty"}

// describe writes a value a line for each number, text and map or graph in it.
func describe(out *strings.Builder, v reflect.Value, path string) {
	switch x := v.Interface().(type) {
	case *scene.Map, *graph.Graph, compute.Backend, compute.Buffer, error:
		fmt.Fprintf(out, "%s %p\n", path, x)
		return
	case time.Duration, timing.Times, time.Time, trees.Parts:
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
