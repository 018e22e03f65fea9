package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every algorithm is right under the first schedules, and every lab that comes with the program.
func TestProve(t *testing.T) {
	t.Parallel()
	out, errs, code := viewer(t, nil, "prove", "--runs", "20", "--json")
	if code != 0 || strings.Contains(out, `"trials":0`) {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	for _, name := range []string{"bfs", "reduction", "scan-lookback", "histogram"} {
		if out, errs, code := viewer(t, nil, "prove", "--runs", "12", "--", "lab", "lab:"+name); code != 0 {
			t.Errorf("%s: exit code %d: %s%s", name, code, out, errs)
		}
	}
}

// Schedules that found faults: a walk that lacked a partition read entries that it did not have, in memory that was weaker than Vulkan's; a
// workgroup too many in a grid with two dimensions ended a matching, or took part in a search for pairs; workgroups read entries of others in
// a queue before they knew of them, and of their own other invocations; they put entries back where others might still store.
func TestProveAgain(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"--seed 1220 --runs 1 -- clip -a snapshot --workgroup 16 gen:clip,elements=2000,shape=zigzag,seed=57 --verify",
		"--seed 31 --runs 1 -- clip -a tree --workgroup 64 --items 1 gen:clip,elements=700,shape=zigzag,seed=536 --boxes=false --verify",
		"--seed 31 --runs 1 -- clip -a lookback --workgroup 64 --items 1 gen:clip,elements=700,shape=zigzag,seed=536 --boxes=false --verify",
		"--seed 14 --runs 1 -- bfs gen:adversarial,kind=zero,nodes=150,seed=737 --scheme pair -n 31 --seed 273 --verify",
		"--seed 67 --runs 1 -- bfs gen:grid,width=20,height=10,seed=620 --scheme pair --list 64 --workgroup 8 -n 64 --seed 2 --verify",
		"--seed 335 --runs 1 -- sssp gen:grid,width=50,height=40,seed=39 -a frontier --rho 64 --together 4 --alone 1 -s #0 -t random --seed 996 --verify",
		"--seed 21 --runs 1 -- sssp gen:grid,width=20,height=10,seed=54 -a frontier --delta 20 --rho 1 --together 4 --alone 1 --workgroup 32 -s random -t all --seed 921 --verify",
	} {
		if out, errs, code := viewer(t, nil, append([]string{"prove"}, strings.Fields(line)...)...); code != 0 {
			t.Errorf("%s: exit code %d: %s%s", line, code, out, errs)
		}
	}
}

// A look-back whose value and flag are not ordered is found, with a schedule that repeats it.
func TestProveFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := `shader = "lookback.spv"
[buffer.Values]
length = 16
[buffer.Flags]
length = 16
[buffer.Sums]
length = 16
[buffer.Recomputed]
length = 1
[[dispatch]]
groups = 16
[[check]]
each = "Sums"
formula = "Sums[i] == (i + 1) * (i + 2) / 2"
`
	code, err := os.ReadFile("../../compute/simt/testdata/late/lookback.coherent.spv")
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"lookback.toml": []byte(text), "lookback.spv": code} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"--runs", "50"}, {"--runs", "1", "--seed", "9"}} {
		out, errs, code := viewer(t, nil, append(append([]string{"prove"}, args...), "--json", "--", "lab", filepath.Join(dir, "lookback.toml"))...)
		if code != exitWrong || !strings.Contains(out, `"type":"failure"`) || !strings.Contains(out, "data race") || !strings.Contains(errs, "1 of 1 algorithms fail") {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
		}
		checkJSON(t, documented(t), "prove", false, strings.Split(strings.TrimSpace(out), "\n"))
	}
}

// Trials that the time cuts short neither fail nor count.
func TestProveTime(t *testing.T) {
	t.Parallel()
	if out, errs, code := viewer(t, nil, "prove", "scan", "--time", "1ns", "--json"); code != 0 || !strings.Contains(out, `"trials":0,"refused":0`) {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}

func TestProveRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []refusal{
		{"no algorithm", nil, "prove fast", exitUsage, `no algorithm has the name "fast"; choose from near-far,`},
		{"no trials", nil, "prove scan --runs 0", exitUsage, "at least 1"},
		{"no run command", nil, "prove -- nothing", exitUsage, "nothing"},
		{"a wrong flag", nil, "prove -- sort --nothing", exitUsage, "--nothing"},
		{"no file", nil, "prove -- sssp missing.gr", exitInput, "missing.gr"},
		{"no list", nil, "prove scan --mutants --from missing.csv", exitInput, "missing.csv"},
	} {
		if _, stderr, code := viewer(t, c.env, strings.Fields(c.args)...); code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
	}
}
