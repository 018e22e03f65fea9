package pgq_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/database/pgq"
)

const definition = `CREATE PROPERTY GRAPH snb
VERTEX TABLES (Person, City LABEL Town)
EDGE TABLES (
	person_knows SOURCE KEY (person1) REFERENCES Person (id) DESTINATION KEY (person2) REFERENCES Person (id) LABEL knows,
	"lives in" SOURCE KEY (person) REFERENCES Person (id) DESTINATION KEY (city) REFERENCES City (id) LABEL lives
)`

func graphs(t testing.TB) func(string) (*pgq.Graph, error) {
	s, err := pgq.ParseStatement(definition)
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) (*pgq.Graph, error) {
		if strings.EqualFold(name, s.Graph.Name) {
			return s.Graph, nil
		}
		return nil, nil
	}
}

func TestStatements(t *testing.T) {
	s, err := pgq.ParseStatement(definition)
	if err != nil {
		t.Fatal(err)
	}
	if g := s.Graph; g.Name != "snb" || !slices.Equal(g.Nodes, []pgq.Node{{"Person", "Person"}, {"City", "Town"}}) || len(g.Edges) != 2 ||
		g.Edges[0] != (pgq.Edge{"person_knows", "knows", pgq.End{"person1", "Person", "id"}, pgq.End{"person2", "Person", "id"}}) || g.Edges[1].Table != "lives in" {
		t.Errorf("got %+v", g)
	}
	for sql, want := range map[string]pgq.Statement{
		"drop property graph if exists snb -- gone": {Drop: "snb", IfNotExists: true},
		"DROP PROPERTY GRAPH g":                     {Drop: "g"},
	} {
		if s, err := pgq.ParseStatement(sql); err != nil || *s != want {
			t.Errorf("%s: got %+v, %v", sql, s, err)
		}
	}
	for _, sql := range []string{"", "SELECT 1", "CREATE TABLE property(graph INT)", "CREATE OR REPLACE VIEW v AS SELECT 1", "'"} {
		if s, err := pgq.ParseStatement(sql); s != nil || err != nil {
			t.Errorf("%s: got %+v, %v", sql, s, err)
		}
	}
}

const (
	between = `path_length('SELECT "person1", "person2" FROM "person_knows"', "a"."id", "b"."id")`
	path    = `shortest_path('SELECT "person1", "person2" FROM "person_knows"', "a"."id", "b"."id")`
	either  = `(SELECT *, "person1" AS kernelscope_from, "person2" AS kernelscope_to FROM "person_knows" UNION ALL SELECT *, "person2", "person1" FROM "person_knows" WHERE "person1" IS DISTINCT FROM "person2")`
	paths   = `all_shortest_paths('SELECT "person1", "person2" FROM "person_knows"', "a"."id", "b"."id")`
)

