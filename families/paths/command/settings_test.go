package command

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
)

func rankCommand(app *cli.App) *cobra.Command {
	return experimentCommand(app, experiment.Rank, "rank", "", "", 1)
}

// Pairs are settings of searches in rounds with buckets; other searches have their own parameters.
// The table names all settings, and the CSV file has their speeds.
func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "relative.csv")
	out, err := clitest.Run(t, rankCommand, "gen:grid,width=12,height=9", "-a", "nearfar,nearfar-append,frontier", "--settings", "16/8,512/64", "--relative", "-n", "1", "-r", "1", "-o", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Near-Far, delta 16, batch 8", "Near-Far, delta 512, batch 64", "  Frontier  ", "best", "Speeds are relative to the best setting of each rank"} {
		if !strings.Contains(out, name) {
			t.Errorf("%q is not in\n%s", name, out)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) < 10 || !slices.Equal(lines[0][len(lines[0])-3:], []string{"dropped", "recoveries", "speed"}) {
		t.Errorf("%v: %v", err, lines)
	}
}

// Rows measured by rank are drawn as times, speeds or edges.
func TestDrawAs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rank.json")
	if _, err := clitest.Run(t, rankCommand, "gen:grid,width=12,height=9", "-a", "nearfar", "-n", "1", "-r", "1", "-o", path); err != nil {
		t.Fatal(err)
	}
	draw := func(*cli.App) *cobra.Command { return drawCommand() }
	for as, want := range map[string]string{"rank": "Near-Far ms", "relative": "Speeds are relative to Dijkstra", "efficiency": "Near-Far edges"} {
		out, err := clitest.Run(t, draw, path, "--as", as)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("as %s: %v: %s", as, err, out)
		}
	}
	if _, err := clitest.Run(t, draw, path, "--as", "sweep"); !errors.Is(err, fault.Usage) {
		t.Errorf("as a sweep: %v", err)
	}
}

func TestWrongSettings(t *testing.T) {
	for _, args := range []string{
		"--settings 16", "--settings 16/8/4", "--settings 16/8 --delta 3", "--settings 16/8 -a frontier", "--relative=what",
		"--relative=dijkstra -a nearfar,dijkstra", "--relative -a nearfar",
	} {
		if _, err := clitest.Run(t, rankCommand, append([]string{"gen:grid,width=4,height=3"}, strings.Fields(args)...)...); !errors.Is(err, fault.Usage) {
			t.Errorf("%s: %v", args, err)
		}
	}
	for _, pair := range []string{"16/3", "x/8", "0/8", "16/"} {
		if _, err := clitest.Run(t, rankCommand, "--settings", pair); !errors.Is(err, compute.ErrValue) {
			t.Errorf("%s: %v", pair, err)
		}
	}
}
