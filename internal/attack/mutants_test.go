package attack

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const grid = "gen:grid,width=12,height=12"

// kind is a kind of input: how a damaged one is made, and what is done with it.
type kind struct {
	name     string
	make     func(r *rand.Rand, dir string) (file string)
	commands func(file string, r *rand.Rand) []string
	program  string // reads the file as its standard input; the viewer, with the file as an argument, if it is empty
}

// damagedText damages one of some texts; some are compressed then.
func damagedText(ext string, seeds []string, tokens ...string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, dir string) string {
		b := mutate(r, []byte(pick(r, seeds)), tokens...)
		name := "damaged" + ext
		if (ext == ".gr" || ext == ".mtx" || ext == ".osm" || ext == ".svg") && r.IntN(5) == 0 {
			b, name = zipped(b), strings.TrimSuffix(name, ".svg")+map[bool]string{true: ".svgz", false: ".gz"}[ext == ".svg"]
		}
		return keep(dir, name, b)
	}
}

func keep(dir, name string, b []byte) string {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		panic(err)
	}
	return path
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

// damagedKeys makes keys of odd counts and values.
func damagedKeys(r *rand.Rand, dir string) string {
	n := pick(r, []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 127, 129, 255, 257, 1001, 1025, 4097, 65537, 1 << 18}) + r.IntN(4)
	b := bytes.Repeat(noise(r, 4096), n/4096+1)
	switch r.IntN(4) {
	case 0:
		b = bytes.Repeat([]byte{0xff}, n)
	case 1:
		v := pick(r, []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1)), 1e-40})
		b = bytes.Repeat(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)), n/4+1)
	}
	return keep(dir, "keys.bin", b[:n])
}

// damagedPair damages the vertex file or the edge file of a Graphalytics graph.
func damagedPair(r *rand.Rand, dir string) string {
	v, e := []byte("1\n2\n3\n4\n"), []byte("1 2 0.5\n2 3 1\n3 4 2\n4 1 9\n")
	if r.IntN(2) == 0 {
		v = mutate(r, v)
	} else {
		e = mutate(r, e)
	}
	keep(dir, "damaged.e", e)
	return keep(dir, "damaged.v", v)
}

// damagedExperiment damages the file of an experiment.
func damagedExperiment(experiment []byte) func(*rand.Rand, string) string {
	return func(r *rand.Rand, dir string) string {
		return keep(dir, "damaged.json", mutate(r, experiment, "null", "[]", "{}", `""`, "-1", "1e308", `"<script>"`, `"\u0000"`, strings.Repeat("x", 10000)))
	}
}

func searched(file string, r *rand.Rand) []string {
	return pick(r, [][]string{{"info", file}, {"info", "--json", file}, {"run", "sssp", "-n", "2", "--verify", file}})
}

