package lab

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"kernelscope/internal/fault"
)

// Env has the values of names in formulas: numbers (int or float64), and in checks the elements of buffers ([]int or
// []float64).
type Env map[string]any

// With returns a copy with other values added.
func (e Env) With(more Env) Env {
	out := maps.Clone(e)
	maps.Copy(out, more)
	return out
}

// functions are what formulas have beside the built-in functions of package expr.
var functions = []expr.Option{
	expr.Function("groups", func(a ...any) (any, error) {
		n, size := number(a[0]), number(a[1])
		if !(size > 0) {
			return nil, fmt.Errorf("groups of %v invocations", size)
		}
		return math.Ceil(n / size), nil
	}, new(func(float64, float64) float64), new(func(float64, int) float64), new(func(int, float64) float64), new(func(int, int) float64)),
	expr.Function("f32", func(a ...any) (any, error) { return float64(float32(number(a[0]))), nil },
		new(func(float64) float64), new(func(int) float64)),
	expr.Function("sqrt", func(a ...any) (any, error) { return math.Sqrt(number(a[0])), nil },
		new(func(float64) float64), new(func(int) float64)),
	expr.Function("log2", func(a ...any) (any, error) { return math.Log2(number(a[0])), nil },
		new(func(float64) float64), new(func(int) float64)),
}

// number returns a number of a formula as a float.
func number(x any) float64 {
	switch x := x.(type) {
	case float64:
		return x
	case int:
		return float64(x)
	case bool:
		if x {
			return 1
		}
		return 0
	}
	return math.NaN()
}

// Formula is an expression of the language of github.com/expr-lang/expr, over parameters and, in checks, over buffers:
// "groups(n, 256)", "Y[i] == a * X[i] + before.Y[i]".
type Formula struct {
	text string
	used map[string]bool // names
	code *vm.Program
}

// String returns the text.
func (f *Formula) String() string { return f.text }

// Uses reports whether a formula has a name.
func (f *Formula) Uses(name string) bool { return f.used[name] }

// names collects the names of a formula.
type names struct{ used map[string]bool }

// Visit is called for each node.
func (n names) Visit(node *ast.Node) {
	switch x := (*node).(type) {
	case *ast.IdentifierNode:
		n.used[x.Value] = true
	case *ast.MemberNode: // before.X
		if b, ok := x.Node.(*ast.IdentifierNode); ok && b.Value == before {
			if p, ok := x.Property.(*ast.StringNode); ok {
				n.used[p.Value] = true
			}
		}
	}
}

// before is the name of the contents at the start.
const before = "before"

// Limits of a formula: its text, and how deep predicates such as all(A, # > 0) are within each other.
const (
	maxText  = 4096
	maxDepth = 1
)

// depth returns how deep predicates are within each other.
type depth struct{ most int }

// Visit is called for each node, after those below it.
func (d *depth) Visit(node *ast.Node) {
	p, ok := (*node).(*ast.PredicateNode)
	if !ok {
		return
	}
	var below depth
	ast.Walk(&p.Node, &below)
	d.most = max(d.most, below.most+1)
}

// brief returns the beginning of a text.
func brief(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}

// Parse parses a formula over names that have values of the same types as in env. The error wraps fault.Input.
func Parse(text string, env Env) (*Formula, error) {
	if len(text) > maxText {
		return nil, fault.Input.Errorf("formula %q: more than %d bytes", brief(text), maxText)
	}
	n, d := names{map[string]bool{}}, &depth{}
	options := append([]expr.Option{expr.Env(map[string]any(env)), expr.Patch(n), expr.Patch(d)}, functions...)
	p, err := expr.Compile(text, options...)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fault.Input.Errorf("formula %q: %s", brief(text), first)
	}
	if d.most > maxDepth { // the time of a formula is not more than proportional to a buffer
		return nil, fault.Input.Errorf("formula %q: a predicate within a predicate", brief(text))
	}
	return &Formula{text, n.used, p}, nil
}

// Constant is the formula of a number.
func Constant(x float64) *Formula {
	f, err := Parse(fmt.Sprint(x), Env{})
	if err != nil {
		panic(err) // numbers are formulas
	}
	return f
}

// value evaluates a formula.
func (f *Formula) value(machine *vm.VM, env Env) (any, error) {
	x, err := machine.Run(f.code, map[string]any(env))
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fault.Input.Errorf("formula %q: %s", brief(f.text), first)
	}
	return x, nil
}

// Number evaluates a formula to a number; true is 1.
func (f *Formula) Number(env Env) (float64, error) {
	x, err := f.value(&vm.VM{}, env)
	return number(x), err
}
