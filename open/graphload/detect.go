package graphload

import (
	"bufio"
	"bytes"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"kernelscope/internal/source"
)

// format is the format of a file as detected from its first lines.
type format int

const (
	unknown format = iota
	dimacs
	dimacsPlaces
	matrixMarket
	edgeList
)

func (f format) problem() string {
	if f == dimacsPlaces {
		return "these are coordinates; open the .gr file beside them"
	}
	return "this is not a graph: .gr, .v with .e, .mtx and edge lists can be read"
}

// Detect reports whether the first lines of a file, or its name, indicate a graph that Load can
// read.
func Detect(path string) bool {
	if _, _, ok := graphalyticsPair(path); ok {
		return true
	}
	if _, _, ok := ldbcPair(path); ok {
		return true
	}
	f, err := detect(path)
	return err == nil && f != unknown
}

// detect returns the format of a file by its first lines. If they are inconclusive, for example
// damaged, the name decides.
func detect(path string) (format, error) {
	f, err := source.OpenRegular(path)
	if err != nil {
		return unknown, err
	}
	defer f.Close()
	named := byName(path)
	r, err := unzipped(f)
	if err != nil {
		return named, nil
	}
	header := false
	for n := range 1000 {
		line, err := r.ReadSlice('\n')
		if n == 0 {
			line = bytes.TrimPrefix(line, mark)
		}
		if errors.Is(err, bufio.ErrBufferFull) || len(line) == 0 {
			return named, nil
		}
		words := fields(line, nil)
		switch {
		case n == 0 && bytes.HasPrefix(line, []byte("%%MatrixMarket")):
			return matrixMarket, nil
		case len(words) == 0, isComment(line), string(words[0]) == "c":
			continue
		case string(words[0]) == "p" && bytes.Contains(line, []byte(" co ")):
			return dimacsPlaces, nil
		case len(words) == 4 && (string(words[0]) == "p" || string(words[0]) == "a"):
			return dimacs, nil
		case isEdge(words) && named == matrixMarket:
			return named, nil // the first line is damaged
		case isEdge(words):
			return edgeList, nil
		case header || !isHeader(words):
			return named, nil
		}
		header = true
	}
	return named, nil
}

// byName returns the format for the extension of a file. Its reader reports which line of a damaged
// file is wrong.
func byName(path string) format {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz")) {
	case ".gr":
		return dimacs
	case ".mtx":
		return matrixMarket
	case ".el", ".wel":
		return edgeList
	}
	return unknown
}

func isComment(line []byte) bool { return line[0] == '#' || line[0] == '%' }

// isEdge reports whether words are two nodes and an optional weight.
func isEdge(words [][]byte) bool {
	if len(words) != 2 && len(words) != 3 {
		return false
	}
	for i, w := range words {
		if _, ok := integer(w); !ok && i < 2 {
			return false
		}
	}
	_, err := strconv.ParseFloat(string(words[len(words)-1]), 64)
	return err == nil
}

// isHeader reports whether words name the columns of an edge list: text without numbers that is not
// XML or JSON.
func isHeader(words [][]byte) bool {
	for _, w := range words {
		if _, err := strconv.ParseFloat(string(w), 64); err == nil {
			return false
		}
		for _, c := range w {
			if c < '-' || c > 'z' || bytes.IndexByte([]byte(`<=>[\]`), c) >= 0 {
				return false
			}
		}
	}
	return len(words) == 2 || len(words) == 3
}

// integer reads a number of at most 64 bits.
func integer(word []byte) (v int64, ok bool) {
	digits := word
	if len(word) > 0 && word[0] == '-' {
		digits = word[1:]
	}
	if len(digits) == 0 || len(digits) > 19 {
		return 0, false
	}
	var u uint64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		u = u*10 + uint64(c-'0')
	}
	if u > 1<<63-1 {
		return 0, false
	}
	if len(digits) < len(word) {
		return -int64(u), true
	}
	return int64(u), true
}
