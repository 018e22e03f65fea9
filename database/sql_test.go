//go:build duckdb

package database_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/scene/graphgen"
)

// Graphs of the shared data.
const shared = "../../shared/data/graphs/social/"

// facebook creates a view knows over a Parquet file that DuckDB has written.
func facebook(s session) {
	s.t.Helper()
	text := shared + "facebook_combined.txt"
	if _, err := os.Stat(text); err != nil {
		s.t.Skipf("the shared data is not there: %v", err)
	}
	parquet := filepath.Join(s.t.TempDir(), "knows.parquet")
	s.rows("COPY (SELECT column0 AS src, column1 AS dst FROM read_csv('" + text + "', delim=' ', header=false)) TO '" + parquet + "'")
	s.rows("CREATE VIEW half AS FROM '" + parquet + "'")
	s.rows("CREATE VIEW knows AS SELECT src, dst FROM half UNION ALL SELECT dst, src FROM half")
}

// friends creates a table knows like that of the LDBC Social Network Benchmark at scale factor 1,
// with 64-bit ids.
func friends(s session) {
	s.t.Helper()
	in, err := graphgen.SNB(1, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	csv := filepath.Join(s.t.TempDir(), "knows.csv")
	text := []byte("src,dst\n")
	for _, a := range in.Arcs {
		text = fmt.Appendf(text, "%d,%d\n", 933+int64(a.Tail)<<40, 933+int64(a.Head)<<40)
	}
	if err := os.WriteFile(csv, text, 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.rows("CREATE TABLE knows AS FROM '" + csv + "'")
}

// walks computes in DuckDB all lengths from the nodes of a table sources, and the numbers of
// shortest paths.
const walks = `
CREATE OR REPLACE TABLE walks AS WITH RECURSIVE walk(src, dst, length, paths) USING KEY (src, dst) AS (
	SELECT id, id, 0, 1::HUGEINT FROM sources
	UNION
	SELECT w.src, e.dst, w.length + 1, sum(w.paths)::HUGEINT
	FROM walk w JOIN knows e ON w.dst = e.src
	WHERE NOT EXISTS (FROM recurring.walk r WHERE r.src = w.src AND r.dst = e.dst)
	GROUP BY ALL)
FROM walk`

// distances does the same with weights, the third column of roads.
const distances = `
CREATE OR REPLACE TABLE distances AS WITH RECURSIVE walk(src, dst, distance) USING KEY (src, dst) AS (
	SELECT id, id, 0::BIGINT FROM sources
	UNION
	SELECT w.src, e.dst, min(w.distance + e.weight)
	FROM walk w JOIN roads e ON w.dst = e.src LEFT JOIN recurring.walk r ON r.src = w.src AND r.dst = e.dst
	WHERE r.distance IS NULL OR w.distance + e.weight < r.distance
	GROUP BY ALL)
FROM walk`

// All functions give the same answers as recursive queries.
func TestAgainstRecursion(t *testing.T) {
	for name, fill := range map[string]func(session){"facebook": facebook, "snb": friends} {
		t.Run(name, func(t *testing.T) {
			s := connect(t, open(t))
			fill(s)
			s.rows("CREATE TABLE ids AS SELECT DISTINCT unnest([src, dst]) AS id FROM knows")
			s.rows("CREATE TABLE sources AS FROM ids ORDER BY hash(id) LIMIT 4")
			s.rows(walks)
			// Several targets of each source, one id without edges, and all targets of one source.
			s.rows("CREATE TABLE pairs AS SELECT s.id AS src, i.id AS dst FROM sources s, (FROM (FROM ids ORDER BY hash(-id) LIMIT 24) UNION ALL SELECT -7) i")
			s.rows("CREATE TABLE wide AS SELECT s.id AS src, i.id AS dst FROM (FROM sources LIMIT 1) s, ids i")
			want := "SELECT p.src, p.dst, w.length FROM %s p LEFT JOIN walks w USING (src, dst)"
			s.same("FROM paths('knows', 'FROM pairs')", fmt.Sprintf(want, "pairs"))
			s.same("FROM paths('knows', 'FROM wide')", fmt.Sprintf(want, "wide"))
			s.same("SELECT src, dst, path_length('knows', src, dst) FROM wide", fmt.Sprintf(want, "wide"))
			s.same("SELECT src, dst, path_length('knows', src, dst) FROM pairs", fmt.Sprintf(want, "pairs"))
			counted := "SELECT p.src, p.dst, coalesce(w.paths, 0) AS n FROM pairs p LEFT JOIN walks w USING (src, dst)"
			s.same("SELECT src, dst, count_shortest_paths('knows', src, dst) FROM pairs", counted)
			s.checkPaths()
		})
	}
}

// checkPaths compares the lengths and numbers of paths with the expected ones, and their steps with
// the edges.
func (s session) checkPaths() {
	s.t.Helper()
	s.rows("CREATE TABLE counted AS FROM pairs JOIN walks USING (src, dst) WHERE paths < 1000")
	s.rows(`CREATE TABLE found AS
		SELECT src, dst, length, shortest_path('knows', src, dst) AS nodes, 1 AS n FROM counted UNION ALL
		SELECT src, dst, length, unnest(all_shortest_paths('knows', src, dst)), 2 FROM counted`)
	for what, wrong := range map[string]string{
		"other ends or lengths": "FROM found WHERE nodes[1] <> src OR nodes[-1] <> dst OR len(nodes) <> length + 1",
		"steps that are no edges": `FROM (SELECT unnest(nodes[:-2]) AS src, unnest(nodes[2:]) AS dst FROM found WHERE length > 0) step
			ANTI JOIN knows USING (src, dst)`,
		"paths missing": `SELECT s.src, s.dst, paths, count(DISTINCT nodes) FROM counted s LEFT JOIN found f ON f.src = s.src AND f.dst = s.dst AND f.n = 2
			GROUP BY ALL HAVING count(DISTINCT nodes) <> paths`,
	} {
		if rows := s.rows(wrong + " LIMIT 3"); rows != "" {
			s.t.Errorf("%s:\n%s", what, rows)
		}
	}
}

// Weighted distances are correct on a graph with generated weights.
func TestDistances(t *testing.T) {
	s := connect(t, open(t))
	s.rows("CREATE TABLE roads AS SELECT (range // 4)::INTEGER AS src, ((range // 4 + hash(range) % 40 + 1) % 500)::INTEGER AS dst, (hash(-range) % 1000)::INTEGER AS weight FROM range(2000)")
	s.rows("CREATE TABLE sources AS SELECT DISTINCT src AS id FROM roads ORDER BY hash(id) LIMIT 12")
	s.rows(distances)
	s.rows("CREATE TABLE pairs AS SELECT s.id AS src, range AS dst FROM sources s, range(520)")
	want := "SELECT p.src, p.dst, d.distance FROM pairs p LEFT JOIN distances d USING (src, dst)"
	s.same("SELECT src, dst, distance('roads', src, dst) FROM pairs", want)
	s.same("SELECT src, dst, distance('roads', src, dst) FROM pairs WHERE src = (FROM sources LIMIT 1)", want+" WHERE src = (FROM sources LIMIT 1)")
}

// Accessibility sums up the distances to all nodes.
func TestAccessibility(t *testing.T) {
	s := connect(t, open(t))
	s.rows("CREATE TABLE roads AS SELECT (range // 3)::INTEGER AS src, ((range // 3 + hash(range) % 9 + 1) % 90)::INTEGER AS dst, (hash(-range) % 1000)::INTEGER AS weight FROM range(240)")
	s.rows("CREATE TABLE sources AS SELECT DISTINCT unnest([src, dst]) AS id FROM roads")
	s.rows(distances)
	s.same("SELECT id, reached, round(mean, 6), farthest, within FROM accessibility('roads', within := 700)",
		"SELECT src, count(*), round(sum(distance) / greatest(1, count(*) - 1), 6), max(distance), count(*) FILTER (distance <= 700) FROM distances GROUP BY src")
	s.rows("UPDATE roads SET weight = weight + 900 WHERE src < 20")
	s.rows(distances)
	s.same("SELECT id, farthest FROM accessibility('roads')", "SELECT src, max(distance) FROM distances GROUP BY src")
	s.rows("CREATE TABLE shops AS SELECT range * 7 AS number FROM range(9) UNION ALL VALUES (7), (12345)") // one twice, and one without edges
	want := `SELECT s.id, count(distance), round(avg(distance), 6), max(distance), count(*) FILTER (distance <= 700), min(distance), min_by(p.number, (distance, p.number)) FILTER (distance IS NOT NULL)
		FROM sources s CROSS JOIN shops p LEFT JOIN distances d ON d.src = s.id AND d.dst = p.number GROUP BY s.id`
	s.same("SELECT id, reached, round(mean, 6), farthest, within, nearest, place FROM accessibility('roads', within := 700, places := 'shops')", want)
	s.same("SELECT id, reached, round(mean, 6), farthest, within, nearest, place FROM accessibility('roads', places := ' SELECT number FROM shops', within := 700)", want)
	s.same("SELECT id, nearest, place FROM accessibility('roads', places := [14])", "SELECT s.id, distance, if(distance IS NULL, NULL, 14) FROM sources s LEFT JOIN distances d ON d.src = s.id AND d.dst = 14")
	simple := "SELECT DISTINCT src, dst, 3 FROM roads WHERE src <> dst" // by equal weights, paths are the shortest by edges
	s.same("SELECT id, round(betweenness, 3), betweenness_error FROM accessibility('"+simple+"', samples := 1000)", "SELECT id, round(betweenness, 3), 0 FROM betweenness('"+simple+"')")
	s.same("SELECT count(*), count(DISTINCT betweenness) > 1, max(betweenness_error) > 0, max(nearest) FROM accessibility('"+simple+"', samples := 20, seed := 3, places := [7])",
		"SELECT count(*), true, true, max(nearest) FROM accessibility('"+simple+"', places := [7])")
	s.same("SELECT id, reached, mean, nearest FROM accessibility('roads', places := 'FROM shops WHERE number < 0')", "SELECT id, 0, NULL, NULL FROM sources")
}

// Betweenness sums the share of shortest paths between other nodes that contain a node.
func TestBetweenness(t *testing.T) {
	s := connect(t, open(t))
	facebook(s)
	s.rows("CREATE TABLE circle AS FROM knows WHERE src BETWEEN 60 AND 160 AND dst BETWEEN 60 AND 160")
	s.rows("CREATE OR REPLACE TABLE sources AS SELECT DISTINCT src AS id FROM circle")
	s.rows(strings.ReplaceAll(walks, "knows", "circle"))
	want := `SELECT v.id, round(coalesce(sum(a.paths::DOUBLE * b.paths / w.paths), 0), 1)
		FROM sources v LEFT JOIN (walks a JOIN walks b ON a.dst = b.src AND a.src <> a.dst AND b.src <> b.dst
			JOIN walks w ON w.src = a.src AND w.dst = b.dst AND w.length = a.length + b.length) ON v.id = a.dst
		GROUP BY v.id`
	s.same("SELECT id, round(betweenness, 1) FROM betweenness('circle')", want)
	s.same("SELECT id, round(betweenness, 1) FROM betweenness('circle', samples := 1000, seed := 1)", want)
}

// GRAPH_TABLE gives the same answers as the functions.
func TestGraphTable(t *testing.T) {
	s := connect(t, open(t))
	facebook(s)
	s.rows("CREATE TABLE Person AS SELECT DISTINCT src AS id, 'n' || src AS name FROM knows WHERE src < 400")
	graph := "PROPERTY GRAPH g VERTEX TABLES (Person) EDGE TABLES (knows SOURCE KEY (src) REFERENCES Person (id) DESTINATION KEY (dst) REFERENCES Person (id))"
	if got := s.rows("CREATE " + graph); got != "g" {
		t.Errorf("created %q", got)
	}
	of := "FROM Person a, Person b WHERE a.id < 3 AND b.id BETWEEN 300 AND 340 AND path_length('knows', a.id, b.id) "
	match := "FROM GRAPH_TABLE (g MATCH p = %s SHORTEST (a:Person WHERE a.id < 3)-[k:knows]->%s(b:Person WHERE b.id >= 300) WHERE b.id <= 340 COLUMNS (a.name, b.id, path_length(p), vertices(p)))"
	any := "SELECT a.name, b.id, path_length('knows', a.id, b.id), shortest_path('knows', a.id, b.id) "
	all := "SELECT a.name, b.id, len(nodes) - 1, nodes FROM (SELECT a, b, unnest(all_shortest_paths('knows', a.id, b.id)) AS nodes " + of + "BETWEEN 1 AND 2)"
	s.same(fmt.Sprintf(match, "ANY", "{1,2}"), any+of+"BETWEEN 1 AND 2")
	s.same(fmt.Sprintf(match, "ANY", "*"), any+of+">= 0")
	s.same(fmt.Sprintf(match, "ALL", "{1,2}"), all)
	// Only * includes the path from a node to itself.
	ends := "SELECT count(*), min(n) FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:Person)-[:knows]->%s(b:Person) WHERE a.id = 1 AND b.id < 9 COLUMNS (path_length(p) AS n))"
	if got := s.rows(fmt.Sprintf(ends, "*")) + "; " + s.rows(fmt.Sprintf(ends, "+")); got != "9 0; 8 1" {
		t.Errorf("got %s", got)
	}
	for _, sql := range []string{"CREATE PROPERTY GRAPH IF NOT EXISTS g VERTEX TABLES (x) EDGE TABLES (y SOURCE KEY (a) REFERENCES x (b) DESTINATION KEY (a) REFERENCES x (b))",
		"CREATE OR REPLACE " + graph, "DROP PROPERTY GRAPH G", "DROP PROPERTY GRAPH IF EXISTS g"} {
		s.rows(sql)
	}
}

// Patterns of fixed length give the rows of joins that are written by hand.
func TestMutualFriends(t *testing.T) {
	s := connect(t, open(t))
	friends(s)
	s.rows("CREATE TABLE person AS SELECT DISTINCT src AS id, src % 7 AS town FROM knows")
	s.rows("CREATE TABLE town AS SELECT DISTINCT town AS id, 'T' || town AS name FROM person")
	s.rows("CREATE TABLE lives AS SELECT id AS who, town FROM person")
	s.rows(`CREATE PROPERTY GRAPH snb VERTEX TABLES (person, town) EDGE TABLES (
		knows SOURCE KEY (src) REFERENCES person (id) DESTINATION KEY (dst) REFERENCES person (id),
		lives SOURCE KEY (who) REFERENCES person (id) DESTINATION KEY (town) REFERENCES town (id))`)
	const a, b = "933", "933 + (1::BIGINT << 40)"
	mutual := "SELECT x.dst AS id FROM knows x JOIN knows y ON x.dst = y.dst WHERE x.src = " + a + " AND y.src = %s"
	s.same("FROM GRAPH_TABLE (snb MATCH (a:person WHERE a.id = "+a+")-[:knows]->(m)<-[:knows]-(b:person WHERE b.id = "+b+") COLUMNS (m.id))", fmt.Sprintf(mutual, b))
	s.same("FROM GRAPH_TABLE (snb MATCH (a:person)-[:knows]->(m:person), (b:person)-[:knows]->(m) WHERE a.id = "+a+" AND b.id = "+b+" COLUMNS (m.id))", fmt.Sprintf(mutual, b))
	s.same("FROM GRAPH_TABLE (snb MATCH (a WHERE a.id = "+a+")-[k:knows WHERE k.dst > 1e13]->(b)-[:lives]-(t) COLUMNS (b.id, t.name))",
		"SELECT b.id, t.name FROM knows k JOIN person b ON b.id = k.dst JOIN town t ON t.id = b.town WHERE k.src = "+a+" AND k.dst > 1e13")
	// Without a direction an edge counts in each of two, and a loop once.
	s.rows("INSERT INTO knows VALUES (933, 933)")
	s.same("FROM GRAPH_TABLE (snb MATCH (a:person WHERE a.id = "+a+")-[k:knows]-(b) COLUMNS (b.id, k.src))",
		"SELECT dst, src FROM knows WHERE src = "+a+" UNION ALL SELECT src, src FROM knows WHERE dst = "+a+" AND src <> dst")
}
