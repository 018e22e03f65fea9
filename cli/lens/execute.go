package lens

import (
	"context"
	"sync/atomic"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/report/inside"
)

// how says how a dispatch is executed.
type how struct {
	width          int
	all, precision bool
	first          bool    // execute some workgroups, for the first numbers
	counted        bool    // take the device's counts
	words          wordsOf // whose writes are asked for; zero for none
}

// insideOf is a dispatch that was executed.
type insideOf struct {
	kernel string
	of     int // dispatches of the kernel in the step
	grid   compute.Grid
	on     *onsimt.Interpreter // has executed it, and nothing else
	count  inside.Count
	block  string
	writes *simt.History // of words of the block, if they were asked for
	after  [][]uint32    // the buffers
}

// execute executes the dispatch, once. ended, unless nil, counts the workgroups that have ended.
func (f *found) execute(ctx context.Context, h how, ended *atomic.Int64) (d insideOf, err error) {
	in := f.Inputs
	d = insideOf{kernel: in.Kernel, of: f.of(in.Kernel), grid: in.Grid, on: onsimt.New(h.width)}
	d.on.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true}
	d.on.Precision = h.precision
	if x := f.Failure; x != nil {
		o := x.recorder()
		d.on.Machine.Scheduler, d.on.Machine.Resident, d.on.Machine.Fine, d.on.Machine.Bounds = o.Scheduler, o.Resident, o.Fine, o.Bounds
	}
	c, buffers := in.Call()
	if h.words.block != "" {
		if d.writes, err = h.words.history(c, buffers); err != nil {
			return d, err
		}
		d.block, d.on.Machine.Histories = h.words.block, []*simt.History{d.writes}
	}
	d.on.Only = f.sample(h.all)
	if h.first {
		d.on.Only = f.some()
	}
	p, err := d.on.Program(c)
	if err != nil {
		return d, err
	}
	groups := f.groups(h.all)
	if d.on.Only != nil {
		groups = len(d.on.Only)
	}
	counting := inside.Begin(&d.on.Machine, p, groups)
	if end := d.on.Machine.Ended; ended != nil {
		d.on.Machine.Ended = func() {
			ended.Add(1)
			if end != nil {
				end()
			}
		}
	}
	if err := d.on.ExecuteUntil(ctx, d.grid, c, buffers); err != nil {
		return d, err
	}
	d.count, d.after = counting.Count(), buffers
	d.count.Kernel, d.count.Grid, d.count.Sample = d.kernel, d.grid, d.on.Only
	d.count.Step, d.count.Dispatch, d.count.Dispatches = f.Step, f.Dispatches[f.Chosen].Number, d.of
	d.count.Events = eventsOf(d.on, d.kernel)
	if n := f.Counts; h.counted && n != nil {
		d.on.Measured = map[string][]simt.LineCount{d.kernel: n.Lines}
		d.count.Measure(&n.Device, n.Lines)
	}
	return d, nil
}

// sample returns the workgroups that are executed, or nil for all.
func (f *found) sample(all bool) []int {
	if all {
		return nil
	}
	g := f.Inputs.Grid
	return inside.Sample(g.X*g.Y*max(1, g.Z), g.Size)
}

// some returns the workgroups that give the first numbers of a dispatch whose execution takes long, or nil.
func (f *found) some() []int { return inside.Some(f.Inputs.Grid.X*f.Inputs.Grid.Y, f.Inputs.Grid.Size) }

// groups is the number of workgroups that are executed.
func (f *found) groups(all bool) int {
	if only := f.sample(all); only != nil {
		return len(only)
	}
	return f.Inputs.Grid.X * f.Inputs.Grid.Y
}

// eventsOf returns the events of a kernel, with the reasons of those that it declares.
func eventsOf(i *onsimt.Interpreter, kernel string) (out []inside.Event) {
	for _, e := range i.Events[kernel] {
		out = append(out, inside.Event{Event: e, Reason: i.Reason(kernel, e)})
	}
	return out
}
