//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBounds asks for more than there is, and for what cannot be a file: all of it is refused, or
// given up when the time is over, within seconds.
func TestBounds(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	sparse := write(t, "sparse.bin", "")
	if err := os.Truncate(sparse, 1<<40); err != nil {
		t.Skip(err)
	}
	header := write(t, "only.osm", "<osm version='0.6'><relation id='1'><member type='way' ref='1' role=''><nd ref='3'/></member></relation></osm>")
	for _, c := range []refusal{
		{"too many queries", nil, "run sssp -n 1000000000", exitLimit, "at most 1000000"},
		{"too many pairs", nil, "run bfs -n 4294967295", exitLimit, "4294967295 pairs needs 128"},
		{"too few queries", nil, "bench throughput gen:grid,width=9,height=9 -n 2 -r 1 --at-once 4", exitUsage, "4 concurrent searches need as many"},
		{"a long value", nil, "run sums --directed=" + strings.Repeat("9", 300), exitUsage, strings.Repeat("9", 100) + "…"},
		{"too many keys", nil, "run sort -a cpu --type u64 -n 4e9", exitLimit, "of memory"},
		{"a large file of keys", nil, "run sort -a cpu --input " + sparse, exitLimit, "of memory"},
		{"too many runs of a sort", nil, "run sort -a cpu -n 100 -r 4294967295", exitLimit, "at most 1000000"},
		{"too many runs of clips", nil, "run clip gen:clip,elements=9 -r 4294967295", exitLimit, "at most 1000000"},
		{"too many sorts", nil, "bench sort --max 2^10 -r 4294967295", exitLimit, "at most 1000000"},
		{"too many matches", nil, "bench clip -r 4294967295", exitLimit, "at most 1000000"},
		{"too many imports", nil, "bench load -n 4294967295", exitLimit, "at most 1000000"},
		{"too many repetitions", nil, "bench rank -r 4294967295", exitLimit, "at most 1000000"},
		{"a pipe as a map", nil, "info " + pipe, exitInput, "pipe"},
		{"a pipe as an experiment", nil, "bench draw " + pipe, exitInput, "pipe"},
		{"a silent pipe of clips", nil, "run clip --timeout 200ms " + pipe, exitTimeout, "timeout"},
		{"a silent pipe of keys", nil, "run sort -a cpu --timeout 200ms --input " + pipe, exitTimeout, "timeout"},
		{"a silent pipe of places", nil, "run table --timeout 2s --sources " + pipe, exitTimeout, "timeout"},
		{"a device as a map", nil, "info /dev/zero", exitInput, "device"},
		{"a device of keys", nil, "run sort -a cpu --input /dev/zero", exitInput, "device"},
		{"a device of clips", nil, "run clip /dev/zero", exitInput, "device"},
		{"a directory as a map", nil, "info " + t.TempDir(), exitInput, "directory"},
		{"a directory of keys", nil, "run sort -a cpu --input " + t.TempDir(), exitInput, "directory"},
		{"a map without ways", nil, "run sssp " + header, exitInput, "no roads"},
	} {
		c.check(t)
	}
}
