//go:build duckdb

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kernelscope/internal/output"
)

// command runs a command line with a standard input and returns its output and its exit code.
func command(input string, args ...string) (out string, code int) {
	var stdout, stderr bytes.Buffer
	a := &app{in: strings.NewReader(input), out: output.NewStream(&stdout, "out"), errs: output.NewStream(&stderr, "errs"), signals: make(chan os.Signal)}
	c := a.command()
	c.SetArgs(append([]string{"--device", "llvmpipe"}, args...))
	c.SetOut(a.out)
	c.SetErr(a.errs)
	if err := c.Execute(); err != nil {
		return err.Error(), a.exitCode(err)
	}
	return stdout.String() + stderr.String(), 0
}

func TestCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("knows.csv", "a,b\n1,2\n2,3\n3,1\n3,4\n")
	write("Person.csv", "id,name\n1,Ann\n2,Bob\n3,Cy\n4,Di\n")
	write("not.duckdb", "nothing")
	graph := "CREATE PROPERTY GRAPH g VERTEX TABLES (Person) EDGE TABLES (knows SOURCE KEY (a) REFERENCES Person (id) DESTINATION KEY (b) REFERENCES Person (id));"
	for _, test := range []struct {
		name, input, args, out string
		code                   int
	}{
		{"a view of a file", "", "knows.csv|-c|SELECT path_length('knows', 1, 4) AS n", "n\n─\n3\n", 0},
		{"a script", "SELECT 1 AS a; -- ;\nSELECT ';' AS b", "--format|csv", "a\n1\nb\n;\n", 0},
		{"two files", graph + "FROM GRAPH_TABLE (g MATCH p = ANY SHORTEST (x:Person)-[:knows]->+(y:Person) WHERE y.id = 4 COLUMNS (x.name, path_length(p) AS n)) ORDER BY n",
			"knows.csv|Person.csv|--format|csv", "property_graph\ng\nname,n\nCy,1\nBob,2\nAnn,3\n", 0},
		{"an only argument", "", "SELECT count(*) AS n FROM 'knows.csv'|--format|csv", "n\n4\n", 0},
		{"formulas", "SELECT '=1+1' AS \"@a\", '-2' AS b, -2.5 AS c, e'\\tx' AS d, '+x' AS e, ['=1'] AS f", "--format|csv", "'@a,b,c,d,e,f\n'=1+1,-2,-2.5,'\tx,'+x,[=1]\n", 0},
		{"json", "SELECT shortest_path('knows', 1, 3) AS p, path_length('knows', 4, 1) AS n, DATE '2026-11-23' AS d", "knows.csv|--format|json", `{"p":[1,2,3],"n":null,"d":"2026-11-23"}` + "\n", 0},
		{"many rows", "FROM range(50)", "--rows|2", "range\n─────\n    0\n    1\n… and 48 more rows\n", 0},
		{"a new database", "CREATE TABLE t AS SELECT 7 AS a", "new.duckdb|--create", "Count\n─────\n    1\n", 0},
		{"an old database", "FROM t", "new.duckdb|--read-only", "a\n─\n7\n", 0},
		{"read-only", "DROP TABLE t", "new.duckdb|--read-only", "read-only", 3},
		{"no such file", "", "none.csv|-c|SELECT 1", "none.csv: no such file", 3},
		{"no such database", "", "none.duckdb|-c|SELECT 1", "none.duckdb: no such file", 3},
		{"no database", "", "not.duckdb|-c|SELECT 1", "not a valid DuckDB database file", 3},
		{"two databases", "", "new.duckdb|not.duckdb", "a database, which is opened alone", 2},
		{"the first error ends", "SELECT 1; SELEC 2; SELECT 3", "", `syntax error at or near "SELEC"`, 3},
		{"no table", "SELECT path_length('no', 1, 2)", "", "Table with name no does not exist", 3},
		{"a bad match", "FROM GRAPH_TABLE (g MATCH", "", "line 1, column 19: there is no property graph g", 3},
		{"no device", "SELECT path_length('knows', 1, 2)", "knows.csv|--device|none such", "none such", 4},
		{"an unknown flag", "", "--bogus", "unknown flag", 2},
		{"an unknown format", "", "--format|xml", "not table, csv or json", 2},
		{"an unknown ending", "", "-o|out.xml|-c|SELECT 1", "must end in .csv, .parquet or .json", 2},
		{"no pairs", "", "bench|--pairs|0", "at least one of each is needed", 2},
		{"no such factor", "", "bench|--sf|2", "the scale factor is 2", 6},
	} {
		args := strings.FieldsFunc(test.args, func(r rune) bool { return r == '|' })
		out, code := command(test.input, args...)
		if code != test.code || code == 0 && out != test.out || !strings.Contains(out, test.out) {
			t.Errorf("%s: exit code %d, %q\nwant %d, %q", test.name, code, out, test.code, test.out)
		}
	}
}

