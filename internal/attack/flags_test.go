package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oddValues are given to every flag.
var oddValues = []string{"-1", "0", "nan", "inf", "-inf", "1e30", "1e-30", "1e999", "4294967295", "4294967296", "18446744073709551615", "", " ", "x",
	"0x10", "1_0", "\u0663", "1.5", "2^33", "--", strings.Repeat("9", 400), "a,b,,c", "gen:", "\x1b[31m"}

// commands are small forms of all commands that end by themselves; their flags are tried.
var commands = []string{
	"info " + grid, "devices", "version", "run sssp " + grid, "run sssp -a frontier " + grid, "run sssp -a dijkstra " + grid,
	"run table -s places.csv " + grid, "run sort -n 1000", "run sort -n 1000 -a radix4", "run sort -n 1000 -a batcher", "run clip gen:clip,elements=64",
	"run sums -n 1000", "run bfs -n 64 " + grid, "render --size 64x64 -o o.png " + grid, "render --size 64x64 -o o.png scene.svg",
	"record --size 64x64 --fps 5 --seconds 0.2 -o o.gif " + grid, "sort -n 64 --size 64x64 -o o.png", "clip --size 64x64 -o o.png",
	"sums -n 64 --size 64x64 -o o.png", "bfs --size 64x64 -o o.png " + grid, "bench sweep -n 1 -r 1 --delta 1000 --batch 32 " + grid,
	"bench rank -n 1 -r 1 -a nearfar " + grid, "bench scale -n 1 -r 1 -a nearfar " + grid, "bench efficiency -n 1 -r 1 -a nearfar " + grid,
	"bench throughput -n 8 -r 1 --at-once 2,4 " + grid, "bench sort --max 2^11 -r 1 --limit 1s", "bench clip --sizes 2^11 -r 1 --limit 1s", "bench load -n 1 " + grid,
	"bench frames --each 20ms --size 64x64 " + grid, "bench draw none.json", "gen grid --width 9 --height 9 -o g.gr", "gen roads --nodes 100 -o g.gr",
	"gen kronecker --scale 5 -o g.gr", "gen adversarial --nodes 100 -o g.gr", "gen clip --elements 100 -o c.txt",
}

// own are flags that are tried elsewhere, or that mean the same in every command.
var own = regexp.MustCompile(`^(help|force|verbose|json|csv|trace)$`)

var flagLine = regexp.MustCompile(`(?m)^ +(?:-(\w), |    )--([\w-]+)`)

// flagsOf lists the flags of a command.
func flagsOf(t *testing.T, command string) (names []string) {
	t.Helper()
	words := strings.Fields(command)
	n := 1
	if words[0] == "run" || words[0] == "bench" || words[0] == "gen" {
		n = 2
	}
	help := (attempt{args: append(words[:n:n], "--help")}).run(t)
	for _, m := range flagLine.FindAllStringSubmatch(help.out, -1) {
		if !own.MatchString(m[2]) {
			names = append(names, m[2])
		}
	}
	if len(names) == 0 {
		t.Errorf("%s has no flags: %s", command, help.err)
	}
	return names
}

// oddLine is a command with an odd value of a flag.
type oddLine struct {
	command, flag, value string
}

// TestFlags gives flags odd values: they work, or the error says why not.
func TestFlags(t *testing.T) {
	needDevice(t)
	var all []oddLine
	for _, c := range commands {
		for _, f := range flagsOf(t, c) {
			for _, v := range oddValues {
				all = append(all, oddLine{c, f, v})
			}
		}
	}
	r := random("flags", 0)
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	var runs tally
	n := count(60, len(all))
	eachOf(t, n, func(i int) {
		dir, err := os.MkdirTemp("", "flags")
		if err != nil {
			t.Error(err)
			return
		}
		defer os.RemoveAll(dir)
		write(t, filepath.Join(dir, "places.csv"), []byte("#0\n#9\n"))
		write(t, filepath.Join(dir, "scene.svg"), []byte(svgSeed))
		a := attempt{dir: dir, args: append(strings.Fields(all[i].command), "--timeout=5s")}
		a.args = append(a.args, "--"+all[i].flag+"="+all[i].value)
		o := a.run(t)
		runs.add(o)
		if p := o.problem(ok, usage, badInput, unavailable, limit, output, timeout); p != "" {
			t.Errorf("%s --%s=%.40q: %s", all[i].command, all[i].flag, all[i].value, p)
		}
	})
	t.Logf("%d of %d odd values: %v", n, len(all), &runs)
}
