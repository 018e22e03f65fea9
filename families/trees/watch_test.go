package trees

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/ref"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene/graph"
	"kernelscope/studio"
	"kernelscope/ui"
)

// watchAlone is 'trees' in a program without other families.
func watchAlone(a *cli.App) *cobra.Command {
	a.Families = []studio.Family{Family.Family}
	return watchCommand(a)
}

// Invalid flags have their exit codes.
func TestWatchErrors(t *testing.T) {
	cached(t)
	for args, want := range map[string]error{
		"--form elsewhere": fault.Usage, "--colour red -o x.png": fault.Usage, "--step 999 -o x.png": fault.Usage, "--step x -o x.png": fault.Usage,
		"-s id:9999 -o x.png": fault.Usage, "-t id:9999 -o x.png": fault.Usage, "--road id:1=201 -o x.png": fault.Usage, "--road id:1 -o x.png": fault.Usage, "--road id:9999=3 -o x.png": fault.Usage,
		"--drag id:1 -o x.png": fault.Usage, "--drag id:1": fault.Usage, "--drag id:9999 -o x.gif": fault.Usage, "--fps 0 -o x.gif": fault.Usage, "-o x.bmp": fault.Usage,
		"--band -3 -o x.png": fault.Usage, "--band nan -o x.png": fault.Usage, "--band 1e-9 -o x.png": fault.Usage, "--band 1e30 -o x.png": fault.Usage, "--band 3 --colour smooth -o x.png": fault.Usage,
		"--subtree 5000 -o x.png": compute.ErrValue, "--compare subtree=5000 -o x.png": compute.ErrValue, "--compare prepared -o x.png": fault.Usage, "--compare host --clock progress -o x.png": fault.Usage,
	} {
		if _, err := clitest.Run(t, watchAlone, append(strings.Fields(args), small, "--size", "100x100")...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}

// Pictures and recordings are written at any step, for trees on the device and on the host.
func TestWatch(t *testing.T) {
	cached(t)
	for name, args := range map[string]string{
		"bands.png": "-s id:1 -t id:108", "front.png": "--form device --subtree 20 --colour separators --front --depth 1 --ui", "step.png": "--step 3 --front",
		"roads.png": "--road id:5=0 --road id:40=50 --colour smooth", "narrow.png": "--band 20", "two.png": "--form device --compare host --front --step 3 --ui", "clock.png": "--form device --compare device,subtree=20 --clock time", "steps.gif": "--fps 3 --seconds 1", "drag.gif": "--drag id:40 -t id:108 --fps 4 --seconds 1",
	} {
		path := filepath.Join(t.TempDir(), name)
		out, err := clitest.Run(t, watchAlone, append(strings.Fields(args), small, "--size", "480x360", "-o", path)...)
		if info, missing := os.Stat(path); err != nil || missing != nil || info.Size() < 1000 || !strings.Contains(out, "step ") {
			t.Errorf("%s: %v, %v: %s", name, err, missing, out)
		}
		if !strings.Contains(args, "--step") && !strings.Contains(name, "gif") && !strings.Contains(out, "all distances verified") {
			t.Errorf("%s: %s", name, out)
		}
	}
}

func TestFrameBench(t *testing.T) {
	cached(t)
	text, err := clitest.Run(t, frameCommand, small, "-r", "2", "--check", "5")
	if err != nil || !strings.Contains(text, "| from the new speed to the colours, in one go |") || !strings.Contains(text, "verified after 5 changes of roads") {
		t.Errorf("%v: %s", err, text)
	}
	for args, want := range map[string]error{"-r 0": fault.Usage, "--check -1": fault.Usage, "--subtree 5000": compute.ErrValue} {
		if _, err := clitest.Run(t, frameCommand, append(strings.Fields(args), small)...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}

// stage returns a stage with a small program that shows a map.
func stage(t *testing.T, steady bool) (*studio.Stage, *View) {
	t.Helper()
	cached(t)
	s, err := studio.NewStage(gputest.Open(t), 900, 700, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family.Family}}, Steady: steady})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	in, err := open.Read(t.Context(), small, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(in); err != nil || s.Shown().Title() != small {
		t.Fatalf("%s: %v", s.Shown().Title(), err)
	}
	v := s.Shown().(*View)
	if err := v.Session.Settle(); err != nil {
		t.Fatal(err)
	}
	return s, v
}

// The colours of the picture match the distances, in bands and continuous, while roads and the
// source change.
func TestColours(t *testing.T) {
	s, v := stage(t, true)
	at := v.Session.Snapshot().Map.Graph.At
	for _, a := range []any{
		session.SetForm{Form: session.OnDevice}, roadwork.CloseRoad{Lines: []uint32{3, 4, 5}}, session.SetSource{At: at[50]}, roadwork.ScaleRoad{Lines: []uint32{7}, Factor: 30},
		session.SetBand{Width: 37}, session.SetBand{Width: 1}, session.SetBand{},
		session.SetView{View: session.View{Colour: session.Smooth}}, session.SetSource{At: at[9]}, session.SetForm{Form: session.OnHost}, roadwork.ResetRoads{},
	} {
		if err := cli.ApplyAll(v.Session, a); err != nil {
			t.Fatal(err)
		}
		if err := v.Session.Settle(); err != nil {
			t.Fatal(err)
		}
		n := v.Session.Snapshot()
		source := uint32(0)
		for v, p := range n.Map.Graph.At {
			if p == n.Root {
				source = uint32(v)
			}
		}
		truth := oracle.Dijkstra(n.Map.Graph, source, graph.NoNode).Dist
		for v, d := range truth {
			truth[v] = 0
			if d != graph.Unreached {
				truth[v] = uint32(ref.Relaxed)<<30 | d
			}
		}
		look := v.look(n)
		for _, l := range v.Session.Layers(s.GPU, 0) {
			if l.Kind == session.States {
				look.States = l.Buffer
			}
		}
		got := make([]uint32, len(truth)+1)
		if err := s.GPU.Read(t.Context(), v.picture.Colours(s.GPU, v.Camera, look), 0, got); err != nil {
			t.Fatal(err)
		}
		distinct := map[uint32]bool{}
		for node, want := range v.picture.ColoursOf(truth, v.Camera, look) {
			distinct[want] = true
			for shift := 0; shift < 32; shift += 8 {
				if x, y := int(got[node]>>shift&255), int(want>>shift&255); x-y > 1 || y-x > 1 {
					t.Fatalf("after %#v, node %d has the colour %#x, not %#x", a, node, got[node], want)
				}
			}
		}
		if most := bands(state{Snapshot: n}); len(distinct) < 4 || most > 0 && len(distinct) > most+2 {
			t.Errorf("after %#v there are %d colours in %d bands", a, len(distinct), most)
		}
	}
}

// A failed action shows a message, and the view stays.
func TestFailingAction(t *testing.T) {
	s, _ := stage(t, false)
	for _, c := range []struct {
		action any
		fails  bool
	}{
		{session.SetForm{Form: session.OnDevice}, false}, {session.SetParam{Name: prepared.Subtree, Value: 1 << 20}, true}, {ui.Fit{}, false},
		{roadwork.CloseRoad{Lines: []uint32{1 << 30}}, true}, {session.SetSource{Within: 1}, true}, {session.SetLevel{Depth: 1}, false},
	} {
		s.Tell(nil)
		s.Ask(c.action)
		if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
			t.Fatal(err)
		}
		if said := s.Status().Problem; (said != "") != c.fails {
			t.Errorf("%#v: %q", c.action, said)
		}
	}
}
