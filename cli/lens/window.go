package lens

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/studio"
	"kernelscope/ui"
	uilens "kernelscope/ui/lens"
	"kernelscope/watch"
)

// window is the lens of a window. Another process carries out the command line of the view on the interpreter, up to the
// dispatch; then a goroutine executes it here.
type window struct {
	program *studio.Program
	of      studio.LensOf
	panel   uilens.Panel
	width   int
	all     bool
	counted bool   // by the device of the window
	refused string // why the device does not count
	found   *found

	finding   *studio.Work // nil while no dispatch is looked for
	file      string       // that it writes
	executing *executing   // nil while nothing is executed
	recorder  *recorder    // nil while no workgroup is shown
	writing   *writing     // nil while nobody asks who wrote a word
}

// executing is the execution of a dispatch on a goroutine of its own.
type executing struct {
	cancel context.CancelFunc
	ended  atomic.Int64 // workgroups
	groups atomic.Int64 // all
	done   chan executed
}

// executed is a dispatch that was executed, or why it was not.
type executed struct {
	insideOf
	found  *found
	all    bool
	first  bool // only some workgroups were executed, and all follow
	blocks []uilens.Block
	err    error
}

// Open makes the lens of a window, which begins to look for the dispatch.
func Open(p *studio.Program, of studio.LensOf) studio.Lens {
	w := &window{program: p, of: of, width: usualWidth}
	w.panel.Title, w.panel.Step = "Inside a dispatch", of.Step
	if of.File != "" {
		w.panel.Title = "Inside the dispatch of a trial that fails"
		w.execute(of.File, true)
	} else {
		w.find()
	}
	return w
}

// Panel returns the panel.
func (w *window) Panel() ui.Overlay { return &w.panel }

// find begins to look for the dispatch.
func (w *window) find() {
	w.stop()
	w.panel.Job = &uilens.Job{Doing: w.doing("is replayed on the interpreter")}
	if w.counted {
		w.panel.Job.Doing += ", and its dispatch is counted on this device"
	}
	w.panel.Count, w.panel.Problem, w.panel.Note, w.panel.Width = nil, "", "", w.width
	f, err := os.CreateTemp("", "kernelscope-*.dispatch")
	if err == nil {
		w.file = f.Name()
		err = f.Close()
	}
	if err == nil {
		w.finding, err = w.program.StartWork(w.findWords()...)
	}
	if err != nil {
		w.fail(err)
	}
}

// findWords are the command that finds the dispatch.
func (w *window) findWords() []string {
	words := []string{"inside", w.of.Kernel, "--" + foundFlag, w.file, "--force", "--step", fmt.Sprint(w.of.Step), "--dispatch", fmt.Sprint(max(1, w.of.Number)), "--width", fmt.Sprint(w.width)}
	if w.of.Wrote.Of != "" {
		words = append([]string{"inside", "--wrote=" + w.of.Wrote.String()}, words[2:]...)
	}
	if w.counted {
		words = append(words[:len(words)-2], "--counted", onDevice) // the width is the device's
	}
	if w.program.Device != "" {
		words = append(words, "--device="+w.program.Device)
	}
	return append(append(words, "--"), w.of.Words...)
}

func (w *window) doing(what string) string { return fmt.Sprintf("Step %d %s", w.of.Step, what) }

// fail says why there is nothing.
func (w *window) fail(err error) {
	w.panel.Job, w.panel.Problem = nil, strings.TrimPrefix(err.Error(), fault.Usage.Error()+": ")
	w.of.Log.Write("inside failed", err.Error())
}

// stop ends all work.
func (w *window) stop() {
	w.closeGroup()
	w.stopWriting()
	if w.finding != nil {
		w.finding.Stop()
		go func(f *studio.Work, file string) {
			f.Await()
			os.Remove(file)
		}(w.finding, w.file)
	}
	if w.executing != nil {
		w.executing.cancel()
	}
	w.finding, w.executing, w.panel.Job, w.panel.More = nil, nil, nil, nil
}

// Close ends all work.
func (w *window) Close() { w.stop() }

// Follow shows what was found and executed.
func (w *window) Follow(step int, other bool) (busy bool, err error) {
	w.panel.Now, w.panel.Other = step, other
	if w.finding != nil {
		w.followFinding()
	}
	if w.executing != nil {
		w.followExecuting()
	}
	if w.recorder != nil {
		w.followRecorder()
	}
	if w.writing != nil {
		w.followWriting()
	}
	return w.finding != nil || w.executing != nil || w.writing != nil || w.recorder != nil && w.recorder.open > 0, nil
}

