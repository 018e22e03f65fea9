package families_test

import (
	"bytes"
	"testing"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	clips "kernelscope/families/clips/session"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/paths/session"
	sorts "kernelscope/families/sorts/session"
	sums "kernelscope/families/sums/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// scenes maps each family to actions before its device is lost: changed parameters, a comparison,
// changed roads, a position in the middle of a run, a moved camera.
func scenes() map[string][]watch.Action {
	return everyFamily([]watch.Action{watch.SetCompare{On: true}, timeline.Seek{Step: 1}}, map[string][]watch.Action{
		"Map": {
			watch.Set{Algorithm: "frontier"}, watch.Set{Algorithm: "nearfar"}, watch.Set{Values: compute.Values{"delta": 64}},
			session.CloseRoad{Lines: []uint32{3, 4}}, watch.SetCompare{On: true}, timeline.Seek{Step: 7},
		},
		"Sorts": {
			sorts.SetInput{Input: sorts.Input{N: 3000, Distribution: "uniform", Seed: 5, Payload: true}}, watch.Set{Lane: 0, Algorithm: "radix4"},
			watch.Set{Lane: 0, Values: compute.Values{"workgroup": 128}}, timeline.Seek{Step: 3},
		},
		"Clips":         {watch.Set{Lane: 0, Values: compute.Values{"workgroup": 128}}, clips.Select{Partition: 2}, timeline.Seek{Step: 9}},
		"Many searches": {hops.SetInput{Input: hops.Input{N: 3, Seed: 2}}, timeline.Seek{Step: 6}},
		"Trees":         {watch.Set{Algorithm: trees.OnDevice.Name()}, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: trees.OnHost.Name()}, session.CloseRoad{Lines: []uint32{3, 4}}, trees.SetView{View: trees.View{Colour: trees.Smooth, Front: true}}, timeline.Seek{Step: 7}},
		"Sums":          {sums.SetInput{Input: sums.Input{N: 5000, Seed: 2}}, watch.SetCompare{On: true}, watch.Set{Values: compute.Values{"workgroup": 64}}, timeline.Seek{Step: 1}},
	})
}

// everyFamily adds the usual row for each family in the list that has none of its own.
func everyFamily[T any](usual T, own map[string]T) map[string]T {
	for _, f := range families.All {
		if _, ok := own[f.Name]; !ok {
			own[f.Name] = usual
		}
	}
	return own
}

// picture lets a stage come to rest and draws it.
func picture(t *testing.T, s *studio.Stage) ([]byte, error) {
	t.Helper()
	canvas, err := draw.NewCanvas(s.GPU, s.Width, s.Height)
	if err != nil {
		return nil, err
	}
	defer canvas.Release()
	c := studio.Canvas{Stage: s, Target: canvas}
	var pixels []byte
	for range 6 {
		if err := s.Advance(time.Second/60, time.Second); err != nil {
			return nil, err
		}
		if pixels, err = c.Frame(t.Context()); err != nil {
			return nil, err
		}
	}
	return bytes.Clone(pixels), nil
}

// A family whose device is lost shows the same picture on the next device.
func TestLostDevice(t *testing.T) {
	gputest.Open(t)
	in := inputs(t)
	in["Many searches"], in["Trees"] = in["Map"], in["Map"]
	for name, actions := range scenes() {
		for _, backend := range []studio.Backend{"", "lockstep"} {
			if backend != "" && name != "Sums" {
				continue // one family suffices
			}
			t.Run(name+string(backend), func(t *testing.T) {
				lost := false
				first, release, err := gputest.Elsewhere(t, gpu.Options{Fake: &gpu.Fake{Lost: func(int) bool { return lost }}})
				if err != nil {
					t.Fatal(err)
				}
				defer release()
				second, release, err := gputest.Elsewhere(t, gpu.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer release()
				s, err := studio.NewStage(first, 640, 400, 1, studio.Options{Program: &studio.Program{Families: cli.Views(families.All), Backend: backend}, Steady: true})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				if _, err := s.Show(name); err != nil {
					t.Fatal(err)
				}
				if in[name] != nil {
					if err := s.Open(in[name]); err != nil {
						t.Fatal(err)
					}
				} else if err := s.Shown().Begin(); err != nil { // the first input of its own
					t.Fatal(err)
				}
				for _, a := range actions {
					if taken, err := s.Shown().Apply(a); err != nil || !taken {
						t.Fatalf("%#v: %v", a, err)
					}
				}
				if _, err := picture(t, s); err != nil { // finds the size of the panel
					t.Fatal(err)
				}
				if _, err := s.Interact(input.Frame{X: 450, Y: 150, WheelY: 3}); err != nil { // moves the camera
					t.Fatal(err)
				}
				before, err := picture(t, s)
				if err != nil {
					t.Fatal(err)
				}
				lost = true
				if _, err := picture(t, s); err == nil || first.Failed() == nil {
					t.Fatalf("the device is not lost: %v", err)
				}
				first.Abandon()
				if err := s.Rebuild(second); err != nil {
					t.Fatal(err)
				}
				after, err := picture(t, s)
				if err != nil {
					t.Fatal(err)
				}
				x, y := 0, 0
				if name == "Sorts" { // the panel shows times, and so does the space above the keys
					x, y = int(s.UI.PanelWidth()), int(s.UI.Top())+ui.HeaderHeight
				}
				const ties = 4 // pixels where either of two overlapping roads may be drawn
				if n := differing(before, after, s.Width, x, y); n > ties {
					t.Errorf("%d pixels differ", n)
				}
			})
		}
	}
}

// differing counts the pixels that differ, ignoring the first columns and rows.
func differing(a, b []byte, width, x, y int) (n int) {
	for i := 0; i < len(a); i += 4 {
		if i/4%width >= x && i/4/width >= y && !bytes.Equal(a[i:i+4], b[i:i+4]) {
			n++
		}
	}
	return n
}
