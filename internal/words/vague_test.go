package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vague matches words that stand for a noun: write the noun, or its possessive.
var vague = regexp.MustCompile(`(?i)\b(those|that)\s+of\b|\bwhat\s+is\b`)

// vagueBudget is the number of vague words in comments other than doc comments of exported names,
// which have none. It only falls.
const vagueBudget = 68

// exportedComments lists the doc comments of a file's exported names and of its package.
func exportedComments(file *ast.File) (docs []*ast.CommentGroup) {
	add := func(exported bool, all ...*ast.CommentGroup) {
		for _, doc := range all {
			if exported && doc != nil {
				docs = append(docs, doc)
			}
		}
	}
	add(true, file.Doc)
	ast.Inspect(file, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.FuncDecl:
			add(d.Name.IsExported(), d.Doc)
			return false
		case *ast.GenDecl:
			add(slices.ContainsFunc(d.Specs, exportsName), d.Doc)
		case *ast.TypeSpec:
			add(d.Name.IsExported(), d.Doc, d.Comment)
		case *ast.ValueSpec:
			add(exportsName(d), d.Doc, d.Comment)
		case *ast.Field:
			add(slices.ContainsFunc(d.Names, (*ast.Ident).IsExported), d.Doc, d.Comment)
		}
		return true
	})
	return docs
}

// exportsName reports whether a declaration has an exported name.
func exportsName(s ast.Spec) bool {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name.IsExported()
	case *ast.ValueSpec:
		return slices.ContainsFunc(s.Names, (*ast.Ident).IsExported)
	}
	return false
}

// vaguePage reports the vague words of a document.
func vaguePage(t *testing.T, path string) error {
	text, err := os.ReadFile(path)
	for _, words := range vague.FindAllString(string(prose(path, text)), -1) {
		t.Errorf("%s: %q; write the noun", strings.TrimPrefix(path, root+"/"), words)
	}
	return err
}

// TestVague fails if a document or a doc comment of an exported name says "those of", "that of" or "what is", or
// if more of the other comments do than the budget allows.
func TestVague(t *testing.T) {
	others, set := 0, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && (ext == ".md" || ext == ".csv" && strings.HasPrefix(path, root+"/docs/")) {
			return vaguePage(t, path)
		}
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		for _, comment := range file.Comments {
			others += len(vague.FindAllString(comment.Text(), -1))
		}
		for _, doc := range exportedComments(file) {
			for _, words := range vague.FindAllString(doc.Text(), -1) {
				others--
				t.Errorf("%s:%d: %q; write the noun", strings.TrimPrefix(path, root+"/"), set.Position(doc.Pos()).Line, words)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if others > vagueBudget {
		t.Errorf("%d comments say \"those of\", \"that of\" or \"what is\", at most %d may: write the noun", others, vagueBudget)
	} else if others < vagueBudget {
		t.Errorf("lower vagueBudget from %d to %d", vagueBudget, others)
	}
}

// TestExportedComments keeps the search itself honest: what it must find and what it must leave.
func TestExportedComments(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", `// Package p: 1.
package p
// F: 2.
func F() {
	// No.
}
// f: no.
func f() {}
// T: 3.
type T struct {
	A int // 4
	b int // no
}
const (
	C = 1 // 5
	d = 2 // no
)
`, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, doc := range exportedComments(file) {
		got = append(got, strings.TrimSpace(doc.Text()))
	}
	if want := []string{"Package p: 1.", "F: 2.", "T: 3.", "4", "5"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
