//go:build duckdb

package database_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"kernelscope/internal/fault"
)

// setting returns a number from the environment, or its default.
func setting(t *testing.T, name string, or int) int {
	n := or
	if text := os.Getenv(name); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%s=%d", name, n)
	return n
}

// answers is a query with the answers of the functions for edges, which the argument names, between
// all nodes of a table n. The paths are checked step by step against edges in FROM.
const answers = `
SELECT a, b, path_length(%[1]s, a, b), count_shortest_paths(%[1]s, a, b)::HUGEINT, distance(%[1]s, a, b), length, len(nodes) - 1, len(all_shortest_paths(%[1]s, a, b)),
	coalesce(len(list_filter(range(1, len(nodes)), lambda i: NOT list_contains(steps, [nodes[i], nodes[i + 1]]))), 0)
FROM (SELECT a.id AS a, b.id AS b, shortest_path(%[1]s, a.id, b.id) AS nodes FROM n a, n b),
	(SELECT list([src::BIGINT, dst::BIGINT]) AS steps FROM %[2]s),
	paths(%[1]s, 'SELECT a.id, b.id FROM n a, n b') p
WHERE p.src = a AND p.dst = b ORDER BY ALL`

// expected computes the same by recursion.
const expected = `
WITH RECURSIVE edges AS (SELECT src::BIGINT AS src, dst::BIGINT AS dst, weight FROM %[2]s),
walk(src, dst, length, paths) USING KEY (src, dst) AS (
	SELECT id, id, 0, 1::HUGEINT FROM n
	UNION
	SELECT w.src, e.dst, w.length + 1, sum(w.paths)::HUGEINT
	FROM walk w JOIN edges e ON w.dst = e.src
	WHERE NOT EXISTS (FROM recurring.walk r WHERE r.src = w.src AND r.dst = e.dst)
	GROUP BY ALL),
far(src, dst, distance) USING KEY (src, dst) AS (
	SELECT id, id, 0::BIGINT FROM n
	UNION
	SELECT w.src, e.dst, min(w.distance + e.weight)
	FROM far w JOIN edges e ON w.dst = e.src LEFT JOIN recurring.far r ON r.src = w.src AND r.dst = e.dst
	WHERE r.distance IS NULL OR w.distance + e.weight < r.distance
	GROUP BY ALL)
SELECT a.id AS a, b.id AS b, length, coalesce(paths, 0::HUGEINT), distance, length, length, coalesce(paths, 0::HUGEINT), 0
FROM n a CROSS JOIN n b LEFT JOIN walk w ON w.src = a.id AND w.dst = b.id LEFT JOIN far f ON f.src = a.id AND f.dst = b.id
ORDER BY ALL`

// matched and wanted do the same for GRAPH_TABLE.
const (
	matched = "SELECT * FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:n)-[:e]->*(b:n) COLUMNS (a.id, b.id, path_length(p))) ORDER BY ALL"
	wanted  = `WITH RECURSIVE walk(src, dst, length) USING KEY (src, dst) AS (
	SELECT id, id, 0 FROM n
	UNION
	SELECT DISTINCT w.src, e.dst, w.length + 1 FROM walk w JOIN e ON w.dst = e.src WHERE NOT EXISTS (FROM recurring.walk r WHERE r.src = w.src AND r.dst = e.dst))
SELECT w.* FROM walk w JOIN n ON n.id = w.dst ORDER BY ALL`
)

// relations are edges as an argument and as what follows FROM.
var relations = [][2]string{
	{"e", "e"}, {"e", "e"}, {"main.e", "main.e"}, {"other.e", "other.e"}, {"o.e", "o.e"}, {"memory.main.e", "memory.main.e"}, {"back", "back"}, {"main.back", "main.back"},
	{"SELECT src, dst, weight FROM e WHERE weight <> 3", "(FROM e WHERE weight <> 3)"}, {"FROM e UNION ALL FROM back", "(FROM e UNION ALL FROM back)"}, {"deep", "deep"},
	{"SELECT src, dst, length FROM paths('e', 'FROM e')", "(SELECT src, dst, length AS weight FROM paths('e', 'FROM e'))"},
}

