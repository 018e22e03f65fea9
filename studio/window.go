package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/clock"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio/config"
	"kernelscope/ui"
	"kernelscope/watch"
)

// ErrNoDisplay means that there is no display for a window.
var ErrNoDisplay = errors.New("no display")

// errLost means that the display has gone while a window was on it.
var errLost = fmt.Errorf("%w any more: its server has ended the connection", ErrNoDisplay)

// display is a window of the window system, with the device that draws into it.
type display interface {
	Poll(busy bool, fps float64) (in input.Frame, open bool)
	Size() (width, height int) // in pixels
	Ratio() float64
	SetTitle(string)
	// Lost reports whether the window system has ended the connection.
	Lost() bool
	Begin(context.Context) (t *draw.Target, slot int, err error)
	End(*gpu.Commands) error
	// Renew gives up the images of the window, which are made anew for the next frame.
	Renew()
	// Reopen abandons the device, with everything on it, and opens the named one, as in
	// gpu.Options.
	Reopen(device string) (*gpu.Device, error)
	Close() (leaked []string)
	// Bounds returns the position of the window and its size, in units of the window system.
	Bounds() (x, y, width, height int)
}

// Window is a stage in a window.
type Window struct {
	*Stage
	display   display
	load      *loading // nil while nothing is read
	opening   int      // frames whose time a file took to open
	unseen    string   // file whose first picture is due; empty for none
	title     string
	browser   browser
	history   history
	lesson    Lesson   // nil while there is none
	film      *filming // nil while no recording is made
	lens      lens
	done      func()          // ends the turn of this window among others
	preparing *preparing      // nil while no kernels are prepared
	shoot     float64         // the next frame is saved as a picture, of this many times the pixels across; 0 if not
	clipboard input.Clipboard // nil before the first frame
	held      time.Time       // when a button of the mouse was last down

	kept     string        // choices when the settings were last saved
	chosen   *ui.SetDevice // by the frame before; nil for none
	restored time.Time     // when the device was last opened again
	panics   int           // frames in a row that did not end
}

const (
	framesPerSecond = 60
	usualSize       = "1280x800"
	besides         = 32                    // units of the window system by which a window is beside the one that was opened before it
	minBudget       = 8 * time.Millisecond  // of a frame for computing
	maxBudget       = 50 * time.Millisecond // while windows still answer
	// readingPerSecond is the frame rate of a software device while a file is read or a recording is
	// made, which needs the processors.
	readingPerSecond = 10
)

// openWindow opens a window for a program. Close it.
func openWindow(p *Program) (w *Window, err error) {
	log, err := OpenLog(p.Trace)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			log.Close()
		}
	}()
	if s := p.Settings; p.Theme == "" && s != nil && render.ThemeNamed(s.Theme) != nil {
		p.Theme = s.Theme
	}
	place, usual, err := p.place()
	if err != nil {
		return nil, err
	}
	turn, done := p.Settings.Turn()
	defer func() {
		if err != nil {
			done()
		}
	}()
	place.X, place.Y = place.X+turn*besides, place.Y+turn*besides
	d, device, err := openDisplay(place, usual, p.gpu())
	if err != nil {
		return nil, err
	}
	width, height := d.Size()
	ratio := p.ratio(d)
	s, err := NewStage(device, width, height, ratio, Options{Program: p, Log: log, Seed: uint64(time.Now().UnixNano())})
	if err != nil {
		d.Close()
		return nil, err
	}
	w = &Window{Stage: s, display: d, done: done}
	w.listDevices()
	w.UI.CanRecord = p.Executable != ""
	return w, nil
}

// place is where a window opens: as large as was asked for, or as the window before, and else of
// the usual size.
func (p *Program) place() (w config.Window, usual bool, err error) {
	if p.Settings != nil {
		w = p.Settings.Window
	}
	if p.Size != "" || w.Width < 320 || w.Height < 200 {
		size := PictureFlags{Size: cmp.Or(p.Size, usualSize), Ratio: 1}
		w.Width, w.Height, err = size.Pixels()
		usual = p.Size == ""
	}
	return w, usual, err
}

// A window of this size, in pixels, has an interface at scale 1. Half as large again, it has
// half as large letters again, in steps of a quarter.
const plainWidth, plainHeight = 1280, 960

// ratio returns the scale of the interface in a window: what was asked for, else that of the
// monitor, or a larger one in a large window.
func (p *Program) ratio(d display) float64 {
	if p.Scale > 0 {
		return p.Scale
	}
	width, height := d.Size()
	bySize := min(float64(width)/plainWidth, float64(height)/plainHeight)
	return max(d.Ratio(), math.Floor(4*bySize)/4)
}

// close releases everything, and returns the error of the log.
func (w *Window) close() error {
	w.cancel()
	if w.stopFilm(); w.film != nil {
		w.film.cleans()
	}
	if w.preparing != nil {
		w.preparing.stop()
	}
	w.browser.stop()
	w.closeLens()
	w.keep()
	if w.done != nil {
		w.done()
	}
	w.Stage.Release()
	for _, name := range w.display.Close() {
		slog.Debug("not released", "object", name)
	}
	return w.Log.Close()
}

