package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const clippedSquare = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
<clipPath id="c"><rect width="20" height="20"/></clipPath><rect width="40" height="20" fill="#1020f0" clip-path="url(#c)"/></svg>`

// (A run compiles its kernels for some seconds, so there are few.) A picture of an SVG file has the file's size and nothing where nothing is drawn, or the size that
// is given; what cannot be drawn has its exit code.
func TestRenderClips(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "square.svg")
	broken := filepath.Join(dir, "broken.svg")
	for name, text := range map[string]string{file: clippedSquare, broken: "<svg><rect"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out.png")
	for _, c := range []struct {
		args          []string
		width, height int
		left, right   [4]uint32 // colours, in eight bits
	}{
		{nil, 40, 20, [4]uint32{16, 32, 240, 255}, [4]uint32{}},
		{[]string{"--size", "400x300", "--boxes"}, 400, 300, [4]uint32{16, 32, 240, 255}, [4]uint32{255, 255, 255, 255}},
	} {
		stdout, stderr, code := viewer(t, nil, append([]string{"render", "--force", file, "-o", out}, c.args...)...)
		if code != 0 || !strings.Contains(stdout, "3 elements") {
			t.Fatalf("%v: %d, %s%s", c.args, code, stdout, stderr)
		}
		img := readPNG(t, out)
		if s := img.Bounds().Size(); s.X != c.width || s.Y != c.height {
			t.Errorf("%v: %v pixels", c.args, s)
		}
		for x, want := range map[int][4]uint32{c.width / 4: c.left, c.width * 3 / 4: c.right} {
			r, g, b, a := img.At(x, c.height/2).RGBA()
			if got := [4]uint32{r >> 8, g >> 8, b >> 8, a >> 8}; got != want {
				t.Errorf("%v: at %d is %v, want %v", c.args, x, got, want)
			}
		}
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{filepath.Join(dir, "missing.svg")}, exitInput, "missing.svg"},
		{[]string{broken}, exitInput, "broken.svg: line 1"},
		{[]string{file, "--size", "9x9"}, exitUsage, "--size"},
		{[]string{file, "--size", "16384x16384"}, exitLimit, "a picture of 16384 × 8192 pixels"},
	} {
		_, stderr, code := viewer(t, nil, append([]string{"render", "--force", "-o", out}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: %d, %s", c.args, code, stderr)
		}
	}
}

// An SVG file is painted in the order that is asked for: sorts agree, and without one strips are
// painted as they come.
func TestRenderClipsOrder(t *testing.T) {
	t.Parallel()
	file, err := filepath.Abs("../../assets/nest.svg")
	if err != nil {
		t.Fatal(err)
	}
	out, pictures := filepath.Join(t.TempDir(), "out.png"), map[string]string{}
	for _, order := range []string{"radix", "batcher", "none"} {
		if _, stderr, code := viewer(t, nil, "render", "--force", file, "-o", out, "--size", "320x200", "--order", order); code != 0 {
			t.Fatalf("%s: %d, %s", order, code, stderr)
		}
		png, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		pictures[order] = string(png)
	}
	if pictures["radix"] != pictures["batcher"] || pictures["radix"] == pictures["none"] {
		t.Errorf("radix and batcher alike: %t; radix and none alike: %t", pictures["radix"] == pictures["batcher"], pictures["radix"] == pictures["none"])
	}
}
