//go:build !nowindow

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"kernelscope/assets"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/session"
	"kernelscope/compute/session/clips"
	"kernelscope/osmload"
	"kernelscope/render/window"
	"kernelscope/ui"
)

func hasDisplay() bool { return window.HasDisplay() }

// desk is a stage in a window.
type desk struct {
	*stage
	window *window.Window
	read   readOptions
	log    *actionLog

	imports chan imported // of the import under way
	cancel  context.CancelFunc
	report  *osmload.Progress
	name    string

	moved time.Time // when the camera last moved

	experimenting bool
	verdict       *session.Result    // the last one that the oracle has looked at
	sorted        [2]bool            // sorts that the oracle has looked at
	tuned         bool               // maps open with the setting that is kept for them
	matched       *clips.Run         // the last one that the oracle has looked at
	opened        func(*stage) error // what to do when the first clips are open; nil for nothing
}

const framesPerSecond = 60

func (a *app) openWindow(ctx context.Context, file string) error {
	if err := exists(file); err != nil {
		return err
	}
	return a.openDesk(ctx, func(d *desk) error {
		d.tuned = a.tuned
		d.load(ctx, file)
		return nil
	})
}

// openViewWindow opens the window on a view that begin shows; the map is loaded when it
// is asked for.
func (a *app) openViewWindow(ctx context.Context, title string, begin func(*stage) error) error {
	return a.openDesk(ctx, func(d *desk) error {
		d.window.SetTitle(title + " - Kernelscope")
		return begin(d.stage)
	})
}

// openClipWindow opens the window on clips: those of a file, when it is read, or what
// begin shows.
func (a *app) openClipWindow(ctx context.Context, file string, begin func(*stage) error) error {
	if file == "" {
		return a.openViewWindow(ctx, "Clips", begin)
	}
	if err := exists(file); err != nil {
		return err
	}
	return a.openDesk(ctx, func(d *desk) error {
		d.opened = begin
		d.load(ctx, file)
		return nil
	})
}

// exists says what is wrong with a file's name, if something is. What is embedded or made
// has no file.
func exists(file string) error {
	if file == "" || file == assets.NestName || strings.HasPrefix(file, genPrefix) {
		return nil
	}
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("%w: %s: %v", osmload.ErrInput, file, errors.Unwrap(err))
	}
	return nil
}

// openDesk opens the window, lets begin choose what it shows, and draws frames until it
// is closed.
func (a *app) openDesk(ctx context.Context, begin func(*desk) error) error {
	read, err := a.readOptions()
	if err != nil {
		return err
	}
	log, err := openLog(a.trace)
	if err != nil {
		return err
	}
	defer log.close()
	w, s, err := a.openStage(session.Options{Observe: log.event, Seed: uint64(time.Now().UnixNano())})
	if err != nil {
		return err
	}
	defer closeStage(w, s)
	s.heard = func(a any) { log.write(fmt.Sprintf("%T", a), a) }
	d := &desk{stage: s, window: w, read: read, log: log}
	defer d.cancelImport()
	if err := begin(d); err != nil {
		return err
	}
	return d.run(ctx)
}

// openStage opens the window with a stage in it.
func (a *app) openStage(o session.Options) (*window.Window, *stage, error) {
	w, err := window.Open("Kernelscope", 1280, 800, a.device)
	if errors.Is(err, window.ErrNoDisplay) {
		return nil, nil, fmt.Errorf("%w: %v; without one, use 'viewer render', 'viewer record', 'viewer run' or 'viewer sort -o'", errNoDisplay, err)
	}
	if err != nil {
		return nil, nil, err
	}
	width, height := w.Size()
	ratio := w.Ratio()
	if a.uiScale > 0 {
		ratio = a.uiScale
	}
	s, err := newStage(w.Device, width, height, ratio, o)
	if err != nil {
		w.Close()
		return nil, nil, err
	}
	return w, s, nil
}

func closeStage(w *window.Window, s *stage) {
	s.release()
	for _, name := range w.Close() {
		slog.Debug("not released", "object", name)
	}
}

// windowScreen shows measured frames in a window.
type windowScreen struct {
	*window.Window
	s *stage
}

func (w windowScreen) begin(ctx context.Context) (*draw.Target, int, error) {
	w.Poll(true, 0)
	t, slot, err := w.Begin(ctx)
	return t, slot, err
}

func (w windowScreen) end(_ context.Context, cmd *gpu.Commands) error { return w.End(cmd) }

func (a *app) benchWindow(ctx context.Context, out io.Writer, file string, f frameFlags) error {
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return err
	}
	w, s, err := a.openStage(session.Options{})
	if err != nil {
		return err
	}
	defer closeStage(w, s)
	if err := s.open(m); err != nil {
		return err
	}
	return measureFrames(ctx, out, s, windowScreen{w, s}, f.each)
}

