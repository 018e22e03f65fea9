package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

func TestSortExitCodes(t *testing.T) {
	t.Parallel()
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
		{"too many bits", nil, "run sort --bits 33", exitUsage, "not between 0 and 32"},
		{"no runs", nil, "run sort --repeat 0", exitUsage, "--repeat"},
		{"values without payload", nil, "run sort --values v", exitUsage, "--payload"},
		{"a file and a number", nil, "run sort --input x -n 5", exitUsage, "--input"},
		{"a list and a number", nil, "run sort --list 1,2 -n 5", exitUsage, "--list"},
		{"a list and a file", nil, "run sort --list 1,2 --input x", exitUsage, "--list"},
		{"no key", nil, "run sort --list 1,,2", exitUsage, "key 1"},
		{"a key too large", nil, "run sort --type i32 --list 1,2,2147483648", exitUsage, "key 2, 2147483648, is outside"},
		{"a list of other bits", nil, "run sort --bits 4 --list 1,2,16", exitInput, "key 2 differs"},
		{"an argument", nil, "run sort keys.bin", exitUsage, "keys.bin"},
		{"no file", nil, "run sort --input nothing.bin", exitInput, "no such file"},
		{"a file cut off", nil, "run sort --input " + cut, exitInput, "ends at byte 4101, after 1 of the 4 bytes of u32 key 1025"},
		{"a file of other bits", nil, "run sort --bits 8 --input " + high, exitInput, "key 2 differs"},
		{"more than can be counted", nil, "run sort -n 2^33", exitLimit, "2^33"},
		{"no folder", nil, "run sort -o /nonexistent/sorted.bin", exitOutput, "nonexistent"},
		{"time is over", nil, "run sort -a cpu -n 2^24 -r 50 --timeout 300ms", exitTimeout, "timeout"},
		{"no such sorts", nil, "bench sort -a cpu,bogo", exitUsage, "bogo"},
		{"no such types", nil, "bench sort --types u32,u8", exitUsage, "u8"},
		{"sizes the wrong way", nil, "bench sort --min 2^12 --max 2^11", exitUsage, "at most --max"},
		{"no size", nil, "bench sort --min 0", exitUsage, "--min"},
		{"two forms", nil, "bench sort --json --csv", exitUsage, "--csv"},
		{"bars have no chart", nil, "bench sort --bars --chart a.svg", exitUsage, "--bars"},
		{"a bad ending", nil, "bench sort --chart a.gif", exitUsage, ".svg or .png"},
		{"no folder for a chart", nil, "bench sort --chart /nonexistent/a.svg", exitOutput, "nonexistent"},
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

func TestExitCodesOfFaults(t *testing.T) {
	for err, want := range map[error]int{fault.Wrong: exitWrong, fault.Limit: exitLimit, fault.Input: exitInput} {
		if got := exitCode(err, true); got != want {
			t.Errorf("%v has exit code %d", err, got)
		}
	}
}

// Interrupted, it says so and leaves no file.
func TestSortInterrupted(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, algorithm := range cli.Names(sorting.Algorithms()) {
		checkInterrupted(t, 100, "run", "sort", "-a", algorithm, "-n", "2^14", "-r", "1000000", "-o", "sorted.bin")
	}
}

// A sort on the host, which has read its keys from a pipe, is interrupted, and leaves no file.
func TestHostSortInterrupted(t *testing.T) {
	t.Parallel()
	pipe, out := filepath.Join(t.TempDir(), "pipe"), write(t, "sorted.bin", "old")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	args := []string{"run", "sort", "-a", "cpu", "--input", pipe, "-r", "100000", "-o", out, "--force"}
	c := exec.Command(binary, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pipe, make([]byte, 1<<20), 0); err != nil { // which waits for a reader
		t.Fatal(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); c.ProcessState.ExitCode() != 130 {
		t.Errorf("interrupted, it ends with %v", err)
	}
	checkLeft(t, out, args)
}

// A long sort by a network, which is many submissions, answers a signal between any two, and the end
// of its time.
func TestSortAnswers(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, algorithm := range []string{"batcher", "batcher-fused"} {
		args := []string{"run", "sort", "-a", algorithm, "-n", "2^22", "-r", "1000000"}
		interrupt(t, 10, args...)
		if _, stderr, code := viewer(t, nil, append(args, "--timeout", "1s")...); code != exitTimeout {
			t.Errorf("%s: exit code %d: %s", algorithm, code, stderr)
		}
	}
}
