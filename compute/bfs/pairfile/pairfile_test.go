package pairfile_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairfile"
	"kernelscope/internal/fault"
)

func pair(source, target uint32) bfs.Pair { return bfs.Pair{Source: source, Target: target} }

func TestRead(t *testing.T) {
	ids := []int64{100, -7, 1 << 40}
	for _, c := range []struct {
		text, wrong string
		want        []bfs.Pair
	}{
		{"", "there are no pairs; a line is two ids of nodes, and lines that begin with # are comments", nil},
		{"#1,#2\n", "there are no pairs; a line is two ids of nodes, and lines that begin with # are comments", nil},
		{"src,dst\n100,-7\n", "", []bfs.Pair{pair(0, 1)}},
		{"\ufeff100,-7\r\n\r\n# a remark\n1099511627776;100", "", []bfs.Pair{pair(0, 1), pair(2, 0)}},
		{"100|100|more\n100\t-7", "", []bfs.Pair{pair(0, 0), pair(0, 1)}},
		{"100,-7\n100,8\n", "pair 1 (line 2): the graph has no node 8", nil},
		{"a,b\n\n9,8\n", "pair 0 (line 3): the graph has no node 9", nil},
		{"100,-7\nx,y\n", `line 2: "x,y" is not a pair of ids`, nil},
		{"100\n", `line 1: "100" is not a pair`, nil},
	} {
		path := filepath.Join(t.TempDir(), "pairs.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := pairfile.Read(context.Background(), path, ids)
		if c.wrong != "" {
			if !errors.Is(err, fault.Input) || !strings.HasSuffix(err.Error(), c.wrong) {
				t.Errorf("%q: error %v, want %s", c.text, err, c.wrong)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.text, got, err, c.want)
		}
	}
}
