package story

import (
	"io"
	"math"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/render"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/ui"
)

// look returns what moves the camera of a stage to where a step wants it: all the way at 1.
func look(stage *studio.Stage, s *storyboard.Step) (move func(t float64) error, err error) {
	if len(s.LookWords) == 0 {
		return func(float64) error { return nil }, nil
	}
	eye, ok := stage.Shown().(studio.Eye)
	if !ok {
		return nil, fault.Input.Errorf("look is for maps, and this view shows none")
	}
	from := eye.Eye()
	to, err := target(eye, stage.Dense(), s.LookWords)
	if err != nil {
		return nil, err
	}
	return func(t float64) error { return apply(stage, ui.MoveCamera{Camera: between(from, to, t)}) }, nil
}

// target is the camera that flags ask for; "whole" shows all of the map.
func target(eye studio.Eye, dense float64, words []string) (to render.Camera, err error) {
	from := eye.Eye()
	if len(words) == 1 && words[0] == "whole" {
		if _, err := eye.Apply(ui.Fit{}); err != nil {
			return to, err
		}
		to = eye.Eye()
		_, err = eye.Apply(ui.MoveCamera{Camera: from})
		return to, err
	}
	f, err := Camera(words)
	if err != nil {
		return to, err
	}
	to = from
	return to, f.Look(&to, dense, "")
}

// Camera reads the flags of a camera, which say where it is.
func Camera(words []string) (f cli.MapCamera, err error) {
	f = cli.WholeMap()
	fs := pflag.NewFlagSet("look", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	f.Add(fs)
	if err := fs.Parse(words); err != nil {
		return f, fault.Input.Errorf("look: %w", err)
	}
	if err := f.Check(); err != nil {
		return f, fault.Input.Errorf("look: %w", err)
	}
	if fs.NArg() > 0 || !fs.Changed("centre") {
		return f, fault.Input.Errorf(`look is neither "whole" nor --centre=lon,lat --scale=metres`)
	}
	return f, nil
}

// between is a camera on the way from one to another. The scale changes by the same factor from
// moment to moment, and the point that both see at one place of the picture stays there.
func between(from, to render.Camera, t float64) render.Camera {
	if t >= 1 {
		return to
	}
	c, part := from, t
	c.Scale = math.Exp(math.Log(from.Scale)*(1-t) + math.Log(to.Scale)*t)
	if near := 1/to.Scale - 1/from.Scale; math.Abs(near)*from.Scale > 1e-6 {
		part = (1/c.Scale - 1/from.Scale) / near
	}
	c.X, c.Y = from.X+(to.X-from.X)*part, from.Y+(to.Y-from.Y)*part
	return c
}