// run draws frames until the window is closed.
func (d *desk) run(ctx context.Context) error {
	var fps meter
	for ctx.Err() == nil {
		n := d.session.Snapshot()
		d.followExperiment(n.Experiment)
		d.followResult(n.Result)
		d.followSorts()
		d.followClips()
		busy := d.shown.Waiting() || d.loading != nil || time.Since(d.moved) < time.Second
		in, open := d.window.Poll(busy, framesPerSecond)
		if !open {
			return nil
		}
		d.fps = fps.frame(in.Seconds)
		if err := d.frame(ctx, in); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// frame does what a frame asks for and shows it.
func (d *desk) frame(ctx context.Context, in ui.Input) error {
	width, height := d.window.Size()
	d.resize(width, height)
	before := d.camera
	d.followImport()
	rest, err := d.interact(in)
	if err != nil {
		return err
	}
	for _, a := range rest {
		d.act(ctx, a)
	}
	if d.camera != before || in.X != 0 && in.Buttons[0] {
		d.moved = time.Now()
	} else if d.roads != nil && time.Since(d.moved) > 300*time.Millisecond {
		d.roads.Prefetch(d.camera)
	}
	const budget = 8 * time.Millisecond // of a frame's 16, for rounds
	if err := d.advance(time.Duration(in.Seconds*float64(time.Second)), budget); err != nil {
		return err
	}
	target, slot, err := d.window.Begin(ctx)
	if err != nil {
		return err
	}
	d.resize(target.Width, target.Height)
	cmd, err := d.draw(target, slot)
	if err != nil {
		return err
	}
	return d.window.End(cmd)
}

// followExperiment notes when an experiment has ended.
func (d *desk) followExperiment(e *session.Experiment) {
	running := e != nil && e.Running
	if d.experimenting && !running && e != nil {
		d.log.write("experiment", map[string]any{"kind": e.Result.Plan.Kind, "rows": len(e.Result.Rows), "whole": e.Result.Whole, "problem": e.Problem})
	}
	d.experimenting = running
}

// followResult notes what the oracle says.
func (d *desk) followResult(r *session.Result) {
	if r == nil || !r.Checked || r == d.verdict {
		return
	}
	d.verdict = r
	d.log.write("verified", map[string]any{"right": r.Wrong == nil, "reached": r.Reached, "distance": r.Distance})
}

// followSorts notes what the oracle says of sorts.
func (d *desk) followSorts() {
	if d.sorts == nil {
		return
	}
	for i, l := range d.sorts.Snapshot().Lanes {
		if heard := l.Verdict.Heard; heard != d.sorted[i] {
			d.sorted[i] = heard
			if heard {
				d.log.write("sorted", map[string]any{"algorithm": l.Algorithm.Name(), "right": l.Verdict.Wrong == nil, "gpu_ms": l.Total})
			}
		}
	}
}

// followClips notes what the oracle says of clips.
func (d *desk) followClips() {
	if d.clips == nil {
		return
	}
	n := d.clips.Snapshot()
	if n.Run == nil || !n.Verdict.Heard || n.Run == d.matched {
		return
	}
	d.matched = n.Run
	d.log.write("matched", map[string]any{"form": n.Form.Name(), "right": n.Verdict.Wrong == nil, "elements": len(n.Sequence.Elements)})
}

// act carries out what is the window's.
func (d *desk) act(ctx context.Context, a any) {
	switch a := a.(type) {
	case ui.OpenFile:
		d.load(ctx, a.Path)
	case ui.CancelLoading:
		d.cancelImport()
	case ui.ShowMap:
		if d.roads == nil && d.loading == nil {
			d.load(ctx, "")
		}
	case ui.SaveChart:
		name, err := d.saveChart()
		if err != nil {
			d.problem = err.Error()
			return
		}
		d.log.write("chart", name)
	case ui.Screenshot:
		if err := d.screenshot(ctx); err != nil {
			d.problem = err.Error()
		}
	}
}

// screenshot saves the picture of the next frame.
func (d *desk) screenshot(ctx context.Context) error {
	canvas, err := draw.NewCanvas(d.d, d.camera.Width, d.camera.Height)
	if err != nil {
		return err
	}
	defer canvas.Release()
	if err := d.d.Flush(ctx); err != nil { // the interface's buffers are free
		return err
	}
	cmd, err := d.draw(&canvas.Target, 0)
	if err != nil {
		return err
	}
	canvas.Download(cmd)
	d.d.Finish(cmd)
	if err := d.d.Flush(ctx); err != nil {
		return err
	}
	name := time.Now().Format("kernelscope-20060102-150405.png")
	err = writePicture(name, canvas)
	if err == nil {
		d.log.write("screenshot", name)
	}
	return err
}

// meter smooths the rate of frames.
type meter struct{ mean float64 }

func (m *meter) frame(seconds float64) float64 {
	if m.mean == 0 || seconds > 0.2 {
		m.mean = seconds
	}
	m.mean += 0.05 * (seconds - m.mean)
	return 1 / max(1e-4, m.mean)
}
