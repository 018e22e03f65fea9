//go:build duckdb

package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"kernelscope/database"
	"kernelscope/database/pgq"
	"kernelscope/fault"
)

// mostStatement is how many bytes a statement may have.
const mostStatement = 16 << 20

// script runs statements while they are read, up to the first error. It holds one of them back
// where the last one is written to a file.
func (a *app) script(s *database.Session, in io.Reader) error {
	r := newReader(in)
	defer close(r.done)
	for {
		var statement string
		err := a.until(func(ctx context.Context) (err error) {
			statement, err = r.next(ctx, a.output != "")
			return err
		})
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		err = a.until(func(ctx context.Context) error {
			if a.output != "" && r.atEnd() {
				return a.export(ctx, s, statement)
			}
			return a.one(ctx, s, statement)
		})
		if err != nil {
			return err
		}
	}
}

// reader divides text into statements. Another goroutine reads, so that a signal ends the waiting.
type reader struct {
	chunks chan chunk
	done   chan struct{} // closed when nobody reads any more

	ended   error    // why no chunk follows
	ready   []string // statements
	pending string   // what follows them
	line    int      // in which that begins
}

type chunk struct {
	text string
	err  error
}

func newReader(in io.Reader) *reader {
	r := &reader{chunks: make(chan chunk), done: make(chan struct{}), line: 1}
	go func() {
		b := make([]byte, 1<<20)
		for {
			n, err := in.Read(b)
			select {
			case r.chunks <- chunk{string(b[:n]), err}:
			case <-r.done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return r
}

// next returns the next statement, or io.EOF after the last one. With ahead it waits until it
// is known whether another one follows.
func (r *reader) next(ctx context.Context, ahead bool) (statement string, err error) {
	for r.ended == nil && (len(r.ready) == 0 || ahead && len(r.ready) == 1) {
		select {
		case c := <-r.chunks:
			err = r.add(c)
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return "", err
		}
	}
	if len(r.ready) == 0 {
		return "", r.ended
	}
	statement, r.ready = r.ready[0], r.ready[1:]
	return statement, nil
}

// atEnd reports whether no statement follows, as far as is known.
func (r *reader) atEnd() bool { return r.ended != nil && len(r.ready) == 0 }

// add divides what was read.
func (r *reader) add(c chunk) error {
	all := r.pending + c.text
	if c.err != nil && !errors.Is(c.err, io.EOF) {
		return fault.Input.Errorf("the standard input: %v", c.err)
	}
	r.ended = c.err
	r.pending = all
	if strings.Contains(c.text, ";") || c.err != nil {
		var some []string
		some, r.pending = pgq.Split(all)
		r.ready = append(r.ready, some...)
		r.line += strings.Count(all[:len(all)-len(r.pending)], "\n")
	}
	if c.err != nil && !pgq.Blank(r.pending) {
		r.ready, r.pending = append(r.ready, r.pending), ""
	}
	if len(r.pending) > mostStatement {
		blanks := r.pending[:len(r.pending)-len(strings.TrimLeft(r.pending, " \t\r\n"))]
		return fault.Limit.Errorf("line %d: the statement that begins here is longer than %d MiB", r.line+strings.Count(blanks, "\n"), mostStatement>>20)
	}
	return nil
}
