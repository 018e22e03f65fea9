package svgload

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// xmlSource reads the XML. It stops at a limit or when reading is cancelled.
type xmlSource struct {
	ctx    context.Context
	most   limits
	in     io.Reader
	bytes  int
	refs   int   // number of ampersands
	equals int   // number since the start of the current tag or text
	entity int   // bytes of the longest entity declared in the file
	err    error // why it stopped before the end
}

func open(ctx context.Context, in io.Reader, most limits) (*xmlSource, error) {
	r := bufio.NewReaderSize(in, 1<<16)
	if head, _ := r.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		r = bufio.NewReaderSize(z, 1<<16)
	}
	if head, _ := r.Peek(2); len(head) == 2 && (head[0] == 0 || head[1] == 0) {
		return nil, errors.New("no text, or UTF-16 that lacks a byte order mark: save it as UTF-8")
	}
	// A byte order mark overrides the encoding named in the XML.
	plain := transform.NewReader(r, unicode.BOMOverride(transform.Nop))
	return &xmlSource{ctx: ctx, most: most, in: plain}, nil
}

func (s *xmlSource) Read(b []byte) (int, error) {
	n, err := s.in.Read(b)
	s.bytes += n
	s.refs += bytes.Count(b[:n], []byte("&"))
	s.equals += bytes.Count(b[:n], []byte("="))
	switch {
	case s.ctx.Err() != nil:
		s.err = s.ctx.Err()
	case err != nil && err != io.EOF:
		s.err = err
	case s.bytes > s.most.bytes:
		s.err = &LimitError{"bytes", s.most.bytes}
	case s.refs*s.entity > s.most.entities:
		s.err = &LimitError{"bytes of expanded entities", s.most.entities}
	case s.equals > s.most.equals:
		s.err = &LimitError{"equals signs in one tag or text", s.most.equals}
	default:
		return n, err
	}
	return 0, s.err
}

// decoder returns a reader that decodes the encoding of an SVG file.
func decoder(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-16", "utf-16le", "utf-16be":
		return in, nil // already converted to UTF-8 according to the byte order mark
	case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	}
	return nil, fmt.Errorf("the encoding is %q: save it as UTF-8", short(label))
}

// directive reads entities from the declarations of a document type, which Illustrator writes as
// names for plain text. It never fetches anything, and entities within entities are not expanded.
func (r *reader) directive(s string) error {
	_, inside, ok := strings.Cut(s, "[")
	if !strings.HasPrefix(s, "DOCTYPE") || !ok {
		return nil
	}
	for {
		_, rest, ok := strings.Cut(inside, "<!ENTITY")
		if !ok {
			return nil
		}
		name, value, after, ok := entity(rest)
		inside = after
		switch {
		case !ok || strings.ContainsAny(value, "&<%"):
			r.note(r.line, "entity that is not plain text: left out")
		case len(value) > r.most.entity:
			return &LimitError{"bytes in an entity", r.most.entity}
		default:
			if r.xml.Entity == nil {
				r.xml.Entity = map[string]string{}
			}
			r.xml.Entity[name] = value
			r.in.entity = max(r.in.entity, len(value))
		}
	}
}

// entity parses the name and the quoted value of a declaration.
func entity(s string) (name, value, rest string, ok bool) {
	name, s, ok = strings.Cut(strings.TrimLeft(s, " \t\r\n"), " ")
	s = strings.TrimLeft(s, " \t\r\n")
	if !ok || s == "" || s[0] != '"' && s[0] != '\'' {
		return "", "", s, false
	}
	value, rest, ok = strings.Cut(s[1:], s[:1])
	return name, value, rest, ok
}
