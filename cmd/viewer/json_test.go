package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/assets"
)

// jsonLines are command lines for commands with --json that are tried with more than their defaults, with DIR in
// place of a folder.
var jsonLines = map[string][]string{
	"run sssp": {"gen:grid,width=30,height=20 -n 2", "gen:roads,nodes=300 -n 2 --rank 2^4 --verify", "-n 1 --directions -s -75.63,38.65 -t -75.55,39.7",
		"gen:roads,nodes=300 -t all -n 5 --concurrent auto --verify", "DIR/part.gr -s #0 -t #2"},
	"run table":   {"--sources DIR/places.csv", "gen:grid,width=9,height=9 --pairs DIR/pairs.csv"},
	"run sort":    {"-n 1000 --verify --payload", "-a cpu --list 3,1,2"},
	"run clip":    {"DIR/clips.txt -a shuffle --back-links", "DIR/square.svg --verify", "gen:json,bytes=9999 --read device --verify", "gen:json,bytes=999,kind=comments --read device"},
	"run bfs":     {"gen:grid,width=30,height=20 -n 3 --paths --count --betweenness all --closeness", "gen:kronecker,scale=8 -n 300 --scheme coalesced --counters --all-paths 1000 --verify"},
	"run sums":    {"-n 500", "-n 500 --dispatches"},
	"run lab":     {"lab:life --set side=9,passes=3", "lab:saxpy --set n=500", "lab:saxpy --set n=50 --widths 4,8", "quest:stale --widths 32"},
	"quest check": {"DIR"},
	"bench lab":   {"lab:saxpy --set n=500 --with size=256 --pairs 6"},
	"passport":    {"--kernels 1 --instances 1024"},
	"quest grade": {"DIR"},
	"prove":       {"scan --runs 3", "scan --runs 2 --mutants --line scan_add.glsl:10"},
	"bench sort":  {"--min 2^8 --max 2^8 --repeat 1", "--against-cpu 1000 --repeat 1"},
	"bench bfs":   {"--pairs 2..4 --repeat 1 --schemes rows,pair"},
	"bench clip":  {"--sizes 2^8 --repeat 1", "--bars --sizes 2^8 --repeat 1"},
	"info":        {"", "gen:grid,width=9,height=7"},
	"prepare":     {"gen:roads,nodes=300"},
	"inside":      {"radix_pass --step 2 -- sort -a radix -n 1000", "radix_pass --step 2 --word NextKeys[3] -- sort -a radix -n 1000", "clip_lookback_boxes --step 0 -- clip"},
	"simt":        {"all -- sums -n 500", "radix_pass -- sort -n 1000"},
}

// documented are the fields of each type in docs/json.md. A heading may name several types. A name such as source.*
// stands for the fields of a place, one such as a.{b, c} for a.b and a.c, and a type may have the fields of another one.
func documented(t *testing.T) map[string]map[string]bool {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted, also := regexp.MustCompile("`([^`]+)`"), regexp.MustCompile("fields of a \\[`([a-z]+)`\\]")
	fields := map[string]map[string]bool{}
	for _, part := range strings.Split(string(text), "\n### ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		all := map[string]bool{"type": true, "schema": true, "version": true}
		for _, m := range quoted.FindAllStringSubmatch(body, -1) {
			object, names, _ := strings.Cut(strings.TrimSuffix(m[1], "}"), "{")
			for name := range strings.SplitSeq(names, ", ") {
				all[object+name] = true
			}
		}
		if m := also.FindStringSubmatch(body); m != nil {
			maps.Copy(all, fields[m[1]])
		}
		for _, m := range quoted.FindAllStringSubmatch(title, -1) {
			fields[m[1]] = all
		}
	}
	for _, all := range fields {
		for name := range all {
			if object, ok := strings.CutSuffix(name, ".*"); ok {
				for field := range fields["place"] {
					all[object+"."+field] = true
				}
			}
		}
	}
	return fields
}

var snakeCase = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)

// isKnown reports whether a number has no more digits than are known, and is not one that stands
// for something else.
func isKnown(x json.Number) bool {
	digits := strings.TrimLeft(strings.ReplaceAll(x.String(), ".", ""), "-0")
	return x != "4294967295" && (!strings.Contains(x.String(), ".") || len(digits) <= 12)
}

