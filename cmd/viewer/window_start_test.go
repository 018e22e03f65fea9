//go:build !nowindow

package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kernelscope/families"
	"kernelscope/render/record"
	"kernelscope/studio/config"
)

// drop drops a file on the window.
func (d *desktop) drop(path string) {
	d.t.Helper()
	if err := d.Drop(d.t, d.window, path, false); err != nil {
		d.t.Fatalf("the drop: %v", err)
	}
}

// end lets a person end the program, and waits for it.
func (d *desktop) end() {
	d.t.Helper()
	d.ends(syscall.SIGINT, 130)
}

// settings are those that the program has kept.
func (d *desktop) settings() (s config.Settings) {
	b, err := os.ReadFile(filepath.Join(d.dir, "kernelscope", "settings.json"))
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		d.t.Error(err)
	}
	return s
}

// TestWindowStart begins with nothing: the card opens the browser, that a file; a map, keys and a
// picture are dropped, as a file manager does; what was chosen is there in the next window.
func TestWindowStart(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	graph, keys := filepath.Join(d.dir, "a grid.gr"), filepath.Join(d.dir, "some.bin")
	picture := filepath.Join(d.dir, "sums.png")
	for _, args := range [][]string{
		{"gen", "grid", "--width", "20", "--height", "10", "-o", graph}, {"run", "sort", "-n", "500", "-o", keys},
		{"sums", "-n", "700", "--step", "1", "--size", "640x400", "-o", picture},
	} {
		if _, stderr, code := viewer(t, nil, args...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	d.key("Up") // to the files of the person, which are the last choice
	d.key("Return")
	d.until("the browser shows the folder", func() bool { return d.count("Browse", "") == 1 })
	d.do("type", "--window", d.window, "--delay", "60", "grid")
	d.until("the graph is looked at", func() bool { return d.count("Peek", "a grid.gr") == 1 })
	d.key("Return")
	d.until("the graph is open", func() bool { return d.count("open", "a grid.gr") == 1 })

	d.drop(keys)
	d.until("keys are dropped", func() bool { return d.count("open", "some.bin") == 1 })
	d.drop(graph)
	d.until("a graph is dropped on the sorts", func() bool { return d.count("open", "a grid.gr") == 2 })
	d.drop(picture)
	d.until("the picture is shown again", func() bool { return d.step() == 1 })
	d.do("windowsize", d.window, "900", "600")
	d.end()
	s := d.settings()
	if len(s.Recent) != 2 || s.Recent[0] != graph || s.Recent[1] != keys {
		t.Errorf("recent files are %q", s.Recent)
	}
	if s.Window.Width != 900 || s.Window.Height != 600 {
		t.Errorf("the window was %+v", s.Window)
	}
	second := openDesktopIn(t, append(validation(t), "XDG_CONFIG_HOME="+d.dir))
	second.until("the window is as large as before", func() bool {
		out, _ := second.Do("getwindowgeometry", second.window)
		return strings.Contains(out, "900x600")
	})
	second.key("Up")
	second.key("Up") // to the last file, which is the first of the two recent ones
	second.key("Return")
	second.until("the last file is open", func() bool { return second.count("open", "a grid.gr") == 1 })
}

// Every view gets every kind of drop while another file is read that never ends: what is dropped is
// shown, or a message, and the window goes on.
func TestWindowDrops(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "sums", "-n", "500")
	if err := syscall.Mkfifo(filepath.Join(d.dir, "pipe.osm"), 0o600); err != nil {
		t.Skip(err)
	}
	graph, drawing, keys, bad := filepath.Join(d.dir, "g.gr"), filepath.Join(d.dir, "x.svg"), filepath.Join(d.dir, "k.bin"), filepath.Join(d.dir, "bad.svg")
	for path, text := range map[string]string{graph: "p sp 3 3\na 1 2 1\na 2 3 1\na 3 1 1\n", keys: "12345678", bad: "<svg",
		drawing: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pictures := map[string]string{"trees g.gr": "", "clip g.gr": "", "bfs x.svg": "", "sort --input=pipe.osm": "", "bfs g.gr --pairs=pipe.osm": ""}
	for command := range pictures {
		var picture bytes.Buffer
		if err := record.Picture(&picture, make([]byte, 4), 1, 1, "viewer "+command, 1); err != nil {
			t.Fatal(err)
		}
		pictures[command] = filepath.Join(d.dir, strings.NewReplacer(" ", "_", "-", "", "=", "").Replace(command)+".png")
		if err := os.WriteFile(pictures[command], picture.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range families.All {
		if f.Key == 0 {
			continue
		}
		for _, path := range append(slices.Sorted(maps.Values(pictures)), bad, graph, drawing, keys) {
			d.key(f.Key.String())
			d.drop(filepath.Join(d.dir, "pipe.osm"))
			opened := d.count("open", "")
			d.drop(path)
			if path == graph || path == drawing || path == keys {
				d.until(filepath.Base(path)+" is open", func() bool { return d.count("open", filepath.Base(path)) > 0 && d.count("open", "") > opened })
			}
		}
	}
	if reports, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-panic-*")); len(reports) > 0 || strings.Contains(d.said(), "panic") {
		t.Errorf("%q; it said %s", reports, d.said())
	}
	d.ends(syscall.SIGTERM, 143)
}
