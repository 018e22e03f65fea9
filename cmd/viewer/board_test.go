package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/render/record"
	"kernelscope/studio/storyboard"
)

// board is a storyboard of a search, a sort and searches that take the same maps.
const board = `size = "320x240"
fps = 10

[[shot]]
show = "gen:grid,width=8,height=8 -a nearfar --delta 512"

[[shot.step]]
until = "target"
frames = 3

[[shot]]
show = "sort -n 64 -a batcher"

[[shot.step]]
caption = "A network"
until = "step 3"
frames = 3

[[shot.step]]
set = "--compare radix --clock=steps"
until = "end"
frames = 2
hold = 1
picture = "sorted.png"

[[shot]]
show = "bfs gen:grid,width=8,height=8 -n 4"

[[shot.step]]
hold = 1
`

// written writes a storyboard.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "board.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A storyboard gives the same bytes each time, is verified by them, and says where it is wrong.
func TestStoryboard(t *testing.T) {
	t.Parallel()
	needDevice(t)
	path, dir := written(t, board), t.TempDir()
	checked, stderr, code := viewer(t, nil, "check", path)
	if code != 0 || !strings.Contains(checked, "3 shots, 10 frames at 10 a second") {
		t.Fatalf("check: %d, %s%s", code, checked, stderr)
	}
	_, hashes, _ := strings.Cut(checked, "second, ")
	var first []byte
	gif := filepath.Join(dir, "a.gif")
	for range 2 {
		out, stderr, code := viewer(t, nil, "record", path, "-o", gif, "--force")
		if code != 0 || !strings.Contains(out, "10 frames of 320 × 240, "+hashes) {
			t.Fatalf("record: %d, %s%s, want %s", code, out, stderr, hashes)
		}
		b, err := os.ReadFile(gif)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, b) {
			t.Error("recorded again, it has different bytes")
		}
		first = b
	}
	if got := record.Command(bytes.NewReader(first)); !strings.HasPrefix(got, "viewer gen:grid,width=8,height=8 ") {
		t.Errorf("it says of itself %q", got)
	}
	if size := readPNG(t, filepath.Join(dir, "sorted.png")).Bounds().Size(); size.X != 320 || size.Y != 240 {
		t.Errorf("the picture has %v pixels", size)
	}
	if out, stderr, code := viewer(t, nil, "check", path, "--against", gif); code != 0 || !strings.Contains(out, "all bytes are the same") {
		t.Errorf("against: %d, %s%s", code, out, stderr)
	}
	bad := slices.Clone(first)
	bad[len(bad)/2] ^= 1
	for name, c := range map[string]struct {
		file  []byte
		board string
		want  string
		code  int
	}{
		"other pixels": {bad, board, "recorded again, it has different bytes", exitWrong},
		"other events": {first, strings.Replace(board, "-n 64", "-n 65", 1), "its events have the hash", exitWrong},
		"no hashes":    {first[:len(first)/2], strings.Replace(board, "fps", "theme = \"light\"\nfps", 1), "different bytes", exitWrong},
	} {
		file := filepath.Join(dir, "bad.gif")
		if err := os.WriteFile(file, c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, stderr, code := viewer(t, nil, "check", written(t, c.board), "--against", file); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d, %s", name, code, stderr)
		}
	}
}

// What is wrong with a storyboard is told with its place; nothing is written.
func TestWrongStoryboards(t *testing.T) {
	t.Parallel()
	needDevice(t)
	shot := func(show, step string) string {
		return "size = \"320x240\"\n[[shot]]\nshow = \"" + show + "\"\n[[shot.step]]\nhold = 1\n" + step
	}
	for name, c := range map[string]struct{ board, want string }{
		"syntax":         {"size = \"", "board.toml:1:"},
		"command":        {shot("sore", ""), "board.toml:3:1: "},
		"flag":           {shot("sort --fast", ""), "board.toml:3:1: 'sort --fast' cannot be understood: unknown flag: --fast"},
		"value":          {shot("sort -a bubble", ""), "board.toml:3:1: "},
		"missing file":   {shot("nowhere.osm.pbf", ""), "board.toml:3:1: "},
		"not its own":    {shot("sort --size 100x100", ""), "has --size"},
		"writes":         {shot("sort -o a.png", ""), "has --output"},
		"no window":      {shot("run sort", ""), "shows nothing in a window"},
		"nothing":        {shot("--weight=time", ""), "shows nothing"},
		"device time":    {shot("sort -n 64 --compare radix", ""), "give --clock=steps"},
		"late step":      {shot("sort -n 64", "until = \"step 999\"\n"), "board.toml:4:3: until is step 999, and the last step is"},
		"no such fact":   {shot("sort -n 64", "until = \"target\"\n"), "facts are keys"},
		"look of a sort": {shot("sort -n 64", "look = \"whole\"\n"), "look is for maps"},
		"set":            {shot("sort -n 64", "set = \"--desk\"\n"), "board.toml:4:3: "},
	} {
		out := filepath.Join(t.TempDir(), "a.gif")
		_, stderr, code := viewer(t, nil, "record", written(t, c.board), "-o", out)
		if code != exitInput || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d, %s, want %q", name, code, stderr, c.want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something is written", name)
		}
	}
	path := written(t, shot("sort -n 64", ""))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", "a.png"}, "one picture"}, {[]string{"-o", "a.jpg"}, "must end in"}, {[]string{"--fps", "3"}, "--fps cannot be combined"}, {[]string{"-a", "nearfar"}, "cannot be combined"},
	} {
		if _, stderr, code := viewer(t, nil, append([]string{"record", path}, c.args...)...); code != exitUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d, %s", c.args, code, stderr)
		}
	}
}

// A picture must be called one.
func TestEndingsOfPictures(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"render", "-o", "map.jpg"}, {"render", "-o", "map.gif"}, {"sort", "-o", "a.jpg"}, {"record", "-o", "a.avi"}, {"clip", "-o", "a"}} {
		if _, stderr, code := viewer(t, nil, words...); code != exitUsage || !strings.Contains(stderr, "must end in .png") {
			t.Errorf("%s: %d, %s", words, code, stderr)
		}
	}
}

// The storyboards that come with the program can be read and are in the gallery; at length, all
// of them are possible.
func TestDemos(t *testing.T) {
	t.Parallel()
	boards, err := filepath.Glob("../../assets/demos/*.toml")
	if err != nil || len(boards) == 0 {
		t.Fatal(err, boards)
	}
	list, err := os.ReadFile("../../assets/demos/gallery.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range boards {
		b, err := storyboard.Open(t.Context(), path)
		if err != nil {
			t.Error(err)
			continue
		}
		if s := float64(b.Frames()) / float64(b.FPS); s < 4 || s > 8 {
			t.Errorf("%s takes %g s", path, s)
		}
		if !strings.Contains(string(list), " assets/demos/"+filepath.Base(path)+"\n") {
			t.Errorf("%s is not in the gallery", path)
		}
		if os.Getenv("KERNELSCOPE_LONG") == "" {
			continue
		}
		absolute, _ := filepath.Abs(path)
		if _, stderr, code := viewer(t, nil, "check", absolute); code != 0 {
			t.Errorf("%s: %d, %s", path, code, stderr)
		}
	}
}