func TestTranslate(t *testing.T) {
	for sql, want := range map[string]string{
		"FROM GRAPH_TABLE (snb MATCH p = ANY SHORTEST (a:Person)-[k:knows]->{1,3}(b:Person) COLUMNS (a.id, b.id AS other, path_length(p)))": `FROM (SELECT a.id, b.id AS other, ` + between + ` AS path_length FROM "Person" AS "a", "Person" AS "b" WHERE ` + between + ` BETWEEN 1 AND 3)`,
		"SELECT * FROM graph_table(SNB match any shortest (a:person WHERE a.name = 'x)')-[:knows]->*(b:Person) where b.id in (1, 2) columns (count(*))) t -- end": `SELECT * FROM (SELECT count(*) FROM "Person" AS "a", "Person" AS "b" WHERE (a.name = 'x)'
) AND (b.id in (1, 2)
) AND ` + between + ` BETWEEN 0 AND 2147483647) t -- end`,
		"FROM GRAPH_TABLE (snb MATCH way = ALL SHORTEST (a:Person)-[:knows]->+(b:Person) COLUMNS (1 + path_length(way) AS n, vertices(way)))": `FROM (SELECT 1 + (len(kernelscope_path.nodes) - 1) AS n, kernelscope_path.nodes AS vertices FROM "Person" AS "a", "Person" AS "b", unnest(CASE WHEN ` + between + ` BETWEEN 1 AND 2147483647 THEN ` + paths + ` END) AS kernelscope_path(nodes))`,
		"WITH x AS (FROM GRAPH_TABLE (snb MATCH p = ANY SHORTEST (a:Person)-[k:knows]->+(b:Person) COLUMNS (vertices(p) AS v, t.p))) FROM x":  `WITH x AS (FROM (SELECT ` + path + ` AS v, t.p FROM "Person" AS "a", "Person" AS "b" WHERE ` + between + ` BETWEEN 1 AND 2147483647)) FROM x`,
		// Mutual friends: T. Dreef, "Path-finding on GPUs for Database Systems", 2025, source 6.1.
		"FROM GRAPH_TABLE (snb MATCH (a:Person WHERE a.id = 1)-[:knows]->(m)<-[k:knows WHERE k.since > 2010]-(b:Person) WHERE b.id = 2 COLUMNS (m.id AS mutual, k.since))": `FROM (SELECT m.id AS mutual, k.since FROM "Person" AS "a", "Person" AS "m", "Person" AS "b", "person_knows" AS "kernelscope_edge1", "person_knows" AS "k" WHERE (a.id = 1
) AND "kernelscope_edge1"."person1" = "a"."id" AND "kernelscope_edge1"."person2" = "m"."id" AND (k.since > 2010
) AND "k"."person1" = "b"."id" AND "k"."person2" = "m"."id" AND (b.id = 2
))`,
		"FROM GRAPH_TABLE (snb MATCH (a)-[:knows]-(:Person)-[:lives]-(c), (a)-[:lives]->(c) COLUMNS (*))": `FROM (SELECT * FROM "Person" AS "a", "Person" AS "kernelscope_node2", "City" AS "c", ` + either + ` AS "kernelscope_edge1", "lives in" AS "kernelscope_edge2", "lives in" AS "kernelscope_edge3" ` +
			`WHERE "kernelscope_edge1"."kernelscope_from" = "a"."id" AND "kernelscope_edge1"."kernelscope_to" = "kernelscope_node2"."id" AND "kernelscope_edge2"."person" = "kernelscope_node2"."id" AND "kernelscope_edge2"."city" = "c"."id" ` +
			`AND "kernelscope_edge3"."person" = "a"."id" AND "kernelscope_edge3"."city" = "c"."id")`,
		"FROM GRAPH_TABLE (snb MATCH (c:Town)-[:lives]-() COLUMNS (c.id))": `FROM (SELECT c.id FROM "City" AS "c", "Person" AS "kernelscope_node2", "lives in" AS "kernelscope_edge1" WHERE "kernelscope_edge1"."person" = "kernelscope_node2"."id" AND "kernelscope_edge1"."city" = "c"."id")`,
		"SELECT 'GRAPH_TABLE (', graph_table FROM t":                       "SELECT 'GRAPH_TABLE (', graph_table FROM t",
		"SELECT 'never ends": "SELECT 'never ends",
	} {
		got, err := pgq.Translate(sql, graphs(t))
		if err != nil || got != want {
			t.Errorf("%s\n got %s, %v\nwant %s", sql, got, err, want)
		}
	}
}

