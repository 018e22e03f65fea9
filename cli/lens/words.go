package lens

import (
	"context"

	"kernelscope/compute/simt"
	uilens "kernelscope/ui/lens"
)

// blocks are the buffers before and after a dispatch.
func (f *found) blocks(after [][]uint32) (out []uilens.Block) {
	for i, name := range f.Inputs.Layout.Bindings {
		b := uilens.Block{Name: name, Before: f.Inputs.Buffers[f.Inputs.Of[i]], After: after[i]}
		for k, x := range b.After {
			if x != b.Before[k] {
				b.Changed++
			}
		}
		out = append(out, b)
	}
	return out
}

// writing is the search for who wrote a word.
type writing struct {
	cancel context.CancelFunc
	done   chan written
}

type written struct {
	writes []simt.Write
	err    error
}

// findWrites executes the dispatch once more, and notes the writes of a word.
func (w *window) findWrites(a uilens.History) {
	w.stopWriting()
	ctx, cancel := context.WithCancel(context.Background())
	x := &writing{cancel, make(chan written, 1)}
	w.writing = x
	h := how{width: w.width, all: w.all, words: wordsOf{w.found.Inputs.Layout.Bindings[a.Block], a.Word, a.Word + 1}}
	f := w.found
	go func() {
		d, err := f.execute(ctx, h, nil)
		out := written{err: err}
		if err == nil {
			out.writes = append([]simt.Write{}, d.writes.Writes...)
		}
		x.done <- out
	}()
}

func (w *window) stopWriting() {
	if w.writing != nil {
		w.writing.cancel()
		w.writing = nil
	}
}

// followWriting shows who wrote the word.
func (w *window) followWriting() {
	select {
	case x := <-w.writing.done:
		w.writing = nil
		if w.panel.Writes = x.writes; x.err != nil {
			w.panel.WritesProblem = x.err.Error()
		}
		w.of.Log.Write("inside writes", len(x.writes))
	default:
	}
}