// edgeIDs are at the edges of their types.
var edgeIDs = []int64{math.MinInt64, -1, 0, 7, math.MaxUint32, math.MaxInt64}

// history changes and asks at random over eight connections.
type history struct {
	t        *testing.T
	rnd      *rand.Rand
	sessions []session
	log      []string // of recent statements
	answers  int
	refused  int // questions that both refused
}

func newHistory(t *testing.T, seed int) *history {
	h := &history{t: t, rnd: rand.New(rand.NewPCG(uint64(seed), 27))}
	db := open(t)
	for range 8 {
		h.sessions = append(h.sessions, connect(t, db))
	}
	s := h.sessions[0]
	s.rows("ATTACH ':memory:' AS o")
	for _, schema := range []string{"memory.other", "o.main", "memory.main"} {
		s.rows("CREATE SCHEMA IF NOT EXISTS " + schema)
		s.rows("USE " + schema)
		s.rows("CREATE TABLE e(src BIGINT, dst BIGINT, weight INTEGER)")
		s.rows("CREATE TABLE n AS SELECT unnest(" + strings.ReplaceAll(fmt.Sprint(append(edgeIDs, 99, -99)), " ", ", ") + ") AS id")
		s.rows("CREATE PROPERTY GRAPH g VERTEX TABLES (n) EDGE TABLES (e SOURCE KEY (src) REFERENCES n (id) DESTINATION KEY (dst) REFERENCES n (id))")
		s.rows("CREATE VIEW back AS SELECT dst AS src, src AS dst, weight FROM e")
		s.rows("CREATE VIEW deep AS SELECT src, dst, length AS weight FROM paths('e', 'FROM e')")
	}
	return h
}

// change returns a statement that changes rows, tables or what names mean.
func (h *history) change() string {
	pick := func(options ...string) string { return options[h.rnd.IntN(len(options))] }
	id := func() int64 { return edgeIDs[h.rnd.IntN(len(edgeIDs))] }
	table := pick("e", "e", "e", "other.e", "o.e")
	some := fmt.Sprintf("(SELECT *, rowid AS r FROM %s ORDER BY hash(rowid + %d) LIMIT %s)", table, h.rnd.IntN(1000), pick("2", "2", "3", "20"))
	permute := func(column string) string {
		return fmt.Sprintf("UPDATE %[1]s SET %[2]s = p.%[2]s FROM (SELECT a.r, b.%[2]s FROM (SELECT r, row_number() OVER (ORDER BY r) AS k FROM %[3]s) a JOIN"+
			" (SELECT %[2]s, row_number() OVER (ORDER BY r DESC) AS k FROM %[3]s) b USING (k)) p WHERE %[1]s.rowid = p.r", table, column, some)
	}
	switch h.rnd.IntN(24) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("INSERT INTO %s VALUES (%d, %d, %d)", table, id(), id(), h.rnd.IntN(9))
	case 4:
		return fmt.Sprintf("INSERT INTO %s SELECT src, dst, weight FROM %s", table, some)
	case 5, 6:
		return fmt.Sprintf("DELETE FROM %s WHERE rowid IN (SELECT r FROM %s)", table, some)
	case 7, 8:
		return permute("dst")
	case 9:
		return permute("src")
	case 10, 11:
		return permute("weight")
	case 12:
		return fmt.Sprintf("UPDATE %[1]s SET src = dst, dst = src WHERE rowid IN (SELECT r FROM %[2]s)", table, some)
	case 13:
		return fmt.Sprintf("UPDATE %s SET weight = weight + CASE WHEN src < dst THEN 1 ELSE -1 END WHERE weight BETWEEN 1 AND 8", table)
	case 14:
		return fmt.Sprintf("UPDATE %s SET %s = %s WHERE src = %d", table, pick("src", "dst"), pick("NULL", strconv.FormatInt(id(), 10)), id())
	case 15:
		return fmt.Sprintf("DELETE FROM %s WHERE src IS NULL OR dst IS NULL", table)
	case 16:
		return pick("BEGIN", "BEGIN", "COMMIT", "ROLLBACK")
	case 17:
		return pick("SET schema = 'memory.other'", "SET schema = 'memory.main'", "USE o", "USE memory", "SET search_path = 'memory.main,memory.other'")
	case 18:
		return pick("DROP TABLE e", "DROP TABLE other.e", "CREATE TEMP TABLE e AS FROM other.e", "DROP TABLE IF EXISTS temp.main.e", "DROP TABLE IF EXISTS temp.main.e")
	case 19, 20:
		return "CREATE TABLE IF NOT EXISTS " + table + pick("(src BIGINT, dst BIGINT, weight INTEGER)", "(src INTEGER, dst UINTEGER, weight SMALLINT)", " AS FROM e")
	case 21:
		return "CREATE OR REPLACE VIEW back AS SELECT " + pick("dst AS src, src AS dst", "src, dst", "src, src AS dst") + ", weight FROM e"
	}
	return fmt.Sprintf("PREPARE q%d AS %s", h.rnd.IntN(2), h.question(h.rnd.IntN(len(relations))))
}

