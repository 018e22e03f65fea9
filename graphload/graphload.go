// Package graphload reads graphs that are no maps: files of the 9th DIMACS
// Implementation Challenge (Shortest Paths, 2006), .gr with arcs and, beside it,
// .co with coordinates, both also gzipped. The graph is kept as it is: no chain is
// contracted, and a node's id is the file's own number.
package graphload

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// ErrInput wraps every error that the contents of a file are the reason for.
var ErrInput = errors.New("bad input")

const (
	maxNodes = 1 << 28
	maxArcs  = 1 << 28
)

// Detect says whether a file looks like one with arcs, by its first bytes.
func Detect(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	r, err := unzipped(f)
	if err != nil {
		return false
	}
	for range 1000 {
		line, err := r.ReadSlice('\n')
		if bytes.HasPrefix(line, []byte("p sp ")) {
			return true
		}
		if err != nil || len(line) > 1 && line[0] != 'c' && len(bytes.TrimSpace(line)) > 0 {
			return false
		}
	}
	return false
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

// Load reads a file with arcs and the coordinates beside it: city.co or
// city.co.gz for city.gr. Weights are taken as lengths in decimetres, which they
// are in the challenge's distance graphs.
func Load(ctx context.Context, path string) (*scene.Map, error) {
	l := &loader{ctx: ctx}
	if err := l.file(path, l.arc); err != nil {
		return nil, err
	}
	if l.nodes > 4*len(l.arcs)+1<<20 { // nothing is reserved for what only the problem line speaks of
		return nil, fmt.Errorf("%w: %s: %d nodes for %d arcs", ErrInput, filepath.Base(path), l.nodes, len(l.arcs))
	}
	l.at = make([]geom.Point, l.nodes)
	l.placed = make([]bool, l.nodes)
	places, err := placesOf(path)
	if err != nil {
		return nil, err
	}
	if err := l.file(places, l.place); err != nil {
		return nil, err
	}
	if v := slices.Index(l.placed, false); v >= 0 {
		return nil, fmt.Errorf("%w: %s: node %d has no coordinates", ErrInput, filepath.Base(places), v+1)
	}
	m, err := l.build()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrInput, filepath.Base(path), err)
	}
	m.Name = filepath.Base(path)
	return m, ctx.Err()
}

// placesOf finds the file of coordinates.
func placesOf(path string) (string, error) {
	stem := strings.TrimSuffix(path, ".gz")
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	for _, ext := range []string{".co", ".co.gz"} {
		if _, err := os.Stat(stem + ext); err == nil {
			return stem + ext, nil
		}
	}
	return "", fmt.Errorf("%w: %s: there are no coordinates; put %s.co beside it", ErrInput, filepath.Base(path), filepath.Base(stem))
}

type loader struct {
	ctx    context.Context
	nodes  int
	expect int // arcs
	arcs   []graph.Arc
	at     []geom.Point
	placed []bool
}

