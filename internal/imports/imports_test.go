// Package imports holds the packages of this module to the structure that allowed.txt draws.
package imports

import (
	_ "embed"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed has a row for each package, the lowest first: its path, a colon, and what it
// imports, of this module and of others. A row may go on in indented lines. A comment begins
// with #. In a path a star stands for any name: the row holds for every package that it matches,
// which may also import packages of its own family in rows above.
//
//go:embed allowed.txt
var allowed string

const module = "kernelscope"

// row is a package and what it may import: packages of this module, and other modules.
type row struct {
	pkg             string
	packages, other []string
}

func rows() (all []row) {
	for line := range strings.Lines(allowed) {
		if line = strings.TrimRight(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		pkg, words, ok := strings.Cut(line, ":")
		if ok {
			all = append(all, row{pkg: pkg})
		} else {
			words = line
		}
		r := &all[len(all)-1]
		for _, w := range strings.Fields(words) {
			if isOther(w) {
				r.other = append(r.other, w)
			} else {
				r.packages = append(r.packages, w)
			}
		}
	}
	return all
}

// isOther returns whether a path is of another module: the first part of it is a host.
func isOther(path string) bool {
	host, _, _ := strings.Cut(path, "/")
	return strings.Contains(host, ".")
}

// under returns whether a path is a folder or below it.
func under(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// imported returns what each package of the module imports, without the standard library. It
// reads the files itself: the go command knows then when a test's result is out of date.
func imported(t *testing.T) map[string][]string {
	t.Helper()
	const root = "../.."
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		pkg := filepath.ToSlash(folder)
		imports := all[pkg]
		for _, i := range parsed.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			if ours, ok := strings.CutPrefix(name, module+"/"); (ok || isOther(name)) && !slices.Contains(imports, ours) {
				imports = append(imports, ours)
			}
		}
		all[pkg] = imports
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// matches returns whether a path of a row stands for a package.
func matches(row, pkg string) bool {
	ok, err := path.Match(row, pkg)
	return ok && err == nil
}

// family returns the folder of a package's family: its first two names.
func family(pkg string) string {
	names := strings.SplitN(pkg, "/", 3)
	return strings.Join(names[:min(2, len(names))], "/")
}

// Arrows point down: a package imports only what its rows allow, and a row allows only
// packages of rows above it. The list has what there is and no more.
func TestImports(t *testing.T) {
	all := imported(t)
	if len(all) < 20 {
		t.Fatalf("there are only %d packages", len(all))
	}
	var above []row
	used := map[string]bool{} // row and word
	allowed := func(pkg, imported string, below int) bool {
		for _, r := range above {
			for _, w := range slices.Concat(r.packages, r.other) {
				if matches(r.pkg, pkg) && (matches(w, imported) || isOther(w) && under(imported, w)) {
					used[r.pkg+" "+w] = true
					return true
				}
			}
		}
		level := slices.IndexFunc(above, func(r row) bool { return matches(r.pkg, imported) })
		return level >= 0 && level < below && strings.Contains(above[below].pkg, "*") && family(pkg) == family(imported)
	}
	for _, r := range rows() {
		for _, p := range r.packages {
			if !slices.ContainsFunc(above, func(a row) bool { return a.pkg == p || matches(a.pkg, p) }) {
				t.Errorf("%s may import %s, which is not above it in allowed.txt", r.pkg, p)
			}
		}
		above = append(above, r)
	}
	for _, p := range slices.Sorted(maps.Keys(all)) {
		level := slices.IndexFunc(above, func(r row) bool { return matches(r.pkg, p) })
		if level < 0 {
			t.Errorf("allowed.txt lacks a row: %s: %s", p, strings.Join(all[p], " "))
			continue
		}
		for _, i := range all[p] {
			if !allowed(p, i, level) {
				t.Errorf("%s must not import %s", p, i)
			}
		}
	}
	for _, r := range above {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(p string) bool { return matches(r.pkg, p) }) {
			t.Errorf("%s is in allowed.txt, and not in the module", r.pkg)
		}
		for _, w := range slices.Concat(r.packages, r.other) {
			if !used[r.pkg+" "+w] {
				t.Errorf("%s does not import %s: take it out of its row in allowed.txt", r.pkg, w)
			}
		}
	}
}

// Names say something.
func TestNames(t *testing.T) {
	for p := range imported(t) {
		if name := path.Base(p); name == "util" || name == "common" || name == "helpers" {
			t.Errorf("the name of package %s says nothing", p)
		}
	}
}

// The graph of top-level folders has no cycle: folders whose imports are all removed are
// removed in turn, until none is left. Tools in internal, which no package imports, do not count.
func TestFolders(t *testing.T) {
	folder := func(pkg string) string { top, _, _ := strings.Cut(pkg, "/"); return top }
	imports, used := map[string]map[string]bool{}, map[string]bool{}
	for _, r := range rows() {
		for _, p := range r.packages {
			used[p] = true
		}
	}
	for _, r := range rows() {
		from := folder(r.pkg)
		if from == "internal" && !used[r.pkg] {
			continue
		}
		if imports[from] == nil {
			imports[from] = map[string]bool{}
		}
		for _, p := range r.packages {
			if to := folder(p); to != from {
				imports[from][to] = true
			}
		}
	}
	for removed := true; removed; {
		removed = false
		for from, to := range imports {
			maps.DeleteFunc(to, func(f string, _ bool) bool { return imports[f] == nil })
			if len(to) == 0 {
				delete(imports, from)
				removed = true
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(imports)) {
		t.Errorf("%s is in a cycle of folders: it imports %s", from, strings.Join(slices.Sorted(maps.Keys(imports[from])), " "))
	}
}
