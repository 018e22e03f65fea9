package pairfile_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairfile"
	"kernelscope/internal/fault"
)

// parquetOf writes rows into a file of its own.
func parquetOf[T any](t *testing.T, rows []T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pairs.parquet")
	if err := parquet.WriteFile(path, rows, parquet.Compression(&parquet.Zstd)); err != nil {
		t.Fatal(err)
	}
	return path
}

type wide struct {
	Src, Dst int64
	Note     string
}
type narrow struct{ A, B int32 }
type words struct{ A, B string }
type holes struct {
	A *int64 `parquet:",optional"`
	B int64
}

func TestParquet(t *testing.T) {
	ids := []int64{100, -7, 1 << 40}
	var many []wide
	for i := range 5000 {
		many = append(many, wide{ids[i%3], ids[i%2], "x"})
	}
	for _, c := range []struct {
		path, wrong string
		pairs       int
	}{
		{parquetOf(t, many), "", 5000},
		{parquetOf(t, []narrow{{100, -7}, {-7, 100}}), "", 2},
		{parquetOf(t, []wide(nil)), "", 0},
		{parquetOf(t, []narrow{{100, -7}, {100, 8}}), "pair 1: the graph has no node 8", 0},
		{parquetOf(t, []words{{"100", "-7"}}), "column A is not of integers", 0},
		{parquetOf(t, []struct{ A int64 }{{100}}), "it has 1 columns; a pair has two", 0},
		{parquetOf(t, []holes{{nil, 100}}), "column A: bad input: row 0 of a row group is null", 0},
		{filepath.Join(t.TempDir(), "none.parquet"), "no such file", 0},
	} {
		got, err := pairfile.Read(context.Background(), c.path, ids)
		if c.wrong != "" {
			if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, want %s", err, c.wrong)
			}
			continue
		}
		if err != nil || len(got) != c.pairs || c.pairs > 1 && got[1] != (bfs.Pair{Source: 1, Target: got[1].Target}) {
			t.Errorf("%d pairs, %v, want %d", len(got), err, c.pairs)
		}
	}
}

// Damaged files are refused or read, without much memory, and never crash.
func TestDamagedParquet(t *testing.T) {
	var rows []wide
	for i := range 300 {
		rows = append(rows, wide{int64(i % 3), 1, "note"})
	}
	good, err := os.ReadFile(parquetOf(t, rows))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "damaged.parquet")
	rnd := rand.New(rand.NewPCG(37, 38))
	var before, after runtime.MemStats
	refused := 0
	for i := range 600 {
		bad := slices.Clone(good)
		switch at := rnd.IntN(len(bad)); i % 3 {
		case 0:
			bad[at] ^= 1 << rnd.IntN(8)
		case 1:
			bad[at] = 0xff
		default:
			bad = bad[:at]
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&before)
		_, err := pairfile.Read(context.Background(), path, []int64{0, 1, 2})
		runtime.ReadMemStats(&after)
		if err != nil {
			refused++
			if !errors.Is(err, fault.Input) {
				t.Errorf("file %d: %v", i, err)
			}
		}
		if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 128 {
			t.Errorf("file %d of %d bytes took %d MiB (%v)", i, len(bad), grown, err)
		}
	}
	if refused < 300 {
		t.Errorf("%d of 600 damaged files are refused", refused)
	}
}
