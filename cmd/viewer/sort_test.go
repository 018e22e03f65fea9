package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/fault"
)

// Every way to sort, of the device and of the host, with what can be asked of it.
func TestRunSort(t *testing.T) {
	needDevice(t)
	for _, algorithm := range namesOf(sorters()) {
		for i, args := range [][]string{
			{"-n", "2^12"}, {"-n", "0"}, {"-n", "1e3", "--type", "f32", "--dist", "special", "--payload", "--desc"},
			{"-n", "5003", "--type", "u64", "--dist", "few", "--payload", "-r", "2"}, {"-n", "777", "--type", "i32", "--bits", "9"},
		} {
			args = append([]string{"run", "sort", "-a", algorithm, "--verify"}, args...)
			if i == 0 {
				if out, stderr, code := viewer(t, nil, args...); code != 0 || !strings.Contains(out, "verified: sorted, the same keys") {
					t.Errorf("%v: exit code %d: %s%s", args, code, out, stderr)
				}
			}
			out, stderr, code := viewer(t, nil, append(args, "--json")...)
			if code != 0 {
				t.Errorf("%v: exit code %d: %s", args, code, stderr)
				continue
			}
			lines := slices.Collect(strings.Lines(out))
			var meta sortMetaLine
			var summary sortSummaryLine
			if err := errors.Join(json.Unmarshal([]byte(lines[0]), &meta), json.Unmarshal([]byte(lines[len(lines)-1]), &summary)); err != nil {
				t.Fatal(err)
			}
			if meta.Type != "meta" || meta.Algorithm != algorithm || meta.Dist == "" || *meta.Seed != 1 {
				t.Errorf("%v: %+v", args, meta)
			}
			if summary.Type != "summary" || !summary.Verified || summary.Proof != "exact" || summary.N != meta.N || summary.Passes != len(lines)-2 || (summary.GPU == nil) != (algorithm == onHost) {
				t.Errorf("%v: %d lines, %+v", args, len(lines), summary)
			}
			for i, line := range lines[1 : len(lines)-1] {
				var step sortStepLine
				if err := json.Unmarshal([]byte(line), &step); err != nil || step.Type != "step" || step.Index != i || step.Title == "" {
					t.Errorf("%v: %s (%v)", args, line, err)
				}
			}
		}
	}
}

// Sorted files are right, and the same by every way to sort.
func TestSortFiles(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	in := filepath.Join(dir, "keys.bin")
	words, err := keygen.Keys("special", sorting.U64, 3000, 8)
	if err == nil {
		err = writeFile(in, func(w io.Writer) error { return keygen.Write(t.Context(), w, words) })
	}
	if err != nil {
		t.Fatal(err)
	}
	var want, wantValues []byte
	for _, algorithm := range namesOf(sorters()) {
		out, values := filepath.Join(dir, algorithm), filepath.Join(dir, algorithm+".values")
		text, stderr, code := viewer(t, nil, "run", "sort", "-a", algorithm, "--type", "u64", "--payload", "--input", in, "-o", out, "--values", values, "--verify")
		if code != 0 || !strings.Contains(text, in) {
			t.Errorf("%s: exit code %d: %s%s", algorithm, code, text, stderr)
			continue
		}
		got, err := keygen.ReadFile(t.Context(), out, sorting.U64)
		if err != nil || len(got) != len(words) {
			t.Fatalf("%s: %d words, %v", algorithm, len(got), err)
		}
		for i := 2; i < len(got); i += 2 {
			if got[i-1] > got[i+1] || got[i-1] == got[i+1] && got[i-2] > got[i] {
				t.Fatalf("%s: key %d is out of order", algorithm, i/2)
			}
		}
		b, _ := os.ReadFile(out)
		v, _ := os.ReadFile(values)
		if want == nil {
			want, wantValues = b, v
		}
		s, _ := algorithmOf("", algorithm, sorters())
		if !slices.Equal(b, want) || len(v) != 4*3000 || s.stable() && !slices.Equal(v, wantValues) {
			t.Errorf("%s differs from %s", algorithm, namesOf(sorters())[0])
		}
	}
}

