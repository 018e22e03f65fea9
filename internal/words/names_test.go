package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A name is a pattern of identifiers that are not declared, and what to write instead.
type name struct {
	not     *regexp.Regexp
	instead string
}

var names = []name{
	{regexp.MustCompile(`^([Mm]ost|[Ll]east)[A-Z]`), "max or min before the noun"},
	{regexp.MustCompile(`^took$`), "elapsed for a duration, times for measurements"},
	{regexp.MustCompile(`^[Dd]ealt?$`), "distribute"},
	{regexp.MustCompile(`^let$`), "evict"},
	{regexp.MustCompile(`^moment$`), "version for what changes with the contents"},
	{regexp.MustCompile(`^(lab|laboratory)$`), "experiment"},
}

// once are names of types that only one package of the module declares: elsewhere each names
// something else.
var once = map[string]string{"Place": "scene/place", "Form": "compute/bfs, compute/clip", "Drawing": "compute/gpu/draw"}

// TestNames fails if an identifier is declared that another word replaces.
func TestNames(t *testing.T) {
	declared, set := 0, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		path = strings.TrimPrefix(path, root+"/")
		for id, isType := range declarations(file) {
			declared++
			for _, n := range names {
				if n.not.MatchString(id.Name) {
					t.Errorf("%s:%d: %s; write %s", path, set.Position(id.Pos()).Line, id.Name, n.instead)
				}
			}
			if folders, listed := once[id.Name]; isType && listed && !strings.Contains(folders, filepath.Dir(path)) {
				t.Errorf("%s:%d: %s is a type of %s", path, set.Position(id.Pos()).Line, id.Name, folders)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if declared < 20000 {
		t.Errorf("only %d declarations were found", declared)
	}
}

// declarations returns the identifiers that a file declares, and whether each is a type.
func declarations(file *ast.File) map[*ast.Ident]bool {
	all := map[*ast.Ident]bool{}
	add := func(isType bool, ids ...*ast.Ident) {
		for _, id := range ids {
			all[id] = isType
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(false, n.Name)
		case *ast.Field:
			add(false, n.Names...)
		case *ast.ValueSpec:
			add(false, n.Names...)
		case *ast.TypeSpec:
			add(true, n.Name)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(false, id)
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(false, id)
				}
			}
		}
		return true
	})
	return all
}
