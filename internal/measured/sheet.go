package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// sheet is a table of measured figures. Units are in the heads of its columns, such as "wall (ms)".
type sheet struct {
	source map[string]string // by key of sourceKeys
	rows   [][]string        // the first is the head
}

// sourceKeys are the lines "# key: value" that begin a sheet, in this order. A value may be empty
// only for optional keys.
var sourceKeys = []string{"command", "device", "driver", "date", "commit", "note"}

// isOptional reports whether a sheet may lack a key: host code has no driver, and the commit of
// a figure may be unknown.
func isOptional(key string) bool { return key == "driver" || key == "commit" || key == "note" }

// parse reads a sheet: lines of its source, then comma-separated values.
func parse(text string) (sheet, error) {
	s := sheet{source: map[string]string{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	size := 0
	for lines.Scan() && strings.HasPrefix(lines.Text(), "# ") {
		size += len(lines.Text()) + 1
		key, value, found := strings.Cut(lines.Text()[2:], ": ")
		if !found {
			return sheet{}, fmt.Errorf("line %q is not # key: value", lines.Text())
		}
		s.source[key] = value
	}
	for _, key := range sourceKeys {
		if s.source[key] == "" && !isOptional(key) {
			return sheet{}, fmt.Errorf("the line # %s: is missing", key)
		}
	}
	var err error
	if s.rows, err = csv.NewReader(strings.NewReader(text[size:])).ReadAll(); err != nil {
		return sheet{}, err
	}
	if len(s.rows) < 2 {
		return sheet{}, errors.New("there are no rows")
	}
	return s, nil
}

// table returns columns of the rows in Markdown, all without a list. Only rows are shown whose cells
// have one of the values of each column that only lists.
func (s sheet) table(columns []int, only map[int][]string) string {
	var out strings.Builder
rows:
	for i, row := range s.rows {
		for c, values := range only {
			if i > 0 && !slices.Contains(values, row[c]) {
				continue rows
			}
		}
		cells := row
		if columns != nil {
			cells = nil
			for _, c := range columns {
				cells = append(cells, row[c])
			}
		}
		fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			out.WriteString("|" + strings.Repeat("---|", len(cells)) + "\n")
		}
	}
	return out.String()
}

// origin says where and when the figures were measured; the sheet says how.
func (s sheet) origin() string { return s.source["device"] + ", " + s.source["date"] }
