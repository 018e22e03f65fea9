package lens

import (
	"context"
	"errors"
	"fmt"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/report/inside"
	uilens "kernelscope/ui/lens"
)

// recorder has the recording of a workgroup, which a goroutine of its own makes and moves in.
type recorder struct {
	cancel context.CancelFunc
	moves  chan move
	tells  chan told
	open   int // tells that are due
}

// move moves a recording.
type move func(ctx context.Context, r *simt.Recording, t *told) error

// told is what a recorder tells: at first the lanes, and after each move where it is.
type told struct {
	lanes        *inside.Lanes
	length       int64
	used, budget int
	state        *uilens.State
	peeked       *uilens.Peeked
	err          error
}

// maxMoves is how many moves wait for the recorder at most.
const maxMoves = 64

// record begins to record a workgroup.
func (f *found) record(h how, workgroup int) *recorder {
	ctx, cancel := context.WithCancel(context.Background())
	r := &recorder{cancel: cancel, moves: make(chan move, maxMoves), tells: make(chan told, maxMoves+2), open: 1}
	go func() {
		defer func() {
			if p := recover(); p != nil {
				r.tells <- told{err: fmt.Errorf("the interpreter has failed: a bug in the program: %v", p)}
			}
		}()
		rec, first, err := f.recorded(ctx, h, workgroup)
		first.err = err
		if r.tells <- first; err != nil {
			return
		}
		for m := range r.moves {
			var t told
			if t.err = m(ctx, rec, &t); t.err == nil && t.peeked == nil {
				t.state = uilens.StateOf(rec)
			}
			r.tells <- t
		}
	}()
	return r
}

// move asks for a move, unless too many wait.
func (r *recorder) move(m move) {
	if r.open < maxMoves {
		r.open++
		r.moves <- m
	}
}

// stop ends the recorder.
func (r *recorder) stop() {
	r.cancel()
	close(r.moves)
}

// recorded executes the workgroups before one, as they were executed for the counts, and records that one.
func (f *found) recorded(ctx context.Context, h how, workgroup int) (*simt.Recording, told, error) {
	i := onsimt.New(h.width)
	c, buffers := f.Inputs.Call()
	only := f.sample(h.all)
	i.Only = []int{}
	for n := range workgroup {
		if f.Failure != nil {
			break // all are recorded
		}
		if only == nil {
			i.Only = append(i.Only, n)
		} else if n < len(only) && only[n] < workgroup {
			i.Only = append(i.Only, only[n])
		}
	}
	if len(i.Only) > 0 {
		if err := i.ExecuteUntil(ctx, f.Inputs.Grid, c, buffers); err != nil {
			return nil, told{}, err
		}
	}
	i.Only = []int{workgroup}
	var o simt.Recorder
	if x := f.Failure; x != nil {
		i.Only, o = nil, x.recorder()
	}
	r, err := i.Recording(ctx, f.Inputs.Grid, c, buffers, o)
	if err != nil {
		return nil, told{}, err
	}
	lanes := inside.NewLanes(workgroup, h.width, f.Inputs.Grid.Size)
	err = r.Trace(ctx, func(t simt.Traced) bool { return int(t.Workgroup) != workgroup || lanes.Add(t) })
	if err == nil {
		err = r.Find(ctx, simt.Position{Workgroup: uint32(workgroup)})
	}
	if err != nil {
		return nil, told{}, err
	}
	t := told{lanes: lanes, length: r.Len(), state: uilens.StateOf(r)}
	t.used, t.budget = r.Bytes()
	return r, t, nil
}

// peek reads what an instruction has, and goes back.
func peek(a uilens.Peek) move {
	return func(ctx context.Context, r *simt.Recording, t *told) error {
		at := r.At()
		t.peeked = &uilens.Peeked{Peek: a}
		if err := r.Find(ctx, a.To); err != nil {
			return err
		}
		t.peeked.Operands = r.Operands(a.Lane)
		if _, err := r.Step(ctx, simt.Instruction); err != nil {
			return err
		}
		t.peeked.Results = r.Results(a.Lane)
		return r.Seek(ctx, at)
	}
}

// toWrite goes to the instruction that wrote a value.
func toWrite(x *wrote, width int) move {
	return func(ctx context.Context, r *simt.Recording, _ *told) error {
		if err := r.Seek(ctx, r.Len()); err != nil {
			return err
		}
		lane, slot := x.Invocation%width, simt.Slot{Binding: uint32(x.Block)}
		_, err := r.Since(ctx, func() bool {
			if m := r.Moment(); m.Ended || m.Subgroup != x.Invocation/width || m.Line != x.Line {
				return false
			}
			a, ok := r.Access()
			return ok && a.Writes && a.Addresses[lane] == int64(4*x.Word) && (!x.Atomic || r.Buffer(slot)[x.Word] != x.New)
		})
		return err
	}
}

// step goes on or back by a unit.
func step(a uilens.Step) move {
	return func(ctx context.Context, r *simt.Recording, _ *told) (err error) {
		if a.Back {
			_, err = r.Back(ctx, a.Unit)
		} else {
			_, err = r.Step(ctx, a.Unit)
		}
		return err
	}
}

// openGroup begins to record a workgroup for the panel.
func (w *window) openGroup(number int) {
	w.closeGroup()
	w.panel.GroupProblem = ""
	w.recorder = w.found.record(how{width: w.width, all: w.all}, number)
}

// closeGroup ends the recording.
func (w *window) closeGroup() {
	if w.recorder != nil {
		w.recorder.stop()
		w.recorder = nil
	}
	w.panel.Lanes, w.panel.State = nil, nil
}

// followRecorder shows what the recorder has told.
func (w *window) followRecorder() {
	for r := w.recorder; ; {
		select {
		case t := <-r.tells:
			r.open--
			w.hear(t)
		default:
			return
		}
	}
}

// hear shows what the recorder has told.
func (w *window) hear(t told) {
	switch {
	case errors.Is(t.err, context.Canceled):
	case t.err != nil:
		w.panel.GroupProblem = t.err.Error()
	default:
		if t.lanes != nil {
			w.panel.ShowLanes(t.lanes)
			w.panel.Length, w.panel.Used, w.panel.Budget = t.length, t.used, t.budget
			w.of.Log.Write("inside lanes", map[string]any{"workgroup": t.lanes.Workgroup, "instructions": t.length})
		}
		if t.peeked != nil {
			w.panel.Peeked = *t.peeked
			return
		}
		w.panel.State = t.state
		w.panel.Reveal()
	}
}
