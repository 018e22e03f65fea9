//go:build duckdb

package matrix

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// DuckDB reads what Parquet files have, and believes their statistics.
func TestDuckDB(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables(func(name string, table *Table, b Block) {
		from := "FROM '" + save(t, inParquet(t, table, b, 300)) + "'"
		columns := "source_id, target_id, (distance * 10 ** " + string(rune('0'+table.Digits)) + ")::BIGINT"
		for _, c := range []struct {
			there bool
			names string
		}{{table.Named, ", source, target"}, {!table.Named, ", '', ''"}, {table.Pairs != nil, ", problem"}, {table.Pairs == nil, ", NULL"}} {
			if c.there {
				columns += c.names
			}
		}
		var got []string
		rows, err := db.Query("SELECT " + columns + " " + from)
		if err != nil {
			t.Fatal(name, err)
		}
		for rows.Next() {
			var r row
			if err := rows.Scan(&r.Source, &r.Target, &r.Distance, &r.From, &r.To, &r.Problem); err != nil {
				t.Fatal(name, err)
			}
			got = append(got, r.String())
		}
		if want := rowsOf(table, b); rows.Err() != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, want %d (%v)", name, len(got), len(want), rows.Err())
		}
		for i := range min(1, len(b.Dist)) { // pages that cannot have the number are passed over
			source, target, _ := table.cell(i)
			var found int
			err := db.QueryRow("SELECT count(*) "+from+" WHERE source_id = ? AND target_id = ?", table.Sources[source].ID, table.Targets[target].ID).Scan(&found)
			if err != nil || found == 0 {
				t.Errorf("%s: row %d is not found (%v)", name, i, err)
			}
		}
	})
}

// save writes a file of a test.
func save(t *testing.T, b []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
