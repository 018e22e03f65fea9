//go:build duckdb

package database_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/database"
)

// script runs statements, separated by semicolons, and compares the answers of those that end in
// "--> answer".
func (s session) script(script string) {
	s.t.Helper()
	for line := range strings.Lines(script) {
		statement, want, compared := strings.Cut(strings.TrimSpace(line), " --> ")
		if statement == "" {
			continue
		}
		got, _, err := s.try(s.t.Context(), statement)
		if got = strings.ReplaceAll(got, "\n", "; "); err != nil {
			got = err.Error()
		}
		if compared && got != want && (err == nil || !strings.Contains(got, want)) || !compared && err != nil {
			s.t.Errorf("%s\n got %s\nwant %s", statement, got, want)
		}
	}
}

// A graph is that of the current rows, also when DuckDB's own hashes of the rows have the same sum
// as before.
func TestExchanged(t *testing.T) {
	connect(t, open(t)).script(`
		CREATE TABLE e AS FROM (VALUES (16, 277), (9709, 9178)) t(src, dst)
		SELECT path_length('e', 16, 277) --> 1
		UPDATE e SET dst = CASE src WHEN 16 THEN 9178 ELSE 277 END
		SELECT path_length('e', 16, 277), path_length('e', 16, 9178), shortest_path('e', 16, 277) --> <nil> 1 <nil>
		CREATE TABLE w AS FROM (VALUES (3, 4, 34), (16148, 16149, 1920)) t(src, dst, weight)
		SELECT distance('w', 3, 4) --> 34
		UPDATE w SET weight = 34 + 1920 - weight
		SELECT distance('w', 3, 4) --> 1920
		CREATE TABLE u AS SELECT 1::UINTEGER AS src, 4294967295::UINTEGER AS dst
		SELECT path_length('u', 1, 4294967295) --> 1
		CREATE OR REPLACE TABLE u AS SELECT 1::INTEGER AS src, -1::INTEGER AS dst
		SELECT path_length('u', 1, 4294967295), path_length('u', 1, -1) --> <nil> 1
	`)
}

// A prepared statement answers from the rows of when it is executed.
func TestPrepared(t *testing.T) {
	connect(t, open(t)).script(`
		CREATE TABLE e AS FROM (VALUES (1, 2, 5), (2, 3, 3)) t(src, dst, weight)
		CREATE TABLE p AS FROM (VALUES (1, 3), (2, 3)) t(a, b)
		CREATE PROPERTY GRAPH g VERTEX TABLES (p) EDGE TABLES (e SOURCE KEY (src) REFERENCES p (a) DESTINATION KEY (dst) REFERENCES p (a))
		PREPARE constants AS SELECT distance('e', 1, 3), path_length('e', 1, 3)
		PREPARE Columns AS SELECT path_length('e', a, b) FROM p
		PREPARE list AS FROM paths('e', 'FROM p') ORDER BY ALL
		PREPARE "two words" AS FROM GRAPH_TABLE (g MATCH q = ANY SHORTEST (x:p)-[:e]->+(y:p) COLUMNS (x.a, y.a, path_length(q)))
		PREPARE given AS SELECT path_length('e', $1, $2)
		EXECUTE constants --> 8 2
		EXECUTE columns --> 2; 1
		EXECUTE list --> 1 3 2; 2 3 1
		EXECUTE "two words" --> 1 2 1
		EXECUTE given(1, 3) --> 2
		UPDATE e SET weight = 98 WHERE src = 1
		EXECUTE constants --> 101 2
		INSERT INTO e VALUES (1, 3, 1)
		EXECUTE constants --> 1 1
		EXECUTE columns --> 1; 1
		EXECUTE list --> 1 3 1; 2 3 1
		EXECUTE given(1, 3) --> 1
		EXECUTE "two words" --> 1 2 1
		CREATE OR REPLACE PROPERTY GRAPH g VERTEX TABLES (p) EDGE TABLES (e SOURCE KEY (dst) REFERENCES p (a) DESTINATION KEY (src) REFERENCES p (a))
		EXECUTE "two words" --> 2 1 1
		DELETE FROM e WHERE src = 1
		EXECUTE CONSTANTS --> <nil> <nil>
		EXECUTE columns --> <nil>; 1
		EXECUTE list --> 1 3 <nil>; 2 3 1
		EXECUTE "two words" -->
		EXECUTE given(1, 3) --> <nil>
		DROP TABLE e
		EXECUTE constants --> Table with name e does not exist
		CREATE TABLE e AS FROM (VALUES (1, 3, 4)) t(src, dst, weight)
		EXECUTE constants --> 4 1
		PREPARE constants AS SELECT 7
		EXECUTE constants --> 7
		DEALLOCATE columns
		EXECUTE columns --> does not exist
		SELECT 1; SELECT 2 --> more than one statement
	`)
}

