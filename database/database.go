//go:build duckdb

// Package database answers questions about paths in SQL: an embedded DuckDB with
// functions that search on a device. A statement names a table of edges; its graph is
// read and put on the device once, and stays there until the table changes.
//
//	path_length(edges, src, dst)           fewest edges, NULL where no path leads
//	count_shortest_paths(edges, src, dst)  0 if no path leads
//	shortest_path(edges, src, dst)         ids of one, from src to dst
//	all_shortest_paths(edges, src, dst)    a list of them
//	distance(edges, src, dst)              smallest sum of weights, the third column
//	FROM paths(edges, pairs)               src, dst, length: a query's pairs in one job
//	FROM betweenness(edges)                id, betweenness; (edges, samples := 100, seed := 1) estimates
//
// An edge leads from the first column of the table to the second. Both are integers.
// An id that no edge names is a node without edges.
//
// The package is built with the tag duckdb; without it nothing of the module links DuckDB.
package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/compute"
	"kernelscope/fault"
)

// Options say what to open.
type Options struct {
	// File is a DuckDB database; one in memory if empty.
	File     string
	ReadOnly bool
	// Open opens the device that searches run on, with what releases it. It is called
	// by the first search, on the goroutine that owns the device from then on.
	Open func() (be compute.Backend, release func(), err error)
}

// DB is an open database. Any number of goroutines may use it.
type DB struct {
	pool   *sql.DB
	device *device

	loading chan struct{}       // holds one while a graph is looked for or read
	graphs  map[graphKey]*edges // the last ones read
}

// Open opens a database and registers the functions. Errors of the file are of kind
// fault.Input.
func Open(ctx context.Context, o Options) (*DB, error) {
	dsn := o.File
	if o.File != "" {
		dsn = (&url.URL{Path: o.File}).EscapedPath()
		if o.ReadOnly {
			dsn += "?access_mode=read_only"
		}
	}
	registered := false
	connector, err := duckdb.NewConnector(dsn, func(conn driver.ExecerContext) error {
		if !registered {
			return nil
		}
		return define(conn)
	})
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w", o.File, clean(err))
	}
	db := &DB{pool: sql.OpenDB(connector), device: newDevice(o.Open), loading: make(chan struct{}, 1), graphs: map[graphKey]*edges{}}
	if err := db.register(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	registered = true
	return db, nil
}

// Close gives the database and the device back.
func (db *DB) Close() error {
	db.device.close()
	return db.pool.Close()
}

// register makes the functions known to all connections.
func (db *DB) register(ctx context.Context) error {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for name, f := range db.scalars() {
		if err := duckdb.RegisterScalarUDF(conn, name, f); err != nil {
			return fmt.Errorf("database: %s: %w", name, err)
		}
	}
	if err := duckdb.RegisterScalarUDF(conn, "kernelscope_collect", collector{}); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	for name, f := range db.tables() {
		if err := duckdb.RegisterTableUDF(conn, name, f); err != nil {
			return fmt.Errorf("database: %s: %w", name, err)
		}
	}
	return conn.Raw(func(c any) error { return define(c.(driver.ExecerContext)) })
}

// macros are what statements name. They give the library neither NULL, at which it ends
// the program, nor fewer arguments, which it does not allow. Rows of a function have an
// order for DuckDB, which it keeps by handling them on one thread; those of a GROUP BY have
// none, and neither do both together.
var macros = []string{
	`paths(edges, pairs) AS TABLE
		FROM kernelscope_paths(coalesce(edges::VARCHAR, ''), coalesce(pairs::VARCHAR, ''))
		UNION ALL SELECT n, n, n FROM range(0) none(n) GROUP BY n`,
	`betweenness(edges, samples := 0, seed := 0) AS TABLE
		FROM kernelscope_betweenness(coalesce(edges::VARCHAR, ''), coalesce(samples::BIGINT, 0), coalesce(seed::BIGINT, 0))`,
}

// define makes the macros, of which each connection has its own.
func define(conn driver.ExecerContext) error {
	for _, m := range macros {
		if _, err := conn.ExecContext(context.Background(), "CREATE OR REPLACE TEMP MACRO "+m, nil); err != nil {
			return fmt.Errorf("database: %w", clean(err))
		}
	}
	return nil
}
