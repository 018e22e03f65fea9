//go:build duckdb

package database

import (
	"math/rand/v2"
	"testing"
	"time"
)

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
