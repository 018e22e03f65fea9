// Command arrows counts the references between the files of a package that form cycles:
//
//	go run ./internal/imports/arrows ./families/paths/...
//
// An arrow points from a file to another file of its package that declares a name it uses. The
// command puts the files of a package in an order in which few arrows point up: it repeatedly removes
// a file that no remaining file uses or that uses none, or else the file with the greatest surplus of
// outgoing arrows (Eades, Lin and Smyth 1993); then it moves single files while that reduces the
// arrows that point up. A line has the package and the numbers of files, arrows and arrows up; -v
// prints the arrows up.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	verbose := flag.Bool("v", false, "print the arrows up")
	flag.Parse()
	if err := run(flag.Args(), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "arrows:", err)
		os.Exit(1)
	}
}

// list runs 'go list' on packages; each line of its output has a format's fields.
func list(format string, args ...string) ([][]string, error) {
	c := exec.Command("go", append([]string{"list", "-f", format}, args...)...)
	c.Stderr = os.Stderr
	b, err := c.Output()
	var out [][]string
	for line := range strings.Lines(string(b)) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return out, err
}

func run(patterns []string, verbose bool) error {
	compiled, err := list("{{.ImportPath}}\t{{.Export}}", append([]string{"-deps", "-export"}, patterns...)...)
	if err != nil {
		return err
	}
	export := map[string]string{}
	for _, c := range compiled {
		export[c[0]] = c[1]
	}
	packages, err := list("{{.ImportPath}}\t{{.Dir}}{{range .GoFiles}}\t{{.}}{{end}}", patterns...)
	if err != nil {
		return err
	}
	fmt.Println("package\tfiles\tarrows\tup")
	for _, p := range packages {
		files, arrows, err := read(p[0], p[1], p[2:], export)
		if err != nil {
			return err
		}
		up := Up(files, arrows)
		fmt.Printf("%s\t%d\t%d\t%d\n", p[0], len(files), len(arrows), len(up))
		for _, a := range up {
			if verbose {
				fmt.Printf("  %s -> %s: %s\n", a[0], a[1], arrows[a])
			}
		}
	}
	return nil
}

// Arrow is the name of a file, and of another one that it uses.
type Arrow [2]string

// read returns the files of a package, and a name that each arrow stands for.
func read(pkg, dir string, files []string, export map[string]string) ([]string, map[Arrow]string, error) {
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		p, err := parser.ParseFile(set, filepath.Join(dir, f), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		parsed = append(parsed, p)
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(export[path]) }
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", lookup), FakeImportC: true}
	self, err := config.Check(pkg, set, parsed, &info)
	if err != nil {
		return nil, nil, err
	}
	file := func(p token.Pos) string { return filepath.Base(set.Position(p).Filename) }
	arrows := map[Arrow]string{}
	for id, to := range info.Uses {
		if _, isImport := to.(*types.PkgName); isImport || to.Pkg() != self {
			continue
		}
		if a := (Arrow{file(id.Pos()), file(to.Pos())}); a[0] != a[1] && (arrows[a] == "" || id.Name < arrows[a]) {
			arrows[a] = id.Name
		}
	}
	return files, arrows, nil
}

// Up returns the arrows that run up in the best order that it finds.
func Up(files []string, arrows map[Arrow]string) (up []Arrow) {
	place := map[string]int{}
	for i, f := range order(files, arrows) {
		place[f] = i
	}
	for a := range arrows {
		if place[a[0]] > place[a[1]] {
			up = append(up, a)
		}
	}
	slices.SortFunc(up, func(a, b Arrow) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) })
	return up
}

// order returns the files, a user before what it uses as far as possible.
func order(files []string, arrows map[Arrow]string) []string {
	rest := slices.Sorted(slices.Values(files))
	var first, last []string
	for len(rest) > 0 {
		best, surplus, end := 0, 0, false
		for i, f := range rest {
			out, in := degrees(f, rest, arrows)
			if out == 0 {
				best, end = i, true
				break
			}
			if in == 0 {
				best = i
				break
			}
			if s := out - in; i == 0 || s > surplus {
				best, surplus = i, s
			}
		}
		if end {
			last = append(last, rest[best])
		} else {
			first = append(first, rest[best])
		}
		rest = slices.Delete(rest, best, best+1)
	}
	slices.Reverse(last)
	return improve(append(first, last...), arrows)
}

// improve moves single files to where fewest arrows run up, until no move helps.
func improve(all []string, arrows map[Arrow]string) []string {
	for moved := true; moved; {
		moved = false
		for i := range all {
			best, least, up := i, 0, 0
			for _, step := range []int{-1, 1} {
				up = 0
				for j := i + step; j >= 0 && j < len(all); j += step {
					// The file passes all[j]: an arrow between them turns around.
					above, below := all[i], all[j]
					if step < 0 {
						above, below = below, above
					}
					if arrows[Arrow{above, below}] != "" {
						up++
					}
					if arrows[Arrow{below, above}] != "" {
						up--
					}
					if up < least {
						best, least = j, up
					}
				}
			}
			if best != i {
				f := all[i]
				all = slices.Insert(slices.Delete(all, i, i+1), best, f)
				moved = true
			}
		}
	}
	return all
}

// degrees returns the number of arrows from a file to others, and to it.
func degrees(f string, files []string, arrows map[Arrow]string) (out, in int) {
	for _, g := range files {
		if arrows[Arrow{f, g}] != "" {
			out++
		}
		if arrows[Arrow{g, f}] != "" {
			in++
		}
	}
	return out, in
}
