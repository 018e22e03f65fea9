package gen

import "slices"

// Reduce makes a program smaller, while differs holds for it: it deletes statements, replaces
// statements by the contents of their blocks, and expressions by constants or their operands, until
// none of these is possible. The rest has a defined result, too.
func Reduce(p *Program, differs func(*Program) bool) {
	for _, groups := range []int{1, 2} {
		try(&p.Groups, min(groups, p.Groups), func() bool { return differs(p) })
	}
	holds := func() bool { return differs(p) }
	for smaller := true; smaller; {
		smaller = reduceList(&p.main, holds)
		smaller = reduceList(&p.called, holds) || smaller
		walk(p.main, func(x **expr) { smaller = simplify(x, holds) || smaller })
		walk(p.called, func(x **expr) { smaller = simplify(x, holds) || smaller })
	}
}

// try sets a variable, and sets it back unless the program still differs.
func try[T comparable](at *T, to T, holds func() bool) bool {
	old := *at
	if old == to {
		return false
	}
	*at = to
	if holds() {
		return true
	}
	*at = old
	return false
}

// reduceList deletes statements, halves first, and replaces those with blocks by their contents.
func reduceList(list *[]*stmt, holds func() bool) (smaller bool) {
	tryList := func(to []*stmt) bool {
		old := *list
		*list = to
		if holds() {
			smaller = true
			return true
		}
		*list = old
		return false
	}
	for n := len(*list); n > 0; n /= 2 {
		for at := 0; at+n <= len(*list); {
			if !tryList(slices.Delete(slices.Clone(*list), at, at+n)) {
				at += n
			}
		}
	}
	for i := 0; i < len(*list); i++ {
		x := (*list)[i]
		for _, b := range x.blocks {
			if (x.kind != loop || !leaves(b)) && tryList(slices.Replace(slices.Clone(*list), i, i+1, b...)) {
				i--
				break
			}
		}
	}
	for _, x := range *list {
		for i := range x.blocks {
			smaller = reduceList(&x.blocks[i], holds) || smaller
		}
	}
	return smaller
}

// leaves reports whether statements leave or continue the loop around them.
func leaves(list []*stmt) bool {
	return slices.ContainsFunc(list, func(x *stmt) bool {
		return x.kind == leave || x.kind == again || x.kind != loop && slices.ContainsFunc(x.blocks, leaves)
	})
}

// walk calls f for each expression of statements.
func walk(list []*stmt, f func(**expr)) {
	for _, x := range list {
		for i := range x.e {
			f(&x.e[i])
		}
		for _, b := range x.blocks {
			walk(b, f)
		}
	}
}

// simplify replaces an expression, or its operands. A guard may only become 1, and keeps its constant. No
// float becomes 0, whose sign devices may lose.
func simplify(x **expr, holds func() bool) (smaller bool) {
	k, guard := (*x).k, (*x).guard
	if (*x).op == opConstant && ((*x).n == 0 || (*x).n == one(k)) {
		return false
	}
	if try(x, constant(k, one(k)), holds) || !guard && k != isFloat && try(x, constant(k, 0), holds) {
		return true
	}
	operands := (*x).args
	if guard && len(operands) > 1 {
		operands = operands[:1]
	}
	for i, a := range operands {
		if !guard && a.k == k && try(x, a, holds) {
			return true
		}
		smaller = simplify(&operands[i], holds) || smaller
	}
	return smaller
}

// one returns the bits of 1.
func one(k kind) uint64 {
	if k == isFloat {
		return 0x3f800000
	}
	return 1
}
