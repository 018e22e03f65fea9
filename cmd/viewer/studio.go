package main

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/compute/session"
	"kernelscope/render/record"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/ui"
)

// studio is a stage with a canvas instead of a window.
type studio struct {
	*stage
	canvas *gpu.Canvas
}

// openStudio opens the device, the map and the query that the flags name.
func (a *app) openStudio(ctx context.Context, file string, f pictureFlags) (*studio, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if _, _, err := canvasSize(f.size, f.ratio); err != nil {
		return nil, err
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return nil, err
	}
	st, err := a.openCanvas(f.size, f.ratio)
	if err != nil {
		return nil, err
	}
	if err := st.begin(m, f); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

// canvasSize reads the flags of a canvas.
func canvasSize(size string, ratio float64) (w, h int, err error) {
	if !(ratio >= 0.5 && ratio <= 8) {
		return 0, 0, usage("--ratio is %g, not within 0.5 and 8", ratio)
	}
	return parseSize(size)
}

// openCanvas opens the device and a stage on a canvas.
func (a *app) openCanvas(size string, ratio float64) (*studio, error) {
	w, h, err := canvasSize(size, ratio)
	if err != nil {
		return nil, err
	}
	d, err := a.openDevice()
	if err != nil {
		return nil, err
	}
	s, err := newStage(d, w, h, ratio, session.Options{Wait: true, Seed: 1})
	if err != nil {
		d.Release()
		return nil, err
	}
	s.steady = true
	st := &studio{stage: s}
	if st.canvas, err = d.NewCanvas(w, h); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

// begin opens the map and applies the flags as actions, as a person would.
func (s *studio) begin(m *scene.Map, f pictureFlags) error {
	view := session.View{ByDistance: f.distance, Painter: f.painter, Order: f.order, Panels: f.panel}
	if err := s.session.Apply(session.SetView{View: view}); err != nil {
		return err
	}
	if err := s.open(m); err != nil {
		return err
	}
	if f.centre != "" && m.Abstract {
		return usage("--centre is of no use: %s has no coordinates", m.Name)
	}
	if f.centre != "" {
		if err := s.lookAt(f.centre, f.metres); err != nil {
			return err
		}
	}
	actions, err := f.actions(m)
	if err != nil {
		return err
	}
	for _, a := range actions {
		if err := s.session.Apply(a); err != nil {
			return err
		}
	}
	if !f.tuned {
		return nil
	}
	if err := s.useTuned(); err != nil {
		return err
	}
	given, err := f.search() // what is given counts more
	if err != nil {
		return err
	}
	return applyAll(s.session, given...)
}

func (s *studio) lookAt(centre string, metres float64) error {
	x, y, _ := strings.Cut(centre, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if err0 != nil || err1 != nil || math.Abs(lon) > 180 || math.Abs(lat) > 90 {
		return usage("--centre is %q, not lon,lat", centre)
	}
	p := geom.FromDegrees(lon, lat)
	s.camera.X, s.camera.Y, s.camera.Scale = float64(p.X), float64(p.Y), p.MetresPerUnit()/metres
	return nil
}

// actions are those that the flags stand for.
func (f *pictureFlags) actions(m *scene.Map) (out []session.Action, err error) {
	if out, err = f.search(); err != nil {
		return nil, err
	}
	if f.source == "" && f.target == "" {
		return out, nil
	}
	finder, err := newFinder(m)
	if err != nil {
		return nil, err
	}
	ends := session.SetEnds{}
	for _, e := range []struct {
		text string
		to   **geom.Point
	}{{f.source, &ends.Source}, {f.target, &ends.Target}} {
		if e.text == "" || e.text == "all" {
			continue
		}
		p, err := finder.find(e.text, newRandom(1))
		if err != nil {
			return nil, err
		}
		*e.to = &m.Graph.At[p.node]
	}
	out = append(out, ends)
	if f.target == "all" {
		out = append(out, session.SetTargetAll{All: true})
	}
	return append(out, session.Rerun{}), nil
}

func (s *studio) close() {
	if s.canvas != nil {
		s.canvas.Release()
	}
	s.release()
	s.d.Release()
}

// shoot draws a frame and returns its pixels.
func (s *studio) shoot(ctx context.Context) ([]byte, error) {
	if _, err := s.interact(ui.Input{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
		return nil, err
	}
	cmd, err := s.draw(&s.canvas.Target, 0)
	if err != nil {
		return nil, err
	}
	s.canvas.Download(cmd)
	s.d.Finish(cmd)
	if err := s.d.Flush(ctx); err != nil {
		return nil, err
	}
	return s.canvas.Pixels(), nil
}

// picture writes a frame as a PNG file.
func (s *studio) picture(ctx context.Context, file string) error {
	for range 2 { // in the first frame the panel finds its size
		if _, err := s.shoot(ctx); err != nil {
			return err
		}
	}
	return writePicture(file, s.canvas)
}

// isStill says whether an output's name asks for one picture.
func isStill(out string) bool {
	return strings.ToLower(filepath.Ext(out)) == ".png" && !strings.Contains(out, "%")
}

// film is what is asked of a recording.
type film struct {
	path    string
	fps     int
	seconds float64
	palette []color.RGBA // of a GIF
}

// playing returns how many seconds something plays; the last part is left for its
// result.
func (f film) playing() float64 { return f.seconds - min(1.5, f.seconds/4) }

// pace returns how many of so many steps to play in a second.
func (f film) pace(steps int) float64 { return 1.02 * float64(steps) / f.playing() }

// shootFilm records what begin lets play, and returns what was written.
func (s *studio) shootFilm(ctx context.Context, f film, begin func() error) (written string, err error) {
	frames := int(f.seconds*float64(f.fps) + 0.5)
	err = s.toFile(f.path, f.fps, f.palette, func(w record.Writer) error {
		if err := begin(); err != nil {
			return err
		}
		return s.roll(ctx, w, frames, f.fps)
	})
	return fmt.Sprintf("%s: %d frames of %d × %d", f.path, frames, s.canvas.Width, s.canvas.Height), err
}

// roll lets time pass, frame by frame.
func (s *studio) roll(ctx context.Context, w record.Writer, frames, fps int) error {
	if _, err := s.shoot(ctx); err != nil { // the panel finds its size
		return err
	}
	for range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.advance(time.Duration(float64(time.Second)/float64(fps)), time.Hour); err != nil {
			return err
		}
		pixels, err := s.shoot(ctx)
		if err != nil {
			return err
		}
		if err := w.Frame(pixels); err != nil {
			return err
		}
	}
	return nil
}

// toFile writes what the output's name asks for.
func (s *studio) toFile(out string, fps int, palette []color.RGBA, write func(record.Writer) error) error {
	width, height := s.canvas.Width, s.canvas.Height
	finish := func(w record.Writer, err error) error {
		if err != nil {
			return err
		}
		if err := write(w); err != nil {
			w.Close()
			return err
		}
		return w.Close()
	}
	switch strings.ToLower(filepath.Ext(out)) {
	case ".gif":
		return writeFile(out, func(w io.Writer) error {
			return finish(record.GIF(w, width, height, fps, palette))
		})
	case ".mp4":
		part := out + ".part"
		if err := finish(record.Video(part, width, height, fps)); err != nil {
			os.Remove(part)
			return fmt.Errorf("%w %s: %v", errOutput, out, err)
		}
		return os.Rename(part, out)
	case ".png":
		if !strings.Contains(out, "%") {
			return usage("-o is %q: name numbered pictures, such as frames/%%04d.png", out)
		}
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return fmt.Errorf("%w: %v", errOutput, err)
		}
		return finish(record.Pictures(func(n int, write func(io.Writer) error) error {
			return writeFile(fmt.Sprintf(out, n), write)
		}, width, height), nil)
	}
	return usage("-o is %q: the name must end in .gif, .mp4 or .png", out)
}
