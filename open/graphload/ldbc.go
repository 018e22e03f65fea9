package graphload

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ldbcPair returns the files of persons and of their friendships of the LDBC Social Network
// Benchmark, as its generator names them: person_0_0.csv and person_knows_person_0_0.csv, or
// person.csv and person_knows_person.csv. Either can be given; the file of persons may be missing.
func ldbcPair(path string) (persons, knows string, ok bool) {
	dir, name := filepath.Split(path)
	rest, isKnows := strings.CutPrefix(name, "person_knows_person")
	if !isKnows {
		if rest, ok = strings.CutPrefix(name, "person"); !ok {
			return "", "", false
		}
	}
	persons, knows = dir+"person"+rest, dir+"person_knows_person"+rest
	if !hasColumns(knows, 2) {
		return "", "", false
	}
	if !hasColumns(persons, 1) {
		persons = ""
	}
	return persons, knows, isKnows || persons != ""
}

// hasColumns reports whether a file begins with a line of column names, separated by bars, with the
// given number of columns for ids of persons.
func hasColumns(path string, ids int) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	r, err := unzipped(f)
	if err != nil {
		return false
	}
	head, _ := r.ReadSlice('\n')
	return len(idColumns(head)) == ids
}

// idColumns returns the columns with ids of persons for a line of column names.
func idColumns(head []byte) (columns []int) {
	for i, name := range bytes.Split(bytes.TrimSpace(head), []byte("|")) {
		switch strings.ToLower(string(name)) {
		case "id", "person.id", "person1id", "person2id", "person1.id", "person2.id":
			columns = append(columns, i)
		}
	}
	return columns
}

// readLDBC reads persons and friendships: lines of columns separated by bars, of which the first
// line has the names. Ids are sparse and have 64 bits. Each friendship is listed once and is
// undirected.
func readLDBC(ctx context.Context, persons, knows string) (*input, error) {
	in := &input{undirected: true}
	var nodes numbering
	if persons != "" {
		err := openText(ctx, persons, func(t *text) error {
			return readColumns(t, 1, func(id []int64) error {
				_, err := nodes.of(id[0])
				return err
			})
		})
		if err != nil {
			return nil, err
		}
	}
	err := openText(ctx, knows, func(t *text) error {
		return readColumns(t, 2, func(id []int64) error {
			var ends [2]uint32
			for i := range ends {
				if _, ok := nodes.find(id[i]); !ok && persons != "" {
					return fmt.Errorf("there is no person %d", id[i])
				}
				v, err := nodes.of(id[i])
				if err != nil {
					return err
				}
				ends[i] = v
			}
			return in.add(ends[0], ends[1], 1)
		})
	})
	in.id = nodes.id
	return in, err
}

// readColumns calls use with the ids of each line. Other fields may have any content without bars.
func readColumns(t *text, ids int, use func(id []int64) error) error {
	var columns []int
	id := make([]int64, ids)
	for t.next() {
		if columns == nil {
			if columns = idColumns(t.line); len(columns) != ids {
				return t.wrong("%d columns of ids, not %d", len(columns), ids)
			}
			continue
		}
		words := bytes.Split(bytes.TrimRight(t.line, "\r"), []byte("|"))
		for i, c := range columns {
			ok := c < len(words)
			if ok {
				id[i], ok = integer(words[c])
			}
			if !ok {
				return t.odd()
			}
		}
		if err := use(id); err != nil {
			return t.wrong("%v", err)
		}
	}
	return nil
}
