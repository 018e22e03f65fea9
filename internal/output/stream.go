package output

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// Stream is the standard output or error. Control characters, with which a name in a file
// could give orders to the terminal, are written as JSON does: \u001b. The first error is kept,
// of kind fault.Output, so that callers need not check each write.
type Stream struct {
	to  marked
	err error
}

// NewStream returns a stream that writes to w; name is its name in errors.
func NewStream(w io.Writer, name string) *Stream { return &Stream{to: marked{w, name}} }

// Write writes bytes; after an error it writes nothing.
func (s *Stream) Write(b []byte) (int, error) {
	if s.err == nil {
		_, s.err = s.to.Write(visible(b))
	}
	if s.err != nil {
		return 0, s.err
	}
	return len(b), nil
}

// Err returns the first error.
func (s *Stream) Err() error { return s.err }

// visible replaces control characters, but for the tab and the end of a line, and the marks
// that change the direction of text.
func visible(b []byte) (out []byte) {
	from := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			out = fmt.Appendf(append(out, b[from:i]...), `\u%04x`, r)
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return b
	}
	return append(out, b[from:]...)
}
