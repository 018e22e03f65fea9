package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kernelscope/families"
	"kernelscope/open"
	"kernelscope/render/record"
	"kernelscope/studio"
)

// A command's file opens in the command's view, also if the user goes to another view while it is
// read. A file that the view cannot show is an error, and the view that is shown stays.
func TestViewWhileReading(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	graph, drawing := filepath.Join(dir, "g.gr"), filepath.Join(dir, "x.svg")
	for path, text := range map[string]string{graph: "p sp 3 3\na 1 2 1\na 2 3 1\na 3 1 1\n", drawing: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := newApp()
	err := a.Canvas(studio.PictureFlags{Size: "320x200", Ratio: 1}, func(c *studio.Canvas) error {
		for command, wants := range map[string]map[string]string{
			"":      {graph: "Map", drawing: "Clips"},
			"trees": {graph: "Trees", drawing: ""},
			"bfs":   {graph: "Many searches", drawing: ""},
			"clip":  {graph: "", drawing: "Clips"},
		} {
			for path, want := range wants {
				for _, other := range families.All {
					got, err := loadFrom(t.Context(), a, c, append(strings.Fields(command), path), other.Name)
					if want == "" {
						want = other.Name
						if exitCode(err, true) != exitInput {
							t.Errorf("viewer %s %s: %v", command, path, err)
						}
					} else if err != nil {
						t.Errorf("viewer %s %s, at %s: %v", command, path, other.Name, err)
					}
					if got != want {
						t.Errorf("viewer %s %s, at %s: %s is shown, want %s", command, path, other.Name, got, want)
					}
					want = wants[path]
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// loadFrom carries out a command on a canvas. Another view is shown when its file is read.
func loadFrom(ctx context.Context, a *app, c *studio.Canvas, words []string, other string) (shown string, err error) {
	begin, err := a.Restore(ctx, words, "a test")
	if err != nil {
		_, _ = c.Show(other)
		return other, err // refused before it is read
	}
	var loading error
	err = begin(studio.Host{Stage: c.Stage, Load: func(r studio.Reading) {
		loading = c.Load(ctx, r, func(ctx context.Context) (any, error) {
			if _, err := c.Show(other); err != nil {
				return nil, err
			}
			return open.Read(ctx, r.Path, c.Input)
		})
	}})
	if err == nil {
		err = loading
	}
	return c.UI.Shown, err
}

// What a picture names is read only if it is a file.
func TestRestorePipes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, command := range []string{"sort --input=pipe", "sort --input=/dev/zero", "bfs gen:grid,width=9,height=9 --pairs=pipe", "bfs pipe", "trees /dev/zero", "pipe", "clip pipe", "gen:tile,map=" + pipe} {
		var picture bytes.Buffer
		file := filepath.Join(dir, "picture.png")
		if err := record.Picture(&picture, make([]byte, 4), 1, 1, "viewer "+command, 1); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, picture.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		refusal{command, nil, file, exitInput, "it is a "}.check(t)
	}
}
