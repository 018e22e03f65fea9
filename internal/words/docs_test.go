package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// implied are methods of the standard library's interfaces, whose names say what they do.
var implied = []string{"String", "Error", "Unwrap", "Is", "Len", "Less", "Swap", "Read", "Write", "Close", "Action"}

// undocumented lists the exported functions, methods, types, variables and constants of a file
// whose doc comments do not begin with their names. A comment on a group of names, or on the line
// of a name, serves as well.
func undocumented(file *ast.File) (names []*ast.Ident) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			standard := d.Recv != nil && slices.Contains(implied, d.Name.Name)
			if d.Name.IsExported() && !standard && !begins(d.Doc, d.Name) {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() && !begins(s.Doc, s.Name) && !begins(d.Doc, s.Name) {
						names = append(names, s.Name)
					}
					if i, ok := s.Type.(*ast.InterfaceType); ok && s.Name.IsExported() {
						names = append(names, bareMethods(i)...)
					}
				case *ast.ValueSpec:
					name := s.Names[0]
					grouped := s.Doc != nil || s.Comment != nil || d.Lparen.IsValid() && d.Doc != nil
					if name.IsExported() && !grouped && !begins(d.Doc, name) {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

// bareMethods lists the exported methods of an interface that have no comment.
func bareMethods(i *ast.InterfaceType) (names []*ast.Ident) {
	for _, m := range i.Methods.List {
		if len(m.Names) > 0 && m.Names[0].IsExported() && m.Doc == nil && m.Comment == nil {
			names = append(names, m.Names[0])
		}
	}
	return names
}

// begins reports whether a comment begins with a name, perhaps after an article.
func begins(doc *ast.CommentGroup, name *ast.Ident) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	return len(words) > 0 && strings.TrimRight(words[0], ",:;.") == name.Name
}

// TestDocumented fails if an exported name has no doc comment that begins with it.
func TestDocumented(t *testing.T) {
	files, set := 0, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files++
		for _, name := range undocumented(file) {
			at := set.Position(name.Pos())
			t.Errorf("%s:%d: the doc comment of %s does not begin with its name", strings.TrimPrefix(path, root+"/"), at.Line, name.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
}

// TestUndocumented keeps the check itself honest: what it must find and what it must leave.
func TestUndocumented(t *testing.T) {
	const source = `package p
func Bare() {}
// bare begins with another word.
func Other() {}
// A Type is documented.
type Type[K any] struct{}
func (t *Type[K]) Method() {}
func (t Type[K]) String() string { return "" }
type Doer interface { // Doer does.
	Do() // does it
	Redo()
}
// Kinds of things.
const (
	One = iota
	Two
)
const Three = 3
var Four = 4 // on its line
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range undocumented(file) {
		got = append(got, name.Name)
	}
	if want := "Bare Other Method Doer Redo Three"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