func TestSortExitCodes(t *testing.T) {
	needDevice(t)
	cut := filepath.Join(t.TempDir(), "cut.bin")
	if err := os.WriteFile(cut, make([]byte, 4096+5), 0o644); err != nil {
		t.Fatal(err)
	}
	high := filepath.Join(t.TempDir(), "high.bin")
	if err := os.WriteFile(high, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0}, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []refusal{
		{"no such sort", nil, "run sort -a bogo", exitUsage, "cpu"},
		{"no such type", nil, "run sort --type f64", exitUsage, "u32, i32, f32, u64"},
		{"no such keys", nil, "run sort --dist evil", exitUsage, "killer"},
		{"no number", nil, "run sort -n many", exitUsage, "1e6 or 2^20"},
		{"half a key", nil, "run sort -n 2.5", exitUsage, "2.5"},
		{"a key less than none", nil, "run sort -n -1", exitUsage, "-1"},
		{"a bad power", nil, "run sort -n 2^x", exitUsage, "2^x"},
		{"too many bits", nil, "run sort --bits 33", exitUsage, "not within 0 and 32"},
		{"no runs", nil, "run sort --repeat 0", exitUsage, "--repeat"},
		{"values without payload", nil, "run sort --values v", exitUsage, "--payload"},
		{"a file and a number", nil, "run sort --input x -n 5", exitUsage, "--input"},
		{"an argument", nil, "run sort keys.bin", exitUsage, "keys.bin"},
		{"no file", nil, "run sort --input nothing.bin", exitInput, "no such file"},
		{"a file cut off", nil, "run sort --input " + cut, exitInput, "ends at byte 4101, after 1 of the 4 bytes of u32 key 1025"},
		{"a file of other bits", nil, "run sort --bits 8 --input " + high, exitInput, "key 2 differs"},
		{"more than can be counted", nil, "run sort -n 2^33", exitLimit, "2^33"},
		{"no folder", nil, "run sort -o /nonexistent/sorted.bin", exitOutput, "nonexistent"},
		{"time is over", nil, "run sort -a cpu -n 2^24 -r 50 --timeout 300ms", exitTimeout, "timeout"},
		{"no such sorts", nil, "bench sort -a cpu,bogo", exitUsage, "bogo"},
		{"no such types", nil, "bench sort --types u32,u8", exitUsage, "u8"},
		{"sizes the wrong way", nil, "bench sort --min 2^12 --max 2^11", exitUsage, "upwards"},
		{"no size", nil, "bench sort --min 0", exitUsage, "--min"},
		{"two forms", nil, "bench sort --json --csv", exitUsage, "--csv"},
		{"bars have no chart", nil, "bench sort --bars -o a.svg", exitUsage, "--bars"},
		{"a bad ending", nil, "bench sort -o a.gif", exitUsage, ".svg or .png"},
		{"no folder for a chart", nil, "bench sort -o /nonexistent/a.svg", exitOutput, "nonexistent"},
		{"no driver", []string{"VK_DRIVER_FILES=/nonexistent.json", "VK_ICD_FILENAMES=/nonexistent.json"}, "bench sort --max 2^10", exitUnavailable, "driver"},
	} {
		c.check(t)
	}
	for _, a := range sorting.Algorithms() {
		for args, code := range map[string]int{"-n 2^31": exitLimit, "-n 1000 --timeout 1ns": exitTimeout} {
			if _, stderr, got := viewer(t, nil, append([]string{"run", "sort", "-a", a.Name()}, strings.Fields(args)...)...); got != code {
				t.Errorf("%s %s: exit code %d: %s", a.Name(), args, got, stderr)
			}
		}
	}
}

// lazy is a way to sort that leaves out its last step.
type lazy struct{ sorting.Algorithm }

func (l lazy) Prepare(be compute.Backend, f sorting.Format, capacity int, v compute.Values) (*sorting.Sort, error) {
	s, err := l.Algorithm.Prepare(be, f, capacity, v)
	if err == nil {
		s.Steps = s.Steps[:len(s.Steps)-1]
	}
	return s, err
}

