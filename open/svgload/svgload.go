// Package svgload reads SVG files, plain or gzipped, as clip scenes. It draws shapes in plain
// colours and clips them by clip paths. It lists everything else in the scene's notes and
// approximates it as well as possible. It opens no file or URL that a drawing names.
package svgload

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/scene/clipscene"
)

// limits bound the resources for a file, regardless of the sizes that it claims.
type limits struct {
	bytes     int // of XML, decompressed
	entities  int // total bytes that a file's own entities may expand to
	entity    int // bytes of an entity
	tags      int // in the file
	equals    int // equals signs in a tag or text, which bound its attributes
	held      int // bytes of attributes, including their names
	depth     int // open tags
	text      int // bytes of a style sheet
	selectors int // in style sheets
	visits    int // tags drawn or measured, each counted as often as it is used
	work      int // bytes of attributes read for drawing; a rule that is tried counts as 32
	points    int // of polylines, before and after stroking
}

var usual = limits{
	bytes:     1 << 27,
	entities:  1 << 26,
	entity:    1 << 16,
	tags:      1 << 20,
	equals:    1 << 18,
	held:      1 << 27,
	depth:     1 << 20,
	text:      1 << 20,
	selectors: 1 << 16,
	visits:    1 << 21,
	work:      1 << 28,
	points:    1 << 23,
}

const (
	maxChain = 64  // length of a chain of gradients or clip paths that refer to each other
	maxNotes = 100 // kinds of notes
)

// LimitError reports that a file exceeds one of the limits above. Load and Read wrap it in
// fault.Input.
type LimitError struct {
	What string
	Most int
}

// Error returns a message that names the limit.
func (e *LimitError) Error() string { return fmt.Sprintf("more than %d %s", e.Most, e.What) }

// Load reads a file. Errors wrap fault.Input.
func Load(ctx context.Context, path string) (*clipscene.Scene, error) {
	f, err := source.Open(ctx, path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer f.Close()
	return Read(ctx, filepath.Base(path), f)
}

// Read reads an SVG file from r; name is used in messages.
func Read(ctx context.Context, name string, r io.Reader) (*clipscene.Scene, error) {
	s, err := read(ctx, r, usual)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", fault.Input, name, err)
	}
	s.Name = name
	return s, nil
}

func read(ctx context.Context, r io.Reader, most limits) (*clipscene.Scene, error) {
	defer source.Thrifty()()
	d, err := readDocument(ctx, r, most)
	if err != nil {
		return nil, err
	}
	return draw(ctx, d, most)
}
