//go:build duckdb

package database_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/database"
	"kernelscope/internal/fault"
)

// Invalid input gives one error, and the database still works.
func TestWrongInput(t *testing.T) {
	s := connect(t, open(t))
	s.rows(small)
	s.rows("CREATE TABLE odd AS FROM (VALUES (1, 2, 'x', 1.5, -1, NULL::INT)) t(src, dst, name, km, less, none)")
	s.rows("CREATE TABLE Person AS SELECT 10 AS id")
	for statement, want := range map[string]string{
		"SELECT path_length('nowhere', 1, 2)":                                                  "Table with name nowhere does not exist",
		"SELECT path_length('no.parquet', 1, 2)":                                               "no.parquet",
		"FROM paths('nowhere', 'FROM knows')":                                                  "Table with name nowhere does not exist",
		"FROM paths('knows', 'FROM nowhere')":                                                  "Table with name nowhere does not exist",
		"FROM paths('knows', 'SELEC 1')":                                                       "SELEC",
		"FROM paths('knows', 'SELECT 1')":                                                      "1 columns available but 2 columns specified",
		"FROM paths('knows', NULL)":                                                            "paths needs a table of edges and a query of pairs",
		"FROM paths('knows', 'SELECT 1, NULL::INT')":                                           "paths: column dst is NULL in a row",
		"FROM paths('knows', 'SELECT 1, 2.5')":                                                 "paths: column dst is of type DECIMAL(2,1)",
		"SELECT kernelscope_collect(1, 2)":                                                     "kernelscope_collect belongs to other functions",
		"FROM paths('knows', 'SELECT 1, ''x''')":                                               "paths: column dst is of type VARCHAR: ids and weights are integers",
		"SELECT path_length('knows', src, NULL) FROM knows":                                    "the id of a target is NULL",
		"SELECT path_length('knows', NULL, dst) FROM knows":                                    "the id of a source is NULL",
		"SELECT path_length(NULL, src, dst) FROM knows":                                        "the first argument names a table of edges",
		"SELECT path_length(name, src, dst) FROM odd":                                          "the first argument names a table of edges",
		"SELECT path_length('knows', 'ten', 1)":                                                "Could not convert string 'ten' to INT64",
		"SELECT path_length('knows', 1.5, 1)":                                                  "No function matches",
		"SELECT path_length('SELECT src FROM knows', 1, 1)":                                    "1 columns available but 2 columns specified",
		"SELECT path_length('SELECT name, dst FROM odd', 1, 1)":                                "ids and weights are integers",
		"SELECT path_length('SELECT src, none FROM odd', 1, 1)":                                "column dst is NULL in a row",
		"SELECT distance('knows', 1, 1)":                                                       "2 columns available but 3 columns specified",
		"SELECT distance('SELECT src, dst, km FROM odd', 1, 1)":                                "column weight is of type",
		"SELECT distance('SELECT src, dst, less FROM odd', 1, 1)":                              "the weight of an edge from 1 to 2 is -1, not between 0 and 2147483647",
		"SELECT distance('SELECT range, range+1, 2147483647 FROM range(3)', 0, 3)":             "a distance from 0 is 4,294,967,295 or more",
		"SELECT all_shortest_paths('SELECT range // 2, range // 2 + 1 FROM range(80)', 0, 40)": "have more than 16777216 nodes",
		"FROM betweenness('nowhere')":                                                          "nowhere does not exist",
		"FROM betweenness('knows', samples := -1)":                                             "betweenness needs a table of edges",
		"FROM accessibility('knows', within := -1)":                                            "accessibility needs a table of edges with weights",
		"FROM accessibility('knows')":                                                          "2 columns available but 3 columns specified",
		"FROM accessibility('SELECT range, range, 1 FROM range(3)', places := 'nowhere')":      "nowhere does not exist",
		"FROM accessibility('SELECT range, range, 1 FROM range(3)', places := [1, NULL])":      "column id is NULL in a row",
		"FROM accessibility('SELECT range, range, 1 FROM range(3)', places := ['a'])":          "Could not convert string 'a' to INT64",
		"FROM accessibility('SELECT range, range + 1, 0 FROM range(3)', samples := 2)":         "an edge has the weight 0",
		"FROM accessibility('SELECT range, range, 1 FROM range(3)', samples := 1)":             "samples is a number of sources, 2 or more, or 0",
		"FROM betweenness(NULL)":                                                               "betweenness needs a table of edges",
		"FROM paths(1, 2)":                                                                     "Table with name 1 does not exist",
		"FROM GRAPH_TABLE (g MATCH":                                                            "line 1, column 19: there is no property graph g",
		"DROP PROPERTY GRAPH g":                                                                "there is no property graph g",
		"CREATE PROPERTY GRAPH":                                                                "line 1, column 22: expected the name of a graph",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (City) EDGE TABLES (knows SOURCE KEY (src) REFERENCES City (id) DESTINATION KEY (dst) REFERENCES City (id))":     "Table with name City does not exist",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (Person) EDGE TABLES (knows SOURCE KEY (x) REFERENCES Person (id) DESTINATION KEY (dst) REFERENCES Person (id))": `"x" not found`,
		"SELEC 1": "syntax error",
	} {
		_, _, err := s.try(t.Context(), statement)
		if err == nil || !strings.Contains(err.Error(), want) || fault.Code(err) == 0 {
			t.Errorf("%s\n got %v\nwant %s", statement, err, want)
		}
		if strings.Contains(fmt.Sprint(err), "database/sql") {
			t.Errorf("%s: %v names the library", statement, err)
		}
		if got := s.rows("SELECT path_length('knows', 10, 40)"); got != "2" {
			t.Fatalf("after %s: the length is %s", statement, got)
		}
	}
}

