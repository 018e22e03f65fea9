//go:build duckdb

package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
)

// Session is a connection. It must not be used concurrently.
type Session struct {
	db   *DB
	conn *sql.Conn
}

// Session opens a connection.
func (db *DB) Session(ctx context.Context) (*Session, error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, clean(err)
	}
	return &Session{db: db, conn: conn}, nil
}

// Close closes the connection.
func (s *Session) Close() error { return s.conn.Close() }

// Query runs one statement, which may define property graphs or use GRAPH_TABLE. The report is
// complete once all rows have been read. Errors in the text of a graph or a GRAPH_TABLE are of type
// *pgq.Error. Errors of statements wrap fault.Input unless they have another kind or ctx is done.
func (s *Session) Query(ctx context.Context, statement string) (*sql.Rows, *Report, error) {
	r := &Report{}
	ctx = withReport(ctx, r)
	about, err := pgq.ParseStatement(statement)
	if err != nil {
		return nil, r, fault.Input.Errorf("%w", err)
	}
	if about != nil {
		rows, err := s.define(ctx, about, statement)
		return rows, r, tell(ctx, r, err)
	}
	translated, err := s.translate(ctx, r, statement)
	if err != nil {
		return nil, r, err
	}
	rows, err := s.conn.QueryContext(ctx, translated)
	return rows, r, tell(ctx, r, err)
}

// Integers is like Query, for statements whose columns are integers without NULL. It returns the
// columns, with rows in no particular order. It is the fastest way to read large answers.
func (s *Session) Integers(ctx context.Context, statement string) ([][]int64, *Report, error) {
	r := &Report{}
	ctx = withReport(ctx, r)
	translated, err := s.translate(ctx, r, statement)
	if err != nil {
		return nil, r, err
	}
	columns, err := integers(ctx, s.conn, "the answer", "("+translated+"\n)", "*COLUMNS(*)")
	return columns, r, tell(ctx, r, err)
}

// translate replaces each GRAPH_TABLE of a statement.
func (s *Session) translate(ctx context.Context, r *Report, statement string) (string, error) {
	translated, err := pgq.Translate(statement, func(name string) (*pgq.Graph, error) { return s.graph(ctx, name) })
	if err == nil && translated != statement {
		r.translated = translated
	}
	return translated, tell(ctx, r, err)
}

// tell gives an error of DuckDB the kind of the error that a function returned.
func tell(ctx context.Context, r *Report, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case r.err != nil:
		return cleaned{r.err, clean(err).Error()}
	case fault.Code(err) != 0:
		return clean(err)
	}
	return fault.Input.Errorf("%w", clean(err))
}

// graphsTable is the table with the definitions of property graphs, in the database that they
// belong to.
const graphsTable = "kernelscope_property_graphs"

// define creates or drops a property graph and returns a row with its name.
func (s *Session) define(ctx context.Context, about *pgq.Statement, statement string) (*sql.Rows, error) {
	name := about.Drop
	if about.Graph != nil {
		name = about.Graph.Name
	}
	old, err := s.graph(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case about.Graph == nil && old == nil && !about.IfNotExists:
		return nil, fault.Input.Errorf("there is no property graph %s", name)
	case about.Graph != nil && old != nil && about.IfNotExists:
		return s.conn.QueryContext(ctx, "SELECT "+pgq.Text(old.Name)+" AS property_graph")
	case about.Graph != nil && old != nil && !about.OrReplace:
		return nil, fault.Input.Errorf("the property graph %s exists: CREATE OR REPLACE replaces it", old.Name)
	}
	if about.Graph == nil {
		if old == nil {
			return s.conn.QueryContext(ctx, "SELECT "+pgq.Text(name)+" AS property_graph LIMIT 0")
		}
		return s.conn.QueryContext(ctx, "DELETE FROM "+graphsTable+" WHERE name = "+pgq.Text(strings.ToLower(name))+" RETURNING name AS property_graph")
	}
	for _, check := range about.Graph.Checks() {
		if _, err := s.conn.ExecContext(ctx, check); err != nil {
			return nil, err
		}
	}
	if _, err := s.conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+graphsTable+"(name VARCHAR PRIMARY KEY, definition VARCHAR)"); err != nil {
		return nil, err
	}
	return s.conn.QueryContext(ctx, "INSERT OR REPLACE INTO "+graphsTable+" VALUES ("+pgq.Text(strings.ToLower(name))+", "+pgq.Text(statement)+") RETURNING name AS property_graph")
}

// graph returns the property graph with a name, or nil.
func (s *Session) graph(ctx context.Context, name string) (*pgq.Graph, error) {
	var tables int
	if err := s.conn.QueryRowContext(ctx, "SELECT count(*) FROM duckdb_tables() WHERE table_name = "+pgq.Text(graphsTable)).Scan(&tables); err != nil || tables == 0 {
		return nil, err
	}
	var definition string
	err := s.conn.QueryRowContext(ctx, "SELECT definition FROM "+graphsTable+" WHERE name = "+pgq.Text(strings.ToLower(name))).Scan(&definition)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	statement, err := pgq.ParseStatement(definition)
	if err != nil {
		return nil, err
	}
	return statement.Graph, nil
}