// followFinding executes the dispatch once it is found.
func (w *window) followFinding() {
	share, _, ended, err := w.finding.Follow()
	if w.panel.Job.Share = share; !ended {
		return
	}
	switch w.finding = nil; {
	case err != nil && w.counted:
		os.Remove(w.file)
		w.uncounted(err)
		return
	case err != nil:
		os.Remove(w.file)
		w.fail(err)
		return
	}
	w.execute(w.file, w.all || w.counted || w.of.Wrote.Of != "")
}

// uncounted shows the interpreter's counts again, and why the device has none.
func (w *window) uncounted(err error) {
	w.of.Log.Write("inside not counted", err.Error())
	w.counted, w.refused = false, "This device does not count it: "+err.Error()+"."
	w.execute("", w.all)
}

// names lists the dispatches for people, with their parts of the step's instructions.
func (f *found) names() (names []string) {
	sum := int64(0)
	for _, d := range f.Dispatches {
		sum += d.Lanes
	}
	for i, d := range f.Dispatches {
		name := fmt.Sprintf("%d of %d: %s%s, %s", i+1, len(f.Dispatches), sideNames[d.Side], d.Kernel, format.Plural(d.Grid.X*d.Grid.Y, "workgroup", "workgroups"))
		if sum > 0 {
			name += fmt.Sprintf(", %.0f %%", 100*float64(d.Lanes)/float64(sum))
		}
		names = append(names, name)
	}
	return names
}

// execute begins to execute the dispatch of a file, which it removes, or the present one if there is no file.
func (w *window) execute(file string, all bool) {
	ctx, cancel := context.WithCancel(context.Background())
	e := &executing{cancel: cancel, done: make(chan executed, 2)}
	w.executing = e
	w.panel.Job = &uilens.Job{Doing: "The dispatch is executed"}
	h := how{width: w.width, all: all}
	d := executed{found: w.found, all: all, err: errors.New("the interpreter has failed: a bug in the program")}
	go func() {
		defer func() {
			if p := recover(); p != nil {
				d.err = fmt.Errorf("%w: %v", d.err, p)
			}
			e.done <- d
		}()
		if file != "" {
			d.found, d.err = readFound(file)
			if os.Remove(file); d.err != nil {
				return
			}
		}
		e.groups.Store(int64(d.found.groups(all)))
		if n := d.found.Counts; n != nil {
			h.width, h.counted = n.Width, true
		}
		if x := d.found.Failure; x != nil {
			h.width = x.Width
		}
		if d.found.sample(all) == nil && d.found.some() != nil && d.found.Counts == nil && d.found.Wrote == nil {
			x := d
			x.first = true
			if x.insideOf, x.err = d.found.execute(ctx, how{width: h.width, first: true}, nil); x.err == nil {
				x.blocks = d.found.blocks(x.after)
				e.done <- x
			}
		}
		if d.insideOf, d.err = d.found.execute(ctx, h, &e.ended); d.err == nil {
			d.blocks = d.found.blocks(d.after)
		}
	}()
}

// followExecuting shows the counts.
func (w *window) followExecuting() {
	e := w.executing
	share := float64(e.ended.Load()) / float64(max(1, e.groups.Load()))
	if w.panel.Job != nil {
		w.panel.Job.Share = share
	} else {
		w.panel.More.Share = share
	}
	select {
	case d := <-e.done:
		switch {
		case d.err != nil:
			w.executing = nil
			w.fail(d.err)
		case d.first:
			w.show(d)
			w.panel.More = &uilens.Job{Doing: "all follow"}
		default:
			w.executing = nil
			w.panel.Keep(func() { w.show(d) })
		}
	default:
	}
}

// show shows the counts of a dispatch.
func (w *window) show(d executed) {
	w.found, w.all, w.width = d.found, d.all, d.count.Width
	w.panel.Note, w.refused, w.panel.Width = w.refused, "", d.count.Width
	switch x := w.found.Failure; {
	case x != nil:
		w.panel.Note = x.note()
	case w.found.Step == w.of.Step, w.found.Wrote != nil:
	default:
		w.panel.Note = fmt.Sprintf("Step %d executes no kernel: it shows records of dispatches that begin the run, one of which this is.", w.of.Step)
	}
	w.panel.Choices, w.panel.Chosen = w.found.names(), w.found.Chosen
	d.count.Version = w.program.Version
	w.panel.Show(&d.count)
	w.panel.Blocks = d.blocks
	if x := w.found.Wrote; x != nil {
		w.panel.ShowWriter(x.told(w.width), x.Line)
		w.findWrites(w.panel.AskWord(x.Block, x.Word))
		w.of.Log.Write("inside wrote", map[string]any{"value": x.Value.String(), "step": x.Step, "line": x.Line.String(), "new": x.New})
	}
	name := "inside"
	if d.first {
		name = "inside first"
	}
	w.of.Log.Write(name, summaryOf(&d))
}

