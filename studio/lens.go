package studio

import (
	"errors"
	"slices"
	"strings"

	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Lens looks inside a dispatch of a step, over what a window shows.
type Lens interface {
	// Panel returns what covers the picture.
	Panel() ui.Overlay
	// Follow shows results that have come meanwhile, and reports whether more are due. The window is at a step, and other is set if
	// it shows another run than when the lens was opened.
	Follow(step int, other bool) (busy bool, err error)
	// Apply executes an action of the panel. For other actions it does nothing, and taken is false.
	Apply(watch.Action) (taken bool, err error)
	// Command returns the command line that prints the same.
	Command() (string, error)
	// Close ends all work.
	Close()
}

// LensOf is what a lens looks at.
type LensOf struct {
	Words []string // of the command that shows the view, after the name of the program
	Step  int
	ui.OpenLens
	File string // with the dispatch, in place of all this
	Log  *Log
}

// lens is the lens of a window.
type lens struct {
	Lens  // nil while there is none
	busy  bool
	view  View     // nil of a file
	words []string // of the command
}

// lensOf returns what a lens looks at that is opened now.
func (s *Stage) lensOf(a ui.OpenLens) (of LensOf, err error) {
	words, err := s.Shown().Command(false)
	if err != nil {
		return of, err
	}
	if len(s.Shown().Now().Runs) == 0 {
		return of, errors.New("nothing runs here whose dispatches could be looked into")
	}
	var v visit
	v.take(words)
	v.take(s.Given)
	v.words = slices.DeleteFunc(v.words, func(w string) bool { return strings.HasPrefix(w, "--clock=") })
	return LensOf{Words: v.words, Step: s.step(), OpenLens: a, Log: s.Log}, nil
}

// step is the step that is shown, of the run that is farthest.
func (s *Stage) step() (step int) {
	n := s.Shown().Now()
	if n.Time.Clock == timeline.Steps {
		return int(n.Time.At)
	}
	for _, r := range n.Runs {
		step = max(step, r.Event.Step)
	}
	return step
}

// openLens opens a lens in place of the one before.
func (w *Window) openLens(a ui.OpenLens) error {
	of, err := w.lensOf(a)
	if err != nil || w.Lenses == nil || w.Executable == "" {
		return err
	}
	w.closeLens()
	w.lens = lens{Lens: w.Lenses(of), view: w.Shown(), words: of.Words}
	w.UI.Lens = w.lens.Panel()
	if _, err := w.Shown().Apply(timeline.Pause{}); err != nil { // the picture stays at the step that is looked into
		return err
	}
	return nil
}

// closeLens closes the lens.
func (w *Window) closeLens() {
	if w.lens.Lens != nil {
		w.lens.Close()
		w.lens, w.UI.Lens = lens{}, nil
	}
}

// followLens shows what the lens has executed. It closes with the view that it looks at.
func (w *Window) followLens() (err error) {
	if w.Inside != "" {
		w.lens = lens{Lens: w.Lenses(LensOf{File: w.Inside, Log: w.Log})}
		w.UI.Lens, w.Inside = w.lens.Panel(), ""
	}
	if w.lens.Lens == nil {
		return nil
	}
	if w.lens.view == nil {
		w.lens.busy, err = w.lens.Follow(0, false)
		return err
	}
	if w.lens.view != w.Shown() || w.UI.Covered() {
		w.closeLens()
		return nil
	}
	of, err := w.lensOf(ui.OpenLens{})
	if err != nil { // the view has become empty
		w.closeLens()
		return nil
	}
	w.lens.busy, err = w.lens.Follow(of.Step, !slices.Equal(of.Words, w.lens.words))
	return err
}

// actOnLens carries out an action of the lens.
func (w *Window) actOnLens(a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case ui.OpenLens:
		return true, w.openLens(a)
	case ui.CloseLens:
		w.closeLens()
		return true, nil
	}
	if w.lens.Lens == nil {
		return false, nil
	}
	return w.lens.Apply(a)
}
