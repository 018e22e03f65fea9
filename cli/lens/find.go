package lens

import (
	"context"
	"encoding/gob"
	"os"
	"slices"
	"strconv"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/compute"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/studio"
)

// place is a dispatch of a step.
type place struct {
	kernel   string // empty for the dispatch that costs the most
	step     int
	dispatch int  // of the kernel's in the step, from 1
	width    int  // lanes of a subgroup
	nearest  bool // the last one of the kernel, if it has fewer
	wrote    *asked
}

// dispatched is a dispatch of a step.
type dispatched struct {
	Kernel string
	Number int // among the dispatches of the kernel in the step, from 1
	Grid   compute.Grid
	Lanes  int64 // compiled instructions, times active lanes
	Serves bool  // it only finds what a picture shows
	Side   int   // of a comparison: 1 or 2; 0 where there are no sides
	// buffers are those that it has.
	buffers []compute.Buffer
}

// found is what a step executes, and the inputs of one of its dispatches. It may be written to a file.
type found struct {
	Step       int // 0 for the dispatches that begin an algorithm
	Dispatches []dispatched
	Chosen     int
	Inputs     *onsimt.Inputs
	Counts     *counts // of a device that was asked to count; nil if none was
	Wrote      *wrote  // who wrote the value that was asked for, in this dispatch; nil if none was
	Failure    *Failure
}

// readFound reads what another process has found.
func readFound(path string) (*found, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out found
	return &out, gob.NewDecoder(f).Decode(&out)
}

// of is the number of the step's dispatches of a kernel.
func (f *found) of(kernel string) (n int) {
	for _, d := range f.Dispatches {
		if d.Kernel == kernel {
			n++
		}
	}
	return n
}

// kernels are the names of the kernels that the step executes.
func (f *found) kernels() (names []string) {
	for _, d := range f.Dispatches {
		if !slices.Contains(names, d.Kernel) {
			names = append(names, d.Kernel)
		}
	}
	return names
}

// finder notes the dispatches of a step while an interpreter executes a view.
type finder struct {
	place
	i       *onsimt.Interpreter
	at      int  // the step that is made; -1 for others than these two
	later   bool // a step after the beginning executes a kernel
	begun   found
	asked   found
	pending *onsimt.Inputs // of the dispatch in execution, if it may cost the most
	since   int64          // lane-instructions before it
	refused error          // a dispatch whose buffers are too large to be kept
	writers writers
}

// list is what a dispatch belongs to that is executed now, or nil.
func (f *finder) list() *found {
	switch {
	case f.wrote != nil:
		return f.writers.list(f.at)
	case f.at == f.step:
		return &f.asked
	case f.at == 0 && f.kernel == "":
		return &f.begun
	}
	return nil
}

// before notes a dispatch before it is executed.
func (f *finder) before(g compute.Grid, c compute.Call, buffers [][]uint32) {
	f.end()
	f.later = f.later || f.at != 0
	l := f.list()
	if l == nil {
		return
	}
	d := dispatched{Kernel: c.Program.Name, Number: l.of(c.Program.Name) + 1, Grid: g, Serves: c.Program.Observes, buffers: c.Buffers}
	l.Dispatches = append(l.Dispatches, d)
	f.since = f.i.Machine.Steps
	if f.wrote != nil {
		f.i.Machine.Histories = f.writers.listen(f.wrote, c, buffers)
		if f.i.Machine.Histories == nil {
			return
		}
	}
	if f.kernel == "" || f.kernel == d.Kernel && (f.dispatch == d.Number || f.nearest && d.Number < f.dispatch) {
		f.capture(g, c, buffers)
	}
	if f.kernel != "" {
		f.choose(l)
	}
}

// maxBuffers is how many bytes the buffers of a dispatch may have. They are kept twice, before and after it; its execution, which
// counts, needs four times as many beside them.
const maxBuffers = 512 << 20

// capture copies the dispatch and its buffers.
func (f *finder) capture(g compute.Grid, c compute.Call, buffers [][]uint32) {
	if n := onsimt.Bytes(buffers); n > maxBuffers {
		f.refused = fault.Limit.Errorf("the buffers of %s have %s, and inside keeps %s at most; use a smaller input", c.Program.Name, format.Bytes(int64(n)), format.Bytes(maxBuffers))
		return
	}
	f.pending = onsimt.Capture(g, c, buffers)
}