// summary is what was counted, for the log: the sums of all lines.
type summary struct {
	Kernel                                             string
	Step, Dispatch, Workgroups, Width, Lines, Events   int
	Executions, Instructions, Lanes, Sectors, Barriers int64
	LaneSteps                                          int64
}

func summaryOf(d *executed) summary {
	s := summary{Kernel: d.kernel, Step: d.count.Step, Dispatch: d.count.Dispatch, Workgroups: d.count.Groups(), Width: d.count.Width, Events: len(d.count.Events), LaneSteps: d.on.Machine.Steps}
	for _, r := range d.on.Lines(d.kernel) {
		s.Lines++
		s.Executions, s.Instructions, s.Lanes = s.Executions+r.Executions, s.Instructions+r.Instructions, s.Lanes+r.Lanes
		s.Sectors, s.Barriers = s.Sectors+r.Sectors, s.Barriers+r.Barriers
	}
	return s
}

// Apply executes an action of the panel.
func (w *window) Apply(a watch.Action) (taken bool, err error) {
	if err := w.found.refuse(a); err != nil {
		return true, err
	}
	switch a := a.(type) {
	case uilens.Cancel:
		w.stop()
		if w.counted && w.found != nil {
			w.uncounted(errors.New("the work was cancelled"))
			break
		}
		w.of.Log.Write("inside cancelled", nil)
		w.panel.Problem = "The work is cancelled"
	case uilens.SetCounted:
		w.counted = a.OnDevice
		w.again()
	case uilens.SetWidth:
		w.counted = false
		w.width = a.Lanes
		w.again()
	case uilens.SetAll:
		w.stop()
		w.counted = false
		w.execute("", true)
	case uilens.Choose:
		d := w.found.Dispatches[a.Index]
		w.of.Step, w.of.OpenLens = w.found.Step, ui.OpenLens{Kernel: d.Kernel, Number: d.Number}
		w.find()
	case uilens.OpenGroup:
		w.openGroup(a.Number)
	case uilens.OpenWriter:
		x := w.found.Wrote
		w.openGroup(x.Workgroup)
		w.recorder.move(toWrite(x, w.width))
	case uilens.History:
		w.findWrites(a)
	case uilens.GoTo:
		w.move(func(ctx context.Context, r *simt.Recording, _ *told) error { return r.Find(ctx, a.To) })
	case uilens.Peek:
		w.move(peek(a))
	case uilens.Step:
		w.move(step(a))
	default:
		return false, nil
	}
	return true, nil
}

// move moves in the recording, if there is one.
func (w *window) move(m move) {
	if w.recorder != nil && w.panel.Lanes != nil {
		w.recorder.move(m)
	}
}

// again finds the same dispatch, for other subgroups.
func (w *window) again() {
	if f := w.found; f != nil {
		d := f.Dispatches[f.Chosen]
		w.of.Step, w.of.OpenLens = f.Step, ui.OpenLens{Kernel: d.Kernel, Number: d.Number}
	}
	w.find()
}

// Command returns the command line that prints the same.
func (w *window) Command() (string, error) {
	if w.found == nil {
		return "", errors.New("there is no dispatch to copy the command of")
	}
	if x := w.found.Failure; x != nil {
		return x.Command, nil
	}
	if x := w.found.Wrote; x != nil {
		f := insideFlags{step: w.of.Step, wrote: x.Value.String(), simtFlags: simtFlags{width: w.width}}
		return strings.TrimSpace(f.command(append([]string{""}, w.of.Words...))), nil
	}
	d := w.found.Dispatches[w.found.Chosen]
	f := insideFlags{step: w.found.Step, dispatch: d.Number, all: w.all && w.found.Counts == nil}
	if f.width = w.width; w.found.Counts != nil {
		f.counted = onDevice
	}
	return strings.TrimSpace(f.command(append([]string{d.Kernel}, w.of.Words...))), nil
}
