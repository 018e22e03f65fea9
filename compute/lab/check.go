package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/expr-lang/expr/vm"
)

// Check is a condition on the contents of buffers at the end.
type Check struct {
	Where string // in its file, for messages
	Kind  CheckKind
	// Names are the buffers: the one that is checked, and for some kinds another one.
	Names []string
	// Formula is a condition of each element i, or the expected sum.
	Formula   *Formula
	Tolerance float64 // absolute, of differences
	// Reference returns the expected words of the buffer, given the contents of all at the start; nil without one.
	Reference func(ctx context.Context, start map[string][]uint32) ([]uint32, error)
}

// CheckKind is a kind of check.
type CheckKind string

// The kinds. CheckEach evaluates a formula for each element of a buffer, CheckEqual compares two buffers, CheckSorted
// wants ascending order, CheckPermutation the elements of another buffer, or its own at the start, in any order, and CheckSum a sum.
const (
	CheckEach        CheckKind = "each"
	CheckEqual       CheckKind = "equal"
	CheckSorted      CheckKind = "sorted"
	CheckPermutation CheckKind = "permutation"
	CheckSum         CheckKind = "sum"
)

// Verify evaluates the checks on contents of all buffers at the end and at the start. Its error says which check fails,
// at which element. It reads no state that changes.
func (l *Lab) Verify(ctx context.Context, env Env, end, start map[string][]uint32) error {
	if len(l.Checks) == 0 {
		return nil
	}
	env = env.With(l.numbers(end))
	env[before] = map[string]any(l.numbers(start))
	env["i"] = 0
	for _, c := range l.Checks {
		if c.Reference != nil {
			words, err := c.Reference(ctx, start)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Where, err)
			}
			env[reference] = l.Buffers[slices.IndexFunc(l.Buffers, func(b Buffer) bool { return b.Name == c.Names[0] })].Type.Numbers(words)
			c.Names = append(slices.Clone(c.Names), reference)
		}
		if err := l.verify(ctx, c, env); err != nil {
			return fmt.Errorf("%s: %w", c.Where, err)
		}
	}
	return nil
}

// reference names the expected contents of a buffer.
const reference = "the reference"

func (l *Lab) verify(ctx context.Context, c Check, env Env) error {
	name := c.Names[0]
	got := floats(env[name])
	switch c.Kind {
	case CheckEach:
		return c.each(ctx, env, got)
	case CheckEqual:
		want := floats(env[c.Names[1]])
		if len(got) != len(want) {
			return fmt.Errorf("%s has %d elements, %s has %d", name, len(got), c.Names[1], len(want))
		}
		for i, x := range got {
			if !(math.Abs(x-want[i]) <= c.Tolerance) && !(math.IsNaN(x) && math.IsNaN(want[i])) {
				return fmt.Errorf("%s[%d] is %v, %s[%d] is %v", name, i, x, c.Names[1], i, want[i])
			}
		}
	case CheckSorted:
		for i := 1; i < len(got); i++ {
			if !(got[i-1] <= got[i]) {
				return fmt.Errorf("%s[%d] is %v, after %v", name, i, got[i], got[i-1])
			}
		}
	case CheckPermutation:
		other, of := env[before].(map[string]any)[name], name+" at the start"
		if len(c.Names) > 1 {
			other, of = env[c.Names[1]], c.Names[1]
		}
		return permutation(got, floats(other), name, of)
	case CheckSum:
		sum := 0.0
		for _, x := range got {
			sum += x
		}
		want, err := c.Formula.Number(env)
		if err == nil && !(math.Abs(sum-want) <= c.Tolerance) {
			err = fmt.Errorf("the sum of %s is %v, not %v (%s)", name, sum, want, c.Formula)
		}
		return err
	}
	return nil
}

// each evaluates the formula for each element.
func (c Check) each(ctx context.Context, env Env, got []float64) error {
	machine := &vm.VM{}
	for i := range got {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		env["i"] = i
		x, err := c.Formula.value(machine, env)
		if err != nil {
			return fmt.Errorf("at element %d: %w", i, err)
		}
		if number(x) != 1 {
			return fmt.Errorf("%s fails at element %d, where %s[%d] is %v", c.Formula, i, c.Names[0], i, got[i])
		}
	}
	return nil
}

// permutation compares elements in any order.
func permutation(got, want []float64, name, of string) error {
	a, b := slices.Clone(got), slices.Clone(want)
	slices.Sort(a)
	slices.Sort(b)
	if len(a) != len(b) {
		return fmt.Errorf("%s has %d elements, %s has %d", name, len(a), of, len(b))
	}
	for i, x := range a {
		if x != b[i] && !(math.IsNaN(x) && math.IsNaN(b[i])) {
			return fmt.Errorf("%s is not a permutation of %s: its element of rank %d is %v, not %v", name, of, i, x, b[i])
		}
	}
	return nil
}