// exceeds reports whether a dispatch costs more than another. One for the picture never does, beside one of an algorithm.
func (d *dispatched) exceeds(o *dispatched) bool {
	if d.Serves != o.Serves {
		return o.Serves
	}
	return d.Lanes > o.Lanes
}

// choose chooses the last dispatch of a list, if it was captured.
func (f *finder) choose(l *found) {
	if f.pending != nil {
		l.Chosen, l.Inputs, f.pending = len(l.Dispatches)-1, f.pending, nil
	}
}

// end notes what the dispatch before has cost.
func (f *finder) end() {
	l := f.list()
	if l == nil || len(l.Dispatches) == 0 {
		return
	}
	last := &l.Dispatches[len(l.Dispatches)-1]
	if last.Lanes == 0 {
		last.Lanes = f.i.Machine.Steps - f.since
	}
	switch {
	case f.kernel != "":
	case f.wrote != nil:
		f.writers.note(f.wrote, l, f.pending)
	case l.Inputs == nil || last.exceeds(&l.Dispatches[l.Chosen]):
		f.choose(l)
	}
	f.pending = nil
}

// shows reports whether all steps only show records of the dispatches that begin the algorithm, of which one was captured.
func (f *finder) shows() bool { return !f.later && f.kernel == "" && f.begun.Inputs != nil }

// hops is how many steps are made between two notes of how far the view is.
const hops = 16

// steps are those at which a view is visited.
func (p place) steps() (steps []int) {
	steps = []int{0}
	for k := 1; k <= hops && p.step > 1 && p.wrote == nil; k++ {
		if n := (p.step - 1) * k / hops; n > steps[len(steps)-1] {
			steps = append(steps, n)
		}
	}
	for n := 1; n < p.step && p.wrote != nil; n++ { // each, to know in which one a kernel writes
		steps = append(steps, n)
	}
	if p.step > 0 {
		steps = append(steps, p.step)
	}
	return steps
}

// find carries out a view's command line on the interpreter up to a step, and captures one of the dispatches that make the step.
// Where the step makes none and no kernel is named, it is one of those that begin the algorithm. tell, unless nil, hears how far it is.
func (h Host) find(ctx context.Context, p place, view []string, tell func(share float64)) (*found, error) {
	f := &finder{place: p, i: onsimt.New(p.width)}
	f.i.Before = f.before
	h.Interpreter = f.i
	if err := h.Backend.Set("simt"); err != nil {
		return nil, err
	}
	player := &story.Player{Show: h.Show}
	last := 0
	err := h.Canvas(studio.PictureFlags{Size: "256x256", Ratio: 1}, func(c *studio.Canvas) (err error) {
		f.begun, f.asked, f.at, f.pending, f.writers = found{}, found{Step: p.step}, 0, nil, writers{} // a device may be lost, and all done again
		last, err = player.Visit(ctx, c, view, p.steps(), func(step int) {
			f.end()
			if f.at = -1; step == p.step-1 || p.wrote != nil {
				f.at = step + 1
			}
			if tell != nil {
				tell(float64(step) / float64(max(1, p.step)))
			}
		})
		f.at = -1
		if err == nil && p.wrote != nil && last == p.step {
			if f.asked, err = f.writers.last(c.Stage, p); err != nil && f.refused != nil {
				err = f.refused
			}
		}
		sides := sidesOf(c.Stage)
		f.begun.divide(sides)
		f.asked.divide(sides)
		return err
	})
	switch l := &f.asked; {
	case err != nil:
		return nil, err
	case p.wrote != nil && last == p.step:
		return l, nil
	case f.refused != nil && l.Inputs == nil:
		return nil, f.refused
	case last < p.step && !f.shows(): // records of a dispatch may be fewer in another run
		return nil, cli.Step(strconv.Itoa(p.step)).Beyond(last)
	case p.kernel == "" && l.Inputs == nil && f.begun.Inputs != nil:
		return &f.begun, nil
	case len(l.Dispatches) == 0:
		return nil, cli.Usage("step %d executes no kernel", p.step)
	case p.kernel != "" && l.of(p.kernel) == 0:
		return nil, cli.Usage("step %d does not execute %s; it executes %v", p.step, p.kernel, l.kernels())
	case l.Inputs == nil:
		return nil, cli.Usage("--dispatch is %d, and step %d executes %s %s", p.dispatch, p.step, p.kernel, format.Plural(l.of(p.kernel), "time", "times"))
	default:
		return l, nil
	}
}
