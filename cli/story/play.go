// Package story plays storyboards: each shot is a command line that is carried out on a canvas,
// and each step moves its timeline and its camera by a fixed amount per frame. It depends on no family.
package story

import (
	"cmp"
	"context"
	"errors"
	"image/color"
	"slices"
	"strings"

	"kernelscope/compute/gpu"
	"kernelscope/internal/fault"
	"kernelscope/internal/tomlfile"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Player plays a storyboard.
type Player struct {
	Board *storyboard.Board
	// Show reads what a command line needs, and returns what shows it on a host.
	Show func(ctx context.Context, words []string) (studio.Begin, error)
	// Still receives the pictures that steps ask for.
	Still func(name string, pixels []byte, width, height int, command string) error

	canvas *studio.Canvas
	writer record.Writer // nil if nothing is drawn
	sums   *sums
	shot   *storyboard.Shot
	words  []string // of the shot, and what its steps have set
	files  map[input]any
}

// Play plays the storyboard on a canvas, of the size that it asks for. Frames go to the writer;
// without one nothing is drawn, and all else is done. Errors say which part of the storyboard they
// are about.
func (p *Player) Play(ctx context.Context, c *studio.Canvas, w record.Writer) (Sums, error) {
	p.canvas, p.writer, p.sums = c, w, newSums(c.GPU.Info())
	for i := range p.Board.Shots {
		if err := p.begin(ctx, c, i); err != nil {
			return Sums{}, err
		}
		for k := range p.shot.Steps {
			s := &p.shot.Steps[k]
			if err := p.step(ctx, s); err != nil {
				return Sums{}, At(s.At, err)
			}
		}
	}
	return p.sums.all(), nil
}

// palette carries out the commands of all shots and returns the colours of what they show. The
// first one is shown again afterwards, and its label returned.
func (p *Player) palette(ctx context.Context, c *studio.Canvas) (palette []color.RGBA, label string, err error) {
	for i := range p.Board.Shots {
		if err := p.begin(ctx, c, i); err != nil {
			return nil, "", err
		}
		if i == 0 {
			label = c.Label()
		}
		palette = append(palette, c.Palette(p.Board.Panel)...)
	}
	return record.Fewer(palette, 255), label, nil
}

// begin begins a shot.
func (p *Player) begin(ctx context.Context, c *studio.Canvas, shot int) error {
	p.canvas, p.shot = c, &p.Board.Shots[shot]
	p.words = p.shot.Words
	return At(p.shot.At, p.show(ctx))
}

// show carries out the words of the shot.
func (p *Player) show(ctx context.Context) (err error) {
	c := p.canvas
	c.Timeless = true
	var loading error
	host := studio.Host{Stage: c.Stage, Load: func(r studio.Reading) {
		loading = c.Load(ctx, r, func(ctx context.Context) (any, error) { return p.read(ctx, r.Path) })
	}}
	c.Given = nil
	begin, err := p.Show(ctx, p.words)
	if err == nil {
		err = begin(host)
	}
	if err := cmp.Or(err, loading); err != nil {
		return err
	}
	if c.UI.Start != nil {
		return fault.Input.Errorf("the command shows nothing")
	}
	c.UI.Panels = p.Board.Panel
	if err := p.apply(timeline.Pause{}); err != nil {
		return err
	}
	if err := p.settle(ctx); err != nil {
		return err
	}
	if n := c.Shown().Now(); len(n.Runs) == 0 {
		return fault.Input.Errorf("the command shows nothing that runs")
	} else if n.Time.Clock == timeline.DeviceTime {
		return fault.Input.Errorf("times of the device differ from run to run, and cannot be the clock of a storyboard; give --clock=steps")
	}
	return nil
}

// input is a file, and how it is read.
type input struct {
	path    string
	options open.Options
}

// read reads a file, once for consecutive commands that name it.
func (p *Player) read(ctx context.Context, path string) (any, error) {
	key := input{path, p.canvas.Input}
	if in, ok := p.files[key]; ok {
		return in, nil
	}
	in, err := open.Read(ctx, path, p.canvas.Input)
	if err != nil {
		return nil, err
	}
	p.files = map[input]any{key: in}
	return in, nil
}

// settle does what goes on, and lets the interface follow.
func (p *Player) settle(ctx context.Context) error {
	if err := cmp.Or(ctx.Err(), p.canvas.Shown().Settle()); err != nil {
		return err
	}
	return p.canvas.Follow()
}

// step plays a step.
func (p *Player) step(ctx context.Context, s *storyboard.Step) error {
	c := p.canvas
	if s.Caption != nil {
		c.Text = *s.Caption
	}
	if len(s.SetWords) > 0 {
		if err := p.set(ctx, s.SetWords); err != nil {
			return err
		}
	}
	if err := p.move(ctx, s); err != nil {
		return err
	}
	for range s.Hold {
		if err := p.frame(ctx); err != nil {
			return err
		}
	}
	for _, r := range c.Shown().Now().Runs {
		if r.Verdict.Wrong != nil {
			return fault.Wrong.Errorf("%s: %w", r.Title, r.Verdict.Wrong)
		}
	}
	if err := p.sums.result(c.Shown().Now()); err != nil {
		return err
	}
	if s.Picture == "" || p.writer == nil {
		return nil
	}
	pixels, err := c.Frame(ctx)
	if err != nil {
		return err
	}
	width, height := c.Size()
	command, err := c.Command(true)
	if err != nil {
		command = "" // no command shows it
	}
	return p.Still(s.Picture, pixels, width, height, command)
}

// set carries out the command of the shot anew, with more words. The camera stays where it is,
// unless they say where it is.
func (p *Player) set(ctx context.Context, words []string) error {
	p.words = append(p.words[:len(p.words):len(p.words)], words...)
	before, mapped := p.canvas.Shown().(studio.Eye)
	var camera render.Camera
	if mapped {
		camera = before.Eye()
	}
	if err := p.show(ctx); err != nil {
		return err
	}
	now, still := p.canvas.Shown().(studio.Eye)
	if !mapped || !still || slices.ContainsFunc(words, PlacesCamera) {
		return nil
	}
	_, err := now.Apply(ui.MoveCamera{Camera: camera})
	return err
}

// PlacesCamera reports whether a word of the command line says where the camera is.
func PlacesCamera(word string) bool { return strings.HasPrefix(word, "--centre") }

// move moves the timeline and the camera, in the frames of a step.
func (p *Player) move(ctx context.Context, s *storyboard.Step) error {
	look, err := look(p.canvas.Stage, s)
	if err != nil {
		return err
	}
	seek := func(float64) error { return nil }
	if s.Until != "" {
		from, to, err := Find(ctx, played{p}, s.Moment)
		if err != nil {
			return err
		}
		seek = func(t float64) error { return p.apply(timeline.SeekClock{At: from + (to-from)*t}) }
	}
	n := max(1, s.Frames)
	for k := 1; k <= n; k++ {
		t := float64(k) / float64(n)
		if err := cmp.Or(seek(t), look(ease(t))); err != nil {
			return err
		}
		if s.Frames == 0 {
			return p.settle(ctx)
		}
		if err := p.frame(ctx); err != nil {
			return err
		}
	}
	return nil
}

// ease makes a movement begin and end slowly.
func ease(t float64) float64 { return t * t * (3 - 2*t) }

// apply carries out an action of the shown view.
func (p *Player) apply(action watch.Action) error { return apply(p.canvas.Stage, action) }

// apply carries out an action of what a stage shows.
func apply(stage *studio.Stage, action watch.Action) error {
	taken, err := stage.Shown().Apply(action)
	if !taken && err == nil {
		return watch.NotTaken(action)
	}
	return err
}

// frame settles, notes what there is, and writes a frame.
func (p *Player) frame(ctx context.Context) error {
	if err := p.settle(ctx); err != nil {
		return err
	}
	if err := p.sums.event(p.canvas.Shown().Now()); err != nil || p.writer == nil {
		return err
	}
	if f, ok := p.canvas.Shown().(studio.Finisher); ok {
		if err := f.Finish(ctx); err != nil {
			return err
		}
	}
	pixels, err := p.canvas.Frame(ctx)
	if err != nil {
		return err
	}
	p.sums.frame(pixels)
	return p.writer.Frame(pixels)
}

// At puts the place in a storyboard before an error. One of the command line is then one of the
// file.
func At(place tomlfile.Position, err error) error {
	switch code := fault.Code(err); {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, gpu.ErrDeviceLost), errors.Is(err, gpu.ErrUnavailable):
		return err
	case code == int(fault.Wrong), code == int(fault.Limit), code == int(fault.Output):
		return fault.Kind(code).Errorf("%w", place.Errorf("%w", err))
	}
	return place.Errorf("%w", err)
}

// Record plays the storyboard into a recording, which notes its sums.
func (p *Player) Record(ctx context.Context, c *studio.Canvas, to studio.Recording) (sums Sums, err error) {
	err = c.Write(ctx, to, func(w record.Writer) (err error) {
		sums, err = p.write(ctx, c, w)
		return err
	})
	return sums, err
}

// write is Play into a writer, which notes the sums if it can.
func (p *Player) write(ctx context.Context, c *studio.Canvas, w record.Writer) (Sums, error) {
	sums, err := p.Play(ctx, c, w)
	if n, ok := w.(record.Noter); ok && err == nil {
		err = n.Note(sums.Text())
	}
	return sums, err
}
