// Package passport measures device behaviour that specifications leave open, or that a driver may get wrong: which workgroups
// proceed while others wait, in which order memory is accessed (package litmus), what loads, atomics, barriers and dispatches cost, and
// whether the device computes the same as the interpreter.
package passport

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
)

// Row is a measurement.
type Row struct {
	Group string  `json:"group"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Text  string  `json:"text,omitempty"`  // in place of the value
	Fault string  `json:"fault,omitempty"` // what the device does against its specification
}

// Groups of rows.
const (
	Execution  = "execution"
	Order      = "memory order"
	Driver     = "driver"
	Cost       = "cost"
	Loads      = "loads by stride"
	Shared     = "shared memory by stride"
	Techniques = "techniques"
)

var groups = []string{Techniques, Execution, Driver, Order, Cost, Loads, Shared}

// Options of a passport. The zero value takes what a passport for people has.
type Options struct {
	Kernels int // random kernels that are compared; 200 if zero
	Litmus  int // instances of a litmus test; 2^20 if zero, 2^16 on a software device
	// Show tells how much is done.
	Show func(share float64, doing string)
}

// taker takes a passport.
type taker struct {
	context.Context
	be    compute.Backend
	l     compute.Limits
	o     Options
	rows  []Row
	isBad map[string]bool // by what failed
	// The part that is taken: its name, what was done before it, and its share of all.
	doing        string
	before, part float64
}

// show tells that a share of the present part is done.
func (t *taker) show(share float64) {
	if t.o.Show != nil {
		t.o.Show(t.before+share*t.part, t.doing)
	}
}

// Take measures the device of a backend.
func Take(ctx context.Context, be compute.Backend, o Options) ([]Row, error) {
	t := &taker{Context: ctx, be: be, l: be.Limits(), o: o, isBad: map[string]bool{}}
	if t.o.Kernels == 0 {
		t.o.Kernels = 200
	}
	if t.o.Litmus == 0 {
		t.o.Litmus = 1 << 20
		if t.l.IsSoftware {
			t.o.Litmus = 1 << 16
		}
	}
	parts := []struct {
		doing string
		share float64
		take  func() error
	}{
		{"subgroups, loops and buffers", 0.05, t.basics}, {"workgroups that wait", 0.1, t.progress}, {"memory order", 0.45, t.order},
		{"costs", 0.2, t.costs}, {"random kernels", 0.2, t.kernels},
	}
	for _, p := range parts {
		t.before, t.part, t.doing = t.before+t.part, p.share, p.doing
		t.show(0)
		if err := p.take(); err != nil {
			return nil, fmt.Errorf("passport, %s: %w", p.doing, err)
		}
	}
	t.techniques()
	slices.SortStableFunc(t.rows, func(a, b Row) int { return cmp.Compare(slices.Index(groups, a.Group), slices.Index(groups, b.Group)) })
	return t.rows, nil
}

func (t *taker) add(r Row) { t.rows = append(t.rows, r) }

// arguments belong to shaders/probe.comp.
type arguments struct {
	In, Out, Flags    compute.Buffer
	Kind, Words       compute.Constant
	N, Stride, Rounds uint32
}

type widthArguments struct{ Widths compute.Buffer }

// kind is a program of shaders/probe.comp.
type kind = compute.Constant

const (
	empty kind = iota
	wait
	loop
	last
	strided
	atomics
	shared
	chase
	barriers
	sharedAtomics
	index
)

var (
	sizes = compute.Workgroup{Default: 64, Min: 1, Max: 1024}
	probe = compute.NewKernel[arguments, struct{}]("probe", sizes, nil)
	width = compute.NewKernel[widthArguments, struct{}]("probe_width", sizes, nil)
)

// buffers holds the buffers of a probe.
type buffers struct {
	memory         compute.Memory
	in, out, flags compute.Buffer
}

func (t *taker) buffers(in, out, flags int) (*buffers, error) {
	b := &buffers{memory: compute.Memory{Backend: t.be}}
	b.in, b.out, b.flags = b.memory.NewBuffer("probe input", in), b.memory.NewBuffer("probe output", out), b.memory.NewBuffer("probe flags", flags)
	if err := b.memory.Ready(); err != nil {
		b.memory.Release()
		return nil, err
	}
	for _, x := range []compute.Buffer{b.in, b.out, b.flags} {
		t.be.Fill(x, 0, x.Len(), 0)
	}
	return b, nil
}

// run dispatches a kind of probe for some invocations, in workgroups of a size.
func (b *buffers) run(e compute.Encoder, k kind, size, invocations int, n, stride, rounds uint32) {
	words := compute.Constant(1)
	if k == shared || k == sharedAtomics || k == barriers {
		words = 4096
	}
	probe.Sized(size).Dispatch(e, invocations, arguments{b.in, b.out, b.flags, k, words, n, stride, rounds})
}
