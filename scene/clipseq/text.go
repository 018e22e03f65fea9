package clipseq

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// In the text form, a line has any number of elements without spaces: ( for a push, ) for a pop, .
// for a leaf. Or it has a single push or leaf followed by its box: left, top, right and bottom. A #
// begins a comment. Either all pushes and leaves have boxes, or none. Depth is unlimited.
const (
	// MaxElements is the greatest number of elements in a file.
	MaxElements = 1 << 28
	maxLine     = 1 << 20 // bytes
	writtenLine = 100     // elements without boxes
)

var marks = [...]byte{Leaf: '.', Push: '(', Pop: ')'}

// ReadFile reads a file, plain or gzipped: the text form of a sequence, or the brackets of any other text. It skips strings
// and comments of JSON, Go and the languages like C, by the name and the contents of the file; the brackets of XML and
// HTML are their tags. It stops when ctx is done. Errors wrap fault.Input or fault.Limit.
func ReadFile(ctx context.Context, path string) (Sequence, error) {
	s, err := readFile(ctx, path)
	switch {
	case ctx.Err() != nil:
		return Sequence{}, ctx.Err()
	case err != nil:
		return Sequence{}, fmt.Errorf("the sequence of clips cannot be read: %w", source.Named(path, err))
	}
	return s, nil
}

func readFile(ctx context.Context, path string) (s Sequence, err error) {
	err = unzipped(ctx, path, func(in *bufio.Reader, begin []byte, budget *source.Budget, _ int64) (err error) {
		if syntax := syntaxOf(path, begin); syntax != nil {
			s, err = readDocument(ctx, in, syntax, budget)
		} else {
			s, err = Read(ctx, in)
		}
		return err
	})
	return s, err
}

// unzipped calls read with the contents of a file, their beginning, the budget for them and their size, which is 0 if it is
// not known.
func unzipped(ctx context.Context, path string, read func(in *bufio.Reader, begin []byte, budget *source.Budget, size int64) error) error {
	const head = 1 << 16 // bytes that tell the syntax
	f, err := source.Open(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	budget, size := source.NewBudget(cmp.Or(f.Size, MaxElements)), f.Size // a pipe has no size
	in := bufio.NewReaderSize(f, head)
	if begin, _ := in.Peek(2); string(begin) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		in, size = bufio.NewReaderSize(budget.Contents(z), head), 0
	}
	begin, _ := in.Peek(head)
	return read(in, begin, budget, size)
}

// Parse reads a text as ReadFile reads a file. Errors wrap fault.Input.
func Parse(text string) (s Sequence, err error) {
	if syntax := syntaxOf("", []byte(text)); syntax != nil {
		s, err = readDocument(context.Background(), bufio.NewReader(strings.NewReader(text)), syntax, nil)
	} else {
		s, err = Read(context.Background(), strings.NewReader(text))
	}
	if err != nil {
		return Sequence{}, fault.Input.Errorf("%w", err)
	}
	return s, nil
}

// Read reads the text form. Errors name the line.
func Read(ctx context.Context, r io.Reader) (Sequence, error) {
	p := parser{firstBox: -1, firstBare: -1}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for p.line = 1; lines.Scan(); p.line++ {
		if p.line%(1<<12) == 0 && ctx.Err() != nil {
			return Sequence{}, ctx.Err()
		}
		line := lines.Text()
		if p.line == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // remove the byte order mark that some editors write
		}
		if err := p.read(line); err != nil {
			return Sequence{}, fmt.Errorf("line %d: %w", p.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return Sequence{}, fmt.Errorf("line %d: %w", p.line, source.Scanned(err, maxLine))
	}
	return p.Sequence, ctx.Err()
}

type parser struct {
	Sequence
	line                int
	firstBox, firstBare int // lines of the first push or leaf with a box, and of the first without one
}

func (p *parser) read(line string) error {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil
	}
	if len(fields) > 1 && (len(fields) != 5 || len(fields[0]) != 1) {
		return fmt.Errorf("%d words: it must be some of ( ) . without spaces, or one of them and the four numbers of its box", len(fields))
	}
	for i := range len(fields[0]) {
		if err := p.element(fields[0][i], fields[1:]); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) element(mark byte, box []string) error {
	kind := strings.IndexByte(string(marks[:]), mark)
	switch {
	case kind < 0:
		return fmt.Errorf("%q is none of ( ) .", mark)
	case len(p.Elements) == MaxElements:
		return fmt.Errorf("there are more than %d elements", MaxElements)
	case kind == Pop && len(box) > 0:
		return fmt.Errorf("a pop has no box")
	}
	b, err := p.box(kind, box)
	if err != nil {
		return err
	}
	if p.firstBox >= 0 {
		for len(p.Boxes) < len(p.Elements) { // for pops before the first box
			p.Boxes = append(p.Boxes, Box{})
		}
		p.Boxes = append(p.Boxes, b)
	}
	p.Elements = append(p.Elements, uint32(kind)|uint32(len(p.Elements))<<2)
	return nil
}

// box parses the box of an element. Either all elements must have one, or none.
func (p *parser) box(kind int, words []string) (b Box, err error) {
	if kind == Pop {
		return b, nil
	}
	first := &p.firstBare
	if len(words) > 0 {
		first = &p.firstBox
	}
	if *first < 0 {
		*first = p.line
	}
	switch {
	case p.firstBox < 0:
		return b, nil
	case p.firstBare == p.line:
		return b, fmt.Errorf("there is no box, and line %d has one: all pushes and leaves have boxes, or none has", p.firstBox)
	case p.firstBare >= 0:
		return b, fmt.Errorf("there is a box, and line %d has none: all pushes and leaves have boxes, or none has", p.firstBare)
	}
	for c, w := range words {
		x, err := strconv.ParseFloat(w, 32)
		if err != nil || !finite(float32(x)) {
			return b, fmt.Errorf("%s is %.60q, not a finite number", sides[c], w)
		}
		b[c] = float32(x)
	}
	return b, nil
}

// Write writes the text form. Read returns the same sequence, except that the caller's bits number
// the elements.
func Write(w io.Writer, s Sequence) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for i, e := range s.Elements {
		kind := e & KindMask
		line = append(line, marks[kind])
		if s.Boxes != nil && kind != Pop {
			for _, x := range s.Boxes[i] {
				line = strconv.AppendFloat(append(line, ' '), float64(x), 'g', -1, 32)
			}
		}
		if s.Boxes != nil || i%writtenLine == writtenLine-1 || i == len(s.Elements)-1 {
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
			line = line[:0]
		}
	}
	return out.Flush()
}