// A result that is wrong, or what has no room, ends with its own code.
func TestSortErrors(t *testing.T) {
	needDevice(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	d, err := gpu.Open(gpu.Options{}) // as the program does: gputest would watch those of other tests too
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	for _, a := range sorting.Algorithms() {
		f := sorting.Format{Payload: true}
		j := sortJob{sorter: sorter{lazy{a}}, f: f, n: 3000, runs: timing.Runs{Timed: 1}, verify: true,
			input: func() (oracle.Array, error) { return madeKeys("uniform", f, 3000, 1) }}
		if _, err := j.run(t.Context(), d); !errors.Is(err, fault.Wrong) || exitCode(err, true) != exitWrong || !strings.Contains(err.Error(), a.Name()) {
			t.Errorf("a lazy %s: %v", a.Name(), err)
		}
		j.sorter = sorter{a}
		if _, err := j.run(t.Context(), d); err != nil {
			t.Errorf("%s: %v", a.Name(), err)
		}
	}
	for err, want := range map[error]int{fault.Wrong: exitWrong, fault.Limit: exitLimit, fault.Input: exitInput} {
		if got := exitCode(err, true); got != want {
			t.Errorf("%v has exit code %d", err, got)
		}
	}
}

func TestCount(t *testing.T) {
	for text, want := range map[string]int{"1000000": 1e6, "1e6": 1e6, "2^20": 1 << 20, "0": 0, "1.5e3": 1500, "4294967295": mostKeys, "10^9": 1e9} {
		if got, err := count("-n", text); err != nil || got != want {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1.5", "-3", "2^", "^3", "2^-1", "NaN", "1e-3", "inf", "1e300", "4294967296"} {
		if got, err := count("-n", text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// Interrupted, it says so and leaves nothing behind.
func TestSortInterrupted(t *testing.T) {
	needDevice(t)
	for _, algorithm := range namesOf(sorters()) {
		checkInterrupted(t, time.Second, "run", "sort", "-a", algorithm, "-n", "2^18", "-r", "100000", "-o", "sorted.bin")
	}
}

func TestBenchSort(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	args := []string{"bench", "sort", "--min", "2^10", "--max", "2^12", "-r", "1", "--types", "u32,u64", "--payload"}
	want := 2 * 3 * len(namesOf(sorters()))

	drawing := filepath.Join(dir, "a.svg")
	out, stderr, code := viewer(t, nil, append(args, "--json", "-o", drawing)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	rows := 0
	for line := range strings.Lines(out) {
		var r sortRow
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Type == "row" {
			rows++
			if !r.Verified || r.Rate <= 0 || r.Wall <= 0 || r.LeftOut != "" || !r.Payload {
				t.Errorf("%s", line)
			}
		}
	}
	if rows != want {
		t.Errorf("%d rows, not %d", rows, want)
	}
	checkDrawing(t, drawing, args, want, append(namesOf(sorters()), "ceiling by copy", "u64 + payload", "every result verified")...)
	if out, stderr, code := viewer(t, nil, args...); code != 0 || strings.Count(out, "\n") < want+3 || !strings.Contains(out, "a copy moves") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
}

// What is too large, or takes too long, is listed with the reason.
func TestBenchSortLeavesOut(t *testing.T) {
	needDevice(t)
	out, stderr, code := viewer(t, nil, "bench", "sort", "-a", "cpu", "--min", "2^10", "--max", "2^16", "--limit", "1ms", "--json", "-r", "1")
	if code != 0 || strings.Count(out, "\n") != 8 || !strings.Contains(out, `"left_out":"2^1`) || !strings.Contains(out, "1ms") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
	p := sortPlan{least: 1 << 10, most: 1 << 15}
	for words, want := range map[int][]int{
		1 << 20:   {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
		1<<14 - 1: {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1<<14 - 1, 1 << 14, 1 << 15},
		1 << 13:   {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
		100:       {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
	} {
		if got := p.sizes(sorting.U32, compute.Limits{BufferWords: words}); !slices.Equal(got, want) {
			t.Errorf("%d words: %v", words, got)
		}
	}
	if got := p.sizes(sorting.U64, compute.Limits{BufferWords: 5000}); !slices.Contains(got, 2500) {
		t.Errorf("u64 in 5000 words: %v", got)
	}
}

// The goals are those of the table.
func TestGoals(t *testing.T) {
	var names []string
	for _, g := range sortGoals() {
		names = append(names, g.work)
		if g.bar <= 0 || g.n < 1 {
			t.Errorf("%+v", g)
		}
	}
	if slices.Sort(names); len(slices.Compact(names)) != 8 {
		t.Errorf("the goals are %v", names)
	}
}
