//go:build !nowindow

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWindowBoard records what is done in the window: a search that is stopped, and a sort to its end. The
// window makes a GIF of the storyboard. The program accepts the storyboard, plays it, and verifies what it has
// recorded.
func TestWindowBoard(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "gen:grid,width=30,height=20", "-a", "nearfar", "--size", "320x240")
	d.key("F11")
	d.until("the search moves", func() bool { return d.step() > 10 })
	d.key("space")
	time.Sleep(1500 * time.Millisecond)
	d.key("F5")
	time.Sleep(1500 * time.Millisecond)
	d.key("End")
	d.until("the sort is done", func() bool { return d.count("sorted", "") > 0 })
	d.key("F11")
	d.until("a storyboard is saved", func() bool { return d.count("storyboard", "") == 1 })
	d.until("its recording is made", func() bool { return d.count("recording", "") == 1 })
	d.end()
	found, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-*.toml"))
	if len(found) != 1 {
		t.Fatalf("there are %v", found)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	if board := string(text); strings.Count(board, "[[shot]]") != 2 || !strings.Contains(board, `until = "step `) || !strings.Contains(board, `until = "end"`) || !strings.Contains(board, `show = "sort `) {
		t.Errorf("the storyboard is\n%s", board)
	}
	gifs, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-*.gif"))
	if len(gifs) != 1 {
		t.Fatalf("the recordings are %v", gifs)
	}
	if stdout, stderr, code := viewer(t, nil, "check", found[0], "--against", gifs[0]); code != 0 {
		t.Errorf("the GIF differs from its storyboard: exit code %d: %s%s", code, stdout, stderr)
	}
	film := filepath.Join(d.dir, "film.apng")
	for _, args := range [][]string{{"check", found[0]}, {"record", found[0], "-o", film}, {"check", found[0], "--against", film}} {
		if stdout, stderr, code := viewer(t, nil, args...); code != 0 {
			t.Errorf("%v: exit code %d: %s%s\n%s", args, code, stdout, stderr, text)
		}
	}
}
