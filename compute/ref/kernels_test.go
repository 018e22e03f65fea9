package ref_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/prepared"
	"kernelscope/compute/ref"
	"kernelscope/compute/scan"
	"kernelscope/compute/scatter"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/render"
	"kernelscope/shaders"
)

// programs returns the kernels of all packages.
func programs() []*compute.Program {
	return slices.Concat(sssp.Programs(), scan.Programs(), sorting.Programs(), clip.Programs(), bfs.Programs(), prepared.Programs(), timing.Programs(), scatter.Programs(), render.Programs())
}

// All names of a kernel have one stem: each shader x_y.comp has a single program whose declaration
// in Go matches the shader, and its mirror is MirrorXY in the file x_y.go of this package.
func TestKernels(t *testing.T) {
	declared := declarations(t)
	byStem := map[string]*compute.Program{}
	for _, p := range programs() {
		if byStem[p.Name] != nil {
			t.Errorf("kernel %s has two programs", p.Name)
		}
		byStem[p.Name] = p
		if err := gpu.CheckProgram(p); err != nil {
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
		p, mirror := byStem[stem], "Mirror"+camel(stem)
		if p == nil {
			t.Errorf("kernel %s is in no list of programs", stem)
			continue
		}
		if p.Mirror == nil || declared[stem] != "ref."+mirror {
			t.Errorf("kernel %s is declared with the mirror %q, want ref.%s", stem, declared[stem], mirror)
		}
		if f, err := parser.ParseFile(token.NewFileSet(), stem+".go", nil, 0); err != nil {
			t.Errorf("kernel %s: %v", stem, err)
		} else if f.Scope.Lookup(mirror) == nil {
			t.Errorf("kernel %s: %s.go has no function %s", stem, stem, mirror)
		}
	}
	if kernels != len(byStem) {
		t.Errorf("%d shaders and %d programs", kernels, len(byStem))
	}
}

// camel turns sssp_relax into SSSPRelax, bfs_expand into BFSExpand, and radix_pass into RadixPass.
func camel(stem string) (out string) {
	for part := range strings.SplitSeq(stem, "_") {
		if part == "sssp" || part == "bfs" {
			out += strings.ToUpper(part)
		} else {
			out += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return out
}

// declarations finds the calls of NewKernel in the repository and returns their mirrors by stem.
func declarations(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
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
				out[name] = text(call.Args[2])
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

// A kernel without a mirror is an error in both backends that need mirrors.
func TestWithoutMirror(t *testing.T) {
	type args struct {
		Dist, States compute.Buffer
		Threshold    uint32
	}
	k := compute.NewKernel[args, struct{}]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, nil)
	for name, be := range map[string]compute.Backend{
		"host": ref.NewHost(), "lockstep": ref.NewLockstep(t.Context(), gputest.Open(t)),
	} {
		a, b := be.NewBuffer("a", 1), be.NewBuffer("b", 1)
		k.Dispatch(be, 1, args{a, b, 0})
		if err := be.Flush(t.Context()); err == nil || !strings.Contains(err.Error(), "sssp_state has no mirror") {
			t.Errorf("%s: got %v", name, err)
		}
		a.Release()
		b.Release()
	}
}
