package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A dispatch is written as a page and as pictures of any scale, each with the command that makes it.
func TestInsideFiles(t *testing.T) {
	t.Parallel()
	needDevice(t)
	folder := t.TempDir()
	page, picture, drawing := filepath.Join(folder, "a.html"), filepath.Join(folder, "a.png"), filepath.Join(folder, "a.svg")
	const view = " -- sort -a radix -n 5000"
	for _, line := range []string{"--html " + page + " -o " + picture + " --ratio 1", "-o " + drawing + " --theme dark"} {
		if _, stderr, code := viewer(t, nil, strings.Fields("inside radix_pass --step 2 --width 16 "+line+view)...); code != 0 {
			t.Fatal(stderr)
		}
	}
	for path, want := range map[string]string{
		page: "<h1>radix_pass, step 2</h1>", picture: "viewer inside radix_pass --step 2 --width 16 -- sort -a radix -n 5000", drawing: "<title>radix_pass, step 2</title>",
	} {
		if text, err := os.ReadFile(path); err != nil || !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s lacks %s: %v", filepath.Base(path), want, err)
		}
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if m, err := png.Decode(f); err != nil || m.Bounds().Dx() != 1180 {
		t.Errorf("the picture: %v", err)
	}
}

// Half the lanes make twice the executions, and a difference of two widths says so.
func TestInsideCompare(t *testing.T) {
	t.Parallel()
	needDevice(t)
	executions := func(flags string) map[string]string {
		stdout, stderr, code := viewer(t, nil, strings.Fields("inside radix_pass --step 2 --csv "+flags+" -- sort -a radix -n 16384")...)
		rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
		if code != 0 || err != nil || len(rows) < 20 {
			t.Fatalf("exit code %d, %d rows, %v: %s", code, len(rows), err, stderr)
		}
		at, out := 0, map[string]string{}
		for i, name := range rows[0] {
			if name == "executions" {
				at = i
			}
		}
		for _, row := range rows[1:] {
			out[row[0]+":"+row[1]] = row[at]
		}
		return out
	}
	once, more := executions("--width 32"), executions("--compare width=16")
	const loads = "include/radix_pass.glsl:154"
	if once[loads] == "" || once[loads] == "0" || once[loads] != more[loads] {
		t.Errorf("%s executions with 32 lanes, %s more with 16", once[loads], more[loads])
	}
}

// A device counts what the interpreter does with as many lanes, and says how long it takes.
func TestInsideCounted(t *testing.T) {
	t.Parallel()
	needDevice(t)
	const view = " -- sort -a batcher -n 5000"
	first := func(flags string) (string, countedOn) {
		t.Helper()
		stdout, stderr, code := viewer(t, nil, strings.Fields("inside batcher_stage --step 30 --json "+flags+view)...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		lines := strings.SplitN(stdout, "\n", 3)
		var r countedOn
		if err := json.Unmarshal([]byte(lines[1]), &r); err != nil {
			t.Fatal(err)
		}
		return lines[2], r
	}
	device, r := first("--counted device")
	if r.Device == "" || r.With <= 0 || r.Plain <= 0 {
		t.Errorf("counted on %q in %v and %v ms", r.Device, r.With, r.Plain)
	}
	if host, _ := first(fmt.Sprint("--width ", r.Subgroup)); device != host {
		t.Errorf("the device counts\n%sthe interpreter\n%s", device, host)
	}
}

// countedOn is the line of a dispatch.
type countedOn struct {
	Device   string
	Subgroup int
	With     float64 `json:"counted_ms"`
	Plain    float64 `json:"gpu_ms"`
}

func TestInsideFilesRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []refusal{
		{"another ending", nil, "inside radix_pass -o a.gif -- sort", exitUsage, "must end in .html, .png or .svg"},
		{"no folder", nil, "inside radix_pass --html /nonexistent/a.html -- sort", exitOutput, "nonexistent"},
		{"no theme", nil, "inside radix_pass --theme blue -- sort", exitUsage, "choose from light, dark, contrast"},
		{"counted elsewhere", nil, "inside radix_pass --counted moon -- sort", exitUsage, "choose from interpreter, device"},
		{"counted with words", nil, "inside radix_pass --counted device --word Out[1] -- sort", exitUsage, "leave out --word"},
		{"counted at a width", nil, "inside radix_pass --counted device --width 4 -- sort", exitUsage, "leave out --width"},
		{"too large to count", nil, "inside radix_pass --step 2 --counted device --device llvmpipe -- sort -n 5000", exitLimit, "648 blocks"},
		{"no lines", nil, "inside radix_pass --lines -1 -- sort", exitUsage, "--lines is -1"},
		{"no scale", nil, "inside radix_pass --ratio 0 -- sort", exitUsage, "--ratio is 0"},
		{"words as a page", nil, "inside radix_pass --word NextKeys[0] --html a.html -- sort", exitUsage, "has no heat map"},
		{"nothing to compare", nil, "inside radix_pass --step 2 --compare width -- sort -a radix -n 100", exitUsage, "not such as width=8"},
		{"no width", nil, "inside radix_pass --step 2 --compare width=7 -- sort -a radix -n 100", exitUsage, "--width is 7"},
		{"no other kernel", nil, "inside radix_pass --step 2 --compare kernel=scan_add -- sort -a radix -n 100", exitUsage, "does not execute scan_add"},
	} {
		c.check(t)
	}
}

// Of a large dispatch a sample of workgroups is executed, unless all are asked for.
func TestInsideSample(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for flag, want := range map[string]string{"": "128 of 8,192 workgroups: 0, 64, … 8128\n", " --all": "all workgroups\n"} {
		stdout, stderr, code := viewer(t, nil, strings.Fields("inside batcher_stage --step 0"+flag+" -- sort -a batcher --workgroup 256 -n 2^22")...)
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, %.200s%s", code, stdout, stderr)
		}
	}
}
