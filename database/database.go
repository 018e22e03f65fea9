//go:build duckdb

// Package database answers questions about paths in SQL: it is an embedded DuckDB with functions
// that search on a device. A statement names a table of edges. Its graph is read and uploaded once
// and stays on the device until the table changes.
//
//	path_length(edges, src, dst)           fewest edges, NULL if there is no path
//	count_shortest_paths(edges, src, dst)  0 if there is no path
//	shortest_path(edges, src, dst)         ids along one, from src to dst
//	all_shortest_paths(edges, src, dst)    list of all of them
//	distance(edges, src, dst)              smallest sum of weights, the third column
//	FROM accessibility(edges)              id, reached, mean, farthest, within; of distances to all nodes, or to places
//	FROM paths(edges, pairs)               src, dst, length for the pairs of a query, in one job
//	FROM betweenness(edges)                id, betweenness; (edges, samples := 100, seed := 1) estimates
//
// An edge leads from the first column of the table to the second. Both are integers. An id that is
// not in the table is a node without edges.
//
// The package needs the build tag duckdb. Without the tag, no part of the module links DuckDB.
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
	"kernelscope/internal/fault"
)

// Options configures a database.
type Options struct {
	// File is a DuckDB database; if empty, the database is in memory.
	File     string
	ReadOnly bool
	// Open opens the device for searches and returns a function that releases it. The first search
	// calls it, on the goroutine that then owns the device.
	Open func() (be compute.Backend, release func(), err error)
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	pool   *sql.DB
	device *device

	loading chan struct{}       // a semaphore, held while a graph is looked up or read
	graphs  map[graphKey]*edges // most recently read graphs
}

// Open opens a database and registers the functions. Errors of the file wrap fault.Input.
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

// Close closes the database and releases the device.
func (db *DB) Close() error {
	db.device.close()
	return db.pool.Close()
}

// register registers the functions for all connections.
func (db *DB) register(ctx context.Context) error {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for name, f := range scalars() {
		if err := duckdb.RegisterScalarUDF(conn, name, f); err != nil {
			return fmt.Errorf("database: %s: %w", name, err)
		}
	}
	if err := duckdb.RegisterScalarUDF(conn, "kernelscope_collect", collector{}); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	for name, f := range tables() {
		if err := duckdb.RegisterTableUDF(conn, name, f); err != nil {
			return fmt.Errorf("database: %s: %w", name, err)
		}
	}
	return conn.Raw(func(c any) error { return define(c.(driver.ExecerContext)) })
}

// macros define the functions that statements call. They pass neither NULL to the library, which
// makes it end the program, nor fewer arguments, which it does not allow. DuckDB preserves the
// order of a table function's rows by processing them on a single thread. The rows of a GROUP BY
// have no order, and so neither has their union.
var macros = []string{
	`paths(edges, pairs) AS TABLE
		FROM kernelscope_paths(coalesce(edges::VARCHAR, ''), coalesce(pairs::VARCHAR, ''))
		UNION ALL SELECT n, n, n FROM range(0) none(n) GROUP BY n`,
	`betweenness(edges, samples := 0, seed := 0) AS TABLE
		FROM kernelscope_betweenness(coalesce(edges::VARCHAR, ''), coalesce(samples::BIGINT, 0), coalesce(seed::BIGINT, 0))`,
	`accessibility(edges, within := 0, places := '', samples := 0, seed := 0) AS TABLE
		FROM kernelscope_accessibility(coalesce(edges::VARCHAR, ''), coalesce(within::BIGINT, 0), coalesce(places::VARCHAR, ''), coalesce(samples::BIGINT, 0), coalesce(seed::BIGINT, 0))`,
}

// define creates the macros of a connection.
func define(conn driver.ExecerContext) error {
	for _, m := range macros {
		if _, err := conn.ExecContext(context.Background(), "CREATE OR REPLACE TEMP MACRO "+m, nil); err != nil {
			return fmt.Errorf("database: %w", clean(err))
		}
	}
	return nil
}