// Text that cannot be translated gives an error with its position.
func TestErrors(t *testing.T) {
	match := func(rest string) string { return "FROM GRAPH_TABLE (snb MATCH " + rest }
	for sql, want := range map[string]string{
		"FROM GRAPH_TABLE (":                                                                               "line 1, column 19: expected the name of a graph, found the end",
		"FROM GRAPH_TABLE (other MATCH":                                                                    "line 1, column 19: there is no property graph other",
		"SELECT 1,\n  é FROM GRAPH_TABLE (snb":                                                             "line 2, column 26: expected MATCH, found the end",
		match("p = (a:Person)-[k:knows]->(b:Person) COLUMNS (a.id))"):                                      "column 33: expected ANY SHORTEST, ALL SHORTEST or, without a path, a node, found “(”",
		match("SHORTEST (a:Person)"):                                                                       "column 29: expected ANY SHORTEST, ALL SHORTEST or, without a path, a node, found “SHORTEST”",
		match("(a:Person)-[k:knows]->{1,3}(b:Person) COLUMNS (a.id))"):                                     "column 51: a path of several edges needs ANY SHORTEST or ALL SHORTEST after MATCH",
		match("(a:Dog) COLUMNS (a.id))"):                                                                   "column 32: snb has no nodes with the label Dog",
		match("(a) COLUMNS (a.id))"):                                                                       "column 30: the node has no label, and no edge tells its table",
		match("(a:Person)-[k:likes]->(b) COLUMNS (a.id))"):                                                 "column 43: snb has no edges with the label likes",
		match("(a:Person)-[k]->(b) COLUMNS (a.id))"):                                                       "column 42: expected :, found “]”",
		match("(a:Person)<-[k:knows]->(b) COLUMNS (a.id))"):                                                "column 39: an edge has one direction, or none",
		match("(a:Person)-[k:knows]->(b:Town) COLUMNS (a.id))"):                                            "column 39: the node would be of City and of Person",
		match("(a:Person)<-[k:lives]-(b) COLUMNS (a.id))"):                                                 "column 39: the node would be of Person and of City",
		match("(a)-[:lives]-(b) COLUMNS (1))"):                                                             "column 32: lives edges lead from Person to City: give a node its label, or the edge its direction",
		match("(a:Person)-[:knows]->(b), (A:Town) COLUMNS (1))"):                                           "column 56: the node would be of Person and of City",
		match("(a:Person)-[a:knows]->(b) COLUMNS (1))"):                                                    "column 41: the variable a appears twice",
		match("(a:Person)-[k:knows]->(b), (k:Person) COLUMNS (1))"):                                        "column 57: the variable k is that of an edge",
		match("(a:Person)-[k:knows]->(b)-(c) COLUMNS (1))"):                                                "column 55: expected [, found “(”",
		match("(a:Person WHERE )-[k:knows]->(b) COLUMNS (1))"):                                             "column 45: expected a condition, found “)”",
		match("(a:Person) COLUMNS ())"):                                                                    "column 49: expected a column, found “)”",
		match("(a:Person) WHERE a.x"):                                                                      "column 49: expected COLUMNS, found the end",
		match("p = ANY (a:Person)"):                                                                        "column 37: expected SHORTEST, found “(”",
		match("p = ANY SHORTEST (a)"):                                                                      "column 48: expected :, found “)”",
		match("p = ANY SHORTEST (:Person)"):                                                                "column 47: expected the variable of a node, found “:”",
		match("p = ANY SHORTEST (a:Dog)"):                                                                  "column 49: snb has no nodes with the label Dog",
		match("p = ANY SHORTEST (a:Person)<-[k:knows]-*(b:Person)"):                                        "column 56: expected -, found “<”",
		match("p = ANY SHORTEST (a:Person)-[k:likes]->*(b:Person)"):                                        "column 60: snb has no edges with the label likes",
		match("p = ANY SHORTEST (a:Person)-[k:knows]-(b:Person)"):                                          "column 67: expected >, found “(”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->(b:Person)"):                                         "column 68: expected *, + or {m,n}, found “(”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->{3,1}(b:Person)"):                                    "column 69: at least 3 edges and at most 1",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->{1}(b:Person)"):                                      "column 70: expected ,, found “}”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->{1,99999999999}(b:Person)"):                          "column 71: 99999999999 is more edges than a path has",
		match("p = ANY SHORTEST (a:Person)-[k:lives]->*(b:Town) COLUMNS (a.id))"):                          "lives edges lead from Person to City",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Town) COLUMNS (a.id))"):                          "knows edges join Person and Person, not Person and City",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(A:Person) COLUMNS (a.id))"):                        "the variable a appears twice",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person)-[l:knows]->*(c:Person) COLUMNS (a.id))"): "column 79: expected COLUMNS, found “-”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person))"):                                       "column 79: expected COLUMNS, found “)”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS ())"):                            "column 89: expected a column, found “)”",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (p))"):                           "column 89: a path is not a value",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (edges(p)))"):                    "column 89: edges(p) is not translated",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (k.since))"):                     "column 89: k stands for all edges",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (a.id"):                          "column 93: expected , or ), found the end",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (a.id)"):                         "column 94: expected ), found the end",
		match("p = ANY SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS ('a.id))"):                       "column 89: expected , or ), found a text that does not end",
		match("p = ANY SHORTEST (a:Person WHERE a.id = (1)-[k:knows]->*(b:Person)"):                        "found the end",
		"CREATE PROPERTY GRAPH":                                                                            "column 22: expected the name of a graph, found the end",
		"CREATE PROPERTY GRAPH g EDGE TABLES (e)":                                                          "column 25: expected VERTEX, found “EDGE”",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (A, a) EDGE TABLES":                                         "column 43: the table a, or its label a, appears twice",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (A) EDGE TABLES (e SOURCE KEY (x) REFERENCES B (y)":         "column 84: B is not among the vertex tables",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (A PROPERTIES (x)) EDGE TABLES":                             "column 42: expected ), found “PROPERTIES”",
		"CREATE PROPERTY GRAPH g VERTEX TABLES (A) EDGE TABLES (e SOURCE A DESTINATION A)":                 "column 65: expected KEY, found “A”",
		"DROP PROPERTY GRAPH g h":                                                                          "column 23: expected the end of the statement, found “h”",
	} {
		_, err := pgq.ParseStatement(sql)
		if err == nil {
			_, err = pgq.Translate(sql, graphs(t))
		}
		var at *pgq.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", sql, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for script, want := range map[string][]string{
		"":                  nil,
		" ; ;-- nothing\n;": nil,
		"a; b;":             {"a", " b"},
		"a ';' \";\" /* ; /* ; */; */ $$;$$ $x$;$$;$x$ e'\\';';b;": {"a ';' \";\" /* ; /* ; */; */ $$;$$ $x$;$$;$x$ e'\\';'", "b"},
		"SELECT $1; x$y; 1": {"SELECT $1", " x$y"},
	} {
		if got, _ := pgq.Split(script); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", script, got, want)
		}
	}
	for script, want := range map[string]string{"a; b": " b", "a; 'b;": " 'b;", "/* ;": "/* ;"} {
		if _, left := pgq.Split(script); left != want {
			t.Errorf("%q: left %q, want %q", script, left, want)
		}
	}
}

