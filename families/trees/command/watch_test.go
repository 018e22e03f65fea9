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
	"kernelscope/internal/fault"
	"kernelscope/studio"
)

// watchAlone is 'trees' in a program without other families.
func watchAlone(a *cli.App) *cobra.Command {
	a.Families = []studio.Family{Family.Family}
	return watchCommand(a)
}

// Invalid flags have their exit codes.
func TestWatchErrors(t *testing.T) {
	clitest.OwnCache(t)
	for args, want := range map[string]error{
		"--form elsewhere": fault.Usage, "--colour red -o x.png": fault.Usage, "--step 999 -o x.png": fault.Usage, "--step x -o x.png": fault.Usage,
		"-s id:9999 -o x.png": fault.Usage, "-t id:9999 -o x.png": fault.Usage, "--road id:1=201 -o x.png": fault.Usage, "--road id:1 -o x.png": fault.Usage, "--road id:9999=3 -o x.png": fault.Usage,
		"--drag id:1 -o x.png": fault.Usage, "--drag id:1": fault.Usage, "--drag id:9999 -o x.gif": fault.Usage, "--fps 0 -o x.gif": fault.Usage, "-o x.bmp": fault.Usage,
		"--band -3 -o x.png": fault.Usage, "--band nan -o x.png": fault.Usage, "--band 1e-9 -o x.png": fault.Usage, "--band 1e30 -o x.png": fault.Usage, "--band 3 --colour smooth -o x.png": fault.Usage,
		"--places id:3 -o x.png": fault.Usage, "--places id:9999 --colour mean -o x.png": fault.Usage, "--places nowhere.csv --colour mean -o x.png": fault.Input,
		"--within 3 -o x.png": fault.Usage, "--within nan --colour mean -o x.png": fault.Usage, "--within 1e30 --colour mean -o x.png": fault.Usage,
		"--subtree 9000 -o x.png": compute.ErrValue, "--compare subtree=9000 -o x.png": compute.ErrValue, "--compare prepared -o x.png": fault.Usage, "--compare host --clock progress -o x.png": fault.Usage,
	} {
		if _, err := clitest.Run(t, watchAlone, append(strings.Fields(args), small, "--size", "100x100")...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}

// Pictures and recordings are written at any step, for trees on the device and on the host.
func TestWatch(t *testing.T) {
	clitest.OwnCache(t)
	for name, args := range map[string]string{
		"bands.png": "-s id:1 -t id:108", "front.png": "--form device --subtree 20 --colour separators --front --depth 1 --ui", "step.png": "--step 3 --front",
		"roads.png": "--road id:5=0 --road id:40=50 --colour smooth", "narrow.png": "--band 20", "mean.png": "--colour mean --ui", "within.png": "--colour within --within 200 --ui", "nearest.png": "--colour nearest --places id:9 --places id:70 --ui", "nearest-source.png": "--colour nearest", "loss.png": "--colour loss --road id:5=0 --ui", "loss.gif": "--colour loss --drag id:40 --fps 4 --seconds 1", "two.png": "--form device --compare host --front --step 3 --ui", "clock.png": "--form device --compare device,subtree=20 --clock time", "steps.gif": "--fps 3 --seconds 1", "drag.gif": "--drag id:40 -t id:108 --fps 4 --seconds 1",
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
	clitest.OwnCache(t)
	text, err := clitest.Run(t, frameCommand, small, "-r", "2", "--check", "5")
	if err != nil || !strings.Contains(text, "| from the new speed to the colours, in one go |") || !strings.Contains(text, "verified after 5 changes of roads") {
		t.Errorf("%v: %s", err, text)
	}
	for args, want := range map[string]error{"-r 0": fault.Usage, "--check -1": fault.Usage, "--subtree 9000": compute.ErrValue} {
		if _, err := clitest.Run(t, frameCommand, append(strings.Fields(args), small)...); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", args, err, want)
		}
	}
}
