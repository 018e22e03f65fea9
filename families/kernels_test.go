package families_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	_ "kernelscope/compute/passport"
	_ "kernelscope/families"
	"kernelscope/shaders"
)

// All names of a kernel have one stem: each shader x_y.comp has a single program whose declaration
// in Go matches the shader. Its mirror is MirrorY in y.go of the package compute/ref/x or, where
// there is none, MirrorXY in x_y.go of compute/ref or compute/ref/sorting.
func TestKernels(t *testing.T) {
	declared := declarations(t)
	byStem := map[string]*compute.Program{}
	for _, p := range compute.Programs() {
		if byStem[p.Name] != nil {
			t.Errorf("kernel %s has two programs", p.Name)
		}
		byStem[p.Name] = p
		if err := gputest.CheckProgram(p); err != nil {
			t.Error(err)
		}
	}
	kernels := 0
	for _, name := range shaders.Names() {
		stem, ok := strings.CutSuffix(name, ".comp")
		if !ok {
			continue
		}
		kernels++
		p := byStem[stem]
		if p == nil {
			t.Errorf("kernel %s is not declared", stem)
			continue
		}
		if measuring[stem] {
			continue
		}
		folder, file, mirror := home(stem)
		want := strings.TrimSuffix("kernelscope/compute/ref/"+folder, "/") + "." + mirror
		if p.Mirror == nil || declared[stem] != want {
			t.Errorf("kernel %s is declared with the mirror %q, want %s", stem, declared[stem], want)
		}
		if f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../compute/ref", folder, file), nil, 0); err != nil {
			t.Errorf("kernel %s: %v", stem, err)
		} else if f.Scope.Lookup(mirror) == nil {
			t.Errorf("kernel %s: %s has no function %s", stem, f.Name, mirror)
		}
	}
	if kernels != len(byStem) {
		t.Errorf("%d shaders and %d programs", kernels, len(byStem))
	}
}

// measuring are the kernels of compute/litmus and compute/passport. They find out what a device does, which no mirror can say.
var measuring = map[string]bool{"litmus": true, "litmus_shared": true, "probe": true, "probe_width": true}

// home returns where the mirror of a kernel is: a folder in compute/ref, a file and a function.
func home(stem string) (folder, file, mirror string) {
	family, rest, _ := strings.Cut(stem, "_")
	switch family {
	case "copy", "scatter":
		return "", stem + ".go", "Mirror" + camel(stem)
	case "batcher", "radix", "radix4", "sort":
		return "sorting", stem + ".go", "Mirror" + camel(stem)
	}
	return family, rest + ".go", "Mirror" + camel(rest)
}

// camel turns radix_pass into RadixPass.
func camel(stem string) (out string) {
	for part := range strings.SplitSeq(stem, "_") {
		out += strings.ToUpper(part[:1]) + part[1:]
	}
	return out
}

// declarations finds the calls of NewKernel in the repository and returns their mirrors by stem, as
// the path of a package and a name.
func declarations(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 {
				return true
			}
			of, ok := call.Fun.(*ast.IndexExpr) // has the type of the arguments
			if !ok || text(of.X) != "compute.NewKernel" {
				return true
			}
			if stem, ok := call.Args[0].(*ast.BasicLit); ok {
				name, _ := strconv.Unquote(stem.Value)
				out[name] = mirror(f, call.Args[2])
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// text formats a qualified name as in source code.
func text(e ast.Expr) string {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if of, ok := s.X.(*ast.Ident); ok {
		return of.Name + "." + s.Sel.Name
	}
	return ""
}

// mirror returns the path of the package of a qualified name, and the name.
func mirror(f *ast.File, e ast.Expr) string {
	of, name, _ := strings.Cut(text(e), ".")
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if i.Name != nil && i.Name.Name == of || i.Name == nil && filepath.Base(path) == of {
			return path + "." + name
		}
	}
	return name
}
