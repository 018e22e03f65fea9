// Package onsimt runs the kernels of this program on the interpreter of package simt, as a backend
// and as the other side of a lockstep.
package onsimt

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
	"kernelscope/shaders/spirv"
)

// Interpreter executes kernels and collects what it reports. One goroutine uses it.
type Interpreter struct {
	Subgroup int // lanes; 1 selects the variants without subgroup operations
	Machine  simt.Machine
	// Events lists the events of all dispatches, by kernel. Equal ones are one, with their number.
	Events map[string][]simt.Event
	// Precision makes kernels report what depends on the precision of floats (simt.Options).
	Precision bool
	// Strict makes Execute fail where a kernel does what it does not declare.
	Strict bool
	// Only lists the numbers of the workgroups that are executed, ascending; all if nil.
	Only []int
	// Wider executes one workgroup more of each indirect dispatch than its words say, if the kernel's workgroups do not wait for each other.
	Wider bool
	// Row is the number of workgroups of a dispatch in one dimension at most, of kernels of package shaders, also where
	// they choose grids; compute.MaxGroups if zero.
	Row int
	// Lost names a kernel whose dispatches lose their last workgroup, if they have several.
	Lost string
	// Mirrored compares the buffers after each dispatch with its mirror's, if it has one. A difference is an error that wraps host.ErrDiffers.
	Mirrored bool
	// Looks is compute.Limits.Looks, and Workgroup the limit of the same name; the host's if zero.
	Looks, Workgroup int
	// Words is the most words of a buffer; the host's if zero.
	Words int
	// Hardware is set for the limits of a GPU, for which algorithms choose other sizes.
	Hardware bool
	// Before, unless nil, is called before each dispatch, with the buffers as they are.
	Before func(g compute.Grid, c compute.Call, buffers [][]uint32)
	// Idle, unless nil, is called for each dispatch without workgroups. Its error ends the work.
	Idle func() error
	// Until ends executions, unless it is nil.
	Until context.Context
	// Measured are counts of a device, by kernel: Lines has its executions, instructions and lanes in place of its own.
	Measured map[string][]simt.LineCount
	// Code returns the module of a source, such as "scan_add.comp"; shaders.SPIRV at first.
	Code     func(source string, basic bool) (string, error)
	modules  map[string]*simt.Module
	codes    map[string]string // of kernels that are not of package shaders
	programs map[programKey]*simt.Program
	declared map[string]*compute.Program
	narrowed map[string]bool  // kernels that choose grids by other limits than their mirrors
	wide     map[*uint32]bool // words above Row that these kernels have stored
}

type programKey struct {
	kernel    string
	workgroup int
	constants string
	names     bool
	precision bool
}

// New returns an interpreter with subgroups of some lanes, a power of two up to 128.
func New(subgroup int) *Interpreter {
	return &Interpreter{
		Subgroup: subgroup, Events: map[string][]simt.Event{}, modules: map[string]*simt.Module{}, codes: map[string]string{}, programs: map[programKey]*simt.Program{},
		declared: map[string]*compute.Program{}, narrowed: map[string]bool{}, wide: map[*uint32]bool{}, Code: shaders.SPIRV,
	}
}

// Execute executes a call. It is a host.Executor.
func (i *Interpreter) Execute(g compute.Grid, c compute.Call, buffers [][]uint32) error {
	ctx := i.Until
	if ctx == nil {
		ctx = context.Background()
	}
	return i.ExecuteUntil(ctx, g, c, buffers)
}

// ExecuteUntil is Execute until a context ends.
func (i *Interpreter) ExecuteUntil(ctx context.Context, g compute.Grid, c compute.Call, buffers [][]uint32) error {
	p, err := i.Program(c)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	if err := i.fits(g, c, buffers); err != nil {
		return err
	}
	if i.Row > 0 && c.Indirect == nil && c.Program.Code == "" {
		g = g.Rows(i.Row)
	}
	if i.Wider && c.Indirect != nil && !c.Program.Waits && g.X > 0 {
		g.X++
	}
	if i.Before != nil {
		i.Before(g, c, buffers)
	}
	d := dispatch(g, c, buffers)
	d.Only = i.Only
	if n := d.Groups[0] * d.Groups[1] * d.Groups[2]; c.Program.Name == i.Lost && n > 1 {
		d.Only = make([]int, n-1)
		for k := range d.Only {
			d.Only[k] = k
		}
	}
	var before, mirror [][]uint32
	if i.Mirrored && c.Program.Mirror != nil && !i.narrowed[c.Program.Name] {
		before, mirror = cloned(buffers), cloned(buffers)
	}
	done := i.noting(c.Program, buffers)
	err = i.Machine.Run(ctx, p, d)
	done()
	i.declared[c.Program.Name] = c.Program
	first := i.note(c.Program, i.Machine.Events())
	if err == nil && i.Strict && first != nil {
		err = fmt.Errorf("%w: %v", fault.Wrong, first)
	}
	if err != nil {
		return fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	if mirror == nil {
		return nil
	}
	if err := differs(g, c, before, cloned(buffers), mirror); err != nil {
		return fmt.Errorf("%w: kernel %s: %w", host.ErrDiffers, c.Program.Name, err)
	}
	return nil
}

// differs runs a call's mirror and compares. A faulty kernel may leave what cannot be compared, such as nodes that do not exist.
func differs(g compute.Grid, c compute.Call, before, after, mirror [][]uint32) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the buffers cannot be compared: %v", r)
		}
	}()
	c.Program.Mirror(g, c, mirror)
	return host.Compare(c, before, after, mirror)
}

