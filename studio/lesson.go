package studio

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"kernelscope/osmload"
	"kernelscope/ui"
)

// Lesson is a storyboard whose steps a person goes through in a window.
type Lesson interface {
	// State describes the step that is shown.
	State() ui.Lesson
	// Turn goes some steps on, or back.
	Turn(steps int)
	// Advance lets the time of a frame pass, with about a budget for computing. The lesson carries out a command by show,
	// which calls shown when its view is there, perhaps frames later.
	Advance(s *Stage, frame, budget time.Duration, show func(read func(context.Context) (Begin, error), shown func() error)) error
}

// ErrLessonEnds ends a lesson whose command was not carried out.
var ErrLessonEnds = errors.New("the lesson has ended")

// IsBoard reports whether a file is a storyboard, by its name.
func IsBoard(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

// openLesson begins the lesson of a storyboard.
func (w *Window) openLesson(ctx context.Context, path string) {
	w.startLoading(ctx, nameOf(path), func(inner context.Context, _ *osmload.Progress) (any, error) { return w.Lessons(inner, path) }, func(in any) error {
		w.lesson, w.UI.Start = in.(Lesson), nil
		return nil
	})
}

// followLesson lets the lesson go on for a frame.
func (w *Window) followLesson(ctx context.Context, seconds float64) error {
	before := w.UI.Lesson
	w.UI.Lesson = nil
	if w.lesson == nil {
		return nil
	}
	var err error
	if w.load == nil {
		frame := time.Duration(seconds * float64(time.Second))
		err = w.lesson.Advance(w.Stage, frame, computing(frame), func(read func(context.Context) (Begin, error), shown func() error) {
			w.startLoading(ctx, "the lesson", func(inner context.Context, _ *osmload.Progress) (any, error) { return read(inner) },
				func(in any) error { return w.carryOut(ctx, in.(Begin), shown) })
		})
	}
	if err != nil {
		w.lesson = nil
		if errors.Is(err, ErrLessonEnds) {
			return nil
		}
		return err
	}
	state := w.lesson.State()
	if before == nil || *before != state {
		w.Log.Write("lesson", state)
	}
	w.UI.Lesson = &state
	return nil
}

// carryOut lets a command show something, and calls shown when it does: after the file that it names has been read.
func (w *Window) carryOut(ctx context.Context, begin Begin, shown func() error) error {
	h, reads := w.host(ctx), false
	load := h.Load
	h.Load = func(r Reading) {
		reads = true
		then := r.Then
		r.Then = func(in any, v View) error {
			if then != nil {
				if err := then(in, v); err != nil {
					return err
				}
			}
			return shown()
		}
		load(r)
	}
	if err := begin(h); err != nil || reads {
		return err
	}
	return shown()
}
