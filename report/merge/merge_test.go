package merge

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/fault"
	"kernelscope/internal/shard"
	"kernelscope/report/matrix"
)

// columns are the columns of tables.
type columns struct {
	Source   int64  `parquet:"source_id"`
	Target   int64  `parquet:"target_id"`
	Distance *int64 `parquet:"distance,optional"`
}

// written writes the table of all pairs of nodes, or a part of it, like 'run table'.
func written(t *testing.T, path string, p shard.Part, nodes int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	table := &matrix.Table{Unit: "metres", Digits: 1, Facts: map[string]string{shard.Graph: "g", shard.Version: "v", "device": fmt.Sprint("GPU ", p.Index)}}
	dist := make([]uint32, nodes*nodes)
	for i := range dist {
		dist[i] = rnd.Uint32N(1 << 20)
		if i%97 == 0 {
			dist[i] = matrix.Unreached
		}
	}
	for i := range nodes {
		table.Targets = append(table.Targets, matrix.End{Name: fmt.Sprintf("id:%d", i), ID: int64(i)})
	}
	first, end := p.Cut(nodes)
	table.Sources = table.Targets[first:end]
	if p.On() {
		table.Facts[shard.Shard], table.Facts[shard.Command], table.Facts[shard.Question] = p.String(), "run table", "q"
	}
	var b bytes.Buffer
	w, err := matrix.NewWriter(&b, matrix.Parquet, table)
	if err == nil {
		err = errors.Join(w.Write(t.Context(), matrix.Block{Rows: end - first, Dist: dist[first*nodes : end*nodes]}), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	save(t, p.File(path), b.Bytes())
}

func save(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// texts returns the rows of a file as text.
func texts(t *testing.T, path string) (out []string) {
	t.Helper()
	rows, err := parquet.ReadFile[columns](path)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		distance := "none"
		if r.Distance != nil {
			distance = fmt.Sprint(*r.Distance)
		}
		out = append(out, fmt.Sprintln(r.Source, r.Target, distance))
	}
	return out
}

// The merged parts have the rows of the whole in order, also if some parts are empty.
func TestParquet(t *testing.T) {
	const nodes = 23
	for _, count := range []int{1, 4, 30} {
		dir := t.TempDir()
		for i := range count {
			written(t, filepath.Join(dir, "t.parquet"), shard.Part{Index: i, Count: count}, nodes)
		}
		save(t, filepath.Join(dir, ".part-ABC-t.parquet"), []byte("being written"))
		save(t, filepath.Join(dir, "notes.txt"), nil)
		whole, merged := filepath.Join(t.TempDir(), "whole.parquet"), filepath.Join(dir, "merged.parquet")
		written(t, whole, shard.Part{}, nodes)
		for range 2 { // the file of an earlier merge is not a part
			parts, err := Merge(t.Context(), dir, merged)
			if err != nil || len(parts) != count {
				t.Fatalf("%d parts: %d, %v", count, len(parts), err)
			}
		}
		if got, want := texts(t, merged), texts(t, whole); !slices.Equal(got, want) {
			t.Errorf("%d parts have %d rows, want %d", count, len(got), len(want))
		}
	}
}

// Incomplete or inconsistent parts are refused, and nothing is written.
func TestBadParquet(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, dir string, part func(int) string)
		says   string
	}{
		{"missing", func(t *testing.T, _ string, part func(int) string) { _ = os.Remove(part(2)) }, "1 of 4 parts are missing: 2"},
		{"double", func(t *testing.T, dir string, part func(int) string) {
			save(t, filepath.Join(dir, "copy.parquet"), load(t, part(1)))
		}, "part 1/4 appears twice"},
		{"a whole", func(t *testing.T, dir string, _ func(int) string) {
			written(t, filepath.Join(dir, "whole.parquet"), shard.Part{}, 5)
		}, "whole.parquet: bad input: it is not a part"},
		{"of another cut", func(t *testing.T, dir string, _ func(int) string) {
			written(t, filepath.Join(dir, "t.parquet"), shard.Part{Index: 0, Count: 2}, 5)
		}, "one of 2"},
		{"cut off", func(t *testing.T, _ string, part func(int) string) { save(t, part(1), load(t, part(1))[:300]) }, "0001-of-0004.parquet: bad input"},
		{"empty", func(t *testing.T, _ string, part func(int) string) { save(t, part(1), nil) }, "does not end as a Parquet file"},
		{"a wrong bit", func(t *testing.T, _ string, part func(int) string) {
			b := load(t, part(1))
			b[len(b)/4] ^= 4 // inside a page
			save(t, part(1), b)
		}, "0001-of-0004.parquet: bad input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for i := range 4 {
				written(t, filepath.Join(dir, "t.parquet"), shard.Part{Index: i, Count: 4}, 40)
			}
			c.change(t, dir, func(i int) string { return shard.Part{Index: i, Count: 4}.File(filepath.Join(dir, "t.parquet")) })
			out := filepath.Join(t.TempDir(), "merged.parquet")
			if _, err := Merge(t.Context(), dir, out); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %s", err, c.says)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("a file was written")
			}
		})
	}
}

// If any byte of a part is changed, merging either fails or gives the correct rows.
func TestEveryByte(t *testing.T) {
	dir := t.TempDir()
	for i := range 2 {
		written(t, filepath.Join(dir, "t.parquet"), shard.Part{Index: i, Count: 2}, 20)
	}
	path, merged := filepath.Join(dir, "t-0001-of-0002.parquet"), filepath.Join(t.TempDir(), "m.parquet")
	sound := load(t, path)
	if _, err := Merge(t.Context(), dir, merged); err != nil {
		t.Fatal(err)
	}
	want, silent := texts(t, merged), 0
	for at := 0; at < len(sound); at += 7 {
		b := bytes.Clone(sound)
		b[at] ^= 0x10
		save(t, path, b)
		if _, err := Merge(t.Context(), dir, merged); err != nil {
			if !errors.Is(err, fault.Input) {
				t.Errorf("byte %d of %d: %v", at, len(sound), err)
			}
			continue
		}
		silent++
		if got := rowsOrNone(t, merged); !slices.Equal(got, want) {
			t.Errorf("byte %d of %d changes the result, and nobody sees it: %d rows", at, len(sound), len(got))
		}
	}
	t.Logf("%d changes do not matter", silent)
}

func rowsOrNone(t *testing.T, path string) (out []string) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("reading panics: %v", p)
		}
	}()
	return texts(t, path)
}

// The two tables named by KERNELSCOPE_TABLES have the same rows; .ci/slurm runs this test.
func TestSameTables(t *testing.T) {
	files := strings.Fields(os.Getenv("KERNELSCOPE_TABLES"))
	if len(files) != 2 {
		t.Skip("KERNELSCOPE_TABLES does not name two files")
	}
	if a, b := texts(t, files[0]), texts(t, files[1]); !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("%d and %d rows differ", len(a), len(b))
	}
}
