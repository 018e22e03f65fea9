package main

import (
	"cmp"
	"context"
	"strings"
	"testing"
	"time"

	"kernelscope/cli/story"
	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
)

const lesson = `
title = "A lesson"
[[shot]]
show = "gen:roads,nodes=2000 -a nearfar"
[[shot.step]]
caption = "one"
until = "step 5"
frames = 4
[[shot.step]]
until = "phase"
look = "whole"
frames = 3
[[shot.step]]
caption = "two"
set = "-a bellmanford"
until = "relaxed 2000"
[[shot]]
show = "trees gen:roads,nodes=500 -s '#5' --form=host"
[[shot.step]]
until = "end"
hold = 2
`

// lessonPlayer is a lesson on a canvas, in place of a window.
type lessonPlayer struct {
	*testing.T
	*story.Lesson
	canvas *studio.Canvas
	err    error
}

// show carries out a command, as a window does.
func (l *lessonPlayer) show(read func(context.Context) (studio.Begin, error), shown func() error) {
	begin, err := read(l.Context())
	if err == nil {
		err = begin(studio.Host{Stage: l.canvas.Stage, Load: func(r studio.Reading) {
			l.err = l.canvas.Load(l.Context(), r, func(ctx context.Context) (any, error) { return open.Read(ctx, r.Path, l.canvas.Input) })
		}})
	}
	if l.err == nil {
		l.err = err
	}
	if l.err == nil {
		l.err = shown()
	}
}

// frames lets frames pass until the step that is wanted is at its moment.
func (l *lessonPlayer) frames(step int) error {
	for range 100_000 {
		if s := l.State(); s.Step == step && !s.Going {
			return nil
		}
		if err := l.Advance(l.canvas.Stage, time.Second/60, time.Millisecond, l.show); err != nil || l.err != nil {
			return cmp.Or(err, l.err)
		}
	}
	l.Fatalf("the lesson stays at %+v, and should come to step %d", l.State(), step)
	return nil
}

// TestLesson goes through a storyboard as in a window, on and back, and hurries. Each step ends in the state that a recording
// ends in, by the hash of all layers.
func TestLesson(t *testing.T) {
	needDevice(t)
	parse := func(text string) *storyboard.Board {
		b, err := storyboard.Parse("a.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	a := newApp()
	var want []uint64
	for k := range 4 { // recorded up to the end of each step
		b := parse(lesson)
		if k < 3 {
			b.Shots = b.Shots[:1]
			b.Shots[0].Steps = b.Shots[0].Steps[:k+1]
		}
		err := a.onBoard(b, func(canvas *studio.Canvas) error {
			_, err := a.player(b, "a.toml").Play(t.Context(), canvas, nil)
			_, hash := hashOf(t, canvas.Stage)
			want = append(want, hash)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want[0] == want[1] || want[1] == want[2] {
		t.Fatalf("the states are the same: %x", want)
	}
	b := parse(lesson)
	err := a.onBoard(b, func(canvas *studio.Canvas) error {
		l := &lessonPlayer{T: t, Lesson: story.NewLesson(b, a.player(b, "a.toml").Show), canvas: canvas}
		for _, c := range []struct {
			turns []int
			step  int
		}{{nil, 1}, {[]int{1}, 2}, {[]int{1}, 3}, {[]int{1}, 4}, {[]int{-1}, 3}, {[]int{-1}, 2}, {[]int{-1}, 1}, {[]int{1, 1}, 2}, {[]int{-1}, 1}, {[]int{9}, 4}, {[]int{-9}, 1}} {
			for _, n := range c.turns {
				l.Turn(n)
				if err := l.Advance(canvas.Stage, 0, 0, l.show); err != nil || l.err != nil {
					t.Fatal(err, l.err)
				}
			}
			if err := l.frames(c.step); err != nil {
				t.Fatal(err)
			}
			if err := canvas.Shown().Settle(); err != nil {
				t.Fatal(err)
			}
			if _, hash := hashOf(t, canvas.Stage); hash != want[c.step-1] {
				t.Errorf("after %v step %d has the hash %x, and the recording %x", c.turns, c.step, hash, want[c.step-1])
			}
			if caption := []string{"one", "one", "two", "two"}[c.step-1]; l.State().Caption != caption {
				t.Errorf("the caption of step %d is %q", c.step, l.State().Caption)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, says := range map[string]string{
		strings.Replace(lesson, "step 5", "step 99999", 1): "the last step is",
		strings.Replace(lesson, "phase", "nothing", 1):     "which does not happen",
		strings.Replace(lesson, "-a nearfar", "-o x", 1):   "a.toml:",
	} {
		b := parse(text)
		_ = a.onBoard(b, func(canvas *studio.Canvas) error {
			l := &lessonPlayer{T: t, Lesson: story.NewLesson(b, a.player(b, "a.toml").Show), canvas: canvas}
			l.Turn(2)
			if err := l.frames(3); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("the error is %v, without %q", err, says)
			}
			return nil
		})
	}
}
