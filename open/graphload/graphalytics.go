package graphload

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// graphalyticsPair finds the other file of an LDBC Graphalytics graph: city.e or city.e.gz for
// city.v or city.v.gz, and vice versa.
func graphalyticsPair(path string) (v, e string, ok bool) {
	stem := strings.TrimSuffix(path, ".gz")
	ext := filepath.Ext(stem)
	stem = strings.TrimSuffix(stem, ext)
	beside := func(ext string) (string, bool) {
		for _, name := range []string{stem + ext, stem + ext + ".gz"} {
			if _, err := os.Stat(name); err == nil {
				return name, true
			}
		}
		return "", false
	}
	switch ext {
	case ".v":
		e, ok = beside(".e")
		return path, e, ok
	case ".e":
		v, ok = beside(".v")
		return v, path, ok
	}
	return "", "", false
}

// Files lists the files that Load reads for a path: the file itself and, if it exists, the
// coordinate file of a .gr or the other file of a .v or .e.
func Files(path string) []string {
	if v, e, ok := graphalyticsPair(path); ok {
		return []string{v, e}
	}
	if places := placesOf(path); places != "" {
		return []string{path, places}
	}
	return []string{path}
}

// readGraphalytics reads the vertices, the first word of each line, and the edges between
// them.
func readGraphalytics(ctx context.Context, v, e string) (*input, error) {
	in := &input{}
	var nodes numbering
	err := openText(ctx, v, func(t *text) error {
		nodes.budget = t.budget
		for t.next() {
			if isComment(t.line) {
				continue
			}
			id, ok := integer(t.words[0])
			if !ok {
				return t.odd()
			}
			if _, twice := nodes.find(id); twice {
				return t.wrong("vertex %d is listed twice", id)
			}
			if _, err := nodes.of(id); err != nil {
				return t.wrong("%w", err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	in.id = nodes.id
	known := func(id int64) (uint32, error) {
		if index, ok := nodes.find(id); ok {
			return index, nil
		}
		return 0, fmt.Errorf("vertex %d is not in %s", id, filepath.Base(v))
	}
	err = openText(ctx, e, func(t *text) error {
		in.budget = t.budget
		for t.next() {
			if isComment(t.line) {
				continue
			}
			if len(t.words) != 2 && len(t.words) != 3 {
				return t.wrong("an edge is two vertices and perhaps a weight")
			}
			if err := in.edge(t, known); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	in.undirected, err = undirectedBy(ctx, e)
	return in, err
}

// undirectedBy reads the file of properties, next to the graph or in the parent folder. Without
// such a file, edges are directed.
func undirectedBy(ctx context.Context, e string) (undirected bool, err error) {
	dir, name := filepath.Split(e)
	name, _, _ = strings.Cut(strings.TrimSuffix(name, ".gz"), ".e")
	for _, path := range []string{filepath.Join(dir, name+".properties"), filepath.Join(dir, "..", name+".properties")} {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		err = openText(ctx, path, func(t *text) error {
			for t.next() {
				key, value, _ := bytes.Cut(t.line, []byte("="))
				if string(bytes.TrimSpace(key)) == "graph."+name+".directed" {
					undirected = string(bytes.TrimSpace(value)) == "false"
				}
			}
			return nil
		})
		return undirected, err
	}
	return false, nil
}
