package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/internal/fault"
)

func TestBatch(t *testing.T) {
	t.Parallel()
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
		{"slurm --parts 8 -- run table -o t\x01.parquet", exitUsage, "not printed"},
		{"kubernetes --parts 8" + table, exitUsage, "--image"},
		{"kubernetes --parts 8 --image i --claim c --device 1" + table, exitUsage, "--device"},
	} {
		stdout, stderr, code := viewer(t, nil, append([]string{"batch"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.args, code, c.code, stdout+stderr)
		}
	}
}

// No value of a job may begin another line, or hide what it is.
func TestBatchOddValues(t *testing.T) {
	command := []string{"--", "run", "table", "NY.gr", "-s", "p.csv", "-o", "parts/t.parquet"}
	for _, odd := range []string{"\n", "\r", "\x00", "\x1b", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b", "\xff"} {
		value := "x" + odd + "touch pwned"
		for _, args := range [][]string{
			{"slurm", "--parts=2", "--time=" + value}, {"slurm", "--parts=2", "--program=" + value}, {"slurm", "--parts=2", "--name=" + value},
			{"kubernetes", "--parts=2", "--claim=c", "--image=" + value}, {"kubernetes", "--parts=2", "--image=i", "--claim=" + value}, {"kubernetes", "--parts=2", "--image=i", "--claim=c", "--program=" + value},
			{"slurm", "--parts=2", "--", "run", "table", value, "-s", "p.csv", "-o", "t.parquet"}, {"kubernetes", "--parts=2", "--image=i", "--claim=c", "--", "run", "table", "-s", "p.csv", "-o", value + ".parquet"},
		} {
			if !slices.Contains(args, "--") {
				args = append(args, command...)
			}
			out, err := clitest.Run(t, func(*cli.App) *cobra.Command { return newApp().batchCommand() }, args...)
			if !errors.Is(err, fault.Usage) || out != "" || strings.Contains(err.Error(), odd) {
				t.Errorf("%q: %v; it prints %q", args, err, out)
			}
		}
	}
	for value, right := range map[string]bool{"30": true, "02:00:00": true, "1-12:30": true, "x": false, "1 --wrap=id": false, "": true} {
		_, err := clitest.Run(t, func(*cli.App) *cobra.Command { return newApp().batchCommand() }, append([]string{"slurm", "--parts=2", "--time=" + value}, command...)...)
		if (err == nil) != right {
			t.Errorf("--time=%s: %v", value, err)
		}
	}
}
