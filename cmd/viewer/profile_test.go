package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every family writes its dispatches through the same flags.
func TestDispatches(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for kernel, line := range map[string]string{
		"sssp_relax": "run sssp gen:grid,width=9,height=9 -a nearfar", "radix_pass": "run sort -n 1000", "clip_link": "run clip gen:clip,elements=99",
		"bfs_pair_roads": "run bfs gen:grid,width=9,height=9 -n 3 --scheme pair --form roads", "scan_add": "run sums -n 500",
	} {
		file := filepath.Join(t.TempDir(), "trace.json")
		stdout, stderr, code := viewer(t, nil, append(strings.Fields(line), "--dispatches", "--chrome-trace", file)...)
		if code != 0 || !strings.Contains(stdout, "\n"+kernel) {
			t.Errorf("%s: exit code %d, %s%s", line, code, stdout, stderr)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var trace struct{ TraceEvents []struct{ Name, Cat string } }
		if err := json.Unmarshal(text, &trace); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, e := range trace.TraceEvents {
			if e.Cat == "dispatch" && strings.HasPrefix(e.Name, kernel) {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s: the trace has no %s", line, kernel)
		}
	}
	refusal{"no timestamps", nil, "run sums -n 9 --dispatches --backend ref", exitUsage, "timestamps"}.check(t)
	stdout, _, code := viewer(t, nil, strings.Fields("run sssp gen:grid,width=9,height=9 -a dijkstra --dispatches")...)
	if code != 0 || !strings.Contains(stdout, "nothing was dispatched") {
		t.Errorf("on the host: exit code %d, %s", code, stdout)
	}
}
