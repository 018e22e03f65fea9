//go:build duckdb

package database

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

type row [3]int64

// digestOfRows digests rows in two chunks, in any order.
func digestOfRows(rows []row, rnd *rand.Rand) (d digest) {
	rows = slices.Clone(rows)
	rnd.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	cut := rnd.IntN(len(rows) + 1)
	for _, chunk := range [][]row{rows[:cut], rows[cut:]} {
		columns := make([][]int64, 3)
		for _, r := range chunk {
			for c := range columns {
				columns[c] = append(columns[c], r[c])
			}
		}
		d = d.plus(digestOf(columns))
	}
	return d
}

// Tables have the same digest if and only if they have the same rows: also after updates that
// exchange values between rows, keep the sums of columns, or change how often a row occurs.
func TestDigest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(27, 1))
	values := []int64{0, 1, -1, 2, 16, 277, 9178, 9709, math.MinInt64, math.MaxInt64, math.MaxInt32, math.MinInt32, math.MaxUint32, 1 << 32}
	table := make([]row, 12)
	known := map[[12]row]digest{}
	for range 20_000 {
		a, b, c := &table[rnd.IntN(12)], &table[rnd.IntN(12)], rnd.IntN(3)
		switch rnd.IntN(5) {
		case 0:
			a[c] = values[rnd.IntN(len(values))]
		case 1:
			a[c], b[c] = b[c], a[c]
		case 2:
			a[c], b[c] = a[c]+1, b[c]-1
		case 3:
			*a = *b
		case 4:
			a[0], a[1] = a[1], a[0]
		}
		key := [12]row(slices.SortedFunc(slices.Values(table), func(a, b row) int { return slices.Compare(a[:], b[:]) }))
		got := digestOfRows(table, rnd)
		if want, ok := known[key]; ok && got != want {
			t.Fatalf("the digest of %v depends on the order", table)
		}
		known[key] = got
	}
	rows := map[digest][12]row{}
	for key, d := range known {
		if other, ok := rows[d]; ok {
			t.Fatalf("%v and %v have one digest", key, other)
		}
		rows[d] = key
	}
	if len(rows) < 5_000 {
		t.Errorf("only %d tables", len(rows))
	}
}

// BenchmarkDigest reports the least time of a chunk, since others may use the processor.
func BenchmarkDigest(b *testing.B) {
	columns := make([][]int64, 2)
	for c := range columns {
		for range chunkRows {
			columns[c] = append(columns[c], rand.Int64())
		}
	}
	least := time.Hour
	for b.Loop() {
		start := time.Now()
		digestOf(columns)
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least.Nanoseconds())/float64(chunkRows), "least-ns/row")
}
