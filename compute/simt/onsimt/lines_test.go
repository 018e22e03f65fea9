package onsimt_test

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
	"kernelscope/shaders"
)

// unexecuted lists the lines of kernels that neither the works nor the tests in lockstep execute: kernels, file, lines, and why.
//
//go:embed testdata/lines.csv
var unexecuted string

// place is a line of a kernel: KERNEL,FILE,LINE.
func place(kernel string, l simt.Line) string { return fmt.Sprintf("%s,%s,%d", kernel, l.File, l.Line) }

// code returns the lines of all kernels, in both of their forms.
func code(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for _, name := range shaders.Names() {
		kernel, isKernel := strings.CutSuffix(name, ".comp")
		for _, basic := range []bool{false, true} {
			if !isKernel {
				continue
			}
			code, err := shaders.SPIRV(name, basic)
			if err != nil {
				t.Fatal(err)
			}
			m, err := simt.Load(code)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range m.Code() {
				out[place(kernel, l)] = true
			}
		}
	}
	return out
}

// listed returns the lines of the list.
func listed(t *testing.T) map[string]bool {
	rows, err := csv.NewReader(strings.NewReader(unexecuted)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, r := range rows[1:] {
		first, last, isRange := strings.Cut(r[2], "-")
		from, err := strconv.Atoi(first)
		to := from
		if isRange && err == nil {
			to, err = strconv.Atoi(last)
		}
		if err != nil || r[3] == "" {
			t.Fatalf("%v: %v", r, err)
		}
		for kernel := range strings.FieldsSeq(r[0]) {
			for line := from; line <= to; line++ {
				out[place(kernel, simt.Line{File: r[1], Line: line})] = true
			}
		}
	}
	return out
}

// starving is a scheduler that lets all workgroups proceed for a while, and then only the last of them, which must do without
// what the others would have published.
type starving struct {
	*rand.Rand
	left int // choices until it changes
	all  bool
}

func (s *starving) Next(ready []simt.SubgroupAt) (int, int) {
	if s.left--; s.left <= 0 {
		s.all = !s.all
		if s.left = 2000; s.all {
			s.left = s.IntN(300)
		}
	}
	if s.all {
		return s.IntN(len(ready)), 5
	}
	return len(ready) - 1, 100
}

const starved = 32 // lanes

// byWorks returns the lines that the works execute, at widths for which kernels have code of their own.
func byWorks(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for _, lanes := range []int{1, 4, 8, 64, starved} {
		be := onsimt.New(lanes).Backend()
		be.Machine.Observe = simt.Observe{Counters: true}
		for _, w := range works {
			if err := w.run(be, rand.New(rand.NewPCG(7, 7))); err != nil {
				t.Fatal(err)
			}
		}
		for seed := uint64(0); lanes == starved && seed < 5; seed++ {
			l := host.NewLockstep(t.Context(), be)
			starve := func(work func() error) error {
				be.Machine.Resident, be.Machine.Scheduler = 4, &starving{Rand: rand.New(rand.NewPCG(1, seed))}
				return work()
			}
			err := errors.Join(
				starve(func() error {
					return sortsOf(l, rand.New(rand.NewPCG(7, 8)), 20_000, []sorting.Algorithm{sorting.Radix{}}, nil)
				}),
				starve(func() error { return scansOf(l, rand.New(rand.NewPCG(9, 10)), 20_000) }),
				starve(func() error { return clipsOf(l, 20_000) }),
				l.Flush(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, kernel := range be.Kernels() {
			for _, r := range be.Lines(kernel) {
				if r.Executions > 0 {
					out[place(kernel, r.Line)] = true
				}
			}
		}
	}
	return out
}

// byTests runs the tests that compare kernels in lockstep, with the interpreter beside the device and workgroups
// that take turns. It returns the lines that are executed. No kernel does what it does not declare.
func byTests(t *testing.T) map[string]bool {
	const root = "../../.."
	folder := t.TempDir()
	env := append(os.Environ(), "KERNELSCOPE_TEST_AGAINST_SIMT=8", "KERNELSCOPE_TEST_LINES="+folder, "KERNELSCOPE_LONG=")
	for pkg, names := range lockstepTests(t, root) {
		c := exec.Command("go", "test", "-count=1", "-timeout=2h", "-run=^("+strings.Join(names, "|")+")$", "./"+pkg)
		c.Dir, c.Env = root, env
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", pkg, err, out)
		}
	}
	read := func(pattern string, f func(line string)) {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files %s, %v", len(files), pattern, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(b)) {
				f(strings.TrimSpace(line))
			}
		}
	}
	out, reported := map[string]bool{}, map[string]bool{}
	read("*.csv", func(line string) { out[line] = true })
	read("*.events", func(line string) {
		f := strings.SplitN(line, "\t", 3)
		if key := f[0] + " " + f[1]; !reported[key] {
			reported[key] = true
			t.Errorf("%s does what it does not declare in %s: %s", f[0], f[1], f[2])
		}
	})
	return out
}

// lockstepTests finds the tests that call NewLockstep, by package: those of algorithms and drawing.
func lockstepTests(t *testing.T, root string) map[string][]string {
	out := map[string][]string{}
	test := regexp.MustCompile(`(?m)^func (Test\w+)`)
	for _, pattern := range []string{"compute/*/*_test.go", "render/*_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pkg, _ := filepath.Rel(root, filepath.Dir(file))
			if pkg == "compute/host" || pkg == "compute/gpu" { // test lockstep itself
				continue
			}
			for function := range strings.SplitSeq(string(text), "\nfunc ") {
				if m := test.FindStringSubmatch("func " + function); m != nil && strings.Contains(function, "NewLockstep(") {
					out[pkg] = append(out[pkg], m[1])
				}
			}
		}
	}
	return out
}

// Every line of every kernel is executed by some work or some test in lockstep, or listed. The tests run in the
// long form; otherwise the list is only compared with the works.
func TestLines(t *testing.T) {
	all, list, ran := code(t), listed(t), byWorks(t)
	n := len(ran)
	isLong := os.Getenv("KERNELSCOPE_LONG") != ""
	if isLong {
		maps.Copy(ran, byTests(t))
	}
	t.Logf("%d lines of kernels; works execute %d, works and tests %d; %d are listed", len(all), n, len(ran), len(list))
	for _, l := range slices.Sorted(maps.Keys(list)) {
		if !all[l] {
			t.Errorf("%s is listed and has no code", l)
		} else if ran[l] {
			t.Errorf("%s is listed and executed", l)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(all)) {
		if isLong && !ran[l] && !list[l] {
			t.Errorf("%s is not executed", l)
		}
	}
}
