package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/compute/gpu"
	"kernelscope/compute/profile"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/studio/config"
)

// family returns the family of a name.
func (p *Program) family(name string) Family {
	return p.Families[slices.IndexFunc(p.Families, func(f Family) bool { return f.Name == name })]
}

// Taker returns the first of some families, given by their names, that takes what was read. The error
// wraps fault.Input.
func (p *Program) Taker(in any, names []string) (f Family, err error) {
	for _, name := range names {
		f = p.family(name)
		if f.Takes(in) {
			return f, nil
		}
	}
	what := "this file"
	if i, ok := in.(open.Input); ok {
		what = i.Kind.String()
	}
	return f, fault.Input.Errorf("%s cannot show %s; 'viewer FILE' opens it in another view", strings.Join(names, ", "), what)
}

// Program is the state that all windows, pictures and commands share.
type Program struct {
	Version  string
	Host     string       // the system and its processors, for results
	Families []Family     // at least one
	Input    open.Options // for files that are opened
	Device   string       // to be used; see gpu.Options. Of two a window gives the other one to the second sides of comparisons
	second   *int         // its number; nil for none
	// ComputeOnly is gpu.Options.ComputeOnly, for devices without a window.
	ComputeOnly bool
	Compares    bool                 // a picture or recording is asked to compare, so that it may use two devices
	Backend     Backend              // that algorithms run on
	Against     Opponent             // what lockstep compares with
	Told        func(verdict string) // receives what lockstep has compared
	// Interpreter of the backend simt; nil for a new one.
	Interpreter *onsimt.Interpreter
	// Context ends the wait for an unresponsive device; nil waits forever.
	Context context.Context
	Fake    *gpu.Fake // of devices; nil but in tests
	// Profile records the work of the device that OpenComputer opens; nil for none.
	Profile *profile.Recorder
	// Given are the flags of reading and computing that were given, for Stage.Command.
	Given []string
	// Into receives what a command shows, in place of a window of its own; nil for none.
	Into *Begin

	// Share returns functions that show and remove the progress of some work; nil if there is no
	// observer.
	Share func() (show func(share float64, doing string), stop func())

	// Restore reads what the command stored in a picture needs. It runs on any goroutine.
	Restore func(ctx context.Context, words []string, picture string) (Begin, error)

	// Lessons reads the storyboard of a path. It runs on any goroutine.
	Lessons func(ctx context.Context, path string) (Lesson, error)

	// Page returns the words of a command that writes a page of what another command shows; its last word is
	// the page's file. Nil if pages cannot be written.
	Page func(shown []string, file string) ([]string, error)

	// Lenses makes the lens of a window, which begins to work.
	Lenses func(LensOf) Lens
	// Inside is a file with a dispatch that a window looks into first; none if empty.
	Inside string

	Theme string // name of the theme of windows and pictures; the first one if empty

	// Of windows:
	Executable string           // path of the program, which makes recordings; empty for none
	Settings   *config.Settings // of the window before; nil if nothing is kept
	Asked      bool             // the command line asks for more than a file: parameters of Settings do not count
	Size       string           // such as 1280x800; the usual one if empty
	Trace      string           // path of the action log; none if empty
	Scale      float64          // of the interface; by the monitor and the window if zero
}

// AddWindowFlags adds the flags of commands that open a window.
func (p *Program) AddWindowFlags(fs *pflag.FlagSet) {
	p.AddBackend(fs)
	p.AddTheme(fs)
	fs.StringVar(&p.Trace, "trace", "", "write the window's events to this file, as JSON lines")
	fs.Float64Var(&p.Scale, "ui-scale", 0, "scale of the window's interface; chosen by the size of monitor and window if zero")
}

// AddTheme adds the flag of commands that draw.
func (p *Program) AddTheme(fs *pflag.FlagSet) {
	fs.StringVar(&p.Theme, "theme", "", "colours: "+strings.Join(themes(), ", "))
}

// themes are the names of all themes.
func themes() (names []string) {
	for _, t := range render.Themes {
		names = append(names, t.Name)
	}
	return names
}

// check refuses flags that mean nothing.
func (p *Program) check() error {
	if p.Theme != "" && render.ThemeNamed(p.Theme) == nil {
		return fmt.Errorf("%w: --theme is %q, not one of %s", fault.Usage, p.Theme, strings.Join(themes(), ", "))
	}
	if p.Scale != 0 && !(p.Scale >= 0.5 && p.Scale <= 8) {
		return fmt.Errorf("%w: --ui-scale is %g, not between 0.5 and 8", fault.Usage, p.Scale)
	}
	return nil
}

// gpu are the options of devices that are opened.
func (p *Program) gpu() gpu.Options {
	return gpu.Options{Device: p.Device, ComputeOnly: p.ComputeOnly, Context: p.Context, Fake: p.Fake}
}

// PreferComputeOnly sets ComputeOnly until the function that it returns is called.
func (p *Program) PreferComputeOnly() (reset func()) {
	before := p.ComputeOnly
	p.ComputeOnly = true
	return func() { p.ComputeOnly = before }
}

// OpenDevice opens the GPU that the flags name, without a window.
func (p *Program) OpenDevice() (*gpu.Device, error) { return p.OpenDeviceOf(nil) }

// OpenDeviceOf is OpenDevice with other modules of kernels, as in gpu.Options.
func (p *Program) OpenDeviceOf(code func(source string, basic bool) (string, error)) (*gpu.Device, error) {
	o := p.gpu()
	o.Code = code
	d, err := gpu.Open(o)
	if err == nil {
		i := d.Info()
		slog.Info("device", "name", i.Name, "driver", i.Driver, "vulkan", i.API)
	}
	return d, err
}

