//go:build duckdb

package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/database"
)

// openDevice returns a function that opens the test device with validation layers.
func openDevice(t testing.TB) func() (compute.Backend, func(), error) {
	return func() (compute.Backend, func(), error) { return gputest.Elsewhere(t, gpu.Options{}) }
}

// open opens a database in memory. Without a device the test is skipped, or fails in CI.
func open(t testing.TB) *database.DB {
	t.Helper()
	if _, err := gpu.List(); errors.Is(err, gpu.ErrUnavailable) && os.Getenv("CI") == "" {
		t.Skipf("no device to test on: %v", err)
	}
	db, err := database.Open(t.Context(), database.Options{Open: openDevice(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// session is a connection whose errors fail the test.
type session struct {
	t testing.TB
	*database.Session
}

func connect(t testing.TB, db *database.DB) session {
	t.Helper()
	s, err := db.Session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return session{t, s}
}

// rows returns the rows of a statement as text, with cells separated by blanks.
func (s session) rows(statement string) string {
	s.t.Helper()
	rows, _ := s.told(statement)
	return rows
}

// told is like rows and also returns the report.
func (s session) told(statement string) (string, *database.Report) {
	s.t.Helper()
	rows, r, err := s.try(s.t.Context(), statement)
	if err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return rows, r
}

func (s session) try(ctx context.Context, statement string) (out string, r *database.Report, err error) {
	rows, r, err := s.Query(ctx, statement)
	if err != nil {
		return "", r, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	var lines []string
	for err == nil && rows.Next() {
		err = rows.Scan(into...)
		lines = append(lines, strings.TrimSuffix(fmt.Sprintln(cells...), "\n"))
	}
	if err == nil {
		err = rows.Err()
	}
	return strings.Join(lines, "\n"), r, err
}

// same checks that two queries return the same rows, by their differences in both directions.
func (s session) same(got, want string) {
	s.t.Helper()
	for _, sides := range [][2]string{{got, want}, {want, got}} {
		if rows := s.rows(fmt.Sprintf("SELECT * FROM (%s) EXCEPT ALL (%s) LIMIT 5", sides[0], sides[1])); rows != "" {
			s.t.Errorf("rows of\n  %s\nthat are not in\n  %s\n%s", sides[0], sides[1], rows)
		}
	}
	if n := s.rows("SELECT count(*) FROM (" + got + ")"); n == "0" {
		s.t.Errorf("no rows of %s", got)
	}
}

// small is a graph with parallel edges, a self-loop, two paths of the same length, and two
// unreachable nodes.
const small = "CREATE TABLE knows AS FROM (VALUES (10, 20), (20, 30), (30, 40), (10, 50), (50, 40), (10, 50), (40, 40), (60, 70)) t(src, dst)"

func TestFunctions(t *testing.T) {
	s := connect(t, open(t))
	s.rows(small)
	pairs := "(VALUES (10, 40), (10, 10), (40, 10), (60, 70), (70, 60), (99, 99), (99, 10), (10, 99), (99, 98)) t(a, b)"
	for call, want := range map[string]string{
		"path_length":          "2 0 <nil> 1 <nil> 0 <nil> <nil> <nil>",
		"count_shortest_paths": "2 1 0 1 0 1 0 0 0",
		"shortest_path":        "[10 50 40] [10] <nil> [60 70] <nil> [99] <nil> <nil> <nil>",
		"all_shortest_paths":   "[[10 50 40] [10 50 40]] [[10]] [] [[60 70]] [] [[99]] [] [] []",
	} {
		if got := strings.ReplaceAll(s.rows("SELECT "+call+"('knows', a, b) FROM "+pairs), "\n", " "); got != want {
			t.Errorf("%s: got %s, want %s", call, got, want)
		}
	}
	s.rows("CREATE TABLE roads AS SELECT src, dst, (dst - src) // 5 AS minutes FROM knows WHERE dst > src")
	for statement, want := range map[string]string{
		"SELECT distance('roads', a, b) FROM " + pairs:                                                                                             "6\n0\n<nil>\n2\n<nil>\n0\n<nil>\n<nil>\n<nil>",
		"FROM paths('knows', 'VALUES (10, 40), (40, 10), (99, 99)')":                                                                               "10 40 2\n40 10 <nil>\n99 99 0",
		"SELECT length FROM paths('FROM knows WHERE src <> 50', 'SELECT 10, 40')":                                                                  "3",
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + length FROM r, paths('knows', 'VALUES (10, 40)') WHERE n < 6) SELECT max(n) FROM r": "7",
		"SELECT count(*), sum(length) FROM paths('knows', 'SELECT 10, 40 FROM range(7000)')":                                                       "7000 14000",
		"SELECT count(*), count(DISTINCT dst), sum(length) FROM paths('knows', 'SELECT 10::UTINYINT, 40 + r // 9000 FROM range(12000) s(r)')":      "12000 2 18000",
		"FROM paths('knows', 'SELECT 1, 2 LIMIT 0')":                                                                                               "",
		"SELECT path_length('knows', 10, 30), path_length('(SELECT dst, src FROM knows) -- turned', 30, 10)":                                       "2 2",
	} {
		if got := s.rows(statement); got != want {
			t.Errorf("%s\n got %s\nwant %s", statement, got, want)
		}
	}
}
