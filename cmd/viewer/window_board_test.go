//go:build !nowindow

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWindowBoard saves a storyboard of what was done in the window: a search that was stopped,
// and a sort to its end. The program accepts it, plays it, and verifies what it has recorded.
func TestWindowBoard(t *testing.T) {
	d := openDesktop(t, "gen:grid,width=30,height=20", "-a", "nearfar", "--size", "320x240")
	d.until("the search moves", func() bool { return d.step() > 10 })
	d.key("space")
	time.Sleep(1500 * time.Millisecond)
	d.key("F5")
	time.Sleep(1500 * time.Millisecond)
	d.key("End")
	d.until("the sort is done", func() bool { return d.count("sorted", "") > 0 })
	d.key("ctrl+s")
	d.until("a storyboard is saved", func() bool { return d.count("storyboard", "") == 1 })
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
	film := filepath.Join(d.dir, "film.apng")
	for _, args := range [][]string{{"check", found[0]}, {"record", found[0], "-o", film}, {"check", found[0], "--against", film}} {
		if stdout, stderr, code := viewer(t, nil, args...); code != 0 {
			t.Errorf("%v: exit code %d: %s%s\n%s", args, code, stdout, stderr, text)
		}
	}
}
