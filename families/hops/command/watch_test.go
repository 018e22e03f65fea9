package command

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
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families/hops/session"
	"kernelscope/families/hops/view"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

// watchAlone is 'bfs' in a program without other families.
func watchAlone(a *cli.App) *cobra.Command {
	a.Families = []studio.Family{Family.Family}
	return watchCommand(a)
}

const grid = "gen:grid,width=12,height=9"

// Invalid flags have their exit codes.
func TestWatchErrors(t *testing.T) {
	for args, want := range map[string]error{
		"-n x": fault.Usage, "-n 0 -o x.png": fault.Limit, "-n 2^17 -o x.png": fault.Limit, "--scheme depth -o x.png": fault.Usage, "--scheme host -o x.png": fault.Usage,
		"--columns 33 --scheme rows": compute.ErrValue, "--step 999 -o x.png": fault.Usage, "--step x -o x.png": fault.Usage, "--colour red -o x.png": fault.Usage,
		"-s id:9999 -o x.png": fault.Usage, "--shown 64 -o x.png": fault.Limit, "--fps 0 -o x.gif": fault.Usage, "-o x.bmp": fault.Usage,
		"--pairs none.csv -o x.png": fault.Input, "--pairs none.csv -n 3": fault.Usage, "--compare host -o x.png": fault.Usage,
	} {
		if _, err := clitest.Run(t, watchAlone, append(strings.Fields(args), grid, "--size", "100x100")...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}

// Pictures and recordings are written for one scheme or two, and for all kinds of pairs.
func TestWatch(t *testing.T) {
	pairs := write(t, "pairs.csv", "1,108\n5,5\n108,2\n")
	for name, args := range map[string]string{
		"pair.png": "--step 3 -n 2", "two.png": "--scheme coalesced --compare rows --ui", "clock.png": "--scheme bottom-up,alpha=3 --compare pair --clock progress -n 5 --colour searches",
		"file.png": "--scheme rows --shown 2 --pairs " + pairs, "ends.gif": "-n 1 -s id:1 -t id:108 --fps 5 --seconds 1",
	} {
		args = strings.Replace(args, ",alpha=3", " --alpha 3", 1)
		path := filepath.Join(t.TempDir(), name)
		out, err := clitest.Run(t, watchAlone, append(strings.Fields(args), grid, "--size", "700x500", "-o", path)...)
		if info, missing := os.Stat(path); err != nil || missing != nil || info.Size() < 1000 || !strings.Contains(out, " answered") {
			t.Errorf("%s: %v, %v: %s", name, err, missing, out)
		}
	}
}

// Every backend performs the same steps.
func TestWatchBackends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.png")
	clitest.OnBackends(t, watchAlone, func(out string) string { return out }, grid, "--scheme", "coalesced", "-n", "9", "--size", "300x200", "-o", path)
}

// A failed action shows a message, and the view stays. A map opened in the view replaces its
// contents.
func TestFailingAction(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 900, 700, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family.Family}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	in, err := open.Read(t.Context(), grid, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(in); err != nil || s.Shown().Title() != grid {
		t.Fatalf("%s: %v", s.Shown().Title(), err)
	}
	for _, c := range []struct {
		action watch.Action
		fails  bool
	}{{session.SetInput{}, true}, {session.SetInput{Input: session.Input{N: 9}}, false}, {watch.Set{Values: compute.Values{bfs.Columns: 33}}, true}, {ui.Fit{}, false}} {
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

// The nodes of a web are on rings around the root of the shown search, where clicks find them.
func TestRings(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 900, 700, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family.Family}}, Steady: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	in, err := open.Read(t.Context(), "gen:kronecker,scale=10", open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(in); err != nil {
		t.Fatal(err)
	}
	v := s.Shown().(*view.View)
	given, before := v.Session.Snapshot().Map, v.Shown()
	source := v.Session.Snapshot().Pairs[0].Target
	at := before.Graph.At[source]
	if taken, err := v.Apply(session.SetEnds{Source: &at, Within: 10}); !taken || err != nil {
		t.Fatal(taken, err)
	}
	if err := v.Arrange(); err != nil {
		t.Fatal(err)
	}
	n := v.Session.Snapshot()
	if root := v.Shown().Graph.At[source]; n.Map != given || v.Shown() == before || n.Pairs[0].Source != source || at == root || root != (geom.Point{}) {
		t.Fatalf("node %d is the source, want %d; it is at %v, and was at %v", n.Pairs[0].Source, source, root, at)
	}
	far := geom.Point{X: 1 << 29}
	if _, err := v.Apply(session.SetEnds{Source: &far, Within: 10}); err == nil {
		t.Error("a click far from all nodes chooses one")
	}
	if in, err = open.Read(t.Context(), grid, open.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Open(in); err != nil || v.Shown() != v.Session.Snapshot().Map {
		t.Errorf("a grid is not shown as it is: %v", err)
	}
}
