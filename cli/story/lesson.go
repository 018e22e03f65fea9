package story

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/render"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/ui"
	"kernelscope/watch/timeline"
)

// Lesson plays a storyboard in a window. A step plays to its moment and waits there, and a person goes on or
// back.
type Lesson struct {
	board   *storyboard.Board
	show    func(ctx context.Context, words []string) (studio.Begin, error)
	steps   []lessonStep // of all shots
	at, to  int          // the step that is shown, and the one that is wanted
	view    studio.View  // shows the step; nil before
	opened  any          // in the view
	shown   int          // the step whose command was carried out last
	loading bool         // the words of the step are carried out
	there   bool         // the step is at its moment
	look    func(t float64) error
	t       float64 // how far the camera has moved, 0 to 1
	waits   bool    // the moment of the step is not reached
	goal    *goal   // that moment; nil before the timeline is where the step begins
}

// lessonStep is a step of a storyboard.
type lessonStep struct {
	*storyboard.Step
	shot    int
	words   []string // of the shot and of what its steps have set
	caption string
	// How the step ended, once it has: its position on the clock, and the camera.
	ended  bool
	end    float64
	camera render.Camera
}

// NewLesson returns a lesson at its first step. show is as in Player.
func NewLesson(b *storyboard.Board, show func(ctx context.Context, words []string) (studio.Begin, error)) *Lesson {
	l := &Lesson{board: b, show: show}
	caption := ""
	for i, shot := range b.Shots {
		words := shot.Words
		for k := range shot.Steps {
			s := &shot.Steps[k]
			words = slices.Concat(words, s.SetWords)
			if s.Caption != nil {
				caption = *s.Caption
			}
			l.steps = append(l.steps, lessonStep{Step: s, shot: i, words: words, caption: caption})
		}
	}
	return l
}

// State describes the step that is shown.
func (l *Lesson) State() ui.Lesson {
	return ui.Lesson{Title: cmp.Or(l.board.Title, "Lesson"), Caption: l.steps[l.at].caption, Step: l.at + 1, Steps: len(l.steps), Going: !l.there}
}

// Turn goes some steps on or back. While a step plays, going on ends it first.
func (l *Lesson) Turn(steps int) { l.to = max(0, min(len(l.steps)-1, l.at+steps)) }

// Advance lets the time of a frame pass, with about a budget for computing. show carries out a command line and
// calls shown when its view is there, perhaps frames later.
func (l *Lesson) Advance(s *studio.Stage, frame, budget time.Duration, show func(read func(context.Context) (studio.Begin, error), shown func() error)) error {
	if l.loading { // the command was cancelled, or failed, and the window has said so
		return studio.ErrLessonEnds
	}
	back, err := l.back(s)
	switch {
	case back || err != nil:
		return err
	case l.view == nil || l.to < l.at:
		l.at = slices.IndexFunc(l.steps, func(k lessonStep) bool { return k.shot == l.steps[l.to].shot })
		l.view = nil
	case l.there && l.to > l.at:
		l.at++
	case l.there:
		return nil
	default:
		return At(l.steps[l.at].At, l.play(s, frame, budget))
	}
	l.there = false
	if l.shows(s, l.at) {
		return l.begin(s)
	}
	camera, moved := l.camera(s)
	l.loading = true
	k := l.steps[l.at]
	show(func(ctx context.Context) (studio.Begin, error) {
		begin, err := l.show(ctx, k.words)
		return begin, At(k.At, err)
	}, func() error {
		l.loading, l.view, l.opened, l.shown = false, s.Shown(), s.Opened, l.at
		if moved {
			if _, err := s.Shown().Apply(camera); err != nil {
				return err
			}
		}
		return l.begin(s)
	})
	return nil
}

// shows reports whether the stage shows what the command of a step does.
func (l *Lesson) shows(s *studio.Stage, step int) bool {
	a, b := l.steps[step], l.steps[l.shown]
	return l.view != nil && l.view == s.Shown() && l.opened == s.Opened && a.shot == b.shot && len(a.words) == len(b.words)
}

// camera returns the camera of the stage, which stays when a step of the same shot carries out another command, unless
// that says where it is.
func (l *Lesson) camera(s *studio.Stage) (camera ui.MoveCamera, stays bool) {
	k := l.steps[l.at]
	eye, ok := s.Shown().(studio.Eye)
	if !ok || l.view != s.Shown() || l.steps[l.shown].shot != k.shot || slices.ContainsFunc(k.SetWords, PlacesCamera) {
		return camera, false
	}
	return ui.MoveCamera{Camera: eye.Eye()}, true
}

// back goes back to the end of a step that the same command shows, and reports whether it did.
func (l *Lesson) back(s *studio.Stage) (bool, error) {
	k := &l.steps[l.to]
	if l.to >= l.at || !k.ended || !l.shows(s, l.to) {
		return false, nil
	}
	l.at, l.there = l.to, true
	if err := apply(s, timeline.SeekClock{At: k.end}); err != nil {
		return true, err
	}
	if _, ok := s.Shown().(studio.Eye); ok {
		return true, apply(s, ui.MoveCamera{Camera: k.camera})
	}
	return true, nil
}

// begin begins to play the step, where the one before has ended.
func (l *Lesson) begin(s *studio.Stage) (err error) {
	k := &l.steps[l.at]
	l.t, l.goal = 0, nil
	if err := apply(s, timeline.Pause{}); err != nil {
		return At(k.At, err)
	}
	if l.at > l.shown && l.steps[l.at-1].ended {
		if err := apply(s, timeline.SeekClock{At: l.steps[l.at-1].end}); err != nil {
			return At(k.At, err)
		}
	}
	if k.Until != "" && len(s.Shown().Now().Runs) == 0 {
		return At(k.At, fault.Input.Errorf("the command shows nothing that runs"))
	}
	l.waits = k.Until != ""
	l.look, err = look(s, k.Step)
	return At(k.At, err)
}

// play moves the camera and the timeline for a frame, with about a budget for computing.
func (l *Lesson) play(s *studio.Stage, frame, budget time.Duration) error {
	k, start := &l.steps[l.at], clock.Now()
	hurries := l.at < l.to
	if l.t += frame.Seconds() * float64(l.board.FPS) / float64(max(1, k.Frames)); k.Frames == 0 || hurries {
		l.t = 1
	}
	l.t = min(1, l.t)
	if err := l.look(ease(l.t)); err != nil {
		return err
	}
	v, left := s.Shown(), math.MaxInt
	if now := v.Now(); !hurries && now.Time.Clock == timeline.Steps {
		left = max(1, int(now.Time.Speed*frame.Seconds()))
	}
	for ; l.waits; left-- {
		if err := v.Advance(0, budget-clock.Since(start)); err != nil {
			return err
		}
		now := v.Now()
		if now.Time.At < now.Time.Position && !now.Done() { // not there yet
			return nil
		}
		stepped := l.goal != nil
		if !stepped {
			l.goal = toward(k.Moment, now)
		}
		if stepped || l.goal.Fact == storyboard.End || l.goal.Fact == storyboard.At { // a fact belongs to a later step
			reached, err := l.goal.reached(now)
			if err != nil {
				return err
			}
			if reached {
				break
			}
		}
		if left == 0 || clock.Since(start) > budget {
			return nil
		}
		if err := apply(s, timeline.Step{Steps: 1}); err != nil {
			return err
		}
	}
	if l.waits = false; l.t < 1 {
		return nil
	}
	l.there, k.ended, k.end = true, true, v.Now().Time.Position
	if eye, ok := v.(studio.Eye); ok {
		k.camera = eye.Eye()
	}
	return nil
}
