//go:build duckdb_arrow

package database

import (
	"context"
	"database/sql"
)

// Session is a connection. One goroutine uses it at a time.
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

// Close gives the connection back.
func (s *Session) Close() error { return s.conn.Close() }

// Query runs one statement. The report is complete when all rows are read.
func (s *Session) Query(ctx context.Context, statement string) (*sql.Rows, *Report, error) {
	r := &Report{}
	rows, err := s.conn.QueryContext(withReport(ctx, r), statement)
	return rows, r, clean(err)
}