// note adds the events of a dispatch, and returns the first that the kernel does not declare.
func (i *Interpreter) note(p *compute.Program, events []simt.Event) (first *simt.Event) {
	all := i.Events[p.Name]
	for _, e := range events {
		if first == nil && i.Reason(p.Name, e) == "" {
			first = &e
		}
		same := func(o simt.Event) bool {
			return o.Kind == e.Kind && o.Line == e.Line && o.OtherLine == e.OtherLine && o.Memory == e.Memory
		}
		if k := slices.IndexFunc(all, same); k >= 0 {
			all[k].Count += e.Count
		} else {
			all = append(all, e)
		}
	}
	if len(all) > 0 {
		i.Events[p.Name] = all
	}
	return first
}

// Reason returns why a kernel is right under a race or an uninitialized read, as it declares, or nothing.
func (i *Interpreter) Reason(kernel string, e simt.Event) string {
	p := i.declared[kernel]
	switch {
	case p != nil && e.Kind == simt.Race:
		return p.Races[e.Memory]
	case p != nil && e.Kind == simt.Uninitialized:
		return p.Unwritten[e.Memory]
	}
	return ""
}

// Program returns the compiled kernel of a call, made on first use.
func (i *Interpreter) Program(c compute.Call) (*simt.Program, error) {
	return i.program(c, simt.Options{Precision: i.Precision})
}

// program compiles a kernel for a call. The options are beside the call's.
func (i *Interpreter) program(c compute.Call, o simt.Options) (*simt.Program, error) {
	key := programKey{kernel: c.Program.Name, workgroup: c.Workgroup, names: o.Names, precision: o.Precision}
	if len(c.Constants) > 0 {
		key.constants = fmt.Sprint(c.Constants)
	}
	if p := i.programs[key]; p != nil {
		return p, nil
	}
	m, err := i.module(c.Program.Name, c.Program.Code)
	if err != nil {
		return nil, err
	}
	o.Subgroup, o.Constants = i.Subgroup, map[uint32]uint64{0: uint64(c.Workgroup)}
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
func (i *Interpreter) Module(kernel string) (*simt.Module, error) { return i.module(kernel, "") }

// module returns the module of a kernel, whose code may be given. Other code than before replaces the kernel.
func (i *Interpreter) module(kernel, code string) (_ *simt.Module, err error) {
	if m := i.modules[kernel]; m != nil && (code == "" || code == i.codes[kernel]) {
		return m, nil
	}
	maps.DeleteFunc(i.programs, func(k programKey, _ *simt.Program) bool { return k.kernel == kernel })
	i.codes[kernel] = code
	if code == "" {
		if code, err = i.Code(kernel+".comp", i.Subgroup == 1); err != nil {
			return nil, err
		}
	}
	if i.Row > 0 {
		code, i.narrowed[kernel] = narrow(code, i.Row)
	}
	m, err := simt.Load(code)
	if err == nil {
		i.modules[kernel] = m
	}
	return m, err
}

// narrow replaces compute.MaxGroups in a kernel that chooses grids, by shaders/include/groups.glsl. It reports whether it is one.
func narrow(code string, row int) (string, bool) {
	const opConstant = 43
	m, err := spirv.Parse(code)
	if err != nil || !strings.Contains(code, "MAX_GROUPS") {
		return code, false
	}
	b := []byte(code)
	for _, in := range m.Instructions() {
		if in.Op == opConstant && in.Args[2] == compute.MaxGroups {
			binary.LittleEndian.PutUint32(b[4*(in.At+3):], uint32(row))
		}
	}
	return string(b), true
}

// Source returns the text of a line of a kernel that ran, or nothing if the module does not hold it.
func (i *Interpreter) Source(kernel string, l simt.Line) string {
	m := i.modules[kernel]
	if m == nil {
		return ""
	}
	lines := strings.Split(m.Sources()[l.File], "\n")
	if l.Line < 1 || l.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[l.Line-1])
}

// Backend is a backend on the interpreter.
type Backend struct {
	*host.Host
	*Interpreter
}

// Backend returns a backend on the interpreter.
func (i *Interpreter) Backend() *Backend {
	h := host.NewOf(i.Execute)
	h.Idle = i.Idle
	return &Backend{h, i}
}

// Limits returns the limits of a small GPU with the interpreter's subgroups.
func (b *Backend) Limits() compute.Limits {
	l := b.Host.Limits()
	l.Device, l.Subgroup, l.Looks, l.IsUntimed = "the interpreter", b.Interpreter.Subgroup, b.Interpreter.Looks, true
	if b.Interpreter.Hardware {
		l.IsSoftware, l.Processors, l.Resident, l.SharedBytes = false, 4, 64, 64<<10
	}
	l.Workgroup, l.BufferWords = cmp.Or(b.Interpreter.Workgroup, l.Workgroup), cmp.Or(b.Interpreter.Words, l.BufferWords)
	return l
}

// Lines returns the counters of a kernel by line, of all its workgroup sizes and constants.
func (i *Interpreter) Lines(kernel string) []simt.LineCount {
	byLine := map[simt.Line]*simt.LineCount{}
	for key, p := range i.programs {
		if key.kernel != kernel {
			continue
		}
		for _, r := range i.Machine.Lines(p) {
			if byLine[r.Line] == nil {
				byLine[r.Line] = &simt.LineCount{Line: r.Line}
			}
			byLine[r.Line].Add(r)
		}
	}
	var out []simt.LineCount
	for _, r := range byLine {
		out = append(out, *r)
	}
	simt.SortLines(out)
	return simt.Measured(out, i.Measured[kernel])
}

// Kernels returns the names of the kernels that ran, sorted.
func (i *Interpreter) Kernels() []string { return slices.Sorted(maps.Keys(i.modules)) }
