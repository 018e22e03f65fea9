package pairfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/compute/bfs/pairfile"
	"kernelscope/internal/fault"
)

// FuzzFile: whatever a file of pairs holds, text or Parquet, it is pairs of nodes, or is
// refused.
func FuzzFile(f *testing.F) {
	for _, text := range []string{"source,target\n1,2\n", "1 2 9\n# x\n2;3\n", "\ufeff1|2\n", "1\n", "1,99999999999999999999\n", ""} {
		f.Add([]byte(text), false)
	}
	path := filepath.Join(f.TempDir(), "pairs.parquet")
	if err := parquet.WriteFile(path, []wide{{1, 2, "a"}, {2, 3, "b"}}); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b, true)
	ids := []int64{1, 2, 3, -7}
	f.Fuzz(func(t *testing.T, content []byte, columns bool) {
		path := filepath.Join(t.TempDir(), map[bool]string{true: "p.parquet", false: "p.csv"}[columns])
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		pairs, err := pairfile.Read(t.Context(), path, ids)
		if err != nil && !errors.Is(err, fault.Input) {
			t.Errorf("%v", err)
		}
		for _, p := range pairs {
			if int(max(p.Source, p.Target)) >= len(ids) {
				t.Errorf("%v", p)
			}
		}
	})
}
