package families_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	hops "kernelscope/families/hops/command"
	trees "kernelscope/families/trees/command"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/scene/place"
	"kernelscope/studio"
)

// In each view of maps, Ctrl-F finds a place by its name, and Enter goes there.
func TestFindPlace(t *testing.T) {
	m, err := osmload.Load(t.Context(), osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	search, err := place.NewSearch(m)
	if err != nil {
		t.Fatal(err)
	}
	want := search.Like("kaisaniemi", geom.Point{}, 1)[0]
	for _, name := range []string{"Map", "Many searches", "Trees"} {
		p := &studio.Program{Families: cli.Views(families.All)}
		s, err := studio.NewStage(gputest.Open(t), 1280, 720, 1, studio.Options{Program: p, Steady: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		v, err := s.Show(name)
		if err == nil {
			err = s.Open(open.Input{Map: m})
		}
		if err != nil {
			t.Fatal(err)
		}
		frame := func(in input.Frame) {
			t.Helper()
			in.X, in.Y, in.Seconds = -1, -1, 1.0/60
			if _, err := s.Interact(in); err != nil {
				t.Fatal(err)
			}
		}
		press := func(k input.Key, ctrl bool) {
			frame(input.Frame{Ctrl: ctrl, Keys: []input.KeyEvent{{Key: k, Down: true}}})
			frame(input.Frame{Keys: []input.KeyEvent{{Key: k}}})
		}
		frame(input.Frame{})
		press(input.KeyF, true)
		frame(input.Frame{}) // the field gets the focus
		frame(input.Frame{Text: "kaisaniemi"})
		frame(input.Frame{})
		press(input.KeyEnter, false)
		frame(input.Frame{})
		left, right := s.UI.Free(s.Width)
		x, y := v.(studio.Eye).Eye().Pixel(want.At)
		if middle := float64(left+right) / 2; math.Abs(x-middle) > 1 || math.Abs(y-float64(s.Height)/2) > 1 {
			t.Errorf("%s: Enter moves %s to %.0f, %.0f", name, want.Name, x, y)
		}
	}
}

// Pictures of searches between pairs and of trees have names, unless --labels is off.
func TestNames(t *testing.T) {
	file := osmtest.Data(t, "osm", "helsinki.osm.pbf")
	for name, commands := range map[string]func(*cli.App) []*cobra.Command{"bfs": hops.Family.Commands, "trees": trees.Family.Commands} {
		picture := func(labels string) []byte {
			t.Helper()
			path := filepath.Join(t.TempDir(), "map.png")
			find := func(a *cli.App) *cobra.Command {
				a.Families = cli.Views(families.All)
				all := commands(a)
				return all[slices.IndexFunc(all, func(c *cobra.Command) bool { return c.Name() == name })]
			}
			if _, err := clitest.Run(t, find, file, "--size", "500x700", "--labels="+labels, "-o", path); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		if bytes.Equal(picture("true"), picture("false")) {
			t.Errorf("%s: the map is the same without names", name)
		}
	}
}
