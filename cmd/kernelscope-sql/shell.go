//go:build duckdb

package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"kernelscope/database"
	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
	text "kernelscope/internal/format"
	"kernelscope/internal/output"
)

// shell runs statements from -c, the standard input or a prompt. An only argument with a blank
// that names no file is like -c.
func (a *app) shell(files []string) (err error) {
	if a.statements == "" && len(files) == 1 && strings.Contains(files[0], " ") {
		if _, err := os.Stat(files[0]); err != nil {
			a.statements, files = files[0], nil
		}
	}
	if err := a.checkOutput(); err != nil {
		return err
	}
	var db *database.DB
	var s *database.Session
	err = a.until(func(ctx context.Context) (err error) {
		if db, err = a.open(ctx, files); err == nil {
			s, err = db.Session(ctx)
		}
		return err
	})
	if db != nil {
		defer func() { end(db, err) }()
	}
	if err != nil {
		return err
	}
	defer s.Close()
	if a.statements == "" && a.prompt {
		return a.interactive(s)
	}
	in := a.in
	if a.statements != "" {
		in = strings.NewReader(a.statements)
	}
	return a.script(s, in)
}

// farewell is how long the program waits for its last work on the device after a signal.
const farewell = 250 * time.Millisecond

// end closes a database. After a signal, what the device still does is not worth waiting for.
func end(db *database.DB, err error) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		db.Close()
	}()
	var late <-chan time.Time
	if errors.Is(err, context.Canceled) {
		late = time.After(farewell)
	}
	select {
	case <-closed:
	case <-late:
	}
}

// checkOutput refuses an unusable output file before anything runs.
func (a *app) checkOutput() error {
	if a.output == "" {
		return nil
	}
	if a.statements == "" && a.prompt {
		return fault.Usage.Errorf("-o needs statements, by -c or on the standard input; in the prompt, COPY writes files")
	}
	if _, err := os.Stat(a.output); err == nil && !a.force {
		return fault.Output.Errorf("%s exists; --force writes over it", a.output)
	}
	return output.Check(a.output)
}

// one runs a statement and prints its rows.
func (a *app) one(ctx context.Context, s *database.Session, statement string) error {
	start := time.Now()
	rows, report, err := s.Query(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	first, _ := pgq.First(statement)
	if first == "EXPLAIN" {
		err = a.plan(rows)
	} else {
		err = a.print(rows)
	}
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	if first == "EXPLAIN" || a.timer {
		for _, line := range report.Lines() {
			fmt.Fprintln(a.out, line)
		}
	}
	if a.timer {
		fmt.Fprintf(a.out, "run time: %s\n", text.Milliseconds(1e3*time.Since(start).Seconds()))
	}
	return nil
}

// export writes the rows of a statement to the file of -o.
func (a *app) export(ctx context.Context, s *database.Session, statement string) error {
	start := time.Now()
	var report *database.Report
	query := func(text string, use func(*sql.Rows) error) error {
		rows, r, err := s.Query(ctx, text)
		if err != nil {
			return err
		}
		report = r
		return errors.Join(use(rows), rows.Close(), rows.Err())
	}
	var err error
	if strings.HasSuffix(a.output, ".csv") {
		err = output.File(a.output, func(w io.Writer) error {
			return query(statement, func(rows *sql.Rows) error { return write(rows, w, "csv", 0) })
		})
	} else {
		err = output.FileBy(a.output, func(part string) error {
			copied := fmt.Sprintf("COPY (%s\n) TO %s (%s)", strings.TrimSpace(statement), pgq.Text(part), formatOf(a.output))
			return query(copied, func(*sql.Rows) error { return nil })
		})
	}
	if err == nil && a.timer {
		for _, line := range append(report.Lines(), "run time: "+text.Milliseconds(1e3*time.Since(start).Seconds())) {
			fmt.Fprintln(a.out, line)
		}
	}
	return err
}

// formatOf returns the options of COPY for a file, or "" for an unknown file name extension. CSV is
// not written by COPY, which does not quote formulas.
func formatOf(file string) string {
	switch {
	case strings.HasSuffix(file, ".csv"):
		return "FORMAT csv"
	case strings.HasSuffix(file, ".parquet"):
		return "FORMAT parquet"
	case strings.HasSuffix(file, ".json"):
		return "FORMAT json, ARRAY true"
	}
	return ""
}

// exec runs a statement and discards its rows.
func exec(ctx context.Context, s *database.Session, statement string) error {
	rows, _, err := s.Query(ctx, statement)
	if err != nil {
		return err
	}
	return errors.Join(rows.Close(), rows.Err())
}