// Names of tables mean what they mean in the statement.
func TestNames(t *testing.T) {
	db := open(t)
	s := connect(t, db)
	s.script(`
		CREATE TABLE e AS FROM (VALUES (1, 2), (2, 3)) t(src, dst)
		CREATE SCHEMA other
		CREATE TABLE other.e AS FROM (VALUES (1, 3)) t(src, dst)
		ATTACH ':memory:' AS o
		CREATE TABLE o.e AS FROM (VALUES (1, 4), (4, 5), (5, 3)) t(src, dst)
		CREATE TABLE n AS FROM (VALUES (1), (2), (3)) t(id)
		CREATE PROPERTY GRAPH g VERTEX TABLES (n) EDGE TABLES (e SOURCE KEY (src) REFERENCES n (id) DESTINATION KEY (dst) REFERENCES n (id))
		SELECT path_length('e', 1, 3), path_length('other.e', 1, 3), path_length('o.e', 1, 3), path_length('FROM o.main.e', 1, 3) --> 2 1 3 3
		SET schema = 'other'
		SELECT path_length('e', 1, 3), path_length('main.e', 1, 3), path_length('memory.main."e"', 1, 3) --> 1 2 2
		SELECT * FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:n)-[:e]->+(b:n) COLUMNS (a.id, b.id)) --> there is no property graph g
		FROM paths('e', 'SELECT 1, 3') --> 1 3 1
		SELECT path_length('FROM e', 1, 3) --> 1
		SET search_path = 'main,other'
		SELECT path_length('e', 1, 3) --> 2
		USE o
		SELECT path_length('e', 1, 3), (SELECT max(betweenness) FROM betweenness('e')) --> 3 2
		USE memory
		SELECT path_length('e', 1, 3) --> 2
		CREATE TEMP TABLE e AS FROM (VALUES (3, 1)) t(src, dst)
		SELECT path_length('e', 3, 1), path_length('e', 1, 3), path_length('memory.main.e', 1, 3) --> 1 <nil> 2
		CREATE TEMP TABLE mine AS FROM (VALUES (8, 9)) t(src, dst)
		CREATE TEMP MACRO far(n) AS TABLE SELECT 8, 8 + n
		SET VARIABLE last = 11
		SELECT path_length('mine', 8, 9), path_length('FROM far(2)', 8, 10), path_length('SELECT 8, getvariable(''last'')', 8, 11) --> 1 1 1
		DROP TABLE temp.e
		BEGIN
		INSERT INTO e VALUES (1, 3)
		SELECT path_length('nowhere', 1, 3) --> Table with name nowhere does not exist
		SELECT path_length('e', 1, 3) --> 1
	`)
	connect(t, db).script(`
		SELECT path_length('e', 1, 3) --> 2
		SELECT path_length('mine', 8, 9) --> Table with name mine does not exist
	`)
	s.script(`
		ROLLBACK
		SELECT path_length('e', 1, 3) --> 2
	`)
}

// A path function may read edges and pairs that other path functions compute, but not its own.
func TestNested(t *testing.T) {
	connect(t, open(t)).script(`
		CREATE TABLE e AS FROM (VALUES (1, 2), (2, 3)) t(src, dst)
		SELECT path_length('SELECT src, dst FROM paths(''VALUES (1, 2)'', ''VALUES (1, 2)'')', 1, 2) --> 1
		CREATE VIEW steps AS SELECT src, dst FROM paths('e', 'VALUES (1, 3), (3, 4)')
		SELECT path_length('steps', 1, 4) --> 2
		FROM paths('steps', 'SELECT src, 4 FROM paths(''e'', ''FROM e'') ORDER BY ALL LIMIT 1') --> 1 4 2
		SELECT path_length('SELECT 1, path_length(''e'', 1, 3)', 1, 2) --> 1
		CREATE VIEW a AS FROM e
		CREATE VIEW b AS SELECT src, dst FROM paths('a', 'FROM e')
		CREATE OR REPLACE VIEW a AS SELECT src, dst FROM paths('b', 'FROM e')
		SELECT path_length('a', 1, 2) --> path functions read their edges or pairs from one another
		FROM paths('a', 'FROM e') --> LINE 1: FROM paths('a'
		SELECT path_length('e', 1, 3) --> 2
	`)
}

