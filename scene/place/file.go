package place

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"kernelscope/internal/source"
)

// MaxPlaces is the greatest number of places in a file. A batch of 528 searches then needs 211 MB
// for its rows.
const MaxPlaces = 100_000

// Named is a place in a file.
type Named struct {
	Place
	Name string // name in the file, or the text of the place
}

// ReadFile reads a CSV file of places, or the standard input for "-". A header may name columns, in
// any order: lon and lat, node (index), id, place, and name. Without a header, each line is a
// place. Empty lines and lines that begin with # are skipped. It stops when ctx is done. Other
// errors name the line and wrap fault.Input.
func (f *Finder) ReadFile(ctx context.Context, path string) (out []Named, err error) {
	err = reading(ctx, path, "places", func(ctx context.Context, in io.Reader) error {
		out, err = f.placesIn(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// reading calls read with a file, or with the standard input for "-". A pipe may block forever, so
// reading returns without waiting for read when ctx is done.
func reading(ctx context.Context, path, what string, read func(context.Context, io.Reader) error) error {
	in := os.Stdin
	if path != "-" {
		file, err := source.Open(ctx, path)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return bad(what, path, err)
		}
		defer file.Close()
		in = file.File
	}
	done := make(chan error, 1)
	go func() { done <- read(ctx, in) }()
	select {
	case err := <-done:
		if err != nil && ctx.Err() == nil {
			return bad(what, path, err)
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// eachLine calls use with the cells of each line. It reads line by line, because comments may
// contain quotes and #12 is a place. Errors name the line.
func eachLine(ctx context.Context, in io.Reader, use func(cells []string) error) error {
	lines := bufio.NewScanner(in)
	n := 0
	for lines.Scan() && ctx.Err() == nil {
		n++
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		cells, err := cellsOf(line)
		if err == nil && cells != nil {
			err = use(cells)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, source.Scanned(err, bufio.MaxScanTokenSize))
	}
	return ctx.Err()
}

// placesIn reads lines with one place each.
func (f *Finder) placesIn(ctx context.Context, in io.Reader) (out []Named, err error) {
	var columns *placeColumns
	err = eachLine(ctx, in, func(cells []string) (err error) {
		if columns == nil {
			isHeader := false
			if columns, isHeader, err = columnsOf(cells); err != nil || isHeader {
				return err
			}
		}
		if len(out) == MaxPlaces {
			return fmt.Errorf("there are more than %d places", MaxPlaces)
		}
		p, err := f.inCells(columns, cells)
		out = append(out, p)
		return err
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there are no places in it")
	}
	return out, err
}

// cellsOf splits a line into cells. Blank lines and comments have none.
func cellsOf(line string) ([]string, error) {
	if line = strings.TrimSpace(line); line == "" || isComment(line) {
		return nil, nil
	}
	r := csv.NewReader(strings.NewReader(line))
	r.TrimLeadingSpace = true
	cells, err := r.Read()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return nil, fmt.Errorf("column %d: %w", bad.Column, bad.Err)
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if strings.Join(cells, "") == "" {
		return nil, err
	}
	return cells, err
}

// isComment distinguishes a comment from a node such as #12.
func isComment(line string) bool {
	return line[0] == '#' && (len(line) == 1 || line[1] < '0' || line[1] > '9')
}

// placeColumns has the columns of the parts of a place; -1 if missing.
type placeColumns struct{ lon, lat, node, id, place, name int }

// bare stands for a file without a header.
var bare = placeColumns{-1, -1, -1, -1, -1, -1}

// columnsOf parses a header, if the first line is one.
func columnsOf(cells []string) (c *placeColumns, isHeader bool, err error) {
	c = &placeColumns{-1, -1, -1, -1, -1, -1}
	for i, cell := range cells {
		var at *int
		switch strings.ToLower(cell) {
		case "lon", "lng", "long", "longitude", "x":
			at = &c.lon
		case "lat", "latitude", "y":
			at = &c.lat
		case "node", "index":
			at = &c.node
		case "id", "osm_id":
			at = &c.id
		case "place":
			at = &c.place
		case "name", "label":
			at = &c.name
		default:
			continue
		}
		if *at >= 0 {
			return nil, false, fmt.Errorf("columns %d and %d both mean %.60q", *at+1, i+1, cell)
		}
		*at = i
	}
	switch {
	case *c == bare:
		return c, false, nil
	case (c.lon < 0) != (c.lat < 0):
		return nil, false, errors.New("the header has only one of lon and lat")
	case max(c.lon, c.node, c.id, c.place) < 0:
		return nil, false, errors.New("the header has none of lon and lat, node, id, place")
	}
	return c, true, nil
}

// inCells finds the place in the cells of a line.
func (f *Finder) inCells(c *placeColumns, cells []string) (p Named, err error) {
	text, name, err := c.text(cells)
	if err != nil {
		return p, err
	}
	if p.Name = name; name == "" {
		p.Name = text
	}
	p.Place, err = f.Find(text, nil)
	return p, err
}

// text returns a place as written on a command line, and its name. Next to lon and lat, an id
// serves as the name.
func (c *placeColumns) text(cells []string) (text, name string, err error) {
	cell := func(i int) string {
		if i < 0 || i >= len(cells) {
			return ""
		}
		return cells[i]
	}
	name = cell(c.name)
	switch {
	case *c == bare && len(cells) > 2:
		return "", "", fmt.Errorf("%d columns without a header: name the columns lon and lat", len(cells))
	case *c == bare:
		return strings.Join(cells, ","), "", nil
	case c.lon >= 0:
		if name == "" {
			name = cell(c.id)
		}
		return cell(c.lon) + "," + cell(c.lat), name, nil
	case c.node >= 0:
		return prefixed("#", cell(c.node)), name, nil
	case c.id >= 0:
		return prefixed("id:", cell(c.id)), name, nil
	}
	return cell(c.place), name, nil
}

// prefixed adds the prefix that gives a bare number its meaning.
func prefixed(prefix, text string) string {
	if text == "" || strings.HasPrefix(text, prefix) {
		return text
	}
	return prefix + text
}

// Nodes returns the nodes of places.
func Nodes(places []Named) []uint32 {
	nodes := make([]uint32, len(places))
	for i, p := range places {
		nodes[i] = p.Node
	}
	return nodes
}
