//go:build !nowindow

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWindowLesson opens a storyboard in a window. Its first step plays to its moment, and keys lead on, back,
// and past steps that play.
func TestWindowLesson(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lesson.toml")
	if err := os.WriteFile(path, []byte(lesson), 0o644); err != nil {
		t.Fatal(err)
	}
	d := openDesktop(t, path, "--size", "640x480")
	at := func(step string, times int) {
		t.Helper()
		d.until("step "+step+" is at its moment", func() bool { return d.count("lesson", `"Step":`+step+`,"Steps":4,"Going":false`) == times })
	}
	at("1", 1)
	d.key("Next")
	at("2", 1)
	d.key("Prior")
	at("1", 2)
	d.key("Next")
	d.key("Next")
	d.key("Next")
	at("4", 1)
	d.end()
}

// TestWindowArticle chooses an article on the start card: its example is shown, with a text.
func TestWindowArticle(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	for range len(demos) + 1 { // to the second article
		d.key("Down")
	}
	d.key("Return")
	d.until("the lesson is at its first text", func() bool { return d.count("lesson", "The article derives a network") > 0 })
	d.until("the sort goes on", func() bool { return d.step() == 3 })
	d.end()
}
