//go:build duckdb

package database_test

import (
	"testing"
	"time"
)

// BenchmarkStatement measures the cost of a statement over 10^6 pairs apart from the search. No
// pair needs a search, because no edges share a node. The graph has the number of nodes of
// gen:snb,sf=1, with ids as sparse.
func BenchmarkStatement(b *testing.B) {
	s := connect(b, open(b))
	s.rows("CREATE TABLE knows AS SELECT 933 + (range // 20 % 5310 * 2) * 1099511628 AS src, src + 1099511628 AS dst FROM range(219450)")
	s.rows("CREATE TABLE pairs AS SELECT 933 + (hash(range) % 10620)::BIGINT * 1099511628 AS src, 933 + (hash(-range) % 10620)::BIGINT * 1099511628 AS dst FROM range(1000000)")
	for name, run := range map[string]func(){
		"table": func() { s.rows("CREATE OR REPLACE TABLE lengths AS FROM paths('knows', 'FROM pairs')") },
		"arrays": func() {
			if _, _, err := s.Integers(b.Context(), "SELECT src, dst, coalesce(length, -1) AS length FROM paths('knows', 'FROM pairs')"); err != nil {
				b.Fatal(err)
			}
		},
		"count": func() { s.rows("SELECT count(length) FROM paths('knows', 'FROM pairs')") },
	} {
		b.Run(name, func(b *testing.B) {
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				run()
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-ms")
		})
	}
}