func kinds(t *testing.T) []kind {
	experiment := filepath.Join(t.TempDir(), "sweep.json")
	if o := (attempt{args: []string{"bench", "sweep", grid, "-n", "1", "-r", "1", "--delta", "1000,4000", "--batch", "32,64", "-o", experiment}}).run(t); o.code != ok {
		t.Fatal(o.err)
	}
	drawn, err := os.ReadFile(experiment)
	if err != nil {
		t.Fatal(err)
	}
	sql, err := sqlProgram()
	if err != nil {
		t.Fatal(err)
	}
	types, sorts := []string{"u32", "i32", "f32", "u64"}, []string{"radix", "radix4", "batcher", "batcher-fused", "cpu"}
	return []kind{
		{"svg", damagedText(".svg", []string{svgSeed}, `<g clip-path="url(#c)">`, `<use href="#c"/>`, "</g>", `<clipPath id="c">`, `transform="scale(1e30)"`, `<!ENTITY a "b">`, "&a;", "<svg>",
			"<style>*{clip-path:url(#c)}</style>", `<image href="file:///etc/passwd"/>`), func(f string, r *rand.Rand) []string {
			return pick(r, [][]string{{"run", "clip", f, "--verify"}, {"run", "clip", f, "--json"}, {"render", f, "-o", f + ".png", "--size", "64x64"}})
		}, ""},
		{"osm", damagedText(".osm", []string{xmlSeed()}, `<node id="5" lat="NaN" lon="1"/>`, `<way id="9">`, "</way>", `<nd ref="99999999999"/>`, `<tag k="highway" v="primary"/>`, "<!DOCTYPE a>", "&b;"), searched, ""},
		{"pbf", func(r *rand.Rand, dir string) string { return keep(dir, "damaged.osm.pbf", mutate(r, pbfSeed())) }, searched, ""},
		{"gr", damagedText(".gr", []string{grSeed}, "p sp 1 1\n", "a 1 2 3\n", "c\n", "p aux sp co 5\n"), searched, ""},
		{"mtx", damagedText(".mtx", mtxSeeds, "%%MatrixMarket ", "1 1 1\n"), searched, ""},
		{"edges", damagedText(".el", edgeSeeds, "# Undirected graph\n", "1 2 3 4\n"), searched, ""},
		{"graphalytics", damagedPair, searched, ""},
		{"places", damagedText(".csv", placeSeeds, `"`, ",,,", "lon,lat\n", "=1+1\n", "random\n"), func(f string, _ *rand.Rand) []string {
			return []string{"run", "table", grid, "--sources", f, "--verify"}
		}, ""},
		{"pairs", damagedText(".csv", pairSeeds, `"`, ",,,", "source,target\n"), func(f string, _ *rand.Rand) []string {
			return []string{"run", "bfs", grid, "--pairs", f, "--verify"}
		}, ""},
		{"keys", damagedKeys, func(f string, r *rand.Rand) []string {
			return []string{"run", "sort", "--input", f, "--type", pick(r, types), "-a", pick(r, sorts), "--verify"}
		}, ""},
		{"clips", damagedText(".txt", clipSeeds, "(", ")", ".", "( 1 2 3 4\n", "# \n"), func(f string, r *rand.Rand) []string {
			return []string{"run", "clip", f, "--verify", "-a", pick(r, []string{"tree", "lookback"})}
		}, ""},
		{"experiment", damagedExperiment(drawn), func(f string, _ *rand.Rand) []string {
			return []string{"bench", "draw", f, "--force", "--chart", f + ".svg", "--report", f + ".html", "-o", f + ".csv"}
		}, ""},
		{"storyboard", damagedText(".toml", boardSeeds, "[[shot]]\n", "[[shot.step]]\n", `show = "sort -n 64 -o x.png"`+"\n", `show = "help"`+"\n", `until = "end"`+"\n", "frames = 36000\n", "hold = 3\n", `at = "../x.png"`+"\n"), func(f string, r *rand.Rand) []string {
			return pick(r, [][]string{{"check", f, "--timeout=20s"}, {"check", f, "--timeout=20s"}, {"record", f, "-o", f + ".gif", "--timeout=20s"}})
		}, ""},
		{"statements", damagedText(".sql", statementSeeds, "'e'", "NULL", "SELECT ", "(", ")", "UPDATE e SET w = 0;", "DELETE FROM e;", "BEGIN;", "ROLLBACK;", "paths(", "->{1,9}", "DROP TABLE e;"), func(string, *rand.Rand) []string {
			return []string{"--format=csv"}
		}, sql},
	}
}

// TestMutants gives the viewer damaged inputs of every kind: it shows them, verified, or says
// in a line what is wrong.
func TestMutants(t *testing.T) {
	needDevice(t)
	for _, k := range kinds(t) {
		t.Run(k.name, func(t *testing.T) {
			var all tally
			dir := t.TempDir()
			eachOf(t, count(4, 400), func(i int) {
				r := random(k.name, i)
				own := filepath.Join(dir, fmt.Sprint(i))
				if err := os.Mkdir(own, 0o700); err != nil {
					t.Error(err)
					return
				}
				a := attempt{dir: own, program: k.program}
				file := k.make(r, own)
				if a.args = k.commands(file, r); k.program != "" {
					a.input = file
				}
				o := a.run(t)
				all.add(o)
				if k.program != "" {
					o.peak = 0 // DuckDB takes the memory that a statement asks for, such as range(4294967295)
				}
				if p := o.problem(ok, badInput, limit, timeout); p != "" {
					t.Errorf("mutant %d, %s: %s", i, strings.Join(a.args, " "), p)
				} else {
					os.RemoveAll(own)
				}
			})
			t.Log(&all)
		})
	}
}
