package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
)

// 'run table' offers the searches whose solvers run concurrent queries, and no other.
func TestSideBySide(t *testing.T) {
	names := cli.Names(sideBySide)
	for _, a := range sssp.Searches() {
		room, _, err := measure.Room(host.New(), a, ssspgen.Grid(1, 2, 2, 9))
		if err != nil || (room > 0) != slices.Contains(names, a.Name()) {
			t.Errorf("%s: room for %d concurrent queries, %v", a.Name(), room, err)
		}
		if room == 0 {
			if _, err := clitest.Run(t, tableCommand, "-s", "x.csv", "-a", a.Name()); !errors.Is(err, fault.Usage) || !strings.HasSuffix(err.Error(), "choose from "+strings.Join(names, ", ")) {
				t.Errorf("%s: %v", a.Name(), err)
			}
		}
	}
	if usage := tableCommand(&cli.App{}).Flags().Lookup("algorithm").Usage; !strings.HasSuffix(usage, ": "+strings.Join(names, ", ")) {
		t.Errorf("the help says %q", usage)
	}
}
