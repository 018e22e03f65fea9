package labload

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/lab"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// folder makes a folder with files, among them levels.spv: a module with the buffers Words and Levels, a specialization constant TYPE
// beside the workgroup's size, and five push constants.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	code, err := shaders.SPIRV("values_levels.comp", false)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "levels.spv"), code)
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const good = `title = "Levels"
shader = "levels.spv"

[parameter.count]
value = 5
min = 1
max = 100

[parameter.low]
value = -0.5
values = [-0.5, 0.0, 0.5]

[buffer.Words]
type = "f32"
length = "count"
fill = "i / count"

[buffer.Levels]
length = "count"

[[dispatch]]
invocations = "count"
push = { at = 0, stride = 1, scale = 1 }
constants = { TYPE = 2, constant1 = 64 }

[[check]]
each = "Levels"
formula = "Levels[i] == floor(65535 * min(1, before.Words[i] - low))"

[[view]]
buffer = "Levels"
kind = "field"
width = 2
`

// made reads a lab, and performs all its steps on the interpreter.
func made(t *testing.T, path string) (*Lab, map[string][]uint32, error) {
	t.Helper()
	l, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.NewRun(onsimt.New(4).Backend(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	step := 0
	for ended := false; !ended; {
		if err := r.Do(step); err != nil {
			t.Fatal(err)
		}
		step++
		if ended, err = r.Ended(t.Context(), step); err != nil {
			t.Fatal(err)
		}
	}
	words, err := r.Read(t.Context(), step, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return l, words, l.Verify(t.Context(), r.Env, words, r.Start())
}

func TestRead(t *testing.T) {
	dir := folder(t, map[string]string{"good.toml": good})
	l, words, err := made(t, filepath.Join(dir, "good.toml"))
	if err != nil {
		t.Error(err)
	}
	if words["Levels"][4] != 65535 || len(l.Views) != 1 || l.Views[0].Kind != Field || len(l.Files) != 2 || l.Title != "Levels" {
		t.Errorf("%+v, %v", l, words)
	}
	if p := l.Params(); len(p) != 2 || p[0].Max != 100 || p[1].Choices[2] != "0.5" || p[1].Default != 1 {
		t.Errorf("parameters: %+v", p)
	}
}

// An error says where it is and what to do.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct{ old, now, says string }{
		"unknown key":         {"title", "titel", `:1:1: there is no key "titel"`},
		"no TOML":             {"[buffer.Words]", "[buffer.Words", ":13:"},
		"no shader":           {`shader = "levels.spv"`, "", ":21:3: there is no shader"},
		"outside":             {`"levels.spv"`, `"../levels.spv"`, ":2:1: ../levels.spv is outside"},
		"missing shader":      {`"levels.spv"`, `"other.spv"`, "other.spv"},
		"no dispatch":         {"[[dispatch]]\ninvocations", "[[view]]\nkind", "dispatch"},
		"no value":            {"value = -0.5", "value = 7", ":10:1: 7 is not one of the values"},
		"bounds":              {"value = 5", "value = 500", "500"},
		"reserved":            {"[parameter.low]", "[parameter.i]", ":9:2: the name i has a meaning"},
		"type":                {`type = "f32"`, `type = "f31"`, `:14:1: type "f31" is not one of`},
		"fill":                {`fill = "i / count"`, `fill = "j / count"`, `:16:1: formula "j / count"`},
		"length":              {"[buffer.Levels]\nlength = \"count\"", "[buffer.Levels]", ":18:2: the buffer needs a length"},
		"no buffer":           {"[buffer.Levels]", "[buffer.Lovels]", "levels has a binding Levels, and there is no [buffer.Levels]"},
		"two contents":        {`fill = "i / count"`, "fill = \"iota\"\nvalues = [1.0]", ":13:2: a buffer has one of"},
		"no grid":             {`invocations = "count"`, "", "one of groups, invocations and indirect"},
		"dimensions":          {`invocations = "count"`, "groups = [1, 1, 1, 1]", ":22:1: a grid has at most 3"},
		"push":                {"stride = 1, ", "", "push constant stride"},
		"unknown push":        {"stride = 1, ", "stride = 1, strode = 2, ", `no push constant "strode"`},
		"constant":            {"TYPE = 2", "TIPE = 2", `no specialization constant "TIPE"`},
		"check":               {"each = \"Levels\"\n", "", "a check has one of each"},
		"checked buffer":      {`each = "Levels"`, `each = "Lovels"`, `:26:3: there is no buffer "Lovels"`},
		"formula of a check":  {"Levels[i] ==", "Levels[i] =", ":28:1: formula"},
		"a formula's type":    {`"Levels[i] == floor(65535 * min(1, before.Words[i] - low))"`, "[1]", ":28:1: a formula is a string or a number"},
		"view":                {`kind = "field"`, `kind = "cloud"`, `:32:1: kind "cloud"`},
		"view on no map":      {`kind = "field"`, `kind = "map"`, `needs the name of a graph; there is ""`},
		"view of nothing":     {"[[view]]\nbuffer = \"Levels\"", "[[view]]\nbuffer = \"None\"", ":31:1: there is no buffer"},
		"file outside":        {`fill = "i / count"`, `file = "../a.npy"`, "outside the folder"},
		"file missing":        {`fill = "i / count"`, `file = "a.npy"`, "a.npy"},
		"command":             {"each = \"Levels\"\n", "each = \"Levels\"\ncommand = [\"true\"]\n", "a command computes what a buffer is to equal"},
		"empty command":       {"each = \"Levels\"\n", "each = \"Levels\"\ncommand = []\n", "a program and its arguments"},
		"no graph":            {`fill = "i / count"`, `graph = "Roads"`, `there is no [graph.Roads]`},
		"graph without file":  {"[parameter.low]", "[graph.Roads]\n[parameter.low]", ":9:2: a graph needs a file"},
		"graph outside":       {"[parameter.low]", "[graph.Roads]\nfile = \"/etc/passwd\"\n[parameter.low]", ":10:1: /etc/passwd is outside"},
		"graph unknown":       {"[parameter.low]", "[graph.Roads]\nfile = \"gen:nothing\"\n[parameter.low]", ":10:1: "},
		"graph's name":        {"[parameter.low]", "[graph.count]\nfile = \"gen:grid\"\n[parameter.low]", ":9:2: the name count has another meaning"},
		"swap of one":         {"push = {", "swap = [[\"Words\"]]\npush = {", "pairs of buffers"},
		"swap of nothing":     {"push = {", "swap = [[\"Words\", \"None\"]]\npush = {", `there is no buffer "None"`},
		"bind":                {"push = {", "bind = { Nothing = \"Words\" }\npush = {", `no binding "Nothing"`},
		"until of what":       {"[[check]]", "[run]\nuntil = \"Nothing[0] == 0\"\n[[check]]", "formula"},
		"until is no formula": {"[[check]]", "[run]\nuntil = \"Levels[0] ==\"\n[[check]]", "formula"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(good, c.old) {
				t.Fatalf("%q is not in the file", c.old)
			}
			path := filepath.Join(folder(t, map[string]string{"bad.toml": strings.Replace(good, c.old, c.now, 1)}), "bad.toml")
			_, err := Read(t.Context(), path)
			if err == nil || !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}

// What a run cannot do is an error that wraps fault.Limit or fault.Input, before anything runs.
func TestRunErrors(t *testing.T) {
	for name, c := range map[string]struct{ old, now, says string }{
		"too long":      {"length = \"count\"\nfill", "length = \"count * 1e9\"\nfill", "the length of Words is"},
		"negative":      {"length = \"count\"\nfill", "length = \"0 - count\"\nfill", "the length of Words is -5"},
		"groups":        {`invocations = "count"`, "groups = 70000", "the number of workgroups of levels is 70000"},
		"workgroup":     {"constant1 = 64", "constant1 = 4096", "workgroups of 4096"},
		"passes":        {"[[check]]", "[run]\nrepeat = 1e9\n[[check]]", "the number of passes"},
		"dispatches":    {"[[check]]", "[run]\nrepeat = 1e6\n[[check]]", ""},
		"no dispatches": {"push = {", "times = 0\npush = {", "a pass has no dispatches"},
		"fill fails":    {`fill = "i / count"`, `fill = "[1, 2][int(i)]"`, "element 2"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder(t, map[string]string{"bad.toml": strings.Replace(good, c.old, c.now, 1)}), "bad.toml")
			l, err := Read(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.NewRun(onsimt.New(1).Backend(), nil)
			if r != nil {
				r.Release()
			}
			if c.says == "" && err != nil || c.says != "" && (err == nil || fault.Code(err) == 0 || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}

// A shader alone gets buffers, contents and a grid, and the notes say what was assumed.
func TestAlone(t *testing.T) {
	dir := folder(t, nil)
	l, words, err := made(t, filepath.Join(dir, "levels.spv"))
	if err != nil || len(words["Levels"]) != usualElements || !strings.Contains(strings.Join(l.Notes, " "), "Push constant count is the number of elements.") {
		t.Errorf("%v, %d, %q", err, len(words["Levels"]), l.Notes)
	}
	text, err := Sketch(l)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "sketch.toml"), text)
	_, again, err := made(t, filepath.Join(dir, "sketch.toml"))
	if err != nil || !maps.EqualFunc(words, again, slices.Equal[[]uint32]) {
		t.Errorf("%v: the sketch does something else:\n%s", err, text)
	}
	write(t, filepath.Join(dir, "cut.spv"), l.Kernels[0].Code[:100])
	write(t, filepath.Join(dir, "text.spv"), "text")
	write(t, filepath.Join(dir, "long.toml"), strings.Repeat("#", maxFile+1))
	for _, name := range []string{"cut.spv", "text.spv", "none.spv", "long.toml", "."} {
		if _, err := Read(t.Context(), filepath.Join(dir, name)); !errors.Is(err, fault.Input) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Contents come from files of numbers.
func TestContents(t *testing.T) {
	header := "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"
	npy := "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header
	for _, x := range []float64{1, -2.5, 1e9} {
		for k := range 8 {
			npy += string([]byte{byte(math.Float64bits(x) >> (8 * k))})
		}
	}
	for name, text := range map[string]string{"a.npy": npy, "a.csv": "value\n1, -2.5\n1e9\n", "a.bin": "\x00\x00\x80\x3f\x00\x00\x20\xc0\x28\x6b\x6e\x4e"} {
		dir := folder(t, map[string]string{name: text, "lab.toml": strings.Replace(strings.Replace(good, "length = \"count\"\nfill = \"i / count\"", "file = \""+name+"\"", 1), "value = 5", "value = 3", 1)})
		l, err := Read(t.Context(), filepath.Join(dir, "lab.toml"))
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := l.NewRun(onsimt.New(1).Backend(), nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := lab.F32.Numbers(r.Start()["Words"]).([]float64); len(got) != 3 || got[0] != 1 || got[1] != -2.5 || got[2] != 1e9 {
			t.Errorf("%s: %v", name, got)
		}
		r.Release()
	}
	for name, text := range map[string]string{"b.npy": npy[:20], "c.npy": strings.Replace(npy, "<f8", ">f8", 1), "d.npy": npy[:len(npy)-1], "e.npy": strings.Replace(npy, "False", "True ", 1), "b.csv": "1\nx\n", "b.bin": "123"} {
		dir := folder(t, map[string]string{name: text, "lab.toml": strings.Replace(good, `fill = "i / count"`, "file = \""+name+"\"", 1)})
		if _, err := Read(t.Context(), filepath.Join(dir, "lab.toml")); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Graphs and pictures are contents of buffers; formulas have the sizes of graphs.
func TestGraphs(t *testing.T) {
	text := strings.NewReplacer("[parameter.low]", "[graph.G]\nfile = \"gen:grid,width=3,height=2\"\n[parameter.low]", "length = \"count\"\nfill = \"i / count\"", "graph = \"G\"\npart = \"x\"",
		`invocations = "count"`, `invocations = "G.nodes"`, "[buffer.Levels]\nlength = \"count\"", "[buffer.Levels]\nlength = \"G.nodes\"", "count = ", "x = ").Replace(good)
	for part, says := range map[string]string{"x": "", "offsets": "7 words", "nothing": "is not one of", "": "is not one of"} {
		dir := folder(t, map[string]string{"g.toml": strings.Replace(text, `part = "x"`, fmt.Sprintf("part = %q", part), 1)})
		l, err := Read(t.Context(), filepath.Join(dir, "g.toml"))
		switch {
		case part == "x" && err != nil, part == "offsets" && err != nil, part == "x" && l.Given["G"].(map[string]any)["nodes"] != 6:
			t.Errorf("%q: %v", part, err)
		case says != "" && part != "offsets" && (err == nil || !strings.Contains(err.Error(), says)):
			t.Errorf("%q: %v", part, err)
		}
	}
	var b bytes.Buffer
	m := image.NewGray(image.Rect(0, 0, 2, 2))
	m.Pix = []byte{0, 51, 102, 255}
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"a.png": b.String(), "cut.png": b.String()[:20], "p.toml": strings.NewReplacer(
		"[buffer.Words]", "[picture.P]\nfile = \"a.png\"\n[buffer.Words]", "length = \"count\"\nfill = \"i / count\"", "picture = \"P\"",
		"[buffer.Levels]\nlength = \"count\"", "[buffer.Levels]\nlength = \"P.width * P.height\"").Replace(good)})
	l, err := Read(t.Context(), filepath.Join(dir, "p.toml"))
	if err != nil {
		t.Fatal(err)
	}
	words, err := l.Buffers[slices.IndexFunc(l.Buffers, func(b lab.Buffer) bool { return b.Name == "Words" })].Contents(4, nil)
	if err != nil || words[1] != math.Float32bits(0.2) {
		t.Errorf("%x %v", words, err)
	}
	if got := pixels(m, lab.U32); !slices.Equal(got, []uint32{0xFF000000, 0xFF333333, 0xFF666666, 0xFFFFFFFF}) {
		t.Errorf("%x", got)
	}
	write(t, filepath.Join(dir, "p.toml"), strings.Replace(good, "[buffer.Words]", "[picture.P]\nfile = \"cut.png\"\n[buffer.Words]", 1))
	if _, err = Read(t.Context(), filepath.Join(dir, "p.toml")); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "cut.png") {
		t.Error(err)
	}
}

// A check may run a program, where that is allowed.
func TestCommand(t *testing.T) {
	program := "#!/bin/sh\nset -e\ncp \"$1/Words.npy\" \"$1/Levels.npy\"\n"
	text := strings.Replace(good, "each = \"Levels\"\n", "equal = \"Levels\"\ncommand = [\"./ref.sh\"]\n", 1)
	dir := folder(t, map[string]string{"c.toml": text, "ref.sh": program})
	if err := os.Chmod(filepath.Join(dir, "ref.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := Read(t.Context(), filepath.Join(dir, "c.toml"))
	if err != nil || !slices.Equal(l.Commands, []string{"./ref.sh"}) || l.Allowed() {
		t.Fatal(l, err)
	}
	start := map[string][]uint32{"Words": {math.Float32bits(1), math.Float32bits(3)}, "Levels": {0, 0}}
	verify := func(levels ...uint32) error {
		return l.Verify(t.Context(), l.Given, map[string][]uint32{"Words": {0, 0}, "Levels": levels}, start)
	}
	if err := verify(1, 3); err == nil || !strings.Contains(err.Error(), "--allow-commands") {
		t.Error(err)
	}
	l.Allow()
	if err := verify(1, 3); err != nil {
		t.Error(err)
	}
	if err := verify(1, 4); err == nil || !strings.Contains(err.Error(), "Levels[1] is 4, the reference[1] is 3") {
		t.Error(err)
	}
	write(t, filepath.Join(dir, "ref.sh"), "#!/bin/sh\necho no luck\nexit 1\n")
	if err := verify(1, 3); err == nil || !strings.Contains(err.Error(), "exit status 1: no luck") {
		t.Error(err)
	}
}

// GLSL is compiled; an error has its line, and files are included only from the folder.
func TestCompile(t *testing.T) {
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed")
	}
	const shader = `#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 8) in;
#include "value.glsl"
layout(set = 1, binding = 3) uniform Scale { float factor; };
layout(set = 0, binding = 7) buffer Out { float x[]; };
void main() { x[gl_GlobalInvocationID.x] = VALUE * (1 + factor); }
`
	dir := folder(t, map[string]string{"a.comp": shader, "value.glsl": "#define VALUE 3\n", "b.comp": strings.Replace(shader, "VALUE *", "VALU *", 1)})
	l, words, err := made(t, filepath.Join(dir, "a.comp"))
	if err != nil || len(l.Files) != 2 || len(l.Buffers) != 2 || l.Buffers[1].Name != "Scale" || lab.F32.Number(words["Out"][5]) < 3 {
		t.Errorf("%v: %+v", err, l)
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "b.comp")); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "b.comp:7: error") {
		t.Error(err)
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	for include, says := range map[string]string{"../value.glsl": "outside", filepath.Join(dir, "value.glsl"): "c.comp:4: error"} {
		write(t, filepath.Join(sub, "c.comp"), strings.Replace(shader, "value.glsl", include, 1))
		if _, err := Read(t.Context(), filepath.Join(sub, "c.comp")); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", include, err)
		}
	}
}
