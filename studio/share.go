package studio

import (
	"cmp"
	"context"

	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/studio/storyboard"
)

// Magnifier is a view with a camera, of which it has to be told that a target has more pixels for the same.
type Magnifier interface {
	View
	// Magnify shows the same in a target of factor times as many pixels across and down, until back is called.
	Magnify(factor float64) (back func())
}

// screenshot saves the picture of the frame that was built, in factor times as many pixels across and down.
func (w *Window) screenshot(ctx context.Context, factor float64) error {
	if err := w.GPU.Flush(ctx); err != nil { // the interface's buffers are free
		return err
	}
	name := dated(".png")
	label := w.label(true)
	save := func() error {
		canvas, err := draw.NewCanvas(w.GPU, w.Width, w.Height)
		if err != nil {
			return err
		}
		defer canvas.Release()
		if err := w.snap(ctx, canvas); err != nil {
			return err
		}
		return writePicture(name, canvas.Pixels(), canvas.Width, canvas.Height, label, w.Ratio)
	}
	var err error
	if factor == 1 {
		err = save()
	} else {
		err = w.Magnified(ctx, factor, save)
	}
	if err != nil {
		return err
	}
	w.Log.Write("screenshot", name)
	w.Saved(name)
	return nil
}

// Magnified runs a function while the stage shows the same in factor times as many pixels across and down, whole.
func (s *Stage) Magnified(ctx context.Context, factor float64, do func() error) error {
	width, height, ratio, steady := s.Width, s.Height, s.Ratio, s.Steady
	defer func() { s.Width, s.Height, s.Ratio, s.Steady = width, height, ratio, steady }()
	s.Width, s.Height, s.Ratio = int(factor*float64(width)), int(factor*float64(height)), factor*ratio
	s.Steady = true // nothing is left for later frames
	if v, ok := s.Shown().(Magnifier); ok {
		defer v.Magnify(factor)()
	}
	return s.UI.Rescaled(s.Ratio, func() error {
		for range 2 { // in the first one the panel finds its size
			if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
				return err
			}
		}
		if v, ok := s.Shown().(Finisher); ok {
			if err := v.Finish(ctx); err != nil {
				return err
			}
		}
		return do()
	})
}

// Length of a shared GIF, in frames at sharedFPS.
const (
	sharedFPS    = 25
	sharedFrames = 6 * sharedFPS
	sharedHold   = 30 // of them show the end
)

// sharedBoard returns a storyboard that plays what a stage shows from its start to its end, by the same camera.
func sharedBoard(s *Stage) (*storyboard.Board, error) {
	words, err := s.Shown().Command(false)
	if err != nil {
		return nil, err
	}
	var v visit
	v.take(words)
	v.take(s.Given)
	b := &storyboard.Board{FPS: sharedFPS, Caption: true}
	frame(b, s)
	step := storyboard.Step{Hold: sharedFrames}
	if len(s.Shown().Now().Runs) > 0 {
		step = storyboard.Step{Until: storyboard.End, Frames: sharedFrames - sharedHold, Hold: sharedHold}
	}
	b.Shots = []storyboard.Shot{{Show: cmp.Or(format.Shell(append(v.words, v.camera...)), anyShow), Steps: []storyboard.Step{step}}}
	return b, nil
}
