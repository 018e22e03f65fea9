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
	db       *DB
	conn     *sql.Conn
	prepared map[string]string // statements with path functions, by lower-case name
}

// Session opens a connection.
func (db *DB) Session(ctx context.Context) (*Session, error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, clean(err)
	}
	return &Session{db: db, conn: conn, prepared: map[string]string{}}, nil
}

// Close closes the connection.
func (s *Session) Close() error { return s.conn.Close() }

// Query runs one statement, which may define property graphs or use GRAPH_TABLE. The report is
// complete once all rows have been read. Errors in the text of a graph or a GRAPH_TABLE are of type
// *pgq.Error. Errors of statements wrap fault.Input unless they have another kind or ctx is done.
func (s *Session) Query(ctx context.Context, statement string) (*sql.Rows, *Report, error) {
	ctx, st := s.begin(ctx)
	rows, err := st.run(ctx, statement)
	rows, err = st.end(ctx, rows, err)
	return rows, st.Report, st.tell(ctx, err)
}

func (st *statement) run(ctx context.Context, text string) (*sql.Rows, error) {
	if all, left := pgq.Split(text); len(all) > 1 || len(all) == 1 && !pgq.Blank(left) {
		return nil, fault.Input.Errorf("more than one statement: each is run alone")
	}
	about, err := pgq.ParseStatement(text)
	if err != nil {
		return nil, err
	}
	if about != nil {
		return st.define(ctx, about, text)
	}
	verb, name := pgq.Prepared(text)
	switch prepared := st.prepared[name]; {
	case verb == "PREPARE":
		return st.prepare(ctx, name, text)
	case verb == "DEALLOCATE":
		delete(st.prepared, name)
	case verb == "EXECUTE" && prepared != "":
		rows, err := st.prepare(ctx, name, prepared)
		if err != nil {
			return nil, err
		}
		rows.Close()
	}
	if text, err = st.translate(ctx, text); err != nil {
		return nil, err
	}
	return st.query(ctx, text)
}

// prepare runs PREPARE. DuckDB binds functions only then, and would answer from the edges and
// constants of that time. A statement with path functions is therefore prepared again before each
// EXECUTE, which thus answers as the statement itself.
func (st *statement) prepare(ctx context.Context, name, text string) (*sql.Rows, error) {
	translated, err := st.translate(ctx, text)
	if err != nil {
		return nil, err
	}
	rows, err := st.query(ctx, translated)
	if err != nil {
		return nil, err
	}
	if delete(st.prepared, name); len(st.graphs) > 0 {
		st.prepared[name] = text
	}
	return rows, nil
}

// Integers is like Query, for statements whose columns are integers without NULL. It returns the
// columns, with rows in no particular order. It is the fastest way to read large answers.
func (s *Session) Integers(ctx context.Context, statement string) ([][]int64, *Report, error) {
	ctx, st := s.begin(ctx)
	translated, err := st.translate(ctx, statement)
	if err != nil {
		return nil, st.Report, st.tell(ctx, err)
	}
	c, err := st.collect(ctx, &collected{keeps: true}, "the answer", "("+translated+"\n)", "*COLUMNS(*)")
	if _, err = st.end(ctx, nil, err); err != nil {
		return nil, st.Report, st.tell(ctx, err)
	}
	return c.joined(), st.Report, nil
}

// translate replaces each GRAPH_TABLE of a statement.
func (st *statement) translate(ctx context.Context, text string) (string, error) {
	translated, err := pgq.Translate(text, func(name string) (*pgq.Graph, error) { return st.graph(ctx, name) })
	if err == nil && translated != text {
		st.translated = translated
	}
	return translated, err
}

// tell gives an error of DuckDB the kind of the error that a function returned.
func (r *Report) tell(ctx context.Context, err error) error {
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

// graphsTable is the table with the definitions of property graphs. Each schema has its own, since
// definitions name tables as statements do: in another schema, they would mean other tables.
const graphsTable = "kernelscope_property_graphs"

// graphsHere returns the full name of the table in the current schema and whether it exists.
func (st *statement) graphsHere(ctx context.Context) (name string, exists bool, err error) {
	var database, schema string
	err = st.scan(ctx, "SELECT current_database(), current_schema(), EXISTS (FROM duckdb_tables() WHERE database_name = current_database()"+
		" AND schema_name = current_schema() AND table_name = "+pgq.Text(graphsTable)+")", &database, &schema, &exists)
	return pgq.Name(database) + "." + pgq.Name(schema) + "." + graphsTable, exists, err
}

// define creates or drops a property graph and returns a row with its name.
func (st *statement) define(ctx context.Context, about *pgq.Statement, text string) (*sql.Rows, error) {
	name := about.Drop
	if about.Graph != nil {
		name = about.Graph.Name
	}
	old, err := st.graph(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case about.Graph == nil && old == nil && !about.IfNotExists:
		return nil, fault.Input.Errorf("there is no property graph %s", name)
	case about.Graph != nil && old != nil && about.IfNotExists:
		return st.query(ctx, "SELECT "+pgq.Text(old.Name)+" AS property_graph")
	case about.Graph != nil && old != nil && !about.OrReplace:
		return nil, fault.Input.Errorf("the property graph %s exists: CREATE OR REPLACE replaces it", old.Name)
	case about.Graph == nil && old == nil:
		return st.query(ctx, "SELECT "+pgq.Text(name)+" AS property_graph LIMIT 0")
	}
	table, _, err := st.graphsHere(ctx)
	if err != nil {
		return nil, err
	}
	if about.Graph == nil {
		return st.query(ctx, "DELETE FROM "+table+" WHERE name = "+pgq.Text(strings.ToLower(name))+" RETURNING name AS property_graph")
	}
	for _, query := range append(about.Graph.Checks(), "CREATE TABLE IF NOT EXISTS "+table+"(name VARCHAR PRIMARY KEY, definition VARCHAR)") {
		if err := st.exec(ctx, query); err != nil {
			return nil, err
		}
	}
	return st.query(ctx, "INSERT OR REPLACE INTO "+table+" VALUES ("+pgq.Text(strings.ToLower(name))+", "+pgq.Text(text)+") RETURNING name AS property_graph")
}

// graph returns the property graph with a name, or nil.
func (st *statement) graph(ctx context.Context, name string) (*pgq.Graph, error) {
	table, exists, err := st.graphsHere(ctx)
	if err != nil || !exists {
		return nil, err
	}
	var definition string
	err = st.scan(ctx, "SELECT definition FROM "+table+" WHERE name = "+pgq.Text(strings.ToLower(name)), &definition)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	about, err := pgq.ParseStatement(definition)
	if err != nil {
		return nil, err
	}
	return about.Graph, nil
}
