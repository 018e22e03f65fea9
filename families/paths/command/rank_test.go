package command

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
)

// A query of rank r ends at the node that Dijkstra's algorithm settles after r others.
func TestRank(t *testing.T) {
	m := mapOf(t, "gen:grid,width=40,height=30", "time")
	for _, args := range []string{"-s #77 --rank 100", "--rank 2^9 -n 3 --seed 5", "-s random --rank 1"} {
		out, err := clitest.Run(t, searchCommand, append(strings.Fields(args), "gen:grid,width=40,height=30", "--verify", "--json")...)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(out) {
			var q struct {
				Type           string
				Source, Target struct{ Node uint32 }
				Rank           int
			}
			if err := json.Unmarshal([]byte(line), &q); err != nil || q.Type != "query" {
				continue
			}
			found++
			if want, ok := oracle.Ranked(m.Graph, q.Source.Node, q.Rank); !ok || q.Rank < 1 || q.Target.Node != want || args[0:2] == "-s" && args[3:6] == "#77" && q.Source.Node != 77 {
				t.Errorf("%s: %+v, want node %d", args, q, want)
			}
		}
		if found == 0 {
			t.Errorf("%s: no query", args)
		}
	}
	for _, args := range []string{"--rank 0", "--rank many", "--rank 1200", "-s #3 --rank 5000", "--rank 4 -t #3", "--rank 4 --ranks"} {
		if _, err := clitest.Run(t, searchCommand, append(strings.Fields(args), "gen:grid,width=40,height=30")...); !errors.Is(err, fault.Usage) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
