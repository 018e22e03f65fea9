package studio

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/render"
	"kernelscope/studio/storyboard"
	"kernelscope/watch/timeline"
)

// visit is something that the window has shown for a while.
type visit struct {
	words  []string // of the command, without the camera
	camera []string // flags; none for all of a map
	step   int      // that was shown last
	ended  bool     // it was the end
	since  time.Time
}

// history is what the window has shown, for storyboards.
type history struct {
	visits []visit
	noted  time.Time
}

const (
	noteEvery = 200 * time.Millisecond
	minVisit  = time.Second // what was shown for less is not remembered
	maxVisits = 12
)

// note notes what is shown, now and then.
func (h *history) note(s *Stage, now time.Time) {
	if now.Sub(h.noted) < noteEvery || s.UI.Covered() {
		return
	}
	h.noted = now
	n := s.Shown().Now()
	words, err := s.Shown().Command(false)
	if err != nil || len(n.Runs) == 0 {
		return
	}
	v := visit{step: n.Runs[0].Event.Step, ended: n.Done(), since: now}
	if n.Time.Clock == timeline.Steps {
		v.step = int(n.Time.Position)
	}
	v.take(words)
	v.take(s.Given)
	h.add(v, now)
}

// take divides words: the camera moves, and speed, backend and the clock of the device do not belong in
// storyboards.
func (v *visit) take(words []string) {
	for _, w := range words {
		switch name, _, _ := strings.Cut(w, "="); {
		case name == "--centre" || name == "--scale":
			v.camera = append(v.camera, w)
		case name == "--speed" || name == "--backend":
		case w == "--clock=time":
			v.words = append(v.words, "--clock=steps")
		default:
			v.words = append(v.words, w)
		}
	}
}

// add adds a visit, which goes on where it shows the same as the last one.
func (h *history) add(v visit, now time.Time) {
	last := len(h.visits) - 1
	switch {
	case last >= 0 && slices.Equal(h.visits[last].words, v.words):
		v.since = h.visits[last].since
		h.visits[last] = v
	case last >= 0 && now.Sub(h.visits[last].since) < minVisit:
		h.visits[last] = v
	default:
		h.visits = append(h.visits[max(0, last+2-maxVisits):], v)
	}
}

// board returns a storyboard of what was shown.
func (h *history) board() *storyboard.Board {
	b := &storyboard.Board{Ratio: 1, FPS: 25, Caption: true}
	for _, v := range h.visits {
		s := storyboard.Step{Hold: 20}
		if len(v.camera) > 0 {
			s.Look, s.Frames = format.Shell(v.camera), 60
		}
		switch {
		case v.ended:
			s.Until, s.Frames = storyboard.End, 60
		case v.step > 0:
			s.Until, s.Frames = fmt.Sprintf("%s %d", storyboard.At, v.step), 60
		}
		b.Shots = append(b.Shots, storyboard.Shot{Show: cmp.Or(format.Shell(v.words), anyShow), Steps: []storyboard.Step{s}})
	}
	return b
}

// anyShow is what a shot shows whose command is only the name of the program.
const anyShow = "-a nearfar"

// frame gives a storyboard the size, the scale and the theme of a stage.
func frame(b *storyboard.Board, s *Stage) {
	b.Size = fmt.Sprintf("%dx%d", max(160, min(s.Width, 7680))&^1, max(120, min(s.Height, 4320))&^1)
	b.Ratio = s.Ratio
	if name := s.UI.Theme.Name; name != render.Themes[0].Name {
		b.Theme = name
	}
}

// saveBoard saves a storyboard of what the window has shown, and returns its path.
func (w *Window) saveBoard() (path string, err error) {
	w.history.noted = time.Time{}
	w.history.note(w.Stage, time.Now())
	if len(w.history.visits) == 0 {
		return "", ErrNotShown
	}
	b := w.history.board()
	b.Title = "Shown on " + time.Now().Format(time.DateOnly)
	frame(b, w.Stage)
	path = dated(".toml")
	err = output.File(path, func(out io.Writer) error {
		_, err := out.Write(b.Text())
		return err
	})
	if err != nil {
		return "", err
	}
	w.Log.Write("storyboard", path)
	w.Saved(path)
	return path, nil
}
