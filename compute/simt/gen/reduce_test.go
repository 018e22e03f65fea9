package gen

import (
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/shaders/spirv"
)

// has reports whether a module has an instruction, of SPIR-V or of GLSL.std.450.
func has(code, op string) bool {
	n, isGLSL := spirv.Number("glsl", op)
	if !isGLSL {
		n = number("op", op)
	}
	m, err := spirv.Parse(code)
	if err != nil {
		return false
	}
	for _, in := range m.Instructions() {
		if !isGLSL && uint32(in.Op) == n || isGLSL && uint32(in.Op) == number("op", "ExtInst") && in.Args[3] == n {
			return true
		}
	}
	return false
}

// Some program has each operation.
func TestDrawsAll(t *testing.T) {
	lacks := map[string]bool{"Phi": false, "Switch": true, "LoopMerge": true, "FunctionCall": true, "VectorExtractDynamic": true}
	for _, list := range rules {
		for _, r := range list {
			lacks[r.op] = true
		}
	}
	for _, o := range laneOps {
		lacks[o.op] = true
	}
	for _, op := range sumOps {
		lacks[op] = true
	}
	for seed := range uint64(200) {
		code := Draw(seed, true).SPIRV()
		for op, l := range lacks {
			lacks[op] = l && !has(code, op)
		}
	}
	for op, l := range lacks {
		if l {
			t.Errorf("no program has %s", op)
		}
	}
}

// A program that has some instruction, as if that were wrong, becomes a few statements, which are valid at each
// step.
func TestReduce(t *testing.T) {
	for _, op := range []string{"SMulExtended", "GroupNonUniformIAdd", "AtomicUMax", "RoundEven", "Switch"} {
		seed := uint64(0)
		for !has(Draw(seed, true).SPIRV(), op) {
			seed++
		}
		p := Draw(seed, true)
		Reduce(p, func(p *Program) bool {
			code := p.SPIRV()
			m, err := simt.Load(code)
			if err == nil {
				_, err = m.Compile(simt.Options{})
			}
			if err != nil {
				t.Fatalf("%s, seed %d: %v", op, seed, err)
			}
			return has(code, op)
		})
		n, operands := 0, 0
		walkStmts(append(p.main, p.called...), func(*stmt) { n++ })
		count := func(x **expr) { operands += size(*x) }
		walk(p.main, count)
		walk(p.called, count)
		if n != 1 || operands > 12 {
			t.Errorf("%s, seed %d: left are %d statements and %d expressions", op, seed, n, operands)
		}
	}
}

func walkStmts(list []*stmt, f func(*stmt)) {
	for _, x := range list {
		f(x)
		for _, b := range x.blocks {
			walkStmts(b, f)
		}
	}
}

func size(x *expr) int {
	n := 1
	for _, a := range x.args {
		n += size(a)
	}
	return n
}
