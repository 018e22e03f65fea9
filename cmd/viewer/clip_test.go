package main

import (
	"testing"

	"kernelscope/cli"
	"kernelscope/compute/clip"
)

func TestClipExitCodes(t *testing.T) {
	t.Parallel()
	needDevice(t)
	bad := write(t, "bad.txt", "(( # a\n)x)\n")
	bare := write(t, "bare.txt", "()")
	broken := write(t, "broken.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\n<g>")
	for _, c := range []refusal{
		{"no file named", nil, "run clip", exitUsage, "1 arg"},
		{"no such form", nil, "run clip gen:clip -a magic", exitUsage, "tree, lookback"},
		{"no power of two", nil, "run clip gen:clip --workgroup 65", exitUsage, "nearest 64 and 128"},
		{"too small", nil, "run clip gen:clip --workgroup 32", exitUsage, "from 64 to 1024; nearest 64"},
		{"no runs", nil, "run clip gen:clip -r 0", exitUsage, "--repeat"},
		{"two forms", nil, "run clip gen:clip --json --csv", exitUsage, "--csv"},
		{"twice", nil, "run clip gen:clip --csv -o a.csv", exitUsage, "-o"},
		{"a bad ending", nil, "run clip gen:clip -o a.txt", exitUsage, ".jsonl or .csv"},
		{"no such shape", nil, "run clip gen:clip,shape=round", exitUsage, "zigzag"},
		{"another generator", nil, "run clip gen:grid", exitUsage, "gen:clip"},
		{"no value", nil, "run clip gen:clip,shape", exitUsage, "name=value"},
		{"no file", nil, "run clip nothing.txt", exitInput, "no such file"},
		{"no picture", nil, "run clip nothing.svg", exitInput, "no such file"},
		{"what is no element", nil, "run clip " + bad, exitInput, `bad.txt: line 2: 'x'`},
		{"a picture that ends", nil, "run clip " + broken, exitInput, "line 2"},
		{"no boxes", nil, "run clip --boxes " + bare, exitInput, "has no boxes"},
		{"too many", nil, "run clip gen:clip,elements=50000000 --boxes=false", exitLimit, "at most"},
		{"no folder", nil, "run clip gen:clip -o /nonexistent/a.csv", exitOutput, "nonexistent"},
		{"time is over", nil, "run clip gen:clip,elements=100000 -r 100000 --timeout 300ms", exitTimeout, "timeout"},
		{"no driver", []string{"VK_DRIVER_FILES=/nonexistent.json", "VK_ICD_FILENAMES=/nonexistent.json"}, "run clip " + bare, exitUnavailable, "driver"},
		{"no such forms", nil, "bench clip -a tree,magic", exitUsage, "magic"},
		{"no such sizes", nil, "bench clip --sizes 2^10,x", exitUsage, "--sizes"},
		{"no size", nil, "bench clip --sizes 0", exitUsage, "--sizes has 0"},
		{"no such workgroup", nil, "bench clip --workgroup 64,100", exitUsage, "workgroup 100: a power of two"},
		{"no parameter of it", nil, "bench clip -a lookback --few 8", exitUsage, "not a parameter of lookback"},
		{"no parameter with bars", nil, "bench clip --bars --few 8", exitUsage, "--bars"},
		{"a bench of no shape", nil, "bench clip --shape round", exitUsage, "wide"},
		{"a bench of two forms", nil, "bench clip --json --csv", exitUsage, "--csv"},
		{"bars have no chart", nil, "bench clip --bars --chart a.svg", exitUsage, "--chart"},
		{"a chart of a bad ending", nil, "bench clip --chart a.gif", exitUsage, ".svg or .png"},
		{"no folder for a chart", nil, "bench clip --chart /nonexistent/a.svg", exitOutput, "nonexistent"},
	} {
		c.check(t)
	}
}

// Interrupted, it says so and leaves what was there.
func TestClipInterrupted(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, form := range cli.Names(clip.Forms()) {
		checkInterrupted(t, 100, "run", "clip", "gen:clip,elements=10000", "-a", form, "-r", "1000000", "-o", "a.csv")
	}
}
