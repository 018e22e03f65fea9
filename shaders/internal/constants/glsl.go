package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"regexp"
	"strings"
)

// source holds the declarations of a shader.
type source struct {
	text      string
	constants map[string]value
	scope     *types.Package // the same constants in Go, to evaluate expressions
}

type value struct{ value, comment string }

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

var (
	constLine  = regexp.MustCompile(`(?m)^const u?int ([^;]*);[ \t]*(//.*)?$`)
	defineLine = regexp.MustCompile(`(?m)^#define ([A-Z0-9_]+) ([0-9]+)[ \t]*(//.*)?$`)
	unsigned   = regexp.MustCompile(`\b(0x[0-9a-fA-F]+|[0-9]+)u\b`)
)

// read finds the constants of a file with numeric values. Others, such as those that depend on the
// size of a workgroup, are skipped.
func read(shaders fs.FS, name string) (*source, error) {
	text, err := fs.ReadFile(shaders, name)
	if err != nil {
		return nil, err
	}
	s := &source{text: string(text), constants: map[string]value{}, scope: types.NewPackage("shader", "shader")}
	for _, m := range defineLine.FindAllStringSubmatch(s.text, -1) {
		s.declare(m[1], m[2], m[3])
	}
	for _, m := range constLine.FindAllStringSubmatch(s.text, -1) {
		all, comment := strings.Split(m[1], ", "), m[2]
		if len(all) > 1 {
			comment = "" // the comment applies to all of them
		}
		for _, one := range all {
			if name, expression, ok := strings.Cut(one, " = "); ok {
				s.declare(name, expression, comment)
			}
		}
	}
	return s, nil
}

func (s *source) declare(name, expression, comment string) {
	x, err := s.evaluate(expression)
	if err != nil {
		return
	}
	text := x.ExactString()
	if !strings.ContainsAny(expression, upper) { // depends on no other constant
		text = unsigned.ReplaceAllString(expression, "$1")
	}
	s.constants[name] = value{text, comment}
	s.scope.Scope().Insert(types.NewConst(token.NoPos, s.scope, name, types.Typ[types.UntypedInt], x))
}

// evaluate returns the value of an expression of numbers and constants. Operators have different
// precedence in Go and GLSL, so expressions with several operators need parentheses.
func (s *source) evaluate(expression string) (constant.Value, error) {
	expression = unsigned.ReplaceAllString(expression, "$1")
	e, err := parser.ParseExpr(expression)
	if err != nil {
		return nil, err
	}
	ast.Inspect(e, func(n ast.Node) bool {
		outer, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		for _, side := range []ast.Expr{outer.X, outer.Y} {
			if inner, ok := side.(*ast.BinaryExpr); ok && inner.Op != outer.Op {
				err = fmt.Errorf("%s needs parentheses", expression)
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	x, err := types.Eval(token.NewFileSet(), s.scope, token.NoPos, expression)
	if err != nil {
		return nil, err
	}
	if x.Value == nil || x.Value.Kind() != constant.Int {
		return nil, fmt.Errorf("%s is not a whole number", expression)
	}
	return x.Value, nil
}

// member is the position of a block's member.
type member struct {
	name, path string // path includes the names of enclosing structures
	at         int    // in words
	isStruct   bool
	comment    string
}

// qualified lists members of blocks whose own members are prefixed with their names, because these
// are not unique.
var qualified = map[string]bool{"tally": true}

var (
	memberLine = regexp.MustCompile(`(\w+)\s+([^;{}]+);[ \t]*(//[^\n]*)?`)
	dimension  = regexp.MustCompile(`\[([^]]*)\]`)
)

// vectors maps types to their number of words, which is also their alignment (std430).
var vectors = map[string]int{
	"uint": 1, "int": 1, "float": 1, "uvec2": 2, "ivec2": 2, "vec2": 2, "uvec4": 4, "ivec4": 4, "vec4": 4,
}

// block lists the members of a block or structure, with members of nested structures in place, and
// returns its size in words and its alignment. An unsized array lists its first element and has
// size zero.
func (s *source) block(name string) (out []member, size, align int, err error) {
	body := regexp.MustCompile(`(?s)\b(?:buffer|struct) ` + name + ` \{(.*?)\}`).FindStringSubmatch(s.text)
	if body == nil {
		return nil, 0, 0, fmt.Errorf("there is no block or structure %s", name)
	}
	align = 1
	for _, line := range memberLine.FindAllStringSubmatch(body[1], -1) {
		kind, comment := line[1], line[3]
		each, vector := vectors[kind]
		own, inner := each, []member(nil)
		if !vector {
			if inner, each, own, err = s.block(kind); err != nil {
				return nil, 0, 0, err
			}
		}
		align = max(align, own)
		for declared := range strings.SplitSeq(line[2], ",") {
			field, _, _ := strings.Cut(strings.TrimSpace(declared), "[")
			count, err := s.elements(declared)
			if err != nil {
				return nil, 0, 0, err
			}
			size = up(size, own)
			if vector || count == 0 {
				out = append(out, member{field, field, size, !vector, comment})
			}
			for _, x := range inner {
				x.at += size
				if qualified[field] {
					x.path = field + "_" + x.path
				}
				out = append(out, x)
			}
			size += count * each
		}
	}
	return out, up(size, align), align, nil
}

// elements returns the number of elements of a declared member: one if it is not an array, zero for
// an unsized array.
func (s *source) elements(declared string) (int, error) {
	count := 1
	for _, d := range dimension.FindAllStringSubmatch(declared, -1) {
		if d[1] == "" {
			return 0, nil
		}
		n, err := s.evaluate(d[1])
		if err != nil {
			return 0, err
		}
		x, _ := constant.Int64Val(n)
		count *= int(x)
	}
	return count, nil
}

// up rounds a number of words up to a multiple of an alignment.
func up(words, align int) int { return (words + align - 1) / align * align }