// run draws frames until the person closes the window, or something cannot be mended. The log has
// the number of the frame in which F12 was pressed, once it is shown, and of the last frame before a
// rest.
func (w *Window) run(ctx context.Context) error {
	var fps meter
	frames, resting := 0, false
	for ctx.Err() == nil {
		waiting := w.Shown().Waiting() || w.load != nil || w.film != nil || w.lens.busy || w.lesson != nil && w.lesson.State().Going || w.preparing != nil && w.preparing.due != nil
		in, open := w.display.Poll(waiting || time.Since(w.held) < time.Second, w.pace())
		if !open {
			return w.ended(nil)
		}
		if in.Quiet && w.shoot == 0 && !w.UI.Fading() && !w.UI.Entering() {
			if !resting {
				w.Log.Write("rest", frames)
				w.keepChanged()
			}
			resting = true
			continue // the picture in the window is right
		}
		frames, resting = frames+1, false
		if in.Buttons[0] {
			w.held = time.Now()
		}
		w.status.FPS, w.status.Idle = fps.frame(in.Seconds), !waiting
		if err := w.mend(w.guarded(ctx, in)); err != nil {
			return w.ended(err)
		}
		if in.Pressed(input.KeyF12) {
			w.Log.Write("frame", frames)
		}
	}
	return ctx.Err()
}

// ended returns why a window ends that an error ends, or the person.
func (w *Window) ended(err error) error {
	if w.display.Lost() {
		return errLost
	}
	return err
}

// host is the window as the host of a command.
func (w *Window) host(ctx context.Context) Host {
	return Host{w.Stage, func(r Reading) { w.Load(ctx, r) }}
}

// pace returns how many frames per second are drawn.
func (w *Window) pace() float64 {
	busy := w.load != nil || w.film != nil && !w.Shown().Waiting()
	if busy && w.GPU.Info().Software {
		return readingPerSecond
	}
	return framesPerSecond
}

// frame does what a frame asks for and shows it.
func (w *Window) frame(ctx context.Context, in input.Frame) error {
	if err := w.concern(w.follow()); err != nil {
		return err
	}
	width, height := w.display.Size()
	if width == 0 || height == 0 { // minimized
		return w.advance(in.Seconds)
	}
	w.Width, w.Height, w.clipboard = width, height, in.Clipboard
	if ratio := w.ratio(w.display); ratio != w.Ratio { // on another monitor, or in another size
		w.Ratio = ratio
		if err := w.UI.Restart(ratio); err != nil {
			return err
		}
	}
	if err := w.followDevice(); err != nil {
		return err
	}
	if err := w.followFilm(); err != nil {
		return err
	}
	if err := w.concern(w.followLens()); err != nil {
		return err
	}
	w.followPreparing(in)
	w.followStart()
	w.followBrowser()
	rest, err := w.Interact(in)
	if err != nil {
		return err
	}
	if n := w.shoot; n > 0 {
		w.shoot = 0
		if err := w.settle(ui.Screenshot{}, w.screenshot(ctx, n)); err != nil {
			return err
		}
	}
	for _, a := range rest {
		if err := w.settle(a, w.actOfHost(ctx, a)); err != nil {
			return err
		}
	}
	if err := w.advance(in.Seconds); err != nil {
		return err
	}
	if err := w.concern(w.followLesson(ctx, in.Seconds)); err != nil {
		return err
	}
	w.history.note(w.Stage, time.Now())
	if now := w.Shown().Title() + " - Kernelscope"; now != w.title {
		w.title = now
		w.display.SetTitle(now)
	}
	return w.Present(ctx)
}

// advance lets the time of a frame pass. Half of it is for computing: where drawing is slow, a
// search should not be slower still.
func (w *Window) advance(seconds float64) error {
	frame := time.Duration(seconds * float64(time.Second))
	if w.opening > 0 { // the new search begins at its start
		w.opening, frame = w.opening-1, 0
	}
	return w.Advance(frame, computing(frame))
}

// computing returns the time for computing in a frame.
func computing(frame time.Duration) time.Duration {
	return max(minBudget, min(maxBudget, frame/2))
}

// Poll returns the input since the last call. open is false when the user closes the window.
func (w *Window) Poll() (in input.Frame, open bool) { return w.display.Poll(true, 0) }

// Present draws the stage and shows it, unless the window shows nothing now.
func (w *Window) Present(ctx context.Context) error {
	target, slot, err := w.display.Begin(ctx)
	switch {
	case errors.Is(err, gpu.ErrNotReady):
		return nil
	case errors.Is(err, gpu.ErrOutOfMemory):
		return w.concern(err) // it is tried again for the next frame
	case err != nil:
		return err
	}
	w.Width, w.Height = target.Width, target.Height
	cmd, err := w.Draw(target, slot)
	if err != nil {
		return err
	}
	err = w.display.End(cmd)
	if err == nil && w.unseen != "" {
		slog.Debug("first picture", "file", w.unseen, "after", clock.Since(began))
		w.unseen = ""
	}
	return err
}

// actOfHost carries out what is the window's.
func (w *Window) actOfHost(ctx context.Context, a watch.Action) error {
	switch a := a.(type) {
	case ui.OpenFile:
		w.loadFile(ctx, a.Path)
	case ui.SetProfile:
		w.setProfile(ctx, a.Profile)
	case ui.CancelLoading:
		w.cancel()
	case ui.Screenshot:
		w.UI.Hush()
		if w.shoot = 1; a.Twice {
			w.shoot = 2
		}
	case ui.CopyCommand:
		return w.copyCommand()
	case ui.SaveBoard:
		_, err := w.saveBoard()
		return err
	case ui.Record:
		return w.record()
	case ui.ShareGIF:
		return w.shareGIF()
	case ui.SharePage:
		return w.sharePage()
	case ui.StopFilm:
		w.stopFilm()
	case ui.SaveTrace:
		return w.saveTrace()
	case ui.Turn:
		if w.lesson != nil {
			w.lesson.Turn(a.Steps)
		}
	case ui.EndLesson:
		w.lesson = nil
	case ui.SetDevice:
		w.chosen = &a
	default:
		taken, err := w.actOnCover(ctx, a)
		if !taken {
			taken, err = w.actOnLens(a)
		}
		if !taken {
			return watch.NotTaken(a)
		}
		return err
	}
	return nil
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
