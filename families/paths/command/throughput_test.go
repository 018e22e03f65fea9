package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
)

// Searches without concurrent queries are measured one query after another; numbers of concurrent ones are refused before
// anything is read.
func TestThroughput(t *testing.T) {
	command := func(app *cli.App) *cobra.Command {
		return experimentCommand(app, experiment.Throughput, "throughput", "", "", 1)
	}
	out, err := clitest.Run(t, command, "gen:grid,width=12,height=9", "-a", "nearfar,frontier", "-n", "3", "-r", "1", "--at-once", "1,3")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Near-Far, one at a time", "Frontier, one at a time", " Frontier  "} {
		if !strings.Contains(out, name) {
			t.Errorf("%q is not in\n%s", name, out)
		}
	}
	if strings.Contains(out, " Near-Far  ") {
		t.Errorf("Near-Far is concurrent in\n%s", out)
	}
	if out, err = clitest.Run(t, command, "gen:grid,width=12,height=9", "-a", "nearfar", "-r", "1"); err != nil || !strings.Contains(out, "10 rows, 10 verified") {
		t.Errorf("alone: %v\n%s", err, out)
	}
	if _, err := clitest.Run(t, command, "no such file", "-a", "nearfar", "--at-once", "1,8"); !errors.Is(err, fault.Usage) || !strings.Contains(err.Error(), "one query after another") {
		t.Errorf("concurrent queries of Near-Far: %v", err)
	}
}

// Numbers of concurrent searches are limited to the room on the device.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		room    int
		want    []int
	}{{[]int{1, 8, 32}, 32, []int{1, 8, 32}}, {[]int{1, 8, 32}, 4, []int{1, 4}}, {[]int{16}, 4, []int{4}}} {
		if got := within(c.numbers, c.room); !slices.Equal(got, c.want) {
			t.Errorf("with room for %d, %v are %v, not %v", c.room, c.numbers, got, c.want)
		}
	}
}
