// Command measured writes the tables of the documents from the sheets in docs/measured: a figure
// stands once, as data. The commands that measure write sheets (bench … --save).
//
// Where a table belongs, a page names the sheet, the columns to show, counted from 1, and optionally
// values that select rows:
//
//	<!-- sheet: hops-bars 1 2 5 verdict=met -->
//	<!-- end -->
//
// The line that says how much the last proof tried stands between <!-- proof --> and <!-- end -->.
package main

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("measured: ")
	pages, err := pages(".")
	if err != nil {
		log.Fatal(err)
	}
	sheets, err := sheets(".")
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range pages {
		before, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		after, _, err := fill(string(before), folder(path), sheets)
		if err != nil {
			log.Fatalf("%s: %v", path, err)
		}
		if after == string(before) {
			continue
		}
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			log.Fatal(err)
		}
		log.Print("wrote ", path)
	}
}

// pages lists the documents below a root, sorted by path.
func pages(root string) (paths []string, err error) {
	for _, top := range []string{"README.md", "CONTRIBUTING.md", "docs"} {
		err = filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".md") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// sheets reads docs/measured, by the names of the files without their ending.
func sheets(root string) (map[string]sheet, error) {
	files, err := filepath.Glob(filepath.Join(root, "docs", "measured", "*.csv"))
	if err != nil {
		return nil, err
	}
	all := map[string]sheet{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".csv")] = s
	}
	return all, nil
}

// The marks around a table.
const (
	markBegin = "<!-- sheet: "
	markEnd   = "<!-- end -->"
)

// folder returns where links of a page find the sheets, with a slash at the end unless it is empty.
func folder(page string) string {
	at, err := filepath.Rel(filepath.Dir(page), filepath.Join("docs", "measured"))
	if err != nil || at == "." {
		return ""
	}
	return filepath.ToSlash(at) + "/"
}

// fill returns a page with its tables made from sheets in a folder, and the names of the sheets.
func fill(page, folder string, sheets map[string]sheet) (filled string, names []string, err error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(page, markBegin)
		out.WriteString(before)
		if !found {
			filled, err := badged(out.String(), sheets)
			return filled, names, err
		}
		begin, rest, _ := strings.Cut(rest, " -->\n")
		name, list, _ := strings.Cut(begin, " ")
		_, rest, found = strings.Cut(rest, markEnd)
		if !found {
			return "", nil, fmt.Errorf("sheet %q has no %s", name, markEnd)
		}
		s, found := sheets[name]
		if !found {
			return "", nil, fmt.Errorf("there is no docs/measured/%s.csv", name)
		}
		if slices.Contains(names, name) {
			return "", nil, fmt.Errorf("sheet %s stands twice", name)
		}
		names = append(names, name)
		var columns []int
		only := map[int][]string{}
		for word := range strings.FieldsSeq(list) {
			if head, value, found := strings.Cut(word, "="); found {
				c := slices.Index(s.rows[0], head)
				if c < 0 {
					return "", nil, fmt.Errorf("sheet %s has no column %q", name, head)
				}
				only[c] = append(only[c], value)
				continue
			}
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 || n > len(s.rows[0]) {
				return "", nil, fmt.Errorf("sheet %s has no column %s", name, word)
			}
			columns = append(columns, n-1)
		}
		fmt.Fprintf(&out, "%s%s -->\n%s\n*[%s.csv](%s%s.csv): %s.*\n%s", markBegin, begin, s.table(columns, only), name, folder, name, s.origin(), markEnd)
		page = rest
	}
}