// Results are written as CSV, Parquet or JSON, completely or not at all.
func TestOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"out.csv", "out.parquet", "out.json"} {
		if out, code := command("CREATE TABLE knows AS SELECT 1 AS a, 2 AS b; FROM paths('knows', 'FROM knows')", "-o", name); code != 0 || !strings.HasPrefix(out, "Count") {
			t.Fatalf("%s: %d, %s", name, code, out)
		}
		if out, _ := command("", name, "--format", "csv", "-c", "FROM out"); out != "src,dst,length\n1,2,1\n" {
			t.Errorf("%s: %s", name, out)
		}
		if out, code := command("SELECT 2", "-o", name); code != 7 || !strings.Contains(out, "--force") {
			t.Errorf("%s: %d, %s", name, code, out)
		}
		if out, code := command("SELEC", "-o", name, "--force"); code != 3 {
			t.Errorf("%s: %d, %s", name, code, out)
		}
		if out, _ := command("", name, "--format", "csv", "-c", "FROM out"); out != "src,dst,length\n1,2,1\n" {
			t.Errorf("%s after an error: %s", name, out)
		}
	}
	if out, code := command("SELECT '=1+1' AS a ORDER BY a", "-o", "out.csv", "--force"); code != 0 {
		t.Errorf("%d, %s", code, out)
	}
	if text, err := os.ReadFile("out.csv"); string(text) != "a\n'=1+1\n" {
		t.Errorf("a formula is written as %q, %v", text, err)
	}
	if left, _ := filepath.Glob("*"); len(left) != 3 {
		t.Errorf("the folder has %v", left)
	}
}

func TestExplain(t *testing.T) {
	out, code := command("CREATE TABLE knows AS SELECT 1 AS a, 2 AS b; EXPLAIN FROM paths('knows', 'FROM knows'); FROM paths('knows', 'FROM knows')", "--timer")
	for _, want := range []string{"KERNELSCOPE_PATHS", "graph knows: 2 nodes, 1 edge,", "read and uploaded", "paths: planned, 1 pair, scheme ", "paths: 1 job, 1 pair, scheme ", "run time: "} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("no %q in %d, %s", want, code, out)
		}
	}
}

// The benchmark verifies its answers.
func TestBench(t *testing.T) {
	out, code := command("", "bench", "--pairs", "200", "-r", "1", "--scalar")
	if code != 0 || strings.Count(out, "verified: every length of every run") != 3 {
		t.Errorf("%d: %s", code, out)
	}
	if err := verify([][]int64{{idOf(3)}, {idOf(4)}, {2}}, []answer{{3, 4, 1}}); err == nil {
		t.Error("a wrong length passes")
	}
}

// A signal that arrives after a statement is done still ends the script.
func TestLateSignal(t *testing.T) {
	signals := make(chan os.Signal, 1)
	a := &app{signals: signals, started: true}
	err := a.until(func(ctx context.Context) error {
		signals <- syscall.SIGTERM
		<-ctx.Done()
		return nil
	})
	if code := a.exitCode(err); code != 143 {
		t.Errorf("exit code %d, %v", code, err)
	}
}

// A script runs while it is read: a signal interrupts waiting for input, and an unterminated
// statement is refused with its line.
func TestScriptIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		in, writer := io.Pipe()
		signals := make(chan os.Signal, 1)
		printed, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		a := &app{in: in, out: output.NewStream(out, "out"), errs: output.NewStream(io.Discard, "errs"), signals: signals}
		c := a.command()
		c.SetArgs([]string{"--format", "csv"})
		done := make(chan error)
		go func() { done <- c.Execute() }()
		for _, text := range []string{"SELECT 1 AS", " a; SELECT", " 2"} {
			_, _ = io.WriteString(writer, text)
		}
		got := make([]byte, len("a\n1\n"))
		if _, err := io.ReadFull(printed, got); err != nil || string(got) != "a\n1\n" {
			t.Errorf("%q, %v", got, err)
		}
		signals <- signal
		if err := <-done; a.exitCode(err) != want {
			t.Errorf("%v: %d, %v", signal, a.exitCode(err), err)
		}
		writer.Close()
		printed.Close()
		out.Close()
	}
	a := &app{in: io.MultiReader(strings.NewReader("SELECT 1;\n\n SELECT '"), endless{}), out: output.NewStream(io.Discard, "out"), signals: make(chan os.Signal)}
	c := a.command()
	c.SetArgs([]string{})
	if err := c.Execute(); a.exitCode(err) != 6 || !strings.Contains(err.Error(), "line 3: the statement that begins here is longer than 16 MiB") {
		t.Errorf("%d, %v", a.exitCode(err), err)
	}
}

// endless is text without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ';'
	}
	return len(b), nil
}
