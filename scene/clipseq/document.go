package clipseq

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"kernelscope/internal/source"
)

// Origin is the place of an element in its document: its line and column from 1. Columns count characters.
type Origin struct{ Line, Column uint32 }

// String returns line:column, as compilers write it.
func (o Origin) String() string { return fmt.Sprintf("%d:%d", o.Line, o.Column) }

// after returns the place after a byte at o.
func (o Origin) after(c byte) Origin {
	switch {
	case c == '\n':
		return Origin{o.Line + 1, 1}
	case c&0xC0 != 0x80: // not within a character of UTF-8
		o.Column++
	}
	return o
}

// document reads the brackets of a text byte by byte. It keeps nothing but its elements.
type document struct {
	Sequence
	ctx      context.Context
	in       *bufio.Reader
	budget   *source.Budget
	at, next Origin // of the byte that was read last, and of the next one
	bytes    int    // that were read
	err      error  // of reading
}

// readDocument reads the brackets of a text as a sequence without boxes, and charges it to a budget. Errors name the line
// and the column.
func readDocument(ctx context.Context, in *bufio.Reader, s *syntax, budget *source.Budget) (Sequence, error) {
	d := &document{ctx: ctx, in: in, budget: budget, next: Origin{1, 1}}
	if d.follows(string(byteOrderMark)) {
		d.in.Discard(len(byteOrderMark)) //nolint:errcheck // they are in the buffer
	}
	read := d.code
	if s.tags {
		read = d.markup
	}
	err := read(s)
	switch {
	case d.err != nil:
		err = d.err
	case err == nil && s == textSyntax && len(d.Elements) == 0:
		err = errors.New("there are no brackets in it, and no tags")
	}
	return d.Sequence, err
}

// read returns the next byte; ok is false at the end and after an error.
func (d *document) read() (c byte, ok bool) {
	const often = 1 << 16 // bytes
	if d.bytes++; d.bytes%often == 0 && d.ctx.Err() != nil {
		d.err = d.ctx.Err()
		return 0, false
	}
	c, err := d.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			d.err = err
		}
		return 0, false
	}
	d.at, d.next = d.next, d.next.after(c)
	return c, true
}

// follows reports whether a short text comes next.
func (d *document) follows(text string) bool {
	ahead, _ := d.in.Peek(len(text))
	return string(ahead) == text
}

// until reads up to the end of the next occurrence of a text; false if there is none.
func (d *document) until(text string) bool {
	for {
		c, ok := d.read()
		if !ok {
			return false
		}
		if c == text[0] && d.follows(text[1:]) {
			for range len(text) - 1 {
				d.read()
			}
			return true
		}
	}
}

// skip reads up to the end of a text, before which something began.
func (d *document) skip(begin Origin, what, end string) error {
	if !d.until(end) {
		return unfinished(begin, what)
	}
	return nil
}

func unfinished(begin Origin, what string) error {
	return fmt.Errorf("line %d, column %d: %s begins here and does not end", begin.Line, begin.Column, what)
}

func (d *document) notText() error {
	return fmt.Errorf("line %d, column %d: there is a zero byte: it is not text", d.at.Line, d.at.Column)
}

// add appends an element with the character that stands for it.
func (d *document) add(kind uint32, mark byte, at Origin) error {
	n := len(d.Elements)
	if n == MaxElements {
		return fmt.Errorf("line %d, column %d: there are more than %d elements", at.Line, at.Column, MaxElements)
	}
	err := source.Append(d.budget, &d.Elements, kind|uint32(n)<<2)
	if err == nil {
		err = source.Append(d.budget, &d.Origins, at)
	}
	if err == nil {
		err = source.Append(d.budget, &d.Marks, mark)
	}
	return err
}

// code reads the brackets ( ) [ ] { } outside strings and comments.
func (d *document) code(s *syntax) error {
	for {
		c, ok := d.read()
		if !ok {
			return nil
		}
		if err := d.codeByte(s, c); err != nil {
			return err
		}
	}
}

func (d *document) codeByte(s *syntax, c byte) error {
	is := func(of string) bool { return strings.IndexByte(of, c) >= 0 }
	begin := d.at
	switch {
	case is("([{"):
		return d.add(Push, c, begin)
	case is(")]}"):
		return d.add(Pop, c, begin)
	case is(s.quotes):
		return d.quoted(c, s.lenient)
	case is(s.raw):
		return d.skip(begin, "a raw string", string(c))
	case s.comments && c == '/' && d.follows("/"):
		d.until("\n") // or the end of the text
	case s.comments && c == '/' && d.follows("*"):
		d.read()
		return d.skip(begin, "a comment", "*/")
	case c == 0:
		return d.notText()
	}
	return nil
}

// quoted reads a string after its first quote.
func (d *document) quoted(quote byte, lenient bool) error {
	begin := d.at
	for {
		c, ok := d.read()
		if ok && c == '\\' {
			if c, ok = d.read(); ok && (c != '\n' || lenient) {
				continue
			}
		}
		switch {
		case (!ok || c == '\n') && !lenient:
			return unfinished(begin, "a string")
		case !ok, c == '\n', c == quote:
			return nil
		}
	}
}
