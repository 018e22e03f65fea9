package command

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
)

// Every sort of the device and of the host runs with all options; std::sort has TestCpp.
func TestRun(t *testing.T) {
	for _, algorithm := range usual() {
		for i, args := range [][]string{
			{"-n", "2^12"}, {"-n", "0"}, {"-n", "1e3", "--type", "f32", "--dist", "special", "--payload", "--desc"},
			{"-n", "5003", "--type", "u64", "--dist", "few", "--payload", "-r", "2"}, {"-n", "777", "--type", "i32", "--bits", "9"},
		} {
			args = append([]string{"-a", algorithm, "--verify"}, args...)
			if i == 0 {
				if out, err := clitest.Run(t, runCommand, args...); err != nil || !strings.Contains(out, "verified: sorted, the same keys") {
					t.Errorf("%v: %v: %s", args, err, out)
				}
			}
			out, err := clitest.Run(t, runCommand, append(args, "--json")...)
			if err != nil {
				t.Errorf("%v: %v", args, err)
				continue
			}
			lines := slices.Collect(strings.Lines(out))
			var meta metaLine
			var summary summaryLine
			if err := errors.Join(json.Unmarshal([]byte(lines[0]), &meta), json.Unmarshal([]byte(lines[len(lines)-1]), &summary)); err != nil {
				t.Fatal(err)
			}
			if meta.Type != "meta" || meta.Algorithm != algorithm || meta.Dist == "" || *meta.Seed != 1 {
				t.Errorf("%v: %+v", args, meta)
			}
			if summary.Type != "summary" || summary.Verified == nil || !*summary.Verified || summary.Proof != "exact" || summary.N != meta.N || summary.Passes != passesOf(lines[1:len(lines)-1]) || (summary.GPU == nil) != strings.HasPrefix(algorithm, onHost) {
				t.Errorf("%v: %d lines, %+v", args, len(lines), summary)
			}
			for i, line := range lines[1 : len(lines)-1] {
				var step stepLine
				if err := json.Unmarshal([]byte(line), &step); err != nil || step.Type != "step" || step.Index != i || step.Title == "" {
					t.Errorf("%v: %s (%v)", args, line, err)
				}
			}
		}
	}
}

// passesOf counts the steps that move keys by their titles.
func passesOf(lines []string) (n int) {
	for _, line := range lines {
		if !strings.Contains(line, "histogram") && !strings.Contains(line, "count") {
			n++
		}
	}
	return n
}

// Sorted files are correct, and the same for every sort.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "keys.bin")
	words, err := keygen.Keys("special", sorting.U64, 3000, 8)
	if err == nil {
		err = output.File(in, func(w io.Writer) error { return keygen.Write(t.Context(), w, words) })
	}
	if err != nil {
		t.Fatal(err)
	}
	var want, wantValues []byte
	for _, algorithm := range usual() {
		out, values := filepath.Join(dir, algorithm), filepath.Join(dir, algorithm+".values")
		text, err := clitest.Run(t, runCommand, "-a", algorithm, "--type", "u64", "--payload", "--input", in, "-o", out, "--values", values, "--verify")
		if err != nil || !strings.Contains(text, in) {
			t.Errorf("%s: %v: %s", algorithm, err, text)
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
		s, _ := cli.Named("", algorithm, sorters())
		if !slices.Equal(b, want) || len(v) != 4*3000 || s.stable() && !slices.Equal(v, wantValues) {
			t.Errorf("%s differs from %s", algorithm, cli.Names(sorters())[0])
		}
	}
}

// lazy is a sort that omits its last step.
type lazy struct{ sorting.Algorithm }

func (l lazy) Prepare(be compute.Backend, f sorting.Format, capacity int, v compute.Values) (*sorting.Sort, error) {
	s, err := l.Algorithm.Prepare(be, f, capacity, v)
	if err == nil {
		s.Steps = s.Steps[:len(s.Steps)-1]
	}
	return s, err
}

// A wrong result is an error.
func TestWrong(t *testing.T) {
	for _, a := range sorting.Algorithms() {
		f := sorting.Format{Payload: true}
		j := job{sorter: sorter{algorithm: lazy{a}}, f: f, n: 3000, runs: timing.Runs{Timed: 1}, verify: true,
			input: func() (oracle.Array, error) { return madeKeys("uniform", f, 3000, 1) }}
		if _, err := j.run(t.Context(), host.New()); !errors.Is(err, fault.Wrong) || !strings.Contains(err.Error(), a.Name()) {
			t.Errorf("a lazy %s: %v", a.Name(), err)
		}
		j.sorter = sorter{algorithm: a}
		if _, err := j.run(t.Context(), host.New()); err != nil {
			t.Errorf("%s: %v", a.Name(), err)
		}
	}
}

// All backends sort the same way, and a wrong mirror is detected.
func TestRunBackends(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sorted.bin")
	for _, a := range sorting.Algorithms() {
		clitest.OnBackends(t, runCommand, func(string) string {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}, "-a", a.Name(), "-n", "3001", "--dist", "special", "--type", "f32", "--payload", "--verify", "-o", file)
	}
	clitest.Differing(t, runCommand, "radix4_count", "-a", "radix4", "-n", "100")
}

// Keys that a buffer does not hold are sorted in halves, and refused if two do not hold them.
func TestRunHalves(t *testing.T) {
	run := func(n string) (string, error) {
		return clitest.Run(t, func(app *cli.App) *cobra.Command {
			app.Fake = &gpu.Fake{Limits: func(i *gpu.Info) { i.StorageBytes = 80_000 }}
			return runCommand(app)
		}, "-n", n, "--payload", "-r", "2", "--verify", "--json")
	}
	out, err := run("30000")
	if err != nil || !strings.Contains(out, "merge the halves") || !strings.Contains(out, `"passes":5`) {
		t.Errorf("halves: %v\n%s", err, out)
	}
	if _, err := run("45000"); !errors.Is(err, fault.Limit) || !strings.Contains(err.Error(), "at most") {
		t.Errorf("three buffers: %v", err)
	}
}
