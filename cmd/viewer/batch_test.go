package main

import (
	"strings"
	"testing"
)

func TestBatch(t *testing.T) {
	const table = " -- run table NY.gr -s p.csv -o parts/t.parquet"
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"slurm --parts 8 --gpus 4" + table, 0, "--array=0-1"},
		{"slurm --parts 8 --gpus 2 --device uuid:a,1" + table, 0, "DEVICES='uuid:a 1'"},
		{"slurm --parts 2 -- bench sweep -o s.json", 0, "bench sweep -o s.json"},
		{"kubernetes --parts 8 --image i --claim c" + table, 0, "completions: 8"},
		{"slurm" + table, exitUsage, "--parts"},
		{"slurm --parts 8 --gpus 3" + table, exitUsage, "divide"},
		{"slurm --parts 8 --gpus 2 --device uuid:a" + table, exitUsage, "each of the 2"},
		{"slurm --parts 8 --device H'200" + table, exitUsage, "uuid:…"},
		{"slurm --parts 8 --name A" + table, exitUsage, "--name"},
		{"slurm --parts 8", exitUsage, "after --"},
		{"slurm --parts 8 -- run sssp", exitUsage, "no parts"},
		{"slurm --parts 8 -- run nothing", exitUsage, "no parts"},
		{"slurm --parts 8 -- run table -o t.parquet --pump 1", exitUsage, "pump"},
		{"slurm --parts 8 -- run table -o t.csv", exitUsage, ".parquet"},
		{"slurm --parts 8 -- run table -o t.parquet --shard 1/2", exitUsage, "--shard"},
		{"slurm --parts 8 -- run table -o t\x01.parquet", exitUsage, "control"},
		{"kubernetes --parts 8" + table, exitUsage, "--image"},
		{"kubernetes --parts 8 --image i --claim c --device 1" + table, exitUsage, "--device"},
	} {
		stdout, stderr, code := viewer(t, nil, append([]string{"batch"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.args, code, c.code, stdout+stderr)
		}
	}
}
