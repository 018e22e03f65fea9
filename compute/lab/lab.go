// Package lab runs a user's kernels: a lab is a sequence of dispatches of any compute modules on buffers whose
// contents are described, with parameters and with checks of the results. It reads no files; package
// open/labload reads labs.
package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// Lab describes an experiment. It does not change.
type Lab struct {
	Title      string
	Given      Env // what formulas have beside parameters, such as the sizes of a graph
	Parameters []Param
	Buffers    []Buffer
	Kernels    []*Kernel
	Steps      []Step // of a pass
	// Repeat is the number of passes; 1 if nil. With Until, it is the maximum.
	Repeat *Formula
	Until  *Formula // of the contents of buffers, after each pass
	Checks []Check
	Notes  []string // what was assumed, a sentence each
}

// Param is a parameter: a slider, and a number in formulas.
type Param struct {
	compute.Param           // its values are the numbers themselves, or places in Numbers, from 1 on
	Numbers       []float64 // allowed numbers; nil for the integers of the parameter's bounds
}

// Number returns the number of a value.
func (p Param) Number(x uint32) float64 {
	if i := int(x) - 1; p.Numbers != nil && i >= 0 && i < len(p.Numbers) {
		return p.Numbers[i]
	}
	return float64(x)
}

// Name returns the name under which sessions know the lab.
func (l *Lab) Name() string { return l.Title }

// Value returns the number of a value as formulas have it: an integer if all numbers of the parameter are.
func (p Param) Value(x uint32) any {
	n := p.Number(x)
	if slices.ContainsFunc(p.Numbers, func(n float64) bool { return n != math.Trunc(n) }) {
		return n
	}
	return int(n)
}

// Params returns the parameters whose values can be chosen.
func (l *Lab) Params() (out []compute.Param) {
	for _, p := range l.Parameters {
		out = append(out, p.Param)
	}
	return out
}

// Used returns a value for each parameter: the chosen one or the default.
func (l *Lab) Used(v compute.Values) compute.Values {
	out := compute.Values{}
	for _, p := range l.Parameters {
		out[p.Name] = cmp.Or(v[p.Name], p.Default)
	}
	return out
}

// Buffer describes a buffer.
type Buffer struct {
	Name   string
	Type   Type
	Length *Formula // elements
	// Contents returns the elements at the start, as words, given their number.
	Contents func(n int, env Env) ([]uint32, error)
	// Stride is the number of words of an element: more than one for structures and vectors.
	Stride int
	Output bool // a kernel writes it
}

// Step is a dispatch of a pass.
type Step struct {
	Kernel    int
	Groups    [3]*Formula // workgroups in each dimension; nil is one
	Bind      []int       // buffer of each binding of the kernel
	Push      []*Formula  // a number for each member of the push constants
	Constants []*Formula  // a number for each specialization constant; nil is the module's default
	Times     *Formula    // how often it runs in a pass; once if nil
	Swap      [][2]int    // pairs of buffers that change places after it
	Indirect  int         // buffer with the numbers of workgroups, from word At on; -1 without one
	At        int
}

// Most steps of a run, and most words of its buffers.
const (
	MaxSteps = 1 << 20
	MaxWords = 1 << 30
)

// Env returns the numbers of the parameters, chosen or default.
func (l *Lab) Env(v compute.Values) Env {
	env, used := Env{}.With(l.Given), l.Used(v)
	for _, p := range l.Parameters {
		env[p.Name] = p.Value(used[p.Name])
	}
	return env
}

// count evaluates a formula that is a number of things from 0 to a maximum. One is the value of no formula.
func count(f *Formula, env Env, what string, most int) (int, error) {
	if f == nil {
		return 1, nil
	}
	x, err := f.Number(env)
	if err != nil {
		return 0, err
	}
	if x != x || x < 0 || x > float64(most) {
		return 0, fmt.Errorf("lab: %w: %s is %v by %q; from 0 to %d are allowed", fault.Limit, what, x, f, most)
	}
	return int(x), nil
}