// A graph is read and uploaded again only if its table has changed.
func TestUploads(t *testing.T) {
	s := connect(t, open(t))
	s.rows(small)
	for _, step := range []struct {
		change, length string
		read           bool
	}{
		{"SELECT 1", "3", true},
		{"SELECT 1", "3", false},
		{"INSERT INTO knows VALUES (10, 30)", "2", true},
		{"UPDATE knows SET dst = 40 WHERE src = 10 AND dst = 30", "1", true},
		{"CREATE TABLE other AS FROM knows", "1", false},
	} {
		s.rows(step.change)
		got, r := s.told("SELECT path_length('SELECT * FROM knows WHERE src <> 50', 10, 40)")
		if u := r.Graphs(); got != step.length || len(u) != 1 || u[0].Read != step.read || u[0].Uploaded != step.read {
			t.Errorf("after %s: length %s, %+v", step.change, got, u)
		}
	}
	// The ninth graph replaces the first on the device, but not in memory.
	for i := range 9 {
		s.rows(fmt.Sprintf("SELECT path_length('SELECT src, dst + %d FROM knows', 1, 2)", i))
	}
	if _, r := s.told("SELECT path_length('SELECT src, dst + 0 FROM knows', 1, 2)"); r.Graphs()[0].Read || !r.Graphs()[0].Uploaded {
		t.Errorf("got %+v", r.Graphs())
	}
}

// Connections may run statements concurrently, and their calls share jobs.
func TestConnections(t *testing.T) {
	db := open(t)
	s := connect(t, db)
	s.rows("CREATE TABLE knows AS SELECT (range // 3)::BIGINT AS src, (hash(range) % 2000)::BIGINT AS dst FROM range(6000)")
	s.rows("CREATE TABLE pairs AS SELECT (hash(range) % 2000)::BIGINT AS src, (hash(-range) % 2000)::BIGINT AS dst FROM range(400)")
	statements := []string{
		"SELECT sum(path_length('knows', src, dst) * (src + 3 * dst)) FROM pairs",
		"SELECT sum(length * (src + 3 * dst)) FROM paths('knows', 'FROM pairs')",
		"SELECT sum(count_shortest_paths('knows', src, dst) * (src % 7)) FROM (FROM pairs LIMIT 30)",
		"SELECT sum(len(shortest_path('knows', src, dst)) * src) FROM pairs",
	}
	var want []string
	for _, statement := range statements {
		want = append(want, s.rows(statement))
	}
	if want[0] != want[1] {
		t.Errorf("got %s by the function and %s from the table", want[0], want[1])
	}
	var wait sync.WaitGroup
	for i := range 8 {
		c := connect(t, db)
		wait.Go(func() {
			for k := range 4 {
				n := (i + k) % len(statements)
				if got, _, err := c.try(t.Context(), statements[n]); err != nil || got != want[n] {
					t.Errorf("%s: got %s, %v, want %s", statements[n], got, err, want[n])
				}
			}
		})
	}
	wait.Wait()
}

// Statements from one node to all others look up most lengths.
func TestColumns(t *testing.T) {
	s := connect(t, open(t))
	s.rows("CREATE TABLE knows AS SELECT range // 4 AS src, (hash(range) % 5000)::BIGINT AS dst FROM range(20000)")
	for pairs, least := range map[string]int{
		"SELECT 7 AS src, range AS dst FROM range(5000)":           5000,
		"SELECT range AS src, 7 AS dst FROM range(5000)":           5000,
		"SELECT range AS src, 4999 - range AS dst FROM range(100)": 0,
	} {
		want := s.rows("SELECT sum(length * (src + 2 * dst)) FROM paths('knows', '" + pairs + "')")
		got, r := s.told("SELECT sum(path_length('knows', src, dst) * (src + 2 * dst)) FROM (" + pairs + ")")
		columns := 0
		for _, search := range r.Searches() {
			columns += search.Columns
		}
		if got != want || columns < least {
			t.Errorf("%s: got %s, want %s; %d from columns", pairs, got, want, columns)
		}
	}
}

