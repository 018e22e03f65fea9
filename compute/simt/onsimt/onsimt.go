// Package onsimt runs the kernels of this program on the interpreter of package simt, as a backend
// and as the other side of a lockstep.
package onsimt

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/shaders"
)

// Interpreter executes kernels and collects what it reports. One goroutine uses it.
type Interpreter struct {
	Subgroup int // lanes; 1 selects the variants without subgroup operations
	Machine  simt.Machine
	// Events are those of all dispatches, by kernel.
	Events   map[string][]simt.Event
	modules  map[string]*simt.Module
	programs map[string]*simt.Program
}

// New returns an interpreter with subgroups of some lanes, a power of two up to 128.
func New(subgroup int) *Interpreter {
	return &Interpreter{
		Subgroup: subgroup, Events: map[string][]simt.Event{}, modules: map[string]*simt.Module{}, programs: map[string]*simt.Program{},
	}
}

// Execute executes a call. It is a host.Executor.
func (i *Interpreter) Execute(g compute.Grid, c compute.Call, buffers [][]uint32) error {
	p, err := i.Program(c)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	d := simt.Dispatch{Groups: [3]int{g.X, g.Y, 1}, Push: c.Push, Buffers: map[simt.Slot][]uint32{}}
	for n, words := range buffers {
		d.Buffers[simt.Slot{Binding: uint32(n)}] = words
	}
	err = i.Machine.Run(context.Background(), p, d)
	if events := i.Machine.Events(); len(events) > 0 {
		i.Events[c.Program.Name] = append(i.Events[c.Program.Name], events...)
	}
	if err != nil {
		return fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	return nil
}

// Program returns the compiled kernel of a call, made on first use.
func (i *Interpreter) Program(c compute.Call) (*simt.Program, error) {
	key := fmt.Sprint(c.Program.Name, c.Workgroup, c.Constants)
	if p := i.programs[key]; p != nil {
		return p, nil
	}
	m, err := i.Module(c.Program.Name)
	if err != nil {
		return nil, err
	}
	o := simt.Options{Subgroup: i.Subgroup, Constants: map[uint32]uint64{0: uint64(c.Workgroup)}}
	for n, word := range c.Constants {
		o.Constants[uint32(n+1)] = uint64(word)
	}
	p, err := m.Compile(o)
	if err == nil {
		i.programs[key] = p
	}
	return p, err
}

// Module returns a kernel's module.
func (i *Interpreter) Module(kernel string) (*simt.Module, error) {
	if m := i.modules[kernel]; m != nil {
		return m, nil
	}
	code, err := shaders.SPIRV(kernel+".comp", i.Subgroup == 1)
	if err != nil {
		return nil, err
	}
	m, err := simt.Load(code)
	if err == nil {
		i.modules[kernel] = m
	}
	return m, err
}

// Backend is a backend on the interpreter.
type Backend struct {
	*host.Host
	*Interpreter
}

// NewBackend returns a backend whose subgroups have some lanes.
func NewBackend(subgroup int) *Backend { return New(subgroup).Backend() }

// Backend returns a backend on the interpreter.
func (i *Interpreter) Backend() *Backend { return &Backend{host.NewHostOf(i.Execute), i} }

// Limits returns the limits of a small GPU with the interpreter's subgroups.
func (b *Backend) Limits() compute.Limits {
	l := b.Host.Limits()
	l.Device, l.Subgroup = "the interpreter", b.Interpreter.Subgroup
	return l
}
