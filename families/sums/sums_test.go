package sums

import (
	"encoding/json"
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
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/internal/fault"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

// All steps run, and the printed lines agree with each other.
func TestRun(t *testing.T) {
	out, err := clitest.Run(t, runCommand, "-n", "2^13", "--workgroup", "64")
	if err != nil || strings.Count(out, "\n") != 2 || !strings.Contains(out, "reduce") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err = clitest.Run(t, runCommand, "-n", "2^13", "--workgroup", "64", "--json"); err != nil {
		t.Fatal(err)
	}
	var last compute.Event
	for line := range strings.Lines(out) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
	}
	if last.Step != 2 || !last.Done || last.Fact("partitions") != 8 || last.GPU <= 0 {
		t.Errorf("the last event is %+v", last)
	}
}

// watchAlone is 'sums' in a program without other families.
func watchAlone(a *cli.App) *cobra.Command {
	a.Families = []studio.Family{Family.Family}
	return watchCommand(a)
}

// Every backend performs the same steps and draws the same pictures.
func TestBackends(t *testing.T) {
	clitest.OnBackends(t, runCommand, func(out string) (titles string) {
		for e, err := range watchtest.ReadLines(strings.NewReader(out)) {
			if err != nil {
				t.Fatal(err)
			}
			titles += e.Title
		}
		return titles
	}, "-n", "2^13", "--json")
	path := filepath.Join(t.TempDir(), "sums.png")
	clitest.OnBackends(t, watchAlone, func(string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}, "-n", "2^10", "--step", "1", "--size", "400x300", "--force", "-o", path)
}

// Invalid flags have their exit codes.
func TestErrors(t *testing.T) {
	for args, want := range map[string]error{
		"-n x": fault.Usage, "-n 0 -o x.png": fault.Limit, "-n 2^25 -o x.png": fault.Limit, "--workgroup 33": compute.ErrValue, "--compare workgroup=33": compute.ErrValue, "--compare radix": fault.Usage, "--clock time": fault.Usage, "--compare workgroup=64 --clock progress": fault.Usage,
		"--step 3 -o x.png": fault.Usage, "--fps 0 -o x.gif": fault.Usage, "-o x.bmp": fault.Usage,
	} {
		if _, err := clitest.Run(t, watchAlone, append(strings.Fields(args), "--size", "100x100")...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}

// Pictures and recordings are written.
func TestWatch(t *testing.T) {
	for name, args := range map[string]string{"sums.png": "--step 1 --ui", "two.png": "--compare workgroup=32 --ui", "sums.gif": "--fps 5 --seconds 1"} {
		path := filepath.Join(t.TempDir(), name)
		out, err := clitest.Run(t, watchAlone, append(strings.Fields(args), "--size", "400x300", "-o", path)...)
		if info, missing := os.Stat(path); err != nil || missing != nil || info.Size() < 1000 || !strings.Contains(out, "400 × 300, step ") {
			t.Errorf("%s: %v, %v: %s", name, err, missing, out)
		}
	}
}

// A failed action shows a message, and the view stays.
func TestFailingAction(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 640, 400, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family.Family}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	for _, c := range []struct {
		action watch.Action
		fails  bool
	}{{ui.Show{Name: name}, false}, {session.SetInput{}, true}, {session.SetInput{Input: session.Input{N: 99}}, false}, {watch.Set{Values: compute.Values{scan.Workgroup: 33}}, true}} {
		s.Ask(c.action)
		if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
			t.Fatal(err)
		}
		if said := s.Status().Problem; (said != "") != c.fails {
			t.Errorf("%#v: %q", c.action, said)
		}
	}
}