// Any text is either translated or gives an error with a position in it. Without GRAPH_TABLE it is
// returned unchanged.
func FuzzTranslate(f *testing.F) {
	f.Add("FROM GRAPH_TABLE (snb MATCH p = ANY SHORTEST (a:Person WHERE a.x)-[k:knows]->{1,3}(b:Person) WHERE b COLUMNS (a.id, vertices(p)))")
	f.Add("FROM GRAPH_TABLE (snb MATCH ALL SHORTEST (a:Person)-[k:knows]->*(b:Person) COLUMNS (1, path_length(p)))")
	f.Add("GRAPH_TABLE(snB MATCH p=ANY SHORTEST(A:Person WHERE vertiCes(p ))")
	f.Add("FROM GRAPH_TABLE (snb MATCH (a:Person WHERE a.x)-[:knows]->(m)<-[k:knows]-(b)-[:lives]-(:Town), (a) WHERE b COLUMNS (a.id))")
	f.Add(definition)
	f.Add("SELECT 'é' /* */ $$x$$ \"y\" e'\\'' ; -- z")
	known := graphs(f)
	f.Fuzz(func(t *testing.T, sql string) {
		_, err := pgq.ParseStatement(sql)
		check(t, sql, err)
		out, err := pgq.Translate(sql, known)
		check(t, sql, err)
		if err == nil && !strings.Contains(strings.ToUpper(sql), "GRAPH_TABLE") && out != sql {
			t.Errorf("%q became %q", sql, out)
		}
		statements, left := pgq.Split(sql)
		for _, s := range append(statements, left) {
			if !strings.Contains(sql, s) {
				t.Errorf("%q is not a part of %q", s, sql)
			}
		}
		pgq.First(sql)
	})
}

func check(t *testing.T, sql string, err error) {
	var at *pgq.Error
	if err == nil {
		return
	}
	if !errors.As(err, &at) {
		t.Fatalf("%q: %v has no place", sql, err)
	}
	lines := strings.Split(sql, "\n")
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column > len(lines[at.Line-1])+1 {
		t.Errorf("%q: %v is not a place in it", sql, at)
	}
}

func TestPrepared(t *testing.T) {
	for statement, want := range map[string]string{
		"PREPARE q AS SELECT 1":                 "PREPARE q",
		" /* a */ prepare \"A b\" AS EXECUTE x": "PREPARE a b",
		"EXECUTE Q(1, 2)":                       "EXECUTE q",
		"EXPLAIN ANALYZE EXECUTE q":             "EXECUTE q",
		"DEALLOCATE q":                          "DEALLOCATE q",
		"DEALLOCATE PREPARE \"q\"":              "DEALLOCATE q",
		"SELECT 'EXECUTE q'":                    " ",
		"":                                      " ",
	} {
		if verb, name := pgq.Prepared(statement); verb+" "+name != want {
			t.Errorf("%s: got %s %s, want %s", statement, verb, name, want)
		}
	}
}

func TestQualified(t *testing.T) {
	for text, want := range map[string]string{
		"main.e": `"main"."e"`, `a."b.c".D`: `"a"."b.c"."D"`, "e": "", "a b": "", "a.": "", ".a": "", "a. b": "", "a..b": "", "/a.csv": "", "a-b.csv": "", "a.b -- c": "", "": "", `a."b`: "",
	} {
		if got, ok := pgq.Qualified(text); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, ok, want)
		}
	}
}
