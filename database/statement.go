//go:build duckdb

package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"kernelscope/internal/fault"
)

// maxNested is the greatest number of path functions within one another: each reads its edges or
// pairs by a query that calls the next.
const maxNested = 8

// statement is a statement while a session runs it. Its functions use the session's connection to
// read edges and pairs, so that names mean the same as in the statement, and changes of the
// session's transaction are seen. The connection is busy while DuckDB binds a function. A function
// therefore fails to bind if something has not been read, before the statement has done anything;
// query reads it and binds again.
type statement struct {
	*Session
	*Report
	graphs map[graphKey]*edges
	lists  map[listKey]*paths
	places map[string][]int64          // ids, by the text that lists them
	lack   func(context.Context) error // reads what the last function lacked
	of     string                      // the text that names it
	depth  int                         // path functions whose edges or pairs are being read
	asked  bool                        // whether it is known if the session is in a transaction
	begun  bool                        // whether this statement has begun one
}

type statementKey struct{}

// begin returns the state of a new statement, and a context that has it.
func (s *Session) begin(ctx context.Context) (context.Context, *statement) {
	st := &statement{Session: s, Report: &Report{}, graphs: map[graphKey]*edges{}, lists: map[listKey]*paths{}, places: map[string][]int64{}}
	return context.WithValue(ctx, statementKey{}, st), st
}

// statementOf returns the statement that calls a function.
func statementOf(ctx context.Context) (*statement, error) {
	if st, ok := ctx.Value(statementKey{}).(*statement); ok {
		return st, nil
	}
	return nil, errors.New("path functions need a session")
}

// reportOf returns the report of the statement that calls a function.
func reportOf(ctx context.Context) *Report {
	if st, err := statementOf(ctx); err == nil {
		return st.Report
	}
	return &Report{}
}

// query runs a query of the statement, or of a function in it.
func (st *statement) query(ctx context.Context, text string) (*sql.Rows, error) {
	for {
		st.lack = nil
		rows, err := st.conn.QueryContext(ctx, text)
		lack := st.lack
		if err == nil || lack == nil {
			return rows, err
		}
		if err := st.hold(ctx); err != nil {
			return nil, err
		}
		_ = st.fail(st.read(ctx, lack)) // the function fails with this error, so that DuckDB adds its position
	}
}

// hold begins a transaction unless the session is in one, so that all functions and the statement
// itself see the same rows. Within a transaction, its number stays the same.
func (st *statement) hold(ctx context.Context) error {
	if st.asked {
		return nil
	}
	st.asked = true
	var numbers [2]int64
	for i := range numbers {
		if err := st.scan(ctx, "SELECT txid_current()", &numbers[i]); err != nil {
			return err
		}
	}
	if numbers[0] == numbers[1] {
		return nil
	}
	err := st.exec(ctx, "BEGIN")
	st.begun = err == nil
	return err
}

// end ends the transaction that hold has begun. rows are in memory.
func (st *statement) end(ctx context.Context, rows *sql.Rows, err error) (*sql.Rows, error) {
	if !st.begun {
		return rows, err
	}
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		return nil, errors.Join(err, st.exec(ctx, "ROLLBACK"))
	}
	err = st.exec(ctx, "COMMIT")
	if err != nil && rows != nil {
		rows.Close()
	}
	return rows, err
}

// read reads what a function lacks. Its query may call other path functions.
func (st *statement) read(ctx context.Context, lack func(context.Context) error) error {
	if st.depth == maxNested {
		return fault.Input.Errorf("%s: more than %d path functions read their edges or pairs from one another: does a view read itself?", st.of, maxNested)
	}
	st.depth++
	defer func() { st.depth-- }()
	return lack(ctx)
}

// exec runs a query and ignores its rows.
func (st *statement) exec(ctx context.Context, text string) error {
	rows, err := st.query(ctx, text)
	if err != nil {
		return err
	}
	return errors.Join(rows.Close(), rows.Err())
}

// scan runs a query and reads its first row. Without a row it returns sql.ErrNoRows.
func (st *statement) scan(ctx context.Context, text string, into ...any) error {
	rows, err := st.query(ctx, text)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return cmp.Or(rows.Err(), sql.ErrNoRows)
	}
	return rows.Scan(into...)
}

// lacks returns the error of a function that cannot be bound before read has been called, or the
// error of the statement.
func (st *statement) lacks(of string, read func(context.Context) error) error {
	if st.err != nil {
		return clean(st.err)
	}
	st.lack, st.of = read, of
	return errors.New("not read yet")
}

// graphOf returns the graph of a function.
func graphOf(ctx context.Context, key graphKey) (*statement, *edges, error) {
	st, err := statementOf(ctx)
	if err != nil {
		return nil, nil, err
	}
	e := st.graphs[key]
	if e == nil {
		return nil, nil, st.lacks(key.text, func(ctx context.Context) error { return st.load(ctx, key) })
	}
	return st, e, nil
}