// A cancelled statement ends soon, and the next one is correct.
func TestCancel(t *testing.T) {
	s := connect(t, open(t))
	s.rows("CREATE TABLE knows AS SELECT range AS src, range + 1 AS dst FROM range(3000)")
	s.rows("SELECT path_length('knows', 0, 1)")
	for _, statement := range []string{
		"SELECT sum(path_length('knows', range, 2999 - range)) FROM range(400)",
		"SELECT sum(length) FROM paths('knows', 'SELECT range, 2999 - range FROM range(400)')",
		"SELECT sum(distance('SELECT src, dst, 1 FROM knows', range, 2999)) FROM range(2000)",
		"SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE (a.range + b.range) % 7 = 8",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
		start := time.Now()
		_, _, err := s.try(ctx, statement)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) && !strings.Contains(fmt.Sprint(err), "nterrupt") {
			t.Errorf("%s: got %v", statement, err)
		}
		t.Logf("%s: %v", statement, time.Since(start))
		if got := s.rows("SELECT path_length('knows', 2990, 2999)"); got != "9" {
			t.Errorf("after %s: the length is %s", statement, got)
		}
	}
}

// A plan names the scheme, the sweeps, the levels, the upload and the memory.
func TestReport(t *testing.T) {
	s := connect(t, open(t))
	s.rows("CREATE TABLE knows AS SELECT range % 50 AS src, range // 50 AS dst FROM range(2500)")
	all := "SELECT sum(length) FROM paths('knows', 'FROM knows')"
	for _, step := range []struct {
		statement string
		want      []string
	}{
		{"EXPLAIN " + all, []string{"graph knows: 50 nodes, 2,500 edges", "read and uploaded", "paths: planned, 2,500 pairs", "scheme ", "on the device"}},
		{"EXPLAIN ANALYZE " + all, []string{"on the device since an earlier query", "paths: 1 job, 2,500 pairs", "scheme ", " level"}},
		{"EXPLAIN ANALYZE SELECT sum(path_length('knows', src, dst)) FROM knows", []string{"path_length: ", "2,500 pairs", "from columns"}},
	} {
		_, r := s.told(step.statement)
		lines := strings.Join(r.Lines(), "\n")
		for _, want := range step.want {
			if !strings.Contains(lines, want) {
				t.Errorf("%s: no %q in\n%s", step.statement, want, lines)
			}
		}
	}
}

// tight is a device with little memory.
type tight struct{ compute.Backend }

func (d tight) Limits() compute.Limits {
	l := d.Backend.Limits()
	l.Memory = 1 << 20
	return l
}

// A graph too large for the device is an error. Smaller ones evict each other.
func TestTooLarge(t *testing.T) {
	device := openDevice(t)
	db, err := database.Open(t.Context(), database.Options{Open: func() (compute.Backend, func(), error) {
		d, release, err := device()
		return tight{d}, release, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := connect(t, db)
	for n, fits := range map[int]bool{20_000: true, 1_000_000: false, 21_000: true, 22_000: true} {
		statement := fmt.Sprintf("SELECT path_length('SELECT range // 10, range %% 1000 FROM range(%d)', 5, 57)", n)
		got, _, err := s.try(t.Context(), statement)
		if fits && (err != nil || got != "1") || !fits && (fault.Code(err) != int(fault.Limit) || !strings.Contains(err.Error(), "MiB")) {
			t.Errorf("%d edges: got %q, %v", n, got, err)
		}
	}
}

// Closing the database during a statement is an error too.
func TestClose(t *testing.T) {
	db, err := database.Open(t.Context(), database.Options{Open: openDevice(t)})
	if err != nil {
		t.Fatal(err)
	}
	s := connect(t, db)
	s.rows(small)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := s.try(t.Context(), "SELECT path_length('knows', 10, 20)"); err == nil {
		t.Error("it answers")
	}
}

// If the device cannot be opened, the statement fails.
func TestNoDevice(t *testing.T) {
	none := errors.New("there is none")
	db, err := database.Open(t.Context(), database.Options{Open: func() (compute.Backend, func(), error) { return nil, nil, none }})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := connect(t, db)
	s.rows(small)
	if _, _, err := s.try(t.Context(), "SELECT path_length('knows', 10, 20)"); !errors.Is(err, none) {
		t.Errorf("got %v", err)
	}
	if got := s.rows("SELECT count(*) FROM knows"); got != "8" {
		t.Errorf("got %s", got)
	}
}