// A statement that is cancelled soon submits no more work: DuckDB hears of it on another goroutine, so
// that some submissions may follow, but not the rest.
func TestCancelled(t *testing.T) {
	for _, statement := range []string{
		"FROM betweenness('FROM e WHERE src < %d')",
		"SELECT sum(count_shortest_paths('FROM e WHERE src < %d', a.range, b.range)) FROM range(300) a, range(9) b",
		"SELECT sum(distance('SELECT src, dst, 1 FROM e WHERE src < %d', range, 299)) FROM range(300)",
	} {
		submitted, last := 0, -1
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		db, err := database.Open(t.Context(), database.Options{Open: func() (compute.Backend, func(), error) {
			return gputest.Elsewhere(t, gpu.Options{Fake: &gpu.Fake{Work: 40_000, Lost: func(int) bool {
				if submitted++; submitted == last {
					cancel()
				}
				return false
			}}})
		}})
		if err != nil {
			t.Fatal(err)
		}
		s := connect(t, db)
		s.rows("CREATE TABLE e AS SELECT range // 4 AS src, (hash(range) % 300)::BIGINT AS dst FROM range(1200)")
		before := submitted
		s.rows(fmt.Sprintf(statement, 299))
		whole := submitted - before
		last = submitted + whole/2
		_, _, err = s.try(ctx, fmt.Sprintf(statement, 298))
		s.Close()
		if err2 := db.Close(); !errors.Is(err, context.Canceled) || err2 != nil || whole < 4 || submitted > last+whole/4 {
			t.Errorf("%s: cancelled at submission %d of %d: %v, %v, %d submissions", statement, whole/2, whole, err, err2, submitted-last+whole/2)
		}
	}
}

// While one connection exchanges the graph for another, the other seven always see one of the two,
// the same in all functions of a statement and in its own tables.
func TestSwappedGraph(t *testing.T) {
	db := open(t)
	s := connect(t, db)
	for i, shift := range []int{3, 7} {
		s.rows(fmt.Sprintf("CREATE TABLE g%d AS SELECT range AS src, (range * 5 + %d) %% 101 AS dst, 1 + range %% %[2]d AS weight FROM range(101)", i, shift))
	}
	const ask = `SELECT string_agg(concat_ws(' ', src, 7 * src % 101, path_length('e', src, e.dst), distance('e', src, 7 * src % 101), length), ',' ORDER BY src)
		FROM e JOIN paths('e', 'SELECT src, 9 * dst % 101 FROM e') p USING (src)`
	valid := map[string]int{}
	for i := range 2 {
		s.rows(fmt.Sprintf("CREATE OR REPLACE TABLE e AS FROM g%d", i))
		valid[s.rows(ask)] = 0
	}
	var readers, writer sync.WaitGroup
	ended := make(chan struct{})
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-ended:
				return
			default:
				s.rows("UPDATE e SET dst = g.dst, weight = g.weight FROM g" + fmt.Sprint(i%2) + " g WHERE e.src = g.src")
			}
		}
	})
	var mu sync.Mutex
	for range 7 {
		c := connect(t, db)
		readers.Go(func() {
			for range gputest.Count(5, 300) {
				got, _, err := c.try(t.Context(), ask)
				mu.Lock()
				if _, ok := valid[got]; !ok || err != nil {
					t.Errorf("%v: got %s", err, got)
				}
				valid[got]++
				mu.Unlock()
			}
		})
	}
	readers.Wait()
	close(ended)
	writer.Wait()
	for _, n := range valid {
		t.Logf("%d answers from a graph", n)
	}
}
