package families_test

import (
	"cmp"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	clips "kernelscope/families/clips/session"
	hops "kernelscope/families/hops/session"
	sorts "kernelscope/families/sorts/session"
	sums "kernelscope/families/sums/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// compared maps each family to actions that show a comparison at a position in the middle of a run.
func compared() map[string][]watch.Action {
	return everyFamily([]watch.Action{watch.SetProfile{On: true}, watch.SetCompare{On: true}, timeline.Seek{Step: 2}}, map[string][]watch.Action{
		"Map":           {watch.SetProfile{On: true}, watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{"delta": 64}}, timeline.Seek{Step: 7}},
		"Sorts":         {sorts.SetInput{Input: sorts.Input{N: 3000, Distribution: "uniform", Seed: 5}}, watch.SetProfile{On: true}, watch.SetCompare{On: true}, timeline.SetClock{}, timeline.Seek{Step: 3}},
		"Clips":         {clips.SetView{View: clips.View{Page: clips.Partitioned, Peel: -1, Pinned: -1}}, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: "tree"}, timeline.Seek{Step: 2}},
		"Sums":          {sums.SetInput{Input: sums.Input{N: 5000, Seed: 3}}, watch.SetProfile{On: true}, watch.SetCompare{On: true}, timeline.Seek{Step: 2}},
		"Trees":         {watch.Set{Lane: 0, Algorithm: trees.OnDevice.Name()}, watch.SetProfile{On: true}, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: trees.OnDevice.Name()}, timeline.Seek{Step: 20}},
		"Many searches": {hops.SetInput{Input: hops.Input{N: 3, Seed: 2}}, watch.SetProfile{On: true}, watch.SetCompare{On: true}, timeline.Seek{Step: 6}},
	})
}

// If the second side of a comparison runs on another device, both sides show the same as on a
// single device, also after that device is lost.
func TestTwoSides(t *testing.T) {
	for _, pair := range gputest.TwoDevices(t) {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	in := inputs(t)
	in["Many searches"], in["Trees"] = in["Map"], in["Map"]
	for name, actions := range compared() {
		t.Run(name, func(t *testing.T) {
			lost, work := false, 0
			d, release, err := gputest.Elsewhere(t, gpu.Options{Device: "0"})
			if err != nil {
				t.Fatal(err)
			}
			defer release()
			p := &studio.Program{Families: cli.Views(families.All), Fake: &gpu.Fake{Lost: func(int) bool { work++; return lost }}}
			s, err := studio.NewStage(d, 640, 400, 1, studio.Options{Program: p, Steady: true, Timeless: true})
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
			same := func(when string, want []byte) []byte {
				_, err := s.Shown().Apply(actions[len(actions)-1]) // sorts restart, and clips go to their last step
				if err = cmp.Or(err, s.Shown().Settle()); err != nil {
					t.Fatal(when, err)
				}
				s.UI.Sides = [2]string{} // headers name no devices
				got, err := picture(t, s)
				if err != nil {
					t.Fatal(when, err)
				}
				if n := differing(want, got, s.Width, 0, 0); want != nil && n > 0 {
					t.Errorf("%s %d pixels differ", when, n)
				}
				return got
			}
			before, dispatches := same("", nil), dispatchesOf(s)
			if err := s.SetSecond(1); err != nil {
				t.Fatal(err)
			}
			if s.Side(0).Info.Index != 0 || s.Side(1).Info.Index != 1 || s.UI.Sides[1] == "" {
				t.Fatalf("the sides run on devices %d and %d, %q", s.Side(0).Info.Index, s.Side(1).Info.Index, s.UI.Sides)
			}
			same("on two devices", before)
			if n := dispatchesOf(s); work == 0 || n < dispatches || name != "Clips" && n == dispatches {
				t.Errorf("the second device has made %d submissions; dispatches were %d and are %d", work, dispatches, n)
			}
			lost = true
			s.Steady = false     // so that a failure is a message
			if name == "Clips" { // its steps are drawn without the device
				s.Ask(watch.Set{Lane: 1, Values: compute.Values{"workgroup": 128}})
			}
			if _, err := picture(t, s); err != nil {
				t.Fatal(err)
			}
			if s.Side(1).Info.Index != 0 || !strings.Contains(s.Status().Problem, "continues") {
				t.Fatalf("after the loss the second side runs on device %d: %s", s.Side(1).Info.Index, s.Status().Problem)
			}
			s.Steady = true
			s.Tell(nil)
			same("after the loss", before)
		})
	}
}

// dispatchesOf counts the timed dispatches.
func dispatchesOf(s *studio.Stage) (n int) {
	for _, p := range s.Shown().(studio.Profiled).Dispatches() {
		for _, x := range p.Submissions {
			n += len(x.Dispatches)
		}
	}
	return n
}