// undocumented lists the names of a JSON value that a type has no such field for, those that
// are not in snake case, and numbers that are not known. Names of parameters are those of flags.
func undocumented(fields map[string]bool, path string, value any) (out []string) {
	switch v := value.(type) {
	case map[string]any:
		for name, x := range v {
			full := strings.TrimPrefix(path+"."+name, ".")
			if !fields[full] || !snakeCase.MatchString(name) {
				out = append(out, full)
			}
			if name != "params" {
				out = append(out, undocumented(fields, full, x)...)
			}
		}
	case json.Number:
		if !isKnown(v) {
			out = append(out, path+" "+v.String())
		}
	case []any:
		for _, x := range v {
			out = append(out, undocumented(fields, path, x)...)
		}
	}
	return out
}

// repaired is the kernel of a quest without its fault.
func repaired(t *testing.T) string {
	text, err := assets.Labs.ReadFile("quests/capacity.comp")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(text), "slot <= ", "slot < ", 1)
}

// TestJSON runs every command with --json: what it prints is what docs/json.md says.
func TestJSON(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ann"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"places.csv": "-75.5,39.1\n#5\n", "pairs.csv": "source,target\n#1,#5\n#2,id:99999\n", "clips.txt": "(\n.\n)\n)\n(\n",
		"square.svg": clippedSquare, "part.gr": "p sp 3 1\na 1 2 3\n", "capacity.comp": repaired(t)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fields := documented(t)
	for path, c := range withFlag(newApp().command(), "json") {
		always := c.Flags().Lookup("verify") == nil // it verifies without being asked
		lines := jsonLines[path]
		if lines == nil {
			lines = []string{""}
		}
		for _, line := range lines {
			words := strings.Fields(path + " --json " + strings.ReplaceAll(line, "DIR", dir))
			stdout, stderr, code := viewer(t, nil, words...)
			if code != 0 {
				t.Errorf("%s: exit code %d: %s", words, code, stderr)
				continue
			}
			checkJSON(t, fields, path+" "+line, always || strings.Contains(line, "--verify"), strings.Split(strings.TrimSpace(stdout), "\n"))
		}
	}
}

// checkJSON compares lines with the fields that are documented.
func checkJSON(t *testing.T, fields map[string]map[string]bool, name string, verify bool, lines []string) {
	for i, line := range lines {
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: %v: %s", name, err, line)
		}
		kind, _ := v["type"].(string)
		if fields[kind] == nil || i == 0 && (v["schema"] != json.Number("1") || v["version"] == "") {
			t.Errorf("%s: the type or the schema is not documented: %s", name, line)
			continue
		}
		if bad := undocumented(fields[kind], "", v); len(bad) > 0 {
			t.Errorf("%s: docs/json.md does not have %q of %s, or they are not in snake case, or not rounded", name, bad, kind)
		}
		if got, ok := v["verified"]; ok && (got != nil) != verify && v["left_out"] == nil {
			t.Errorf("%s: verified is %v", name, got)
		}
	}
}

// withFlag lists commands with a flag of their own by their names; all commands for an empty one.
func withFlag(c *cobra.Command, flag string) map[string]*cobra.Command {
	out := map[string]*cobra.Command{}
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		if c.HasParent() && (flag == "" || c.LocalFlags().Lookup(flag) != nil) {
			out[strings.TrimPrefix(c.CommandPath(), "viewer ")] = c
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(c)
	return out
}

// TestParams: every flag of a parameter is listed by 'viewer params'.
func TestParams(t *testing.T) {
	t.Parallel()
	stdout, stderr, code := viewer(t, nil, "params", "--json")
	if code != 0 {
		t.Fatal(stderr)
	}
	var names []string
	for _, line := range strings.Split(strings.TrimSpace(stdout), "\n")[1:] {
		var p struct {
			Name     string
			Min, Max uint32
			Help     string
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil || p.Name == "" || p.Help == "" || p.Min < 1 || p.Max < p.Min {
			t.Errorf("%v: %s", err, line)
		}
		names = append(names, p.Name)
	}
	for _, want := range []string{"delta", "few", "digit", "columns", "subtree", "order-workgroup"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no parameter %q", want)
		}
	}
}
