package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is given to every command: a file of each kind, by the view that shows it.
var inputKinds = []struct{ name, content, view string }{
	{"map.osm", xmlSeed(), "map"}, {"map.osm.pbf", string(pbfSeed()), "map"}, {"g.gr", grSeed, "map"}, {"g.mtx", mtxSeeds[0], "map"}, {"g.el", edgeSeeds[0], "map"},
	{"x.svg", svgSeed, "clips"}, {"c.txt", clipSeeds[0], "clips"}, {"gen:grid,width=9,height=9", "", "map"}, {"gen:clip,elements=20", "", "clips"},
	{"k.bin", "\x01\x02\x03\x04\x05\x06\x07\x08", ""}, {"p.csv", placeSeeds[0], ""}, {"x.png", "\x89PNG\r\n\x1a\n", ""}, {"r.json", "{}", ""}, {"empty", "", ""}, {"none.gr", "", ""}, {".", "", ""},
}

// The views that commands open, by what they show.
var windowCommands = map[string]string{"": "map clips", "trees": "map", "bfs": "map", "clip": "clips"}

// fileCommands are commands without a window that have a file.
var fileCommands = []string{"info", "run sssp -n 2", "run bfs -n 4", "run clip", "run table -s #0,#1", "prepare", "render --size 64x64 -o o.png", "record --size 64x64 --seconds 0.2 --fps 5 -o o.gif",
	"clip --size 64x64 -o o.png", "trees --size 64x64 -o o.png", "bfs --size 64x64 -o o.png", "bench load -n 1", "bench draw", "picture"}

// TestWrongFiles gives every command every kind of file. A window whose view cannot show the file is
// refused before there is one; here, a display is missing for the others.
func TestWrongFiles(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	for _, in := range inputKinds {
		if in.name != "none.gr" && in.name != "." && !strings.HasPrefix(in.name, "gen:") {
			write(t, filepath.Join(dir, in.name), []byte(in.content))
		}
	}
	for command, shows := range windowCommands {
		for _, in := range inputKinds {
			want := []int{unavailable, badInput} // other files may be found out only when they are read
			if in.view != "" {
				want = want[:1]
				if !strings.Contains(shows, in.view) {
					want = []int{badInput}
				}
			}
			o := attempt{dir: dir, args: append(strings.Fields(command), in.name)}.run(t)
			if p := o.problem(want...); p != "" {
				t.Errorf("viewer %s %s: %s", command, in.name, p)
			}
		}
	}
	n := len(fileCommands) * len(inputKinds)
	order := random("wrong", 0).Perm(n)
	var runs tally
	eachOf(t, count(24, n), func(i int) {
		command, in := fileCommands[order[i]/len(inputKinds)], inputKinds[order[i]%len(inputKinds)]
		words := strings.Fields(command)
		own, err := os.MkdirTemp(dir, "run")
		if err != nil {
			t.Error(err)
			return
		}
		path := in.name
		if !strings.HasPrefix(path, "gen:") {
			path = filepath.Join(dir, in.name)
		}
		o := attempt{dir: own, args: append(words, path)}.run(t)
		runs.add(o)
		if p := o.problem(ok, badInput, limit, usage); p != "" {
			t.Errorf("viewer %s %s: %s", command, in.name, p)
		}
	})
	t.Log(&runs)
}
