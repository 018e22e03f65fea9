package lens

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/compute"
	"kernelscope/compute/simt"
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
	// Or the last dispatch that writes a word of a buffer, unless its name is empty.
	buffer string
	word   int
}

// dispatched is a dispatch of a step.
type dispatched struct {
	Kernel string
	Number int // among the dispatches of the kernel in the step, from 1
	Grid   compute.Grid
	Lanes  int64 // compiled instructions, times active lanes
}

// found is what a step executes, and the inputs of one of its dispatches. It may be written to a file.
type found struct {
	Step       int // 0 for the dispatches that begin an algorithm
	Dispatches []dispatched
	Chosen     int
	Inputs     *onsimt.Inputs
	Block      int // binding of the buffer whose writer was asked for
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
	writes  *simt.History  // of the word that was asked for, in this dispatch; nil if it does not have the buffer
	block   int            // its binding
}

// list is what a dispatch belongs to that is executed now, or nil.
func (f *finder) list() *found {
	switch {
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
	d := dispatched{Kernel: c.Program.Name, Number: l.of(c.Program.Name) + 1, Grid: g}
	l.Dispatches = append(l.Dispatches, d)
	f.since = f.i.Machine.Steps
	if f.kernel == "" || f.kernel == d.Kernel && (f.dispatch == d.Number || f.nearest && d.Number < f.dispatch) {
		f.capture(g, c, buffers)
	}
	if f.kernel != "" {
		f.choose(l)
	}
	f.listen(c, buffers)
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

// serves reports whether a kernel only finds what a picture shows.
func serves(kernel string) bool { return strings.HasSuffix(kernel, "_observe") }

// exceeds reports whether a dispatch costs more than another. One for the picture never does, beside one of an algorithm.
func (d *dispatched) exceeds(o *dispatched) bool {
	if serves(d.Kernel) != serves(o.Kernel) {
		return serves(o.Kernel)
	}
	return d.Lanes > o.Lanes
}

// listen notes who writes the word that was asked for.
func (f *finder) listen(c compute.Call, buffers [][]uint32) {
	f.writes, f.i.Machine.Histories = nil, nil
	for i, b := range c.Buffers {
		if f.buffer != "" && b != nil && b.Name() == f.buffer && f.word < len(buffers[i]) {
			f.writes, f.block = &simt.History{Buffer: buffers[i], From: f.word, To: f.word + 1}, i
			f.i.Machine.Histories = []*simt.History{f.writes}
		}
	}
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
	case f.buffer != "":
		if f.writes != nil && len(f.writes.Writes) > 0 {
			f.choose(l)
			l.Block = f.block
		}
	case l.Inputs == nil || last.exceeds(&l.Dispatches[l.Chosen]):
		f.choose(l)
	}
	f.pending = nil
}

// shows reports whether all steps only show records of the dispatches that begin the algorithm, of which one was captured.
func (f *finder) shows() bool { return !f.later && f.kernel == "" && f.begun.Inputs != nil }

// hops is how many steps are made between two notes of how far the view is.
const hops = 16

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
	steps := []int{0}
	for k := 1; k <= hops && p.step > 1; k++ {
		if n := (p.step - 1) * k / hops; n > steps[len(steps)-1] {
			steps = append(steps, n)
		}
	}
	if p.step > 0 {
		steps = append(steps, p.step)
	}
	last := 0
	err := h.Canvas(studio.PictureFlags{Size: "256x256", Ratio: 1}, func(c *studio.Canvas) (err error) {
		f.begun, f.asked, f.at, f.pending = found{}, found{Step: p.step}, 0, nil // a device may be lost, and all done again
		last, err = player.Visit(ctx, c, view, steps, func(step int) {
			f.end()
			if f.at = -1; step == p.step-1 {
				f.at = p.step
			}
			if tell != nil {
				tell(float64(step) / float64(max(1, p.step)))
			}
		})
		return err
	})
	switch l := &f.asked; {
	case err != nil:
		return nil, err
	case f.refused != nil && l.Inputs == nil:
		return nil, f.refused
	case last < p.step && !f.shows(): // records of a dispatch may be fewer in another run
		return nil, cli.Step(strconv.Itoa(p.step)).Beyond(last)
	case p.kernel == "" && l.Inputs == nil && f.begun.Inputs != nil:
		return &f.begun, nil
	case len(l.Dispatches) > 0 && l.Inputs == nil && p.buffer != "":
		return nil, cli.Usage("no dispatch of step %d writes word %d of %s", p.step, p.word, p.buffer)
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