// file hands each line's letter and numbers to a function, with what the problem
// line says under the letter p.
func (l *loader) file(path string, line func(letter byte, numbers []int64) error) error {
	name := filepath.Base(path)
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrInput, name, errors.Unwrap(err))
	}
	defer f.Close()
	r, err := unzipped(f)
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrInput, name, err)
	}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<16)
	var numbers []int64
	n := 0
	for scanner.Scan() {
		if n++; n%(1<<14) == 0 && l.ctx.Err() != nil {
			return l.ctx.Err()
		}
		text := scanner.Bytes()
		if len(text) == 0 || text[0] == 'c' {
			continue
		}
		var ok bool
		if numbers, ok = parse(text[1:], numbers[:0], text[0] == 'p'); !ok {
			return fmt.Errorf("%w: %s: line %d: %q is not understood", ErrInput, name, n, shortened(text))
		}
		if err := line(text[0], numbers); err != nil {
			return fmt.Errorf("%w: %s: line %d: %v", ErrInput, name, n, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("%w: %s: behind line %d: %v", ErrInput, name, n, err)
	}
	if err := line(0, nil); err != nil {
		return fmt.Errorf("%w: %s: %v", ErrInput, name, err)
	}
	return nil
}

func shortened(text []byte) string {
	if len(text) > 40 {
		return string(text[:38]) + ".."
	}
	return string(text)
}

// parse reads numbers that spaces divide; words are skipped where they may be.
func parse(text []byte, out []int64, words bool) ([]int64, bool) {
	for word := range bytes.FieldsSeq(text) {
		sign, v := int64(1), int64(0)
		digits := word
		if word[0] == '-' {
			sign, digits = -1, word[1:]
		}
		number := len(digits) > 0 && len(digits) <= 12
		for _, c := range digits {
			number = number && c >= '0' && c <= '9'
			v = v*10 + int64(c-'0')
		}
		switch {
		case number:
			out = append(out, sign*v)
		case !words:
			return out, false
		}
	}
	return out, true
}

// arc takes a line of a file with arcs; letter zero is its end.
func (l *loader) arc(letter byte, v []int64) error {
	switch {
	case letter == 'p':
		if len(v) != 2 || l.nodes != 0 || v[0] < 1 || v[0] > maxNodes || v[1] < 0 || v[1] > maxArcs {
			return fmt.Errorf("the problem line must say once how many nodes (1 to %d) and arcs (0 to %d) there are", maxNodes, maxArcs)
		}
		l.nodes, l.expect = int(v[0]), int(v[1])
	case letter == 'a' && l.nodes == 0:
		return errors.New("an arc before the problem line")
	case letter == 'a':
		if len(v) != 3 {
			return errors.New("an arc needs a tail, a head and a weight")
		}
		if v[0] < 1 || v[0] > int64(l.nodes) || v[1] < 1 || v[1] > int64(l.nodes) {
			return fmt.Errorf("nodes are numbered 1 to %d", l.nodes)
		}
		if v[2] < 0 || v[2] > graph.MaxWeight {
			return fmt.Errorf("weight %d is not within 0 and %d", v[2], graph.MaxWeight)
		}
		if len(l.arcs) == l.expect {
			return fmt.Errorf("more than the %d arcs of the problem line", l.expect)
		}
		l.arcs = append(l.arcs, graph.Arc{Tail: uint32(v[0] - 1), Head: uint32(v[1] - 1), Length: uint32(v[2])})
	case letter == 0 && l.nodes == 0:
		return errors.New("there is no problem line")
	case letter == 0 && len(l.arcs) < l.expect:
		return fmt.Errorf("%d arcs; the problem line says %d: is the file cut off?", len(l.arcs), l.expect)
	case letter != 0:
		return fmt.Errorf("a line of kind %q", letter)
	}
	return nil
}

// place takes a line of a file with coordinates, in units of 1e-6 degrees.
func (l *loader) place(letter byte, v []int64) error {
	const whole = 180e6
	switch {
	case letter == 'p':
		if len(v) != 1 || v[0] != int64(l.nodes) {
			return fmt.Errorf("these are not the coordinates of the graph, which has %d nodes", l.nodes)
		}
	case letter == 'v':
		if len(v) != 3 || v[0] < 1 || v[0] > int64(l.nodes) {
			return fmt.Errorf("a place needs a node from 1 to %d and two numbers", l.nodes)
		}
		if v[1] < -whole || v[1] > whole || v[2] < -whole/2 || v[2] > whole/2 {
			return fmt.Errorf("%d, %d is no place in units of 1e-6 degrees", v[1], v[2])
		}
		l.at[v[0]-1], l.placed[v[0]-1] = geom.FromDegrees(float64(v[1])/1e6, float64(v[2])/1e6), true
	case letter != 0:
		return fmt.Errorf("a line of kind %q", letter)
	}
	return nil
}

// build orders the nodes along a Hilbert curve, draws a line for each pair of
// nodes that arcs join, and makes the graph.
func (l *loader) build() (*scene.Map, error) {
	m := &scene.Map{Metric: graph.ByLength, Box: geom.Bounds(l.at)}
	order := make([]uint32, l.nodes)
	keys := make([]uint32, l.nodes)
	for v := range order {
		order[v], keys[v] = uint32(v), geom.HilbertIn(m.Box, l.at[v])
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	number, at, id := keys, make([]geom.Point, l.nodes), make([]int64, l.nodes) // keys are done with
	for v, old := range order {
		number[old], at[v], id[v] = uint32(v), l.at[old], int64(old)+1
	}
	for i := range l.arcs {
		a := &l.arcs[i]
		a.Tail, a.Head = number[a.Tail], number[a.Head]
	}
	pair := func(a graph.Arc) uint64 { return uint64(min(a.Tail, a.Head))<<32 | uint64(max(a.Tail, a.Head)) }
	slices.SortStableFunc(l.arcs, func(a, b graph.Arc) int { return cmp.Compare(pair(a), pair(b)) })
	for i := range l.arcs {
		a := &l.arcs[i]
		low, high := min(a.Tail, a.Head), max(a.Tail, a.Head)
		if i == 0 || pair(l.arcs[i-1]) != pair(*a) {
			first := uint32(len(m.Points))
			m.Points, m.PointID = append(m.Points, at[low], at[high]), append(m.PointID, id[low], id[high])
			m.Lines = append(m.Lines, scene.Line{First: first, End: first + 2, From: low, To: high, Class: scene.Street})
		}
		a.Line = uint32(len(m.Lines)-1) << 1
		if a.Tail > a.Head {
			a.Line |= 1
		}
	}
	g, err := graph.FromArcs(at, id, l.arcs, graph.ByLength)
	if err != nil {
		return nil, err
	}
	m.Graph = g
	m.Counts.Nodes = l.nodes
	return m, nil
}