// question returns the query with all answers for a relation.
func (h *history) question(of int) string {
	return fmt.Sprintf(answers, "'"+strings.ReplaceAll(relations[of][0], "'", "''")+"'", relations[of][1])
}

// step changes something on a connection and often asks one.
func (h *history) step() {
	h.run(h.sessions[h.rnd.IntN(len(h.sessions))], h.change())
	if h.rnd.IntN(2) > 0 {
		return
	}
	s, of := h.sessions[h.rnd.IntN(len(h.sessions))], h.rnd.IntN(len(relations))
	switch h.rnd.IntN(4) {
	case 0:
		h.compare(s, matched, wanted)
	case 1:
		name := fmt.Sprintf("later%d", of)
		if h.rnd.IntN(4) == 0 {
			h.run(s, "PREPARE "+name+" AS "+h.question(of))
		}
		if _, _, err := s.try(h.t.Context(), "EXPLAIN EXECUTE "+name); err == nil || !strings.Contains(err.Error(), "does not exist") {
			h.compare(s, "EXECUTE "+name, fmt.Sprintf(expected, "", relations[of][1]))
			return
		}
		fallthrough
	default:
		h.compare(s, h.question(of), fmt.Sprintf(expected, "", relations[of][1]))
	}
}

// run runs a statement that may be refused. A refused transaction ends.
func (h *history) run(s session, statement string) {
	h.log = append(h.log[max(0, len(h.log)-30):], fmt.Sprintf("%p %s", s.Session, statement))
	_, _, err := s.try(h.t.Context(), statement)
	if err != nil && fault.Code(err) != int(fault.Input) {
		h.t.Fatalf("%s: %v", statement, err)
	}
	if _, _, aborted := s.try(h.t.Context(), "SELECT 1"); aborted != nil {
		s.rows("ROLLBACK")
		h.log = append(h.log, "ROLLBACK")
	}
}

// compare asks twice. Both refuse, or the answers are the same.
func (h *history) compare(s session, question, recursion string) {
	got, _, err := s.try(h.t.Context(), question)
	want, _, refused := s.try(h.t.Context(), recursion)
	nulls := err != nil && strings.Contains(err.Error(), "is NULL in a row")
	switch {
	case (err == nil) != (refused == nil) && !nulls || err != nil && fault.Code(err) != int(fault.Input), err == nil && got != want:
		h.t.Fatalf("after\n%s\n%p %s\n got %s, %v\nwant %s, %v", strings.Join(h.log, "\n"), s.Session, question, got, err, want, refused)
	case err != nil:
		h.refused++
	default:
		h.answers += strings.Count(want, " ") - len(strings.Split(want, "\n")) // all columns but the two nodes
	}
	if _, _, aborted := s.try(h.t.Context(), "SELECT 1"); aborted != nil {
		s.rows("ROLLBACK")
	}
}

// Whatever happened on eight connections, the functions answer as recursive queries do.
// KERNELSCOPE_SEED and KERNELSCOPE_STEPS change the draw and its length.
func TestHistories(t *testing.T) {
	h := newHistory(t, setting(t, "KERNELSCOPE_SEED", 1))
	for range setting(t, "KERNELSCOPE_STEPS", 40) {
		h.step()
	}
	t.Logf("%d answers, %d questions that were refused by both", h.answers, h.refused)
	if h.answers == 0 {
		t.Error("no answers")
	}
}

