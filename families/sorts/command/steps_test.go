package command

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/internal/fault"
)

const tenKeys = "10,25,39,92,1,5,68,23,21,10"

// --steps prints the table and the rows of VREN's article, as text and as JSON.
func TestRunSteps(t *testing.T) {
	args := []string{"-a", "radix4", "--radix", "10", "--list", tenKeys, "--steps", "--verify"}
	out, err := clitest.Run(t, runCommand, args...)
	if err != nil {
		t.Fatal(err)
	}
	table := "digit 0 of radix 10\nsymbol  count  offset\n     0      2       0\n     1      2       2\n     2      1       4\n     3      1       5\n" +
		"     4      0       6\n     5      2       6\n     6      0       8\n     7      0       8\n     8      1       8\n     9      1       9\n"
	if rows := table + "10, 10, 1, 21, 92, 23, 25, 5, 68, 39\n\ndigit 1 of radix 10\n"; !strings.HasPrefix(out, rows) || !strings.Contains(out, "\n1, 5, 10, 10, 21, 23, 25, 39, 68, 92\n\n") {
		t.Errorf("it prints\n%s", out)
	}
	if out, err = clitest.Run(t, runCommand, append(args, "--json")...); err != nil {
		t.Fatal(err)
	}
	var step stepLine
	if err := json.Unmarshal([]byte(strings.Split(out, "\n")[3]), &step); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(step.Offsets, []uint32{0, 2, 4, 5, 6, 6, 8, 8, 8, 9}) || strings.Join(step.Keys, " ") != "10 10 1 21 92 23 25 5 68 39" {
		t.Errorf("step %d is %+v", step.Index, step)
	}
	for _, c := range []struct{ args, want string }{{"-a cpu --list 1,2 --steps", "runs on the host"}, {"-n 65 --steps", "at most 64 keys; there are 65"}} {
		if _, err := clitest.Run(t, runCommand, strings.Fields(c.args)...); !errors.Is(err, fault.Usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.args, err)
		}
	}
}

// A sort that places keys by atomic operations is wrong, and names the keys that its second pass
// exchanged.
func TestRunWrong(t *testing.T) {
	_, err := clitest.Run(t, runCommand, "-a", "radix4", "--radix", "10", "--list", tenKeys, "--places", "atomics", "--verify")
	if !errors.Is(err, fault.Wrong) || !strings.Contains(err.Error(), "pass 2, digit 1 of radix 10") {
		t.Errorf("it says %v", err)
	}
}

// Sorts that are wrong by design are timed, and are said to be wrong.
func TestBenchWrong(t *testing.T) {
	out, err := clitest.Run(t, benchCommand, "-a", "radix4", "--places", "ranks,atomics,global", "--min", "1000", "--max", "1000", "-r", "1")
	if err != nil || strings.Count(out, "wrong: in order of its last digit") != 2 || strings.Count(out, "places") != 3 {
		t.Errorf("%v:\n%s", err, out)
	}
}
