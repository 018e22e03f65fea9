//go:build duckdb_arrow

package database_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/database"
)

// openDevice opens the software device, or the one that KERNELSCOPE_TEST_DEVICE names.
func openDevice(t testing.TB) func() (compute.Backend, func(), error) {
	name := os.Getenv("KERNELSCOPE_TEST_DEVICE")
	if name == "" {
		name = "llvmpipe"
	}
	return func() (compute.Backend, func(), error) {
		d, err := gpu.Open(gpu.Options{Device: name})
		if err != nil {
			return nil, nil, err
		}
		return d, func() {
			for _, leaked := range d.Release() {
				t.Errorf("%s was not released", leaked)
			}
		}, nil
	}
}

func open(t testing.TB) *database.DB {
	t.Helper()
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

// session is a connection that fails the test on errors.
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

// query returns the rows as text: cells by blanks, NULL as such.
func (s session) query(statement string) (rows []string) {
	s.t.Helper()
	rows, _, err := s.try(s.t.Context(), statement)
	if err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

func (s session) try(ctx context.Context, statement string) (out []string, r *database.Report, err error) {
	rows, r, err := s.Query(ctx, statement)
	if err != nil {
		return nil, r, err
	}
	defer rows.Close()
	names, _ := rows.Columns()
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, r, err
		}
		out = append(out, strings.TrimSuffix(fmt.Sprintln(cells...), "\n"))
	}
	return out, r, rows.Err()
}

func TestQuick(t *testing.T) {
	s := connect(t, open(t))
	s.query("CREATE TABLE knows AS SELECT * FROM (VALUES (1,2),(2,3),(3,4),(1,5),(5,4)) t(src, dst)")
	for _, q := range []string{
		"SELECT a, b, path_length('knows', a, b) FROM (VALUES (1,4),(1,1),(4,1),(9,9),(9,1),(9,8)) t(a,b)",
		"SELECT a, b, count_shortest_paths('knows', a, b), shortest_path('knows',a,b), all_shortest_paths('knows',a,b) FROM (VALUES (1,4),(1,1),(4,1),(9,9),(9,1),(9,8)) t(a,b)",
		"FROM paths('knows', 'SELECT src, dst FROM knows')",
		"SELECT length FROM paths('knows', 'SELECT src, dst FROM knows')",
		"FROM betweenness('knows') ORDER BY id",
		"FROM betweenness_estimate('knows', 3, 1) ORDER BY id",
		"CREATE TABLE Person AS SELECT range::INTEGER AS id, 'n'||range AS name FROM range(8)",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (Person) EDGE TABLES (knows SOURCE KEY (src) REFERENCES Person (id) DESTINATION KEY (dst) REFERENCES Person (id))",
		"FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:Person WHERE a.id < 2)-[k:knows]->{1,3}(b:Person) COLUMNS (a.id, b.name AS friend, path_length(p), vertices(p))) WHERE friend <> 'n5' ORDER BY 1,2",
		"FROM GRAPH_TABLE (g MATCH p = ALL SHORTEST (a:Person WHERE a.id < 2)-[k:knows]->*(b:Person) COLUMNS (a.id, b.name AS friend, path_length(p), vertices(p))) ORDER BY ALL",
		"EXPLAIN FROM GRAPH_TABLE (g MATCH p = ALL SHORTEST (a:Person WHERE a.id < 2)-[k:knows]->*(b:Person) COLUMNS (a.id, b.name AS friend, path_length(p), vertices(p))) ORDER BY ALL",
		"EXPLAIN SELECT length FROM paths('knows', 'SELECT src, dst FROM knows')",
		"FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:Person WHERE a.id < 2)<-[k:knows]->*(b:Person) COLUMNS (a.id)",
		"SELECT distance('SELECT src, dst, 10 FROM knows', 1, 4)",
		"SELECT path_length('nope', 1, 4)",
		"SELECT path_length('knows', 1, NULL)",
		"SELECT path_length(src::varchar, 1, 2) FROM knows",
		"SELECT sum(path_length('knows', range % 5, range % 7)) FROM range(100000)",
	} {
		start := time.Now()
		rows, r, err := s.try(t.Context(), q)
		t.Log(q, rows, err, time.Since(start))
		for _, l := range r.Lines() {
			t.Log("   ", l)
		}
	}
}