// mutate returns a statement with some of its words exchanged, repeated, left out or replaced.
func mutate(rnd *rand.Rand, statement string) string {
	words := strings.SplitAfter(statement, " ")
	for range 1 + rnd.IntN(3) {
		i, k := rnd.IntN(len(words)), rnd.IntN(len(words))
		switch rnd.IntN(6) {
		case 0:
			words[i], words[k] = words[k], words[i]
		case 1:
			words[i] = ""
		case 2:
			words[i] += words[k]
		case 3:
			other := strings.SplitAfter(asking[rnd.IntN(len(asking))], " ")
			words[i] = other[rnd.IntN(len(other))]
		case 4:
			odd := []string{"'", "\"", "(", ")", "NULL ", "-1 ", "9223372036854775808 ", "''", "$1 ", "/*", "--", "; ", "e ", "\x00", "é", "1e309 ", "[]", "*"}
			words[i] = odd[rnd.IntN(len(odd))]
		default:
			if b := []byte(words[i]); len(b) > 0 {
				b[rnd.IntN(len(b))] ^= 1 << rnd.IntN(7)
				words[i] = string(b)
			}
		}
	}
	return strings.Join(words, "")
}

var asking = []string{
	"SELECT src , path_length('e' , src , dst ) FROM e",
	"SELECT distance('e' , 7 , -1 ) , count_shortest_paths('FROM e' , 0 , 7 )",
	"SELECT shortest_path('other.e' , id , 0 ) , all_shortest_paths('e' , 0 , id ) FROM n",
	"FROM paths('e' , 'SELECT a.id , b.id FROM n a , n b' ) WHERE length > 1 ORDER BY ALL",
	"SELECT id , betweenness FROM betweenness('back' , samples := 3 , seed := 1 )",
	"SELECT * FROM GRAPH_TABLE ( g MATCH p = ALL SHORTEST ( a : n )-[ k : e ]->{ 1 , 3 }( b : n WHERE b.id > 0 ) WHERE a.id < 9 COLUMNS ( a.id , path_length(p) , vertices(p) ) )",
	"EXPLAIN SELECT max(path_length('SELECT src , dst FROM paths(''e'' , ''FROM n a , n b'' )' , 0 , 7 ))",
	"CREATE OR REPLACE PROPERTY GRAPH h VERTEX TABLES ( n LABEL m ) EDGE TABLES ( e SOURCE KEY ( src ) REFERENCES n ( id ) DESTINATION KEY ( dst ) REFERENCES n ( id ) )",
	"PREPARE m AS SELECT path_length('e' , $1 , $2 )",
	"EXECUTE m( 0 , 7 )",
	"DEALLOCATE m",
	"BEGIN", "ROLLBACK", "SET schema = 'main'",
}

// A damaged statement has an answer or one error, and the next statement is right.
func TestStatementMutants(t *testing.T) {
	h := newHistory(t, setting(t, "KERNELSCOPE_SEED", 1))
	s, other := h.sessions[0], h.sessions[1]
	s.rows(fmt.Sprintf("INSERT INTO e VALUES (0, 7, 1), (7, -1, 2), (0, -1, 4), (-1, %d, 1), (0, 7, 3)", int64(math.MaxInt64)))
	accepted := 0
	n := setting(t, "KERNELSCOPE_MUTANTS", 30)
	for range n {
		statement := mutate(h.rnd, asking[h.rnd.IntN(len(asking))])
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, _, err := s.try(ctx, statement)
		cancel()
		switch code := fault.Code(err); {
		case err == nil:
			accepted++
		case errors.Is(err, context.DeadlineExceeded), code != int(fault.Input) && code != int(fault.Limit), strings.Contains(err.Error(), "panic"):
			t.Errorf("%q: exit code %d, %v", statement, code, err)
		}
		if _, _, aborted := s.try(t.Context(), "SELECT 1"); aborted != nil {
			s.rows("ROLLBACK")
		}
		h.compare(other, h.question(0), fmt.Sprintf(expected, "", "e"))
	}
	t.Logf("%d mutants, %d accepted, %d answers after them", n, accepted, h.answers)
}
