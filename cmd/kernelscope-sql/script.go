//go:build duckdb

package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"kernelscope/database"
	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
)

// maxStatement is the greatest length of a statement in bytes.
const maxStatement = 16 << 20

// script runs statements while they are read, up to the first error. With -o it delays each
// statement until it knows whether it is the last one, whose result is written to the file.
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

// reader splits text into statements. It reads on another goroutine, so that a signal can interrupt
// waiting.
type reader struct {
	chunks chan chunk
	done   chan struct{} // closed when the reader is no longer used

	ended   error    // why no more chunks follow
	ready   []string // complete statements
	pending string   // text after them
	line    int      // line where pending begins
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

// next returns the next statement, or io.EOF after the last one. With ahead it also waits until it
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

// atEnd reports whether, as far as known, no statement follows.
func (r *reader) atEnd() bool { return r.ended != nil && len(r.ready) == 0 }

// add splits a chunk of text.
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
	if len(r.pending) > maxStatement {
		blanks := r.pending[:len(r.pending)-len(strings.TrimLeft(r.pending, " \t\r\n"))]
		return fault.Limit.Errorf("line %d: the statement that begins here is longer than %d MiB", r.line+strings.Count(blanks, "\n"), maxStatement>>20)
	}
	return nil
}
