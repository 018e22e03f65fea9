package families_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/families"
	clips "kernelscope/families/clips/session"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/paths/session"
	sorts "kernelscope/families/sorts/session"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// openStage makes a stage as a window does: messages are shown to a person.
func openStage(t *testing.T) *studio.Stage {
	t.Helper()
	p := &studio.Program{Families: cli.Views(families.All)}
	s, err := studio.NewStage(gputest.Open(t), 640, 400, 1, studio.Options{Program: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// interact performs actions in a frame, lets time pass and returns the message.
func interact(t *testing.T, s *studio.Stage, actions ...watch.Action) string {
	t.Helper()
	for _, a := range actions {
		s.Ask(a)
	}
	if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
		t.Fatalf("%#v ends the program: %v", actions, err)
	}
	if err := s.Advance(time.Second/60, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	return s.Status().Problem
}

// inputs maps families that do not begin by themselves to what they open.
func inputs(t *testing.T) map[string]any {
	m := ssspgen.Grid(1, 8, 8, 40)
	m.Box = geom.Bounds(m.Graph.At)
	q, err := clipseq.Make("random", 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"Map": open.Input{Map: m}, "Clips": open.Input{Clips: &open.Clips{Name: "random", Sequence: q}}}
}

// A failed action shows a message in each of these views. The message stays while other actions
// succeed, and disappears when the same action does.
func TestFailingActions(t *testing.T) {
	s, in := openStage(t), inputs(t)
	in["Trees"] = in["Map"]
	actions := map[string]struct{ bad, good, other watch.Action }{
		"Map":           {watch.Set{Values: compute.Values{"nonsense": 0}}, watch.Set{Values: compute.Values{"delta": 64}}, timeline.Pause{}},
		"Sorts":         {sorts.SetInput{Input: sorts.Input{N: -1}}, sorts.SetInput{Input: sorts.Input{N: 64, Distribution: "uniform"}}, timeline.Pause{}},
		"Trees":         {session.CloseRoad{Lines: []uint32{1 << 30}}, session.CloseRoad{Lines: []uint32{1}}, timeline.Pause{}},
		"Many searches": {hops.SetInput{}, hops.SetInput{Input: hops.Input{N: 3}}, timeline.Pause{}},
		"Clips":         {clips.SetInput{Input: clips.Input{Shape: "random", N: -1}}, clips.SetInput{Input: clips.Input{Shape: "random", N: 64}}, timeline.Pause{}},
	}
	for name, a := range actions {
		if in[name] != nil {
			if err := s.Open(in[name]); err != nil {
				t.Fatal(err)
			}
		}
		if m := interact(t, s, ui.Show{Name: name}); m != "" || s.Shown() == nil {
			t.Fatalf("%s: %s", name, m)
		}
		if m := interact(t, s, a.bad); m == "" {
			t.Errorf("%s: %#v tells nothing", name, a.bad)
		}
		if m := interact(t, s, a.other); m == "" {
			t.Errorf("%s: the message is gone after another action", name)
		}
		if m := interact(t, s, a.good); m != "" {
			t.Errorf("%s: after an action that succeeds it still says %q", name, m)
		}
		if rest, err := s.Interact(input.Frame{Keys: []input.KeyEvent{{Key: input.KeyF8, Down: true}}, X: -1, Y: -1}); err != nil || !slices.Contains(rest, watch.Action(ui.Screenshot{})) {
			t.Errorf("%s: a picture is not asked of the host: %v, %v", name, rest, err)
		}
		interact(t, s, a.bad)
		if m := interact(t, s, ui.Dismiss{}); m != "" {
			t.Errorf("%s: dismissed, it still says %q", name, m)
		}
		if err := s.GPU.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// untaken is an action that nobody takes.
type untaken struct{}

func (untaken) Action() {}

// An action that neither a view nor its session takes is left to the host, for which it is an error.
func TestUntaken(t *testing.T) {
	s, in := openStage(t), inputs(t)
	for _, f := range cli.Views(families.All) {
		if m := interact(t, s, ui.Show{Name: f.Name}); m != "" || s.Shown() == nil {
			t.Fatalf("%s: %s", f.Name, m)
		}
		s.Ask(untaken{})
		if rest, err := s.Interact(input.Frame{X: -1, Y: -1}); err != nil || !slices.Contains(rest, watch.Action(untaken{})) {
			t.Errorf("%s, empty: %v is left to the host: %v", f.Name, rest, err)
		}
		if in[f.Name] != nil {
			if err := s.Open(in[f.Name]); err != nil {
				t.Fatal(err)
			}
		}
		s.Ask(untaken{})
		if rest, err := s.Interact(input.Frame{X: -1, Y: -1}); err != nil || !slices.Equal(rest, []watch.Action{untaken{}}) {
			t.Errorf("%s: %v is left to the host: %v", f.Name, rest, err)
		}
	}
}

// Every family in the list is complete: name, key, tip, and files that only it opens.
func TestList(t *testing.T) {
	// Of all views: panels, a picture, folding, experiments, a recording, the log of a frame.
	keys := map[input.Key]bool{input.KeyF1: true, input.KeyF8: true, input.KeyF9: true, input.KeyF10: true, input.KeyF11: true, input.KeyF12: true}
	names := map[string]bool{}
	for _, f := range cli.Views(families.All) {
		if keys[f.Key] || names[f.Name] {
			t.Errorf("%s: its name or key %v is another's", f.Name, f.Key)
		}
		keys[f.Key], names[f.Name] = f.Key != input.KeyNone, true
		if f.Key != input.KeyNone && !strings.HasPrefix(f.Key.String(), "F") || f.Tip == "" || strings.HasSuffix(f.Tip, ".") {
			t.Errorf("%s: the key is %v, the tip %q", f.Name, f.Key, f.Tip)
		}
	}
	for name, in := range inputs(t) {
		var takers []string
		for _, f := range cli.Views(families.All) {
			if f.Takes(in) {
				takers = append(takers, f.Name)
			}
		}
		if want := map[string][]string{"Map": {"Map", "Many searches", "Trees"}, "Clips": {"Clips"}}[name]; !slices.Equal(takers, want) {
			t.Errorf("an input of %s is taken by %v, not %v; the first one opens it", name, takers, want)
		}
	}
}

// broken is a view whose frames fail.
type broken struct {
	studio.View
	err error
}

func (b broken) Advance(_, _ time.Duration) error { return b.err }

// In a window a failed frame shows a message; in a picture it is an error.
func TestFailingFrames(t *testing.T) {
	for _, steady := range []bool{false, true} {
		failure := errors.New("it is broken")
		f := cli.Views(families.All)[0]
		made := f.New
		f.New = func(s *studio.Stage) (studio.View, error) {
			v, err := made(s)
			return broken{v, failure}, err
		}
		s, err := studio.NewStage(gputest.Open(t), 640, 400, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{f}}, Steady: steady})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		err = s.Advance(time.Second, time.Second)
		if told := s.Status().Problem; steady != errors.Is(err, failure) || steady == (told != "") {
			t.Errorf("steady %v: error %v, message %q", steady, err, told)
		}
	}
}