// Window opens a window, lets begin choose its view, and draws frames until the user closes it.
// For Into there is no window: what it receives closes the views of a host and calls begin.
func (p *Program) Window(ctx context.Context, begin func(Host) error) error {
	if p.Into != nil {
		*p.Into = func(h Host) error {
			h.Input, h.Given, h.Asked, h.UI.Start = p.Input, p.Given, true, nil
			if err := h.Reset(); err != nil {
				return err
			}
			return begin(h)
		}
		return nil
	}
	return p.WithWindow(func(w *Window) error {
		w.prepare()
		host := w.host(ctx)
		err := begin(host)
		if w.GPU.Failed() != nil {
			if err = w.restore(cmp.Or(err, w.GPU.Failed())); err == nil {
				err = begin(host)
			}
		}
		if err != nil {
			return err
		}
		return w.run(ctx)
	})
}

// WithWindow opens a window while use draws in it. No other process is beside it.
func (p *Program) WithWindow(use func(*Window) error) (err error) {
	if err := cmp.Or(p.check(), p.divide()); err != nil {
		return err
	}
	w, err := openWindow(p)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.close()) }()
	return use(w)
}

// Canvas opens the device and a stage for pictures while use draws them.
func (p *Program) Canvas(f PictureFlags, use func(*Canvas) error) error {
	_, _, err := f.Pixels()
	if err := cmp.Or(err, p.check()); err != nil {
		return err
	}
	if p.Compares {
		if err := p.divide(); err != nil {
			return err
		}
	}
	return Again(func() error {
		d, err := p.OpenDevice()
		if err != nil {
			return err
		}
		defer d.Release()
		c, err := newCanvas(p, d, f)
		if err != nil {
			return err
		}
		defer c.release()
		return use(c)
	})
}

// Again runs a function that opens a device, and repeats it once if the device is lost.
func Again(do func() error) error {
	lost := do()
	if !errors.Is(lost, gpu.ErrDeviceLost) {
		return lost
	}
	err := do()
	switch {
	case err == nil:
		slog.Warn("the device was lost and reopened", "reason", lost)
	case errors.Is(err, gpu.ErrDeviceLost):
		err = fmt.Errorf("%w, and once before that", err)
	}
	return err
}

// PictureFlags are the flags of pictures and recordings.
type PictureFlags struct {
	Out     string // path of a picture or recording
	Size    string // such as 1280x800
	Ratio   float64
	Panel   bool
	FPS     int
	Seconds float64
	Caption bool // recordings have a caption
	// Supersample draws twice as wide and high, and averages.
	Supersample bool

	Captions  Captions // of the canvas
	ForWindow bool     // the canvas has the format of windows and is not saved
}

// Add adds the flags, with present values as defaults. about is the help of -o.
func (f *PictureFlags) Add(fs *pflag.FlagSet, about string) {
	fs.StringVarP(&f.Out, "output", "o", f.Out, about)
	fs.StringVar(&f.Size, "size", f.Size, "width and height in pixels")
	fs.Float64Var(&f.Ratio, "ratio", 1, "scale of everything drawn: 2 suits displays of twice the usual density")
	fs.BoolVar(&f.Panel, "ui", false, "also draw the panel")
}

// AddFilm adds the flags of recordings.
func (f *PictureFlags) AddFilm(fs *pflag.FlagSet) {
	fs.IntVar(&f.FPS, "fps", 25, "frames per second of a recording")
	fs.Float64Var(&f.Seconds, "seconds", 8, "length of a recording")
	fs.BoolVar(&f.Supersample, "supersample", false, "draw twice as wide and high, and average four pixels into one: smoother lines, in four times the time")
	fs.BoolVar(&f.Caption, "caption", true, "say below a recording what the algorithm does: its parameters, counters and step")
}

// Film checks the flags of recordings and returns their settings.
func (f *PictureFlags) Film() (Film, error) {
	if f.FPS < 1 || f.FPS > 100 {
		return Film{}, fmt.Errorf("%w: --fps is %d, not between 1 and 100", fault.Usage, f.FPS)
	}
	if !(f.Seconds >= 0.1 && f.Seconds <= 3600) {
		return Film{}, fmt.Errorf("%w: --seconds is %g, not between 0.1 and 3600", fault.Usage, f.Seconds)
	}
	return Film{f.Out, f.FPS, f.Seconds, f.Panel}, checkName(f.Out)
}

// Pixels checks the flags of all pictures, and reads the size.
func (f *PictureFlags) Pixels() (width, height int, err error) {
	if f.Panel && IsVector(f.Out) {
		return 0, 0, fmt.Errorf("%w: --ui draws the panel, which %s cannot show: vector figures have none; write .png", fault.Usage, f.Out)
	}
	if !(f.Ratio >= 0.5 && f.Ratio <= 8) {
		return 0, 0, fmt.Errorf("%w: --ratio is %g, not between 0.5 and 8", fault.Usage, f.Ratio)
	}
	x, y, ok := strings.Cut(f.Size, "x")
	width, err0 := strconv.Atoi(x)
	height, err1 := strconv.Atoi(y)
	if !ok || err0 != nil || err1 != nil || width < 16 || height < 16 || width > 16384 || height > 16384 {
		return 0, 0, fmt.Errorf("%w: --size is %q; give width and height such as 1280x800, 16 to 16384 each", fault.Usage, f.Size)
	}
	return width, height, nil
}
