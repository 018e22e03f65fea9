package families_test

import (
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/paths/session"
	paths "kernelscope/families/paths/view"
	sorts "kernelscope/families/sorts/session"
	sums "kernelscope/families/sums/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// openOn makes a stage as a window does, on a device with options.
func openOn(t *testing.T, o gpu.Options) *studio.Stage {
	t.Helper()
	d := gputest.OpenWith(t, o)
	s, err := studio.NewStage(d, 640, 400, 1, studio.Options{Program: &studio.Program{Families: cli.Views(families.All)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// generated opens the input that a "gen:" text names.
func generated(t *testing.T, text string) any {
	t.Helper()
	in, err := open.Read(t.Context(), text, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Each family works on a device with the minimum limits of Vulkan: what fits is shown at every
// zoom; what does not fit gives a message, and the view keeps its contents.
func TestSmallDevice(t *testing.T) {
	deep, err := clipseq.Make("random", 1<<19, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range everyFamily(small{fits: []watch.Action{timeline.End{}}}, map[string]small{
		"Map": {
			generated(t, "gen:grid,width=150,height=150"), []watch.Action{watch.Set{Algorithm: "frontier"}, watch.Set{Algorithm: "nearfar"}, timeline.End{}},
			generated(t, "gen:grid,width=400,height=400"), []watch.Action{watch.Set{Values: compute.Values{"workgroup": 256}}},
		},
		"Many searches": {
			generated(t, "gen:grid,width=150,height=150"), []watch.Action{hops.SetInput{Input: hops.Input{N: 8, Seed: 1}}, timeline.End{}},
			generated(t, "gen:grid,width=400,height=400"), []watch.Action{hops.SetInput{Input: hops.Input{N: 1 << 17}}},
		},
		"Trees": {
			generated(t, "gen:grid,width=150,height=150"), []watch.Action{session.CloseRoad{Lines: []uint32{9}}, watch.Set{Algorithm: trees.OnHost.Name()}, timeline.End{}},
			generated(t, "gen:grid,width=400,height=400"), []watch.Action{watch.Set{Algorithm: trees.OnDevice.Name()}, watch.Set{Values: compute.Values{"subtree": 1 << 20}}},
		},
		"Sorts": {
			nil, []watch.Action{sorts.SetInput{Input: sorts.Input{N: 1 << 17, Distribution: "uniform"}}, watch.Set{Algorithm: "batcher"}, watch.Set{Algorithm: "radix4"}, timeline.End{}},
			nil, []watch.Action{sorts.SetInput{Input: sorts.Input{N: 1 << 19, Distribution: "uniform"}}, watch.Set{Values: compute.Values{"workgroup": 256}}},
		},
		"Sums": {
			nil, []watch.Action{sums.SetInput{Input: sums.Input{N: 1 << 17}}, timeline.End{}},
			nil, []watch.Action{sums.SetInput{Input: sums.Input{N: 1 << 19}}, watch.Set{Values: compute.Values{"workgroup": 256}}},
		},
		"Clips": {
			generated(t, "gen:clip,elements=600"), []watch.Action{watch.Set{Algorithm: "tree"}, timeline.End{}},
			open.Input{Clips: &open.Clips{Name: "deep", Sequence: deep}}, []watch.Action{watch.Set{Values: compute.Values{"workgroup": 256}}},
		},
	}) {
		t.Run(name, func(t *testing.T) { c.check(t, name) })
	}
}

// small has an input that fits a small device, and one that does not.
type small struct {
	in       any
	fits     []watch.Action
	large    any
	tooLarge []watch.Action
}

func (c small) check(t *testing.T, name string) {
	s := openOn(t, gputest.Small(1<<20))
	if c.in == nil {
		c.fits = append([]watch.Action{ui.Show{Name: name}}, c.fits...)
	} else if _, err := s.Show(name); err != nil {
		t.Fatal(err)
	} else if err := s.Open(c.in); err != nil {
		t.Fatal(err)
	}
	look := func(after any) (problem string) {
		t.Helper()
		if _, err := picture(t, s); err != nil {
			t.Fatalf("%#v ends the window: %v", after, err)
		}
		return s.Status().Problem
	}
	for _, a := range c.fits {
		interact(t, s, a)
		if m := look(a); m != "" {
			t.Errorf("%#v: %s", a, m)
		}
	}
	for range 5 { // from the whole map to a corner
		if _, err := s.Interact(input.Frame{X: 450, Y: 150, WheelY: 5}); err != nil {
			t.Fatal(err)
		}
		if m := look("zooming"); m != "" {
			t.Errorf("zooming: %s", m)
		}
	}
	title := s.Shown().Title()
	if c.large != nil {
		if err := s.Open(c.large); err == nil || !strings.Contains(err.Error(), "MiB") || s.Shown().Title() != title {
			t.Errorf("a large input: %v; %s is shown", err, s.Shown().Title())
		}
		if m := look("a large input"); m != "" {
			t.Errorf("what was shown does not stay: %s", m)
		}
	}
	for _, a := range c.tooLarge {
		m := interact(t, s, a)
		for n := 0; m == "" && n < 1000; n++ { // a view may work for some frames before
			m = interact(t, s)
		}
		if m == "" {
			t.Errorf("%#v is not refused", a)
		}
		look(a)
		interact(t, s, ui.Dismiss{})
		if m := look(a); m != "" {
			t.Errorf("after %#v: %s", a, m)
		}
	}
}

// If memory is short, a request is refused with a message that names the available memory, and the
// view does not change.
func TestShortOfMemory(t *testing.T) {
	in := inputs(t)
	in["Many searches"], in["Trees"] = in["Map"], in["Map"]
	for name, action := range everyFamily[watch.Action](watch.SetCompare{On: true}, map[string]watch.Action{
		"Map": watch.Set{Algorithm: "frontier"}, "Many searches": hops.SetInput{Input: hops.Input{N: 30}}, "Sums": sums.SetInput{Input: sums.Input{N: 999}},
		"Sorts": sorts.SetInput{Input: sorts.Input{N: 999, Distribution: "uniform"}}, "Clips": watch.Set{Algorithm: "tree"},
		"Trees": watch.Set{Algorithm: trees.OnDevice.Name()},
	}) {
		t.Run(name, func(t *testing.T) {
			short, left := false, 0
			s := openOn(t, gpu.Options{Fake: &gpu.Fake{Full: func(string) bool {
				left--
				return short && left < 0
			}}})
			if _, err := s.Show(name); err != nil {
				t.Fatal(err)
			}
			if in[name] == nil {
				interact(t, s, ui.Show{Name: name}, timeline.Pause{})
			} else if err := s.Open(in[name]); err != nil {
				t.Fatal(err)
			}
			if _, err := picture(t, s); err != nil {
				t.Fatal(err)
			}
			open := func() string {
				if err := s.Open(in[name]); err != nil {
					return err.Error()
				}
				return ""
			}
			for what, do := range map[string]func() string{"an action": func() string { return interact(t, s, action) }, "opening": open} {
				short = false
				if err := s.Shown().Settle(); err != nil { // computes the order of the opened map
					t.Fatalf("before %s: %v", what, err)
				}
				for n := 0; what != "opening" || in[name] != nil; n += 1 + n/gputest.Count(3, 1<<20) {
					short, left = true, n
					m := do()
					if m == "" && n == 0 {
						t.Errorf("%s needs no memory", what)
					}
					if m == "" {
						break
					}
					if !strings.Contains(m, "out of memory") || !strings.Contains(m, "buffers of this program hold") {
						t.Fatalf("%s with %d allocations: %q", what, n, m)
					}
					short = false
					interact(t, s, ui.Dismiss{})
					if _, err := picture(t, s); err != nil || s.Status().Problem != "" {
						t.Fatalf("after %s with %d allocations: %v, %s", what, n, err, s.Status().Problem)
					}
				}
				short = false
			}
		})
	}
}

// A map with more segments than fit into the software device's buffers of 128 MiB can be shown at
// every zoom, from the whole map to a single street.
func TestZoomIntoALargeMap(t *testing.T) {
	if !gputest.Long() {
		t.Skip("takes a minute and 5 GB: KERNELSCOPE_LONG=1")
	}
	s := openOn(t, gpu.Options{})
	if err := s.Open(generated(t, "gen:grid,width=1750,height=1750")); err != nil {
		t.Fatal(err)
	}
	interact(t, s, timeline.Pause{})
	for range 14 {
		if _, err := picture(t, s); err != nil || s.Status().Problem != "" {
			t.Fatalf("%v, %s", err, s.Status().Problem)
		}
		v := s.Shown().(*paths.View)
		t.Logf("%.3g m a pixel: %d segments in view; %s", v.Camera.MetresPerPixel(), v.Roads.Segments(v.Camera, v.Look()), v.Roads.Note())
		if _, err := s.Interact(input.Frame{X: 450, Y: 150, WheelY: 3}); err != nil {
			t.Fatal(err)
		}
	}
}
