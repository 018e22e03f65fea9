package graphload

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"kernelscope/internal/source"
)

// mark is the byte order mark that some editors write at the start of UTF-8 files.
var mark = []byte("\ufeff")

// text reads a file line by line.
type text struct {
	ctx     context.Context
	budget  *source.Budget
	scanner *bufio.Scanner
	line    []byte // the current one
	n       int    // line number, from 1
	words   [][]byte
}

// openText calls read with a file and adds the position to its error.
func openText(ctx context.Context, path string, read func(*text) error) error {
	f, err := source.OpenRegular(path)
	if err != nil {
		return source.Named(path, err)
	}
	defer f.Close()
	t := &text{ctx: ctx, budget: source.NewBudget(f.Size)}
	r, err := unzipped(f)
	if err != nil {
		return source.Named(path, err)
	}
	t.scanner = bufio.NewScanner(t.budget.Contents(r))
	t.scanner.Buffer(nil, maxLine)
	err = read(t)
	switch broken := t.scanner.Err(); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(broken, bufio.ErrTooLong):
		return source.Named(path, fmt.Errorf("line %d: %w", t.n+1, source.Scanned(broken, maxLine)))
	case errors.Is(broken, io.ErrUnexpectedEOF):
		return source.Named(path, fmt.Errorf("after line %d: the compressed file is cut off", t.n))
	case broken != nil:
		return source.Named(path, fmt.Errorf("after line %d: %w", t.n, broken))
	case err != nil:
		return source.Named(path, err)
	}
	return nil
}

// readText reads a graph in a single file.
func readText(ctx context.Context, path string, read func(*text) (*input, error)) (in *input, err error) {
	err = openText(ctx, path, func(t *text) error {
		in, err = read(t)
		return err
	})
	return in, err
}

// next advances to the next line that is not empty. It returns false at the end of the file and
// after an error.
func (t *text) next() bool {
	for t.scanner.Scan() {
		t.line = t.scanner.Bytes()
		if t.n++; t.n == 1 {
			t.line = bytes.TrimPrefix(t.line, mark)
		}
		if t.n%(1<<12) == 0 && t.ctx.Err() != nil {
			return false
		}
		if t.words = fields(t.line, t.words[:0]); len(t.words) > 0 {
			return true
		}
	}
	return false
}

// wrong returns an error that names the current line. Like fmt.Errorf it wraps the operands of %w.
func (t *text) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", t.n, fmt.Errorf(format, args...))
}

// odd returns the error for a line that cannot be parsed.
func (t *text) odd() error {
	const most = 40
	line := t.line
	if len(line) > most {
		line = append(line[:most-2:most-2], ".."...)
	}
	return t.wrong("%q is not understood", line)
}

// fields appends the words of a line, separated by spaces, tabs, commas, semicolons or
// bars.
func fields(line []byte, words [][]byte) [][]byte {
	start := -1
	for i, c := range line {
		switch {
		case c == ' ' || c == '\t' || c == ',' || c == ';' || c == '|' || c == '\r' || c == '\n':
			if start >= 0 {
				words, start = append(words, line[start:i]), -1
			}
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		words = append(words, line[start:])
	}
	return words
}

// unzipped reads a file, gzipped or not.
func unzipped(f io.Reader) (*bufio.Reader, error) {
	r := bufio.NewReaderSize(f, 1<<16)
	if head, _ := r.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return r, nil
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("the gzip header is cut off or damaged: %w", err)
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}
