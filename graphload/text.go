package graphload

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kernelscope/fault"
)

// text reads a file line by line.
type text struct {
	ctx     context.Context
	name    string
	scanner *bufio.Scanner
	line    []byte // the current one
	n       int    // its number, from 1
	bytes   int64
	words   [][]byte
}

// openText passes a file to a function and adds the position to its error.
func openText(ctx context.Context, path string, read func(*text) error) error {
	name := filepath.Base(path)
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %s: %v", fault.Input, name, cause(err))
	}
	defer f.Close()
	r, err := unzipped(f)
	if err != nil {
		return fmt.Errorf("%w: %s: %v", fault.Input, name, err)
	}
	t := &text{ctx: ctx, name: name, scanner: bufio.NewScanner(r)}
	t.scanner.Buffer(nil, maxLine)
	err = read(t)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case t.scanner.Err() != nil:
		return fmt.Errorf("%w: %s: after line %d: %v", fault.Input, name, t.n, t.scanner.Err())
	case err != nil:
		return fmt.Errorf("%w: %s: %w", fault.Input, name, err)
	}
	return nil
}

// readText reads a graph that consists of one file.
func readText(ctx context.Context, path string, read func(*text) (*input, error)) (in *input, err error) {
	err = openText(ctx, path, func(t *text) error {
		in, err = read(t)
		return err
	})
	return in, err
}

// next advances to the next line that is not empty. It returns false at the end of the
// file, and after an error.
func (t *text) next() bool {
	for t.scanner.Scan() {
		t.line = t.scanner.Bytes()
		t.bytes += int64(len(t.line)) + 1
		if t.n++; t.n%(1<<12) == 0 && t.ctx.Err() != nil || t.bytes > maxBytes {
			return false
		}
		if t.words = fields(t.line, t.words[:0]); len(t.words) > 0 {
			return true
		}
	}
	return false
}

// wrong returns an error in the current line.
func (t *text) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", t.n, fmt.Sprintf(format, args...))
}

// odd returns the error that the current line cannot be understood.
func (t *text) odd() error {
	const most = 40
	line := t.line
	if len(line) > most {
		line = append(line[:most-2:most-2], ".."...)
	}
	return t.wrong("%q is not understood", line)
}

// end returns the error for contents after the expected end.
func (t *text) end() error {
	if t.bytes > maxBytes {
		return fmt.Errorf("more than %d bytes of text", int64(maxBytes))
	}
	return nil
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
		return nil, err
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}

// cause strips the path from an error, which has the file's name already.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
