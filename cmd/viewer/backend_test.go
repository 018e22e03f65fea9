package main

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/studio"
)

// Pictures are the same, whatever computes what they show, below the times at the top.
func TestBackendPictures(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, args := range [][]string{
		{"render", "gen:grid,width=30,height=20", "--step", "15", "--size", "300x200"},
		{"sort", "-a", "batcher", "-n", "64", "--step", "9", "--size", "400x300"},
		{"clip", "--shape", "random", "-a", "tree", "-n", "300", "--size", "400x300"},
	} {
		file := filepath.Join(t.TempDir(), "picture.png")
		var want *image.NRGBA
		for _, name := range studio.Backends {
			if _, stderr, code := viewer(t, nil, append(slices.Clone(args), "--backend", name, "--force", "-o", file)...); code != 0 {
				t.Fatalf("%v on %s: exit code %d: %s", args, name, code, stderr)
			}
			got := untimed(t, file)
			if want == nil {
				want = got // the GPU's
			}
			if !slices.Equal(got.Pix, want.Pix) {
				t.Errorf("%v: the picture on %s is not the GPU's", args, name)
			}
		}
	}
}

// untimed returns a picture without its first rows, which may show times.
func untimed(t *testing.T, file string) *image.NRGBA {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	const rows = 52
	b := all.Bounds()
	m := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()-rows))
	draw.Draw(m, m.Bounds(), all, image.Pt(0, rows), draw.Src)
	return m
}

// Commands that cannot run on a backend refuse it.
func TestBackendRefused(t *testing.T) {
	t.Parallel()
	needDevice(t)
	drawing, err := filepath.Abs("../../assets/nest.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []refusal{
		{"no such backend", nil, "run sort --backend abacus", exitUsage, "gpu, ref, simt, lockstep"},
		{"no such opponent", nil, "run sort --backend lockstep --against abacus", exitUsage, "choose from ref, simt"},
		{"no backend of a measurement", nil, "bench sort --backend ref", exitUsage, "no flag --backend"},
		{"no backend of a painter", nil, "render " + drawing + " --backend ref", exitUsage, "only on the GPU"},
	} {
		c.check(t)
	}
}

// A mirror that is wrong is an exit code, also of what is watched.
func TestLockstepExitCode(t *testing.T) {
	t.Parallel()
	needDevice(t)
	args := []string{"render", "gen:grid,width=20,height=15", "--size", "300x200", "--force", "-o", filepath.Join(t.TempDir(), "map.png")}
	if code := run(args); code != 0 {
		t.Errorf("%v: exit code %d on the GPU", args, code)
	}
	clitest.WithoutMirror("sssp_relax", func(*compute.Program) {
		if code := run(append(args, "--backend", "lockstep")); code != int(fault.Wrong) {
			t.Errorf("%v: exit code %d in lockstep", args, code)
		}
	})
}
