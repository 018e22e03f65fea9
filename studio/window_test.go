package studio

import (
	"context"
	"errors"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/profile"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// screen is a display that draws into memory. A script is asked for the input of each frame
// until it is nil.
type screen struct {
	*draw.Canvas
	d      *gpu.Device
	script func(frame int) *input.Frame
	frames int
	titles []string

	t       *testing.T
	device  string // that is opened; the usual one if empty
	broken  string // device that cannot be opened
	fake    gpu.Fake
	release []func() // devices
	renewed int
	lost    bool
	larger  float64 // than a plain display
}

func (s *screen) Poll(bool, float64) (input.Frame, bool) {
	in := s.script(s.frames)
	s.frames++
	if in == nil {
		return input.Frame{}, false
	}
	in.Seconds, in.X, in.Y = 1.0/60, -1, -1
	return *in, true
}

func (s *screen) Size() (width, height int)         { return s.Width, s.Height }
func (s *screen) Ratio() float64                    { return 1 + s.larger }
func (s *screen) SetTitle(title string)             { s.titles = append(s.titles, title) }
func (s *screen) Close() []string                   { return nil }
func (s *screen) Bounds() (x, y, width, height int) { return 3, 4, s.Width, s.Height }
func (s *screen) Lost() bool                        { return s.lost }
func (s *screen) Renew()                            { s.renewed++ }

func (s *screen) open(t *testing.T) (*gpu.Device, error) {
	d, release, err := gputest.Elsewhere(t, gpu.Options{Device: s.device, Fake: &s.fake})
	s.release = append(s.release, release)
	return d, err
}

func (s *screen) Reopen(device string) (d *gpu.Device, err error) {
	s.d.Abandon()
	if s.device = device; device != "" && device == s.broken {
		return nil, gpu.ErrUnavailable
	}
	if s.d, err = s.open(s.t); err != nil {
		return nil, err
	}
	s.Canvas, err = draw.NewCanvas(s.d, s.Width, s.Height)
	return s.d, err
}

func (s *screen) Begin(context.Context) (*draw.Target, int, error) { return &s.Target, 0, nil }

func (s *screen) End(cmd *gpu.Commands) error {
	s.d.Finish(cmd)
	return s.d.Flush(context.Background())
}

// plain is a view of nothing.
type plain struct {
	*Stage
	name    string
	begun   int
	rebuilt int
	asks    []watch.Action // in the next frame
	fails   error          // of every frame
	panics  bool           // in the midst of the next frame
	now     Now
	applied []watch.Action
}

type refused struct{}

func (refused) Action() {}

func (v *plain) Begin() error { v.begun++; return nil }

func (v *plain) Open(in any) error {
	if in.(open.Input).Map.Graph.Nodes() > 16 {
		return errors.New("that is too large")
	}
	v.name = in.(open.Input).Map.Name
	return nil
}

func (v *plain) Frame(in input.Frame) []watch.Action {
	return v.UI.Frame(in, v.Width, v.Height, func() {
		for _, a := range v.asks {
			v.UI.Do(a)
		}
		v.asks = nil
		if v.panics {
			v.panics = false
			panic("out of mind")
		}
	})
}

func (v *plain) Apply(a watch.Action) (taken bool, err error) {
	v.applied = append(v.applied, a)
	if a == (refused{}) {
		return true, errors.New("that is refused")
	}
	return false, nil
}

func (v *plain) Command(bool) ([]string, error)           { return []string{v.name}, nil }
func (v *plain) Advance(_, _ time.Duration) error         { return v.fails }
func (v *plain) Calls(*gpu.Commands) ([]draw.Call, error) { return nil, v.fails }
func (v *plain) Waiting() bool                            { return true }
func (v *plain) Title() string                            { return v.name }
func (v *plain) Palette(bool) []color.RGBA                { return nil }
func (v *plain) Settle() error                            { return nil }
func (v *plain) Now() Now                                 { return v.now }
func (v *plain) Release()                                 {}
func (v *plain) Rebuild() error                           { v.rebuilt++; return nil }

// openScreen makes a window of two families that does what a script says.
func openScreen(t *testing.T, script func(w *Window, frame int) *input.Frame) (*Window, *screen) {
	t.Helper()
	gputest.Open(t) // skips where there is none
	to := &screen{t: t}
	t.Cleanup(func() {
		for _, release := range to.release {
			release()
		}
	})
	d, err := to.open(t)
	if err != nil {
		t.Fatal(err)
	}
	if to.Canvas, err = draw.NewCanvas(d, 320, 200); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { to.Canvas.Release() })
	p := &Program{}
	for i, name := range []string{"One", "Two"} {
		p.Families = append(p.Families, Family{
			Tab:   ui.Tab{Name: name, Tip: "Is " + name, Key: input.KeyF3 + input.Key(i)},
			New:   func(s *Stage) (View, error) { return &plain{Stage: s, name: name}, nil },
			Takes: func(any) bool { return name == "Two" },
		})
	}
	s, err := NewStage(d, 320, 200, 1, Options{Program: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	w := &Window{Stage: s}
	to.d, to.script = d, func(frame int) *input.Frame { return script(w, frame) }
	w.display = to
	w.listDevices()
	return w, to
}

// Keys change between families; the window has the title of what is shown.
func TestWindowShows(t *testing.T) {
	keys := []input.Key{input.KeyF4, input.KeyNone, input.KeyF4, input.KeyF3}
	w, to := openScreen(t, func(_ *Window, frame int) *input.Frame {
		if frame == len(keys) {
			return nil
		}
		return &input.Frame{Keys: []input.KeyEvent{{Key: keys[frame], Down: true}}}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"Two - Kernelscope", "One - Kernelscope"}; !slices.Equal(to.titles, want) {
		t.Errorf("the titles are %q, want %q", to.titles, want)
	}
	if one, two := w.views[0].(*plain), w.views[1].(*plain); one.begun != 1 || two.begun != 1 {
		t.Errorf("the views begin %d and %d times", one.begun, two.begun)
	}
}

// A file that is dropped is opened by the family that takes it. One that is broken, or too
// large, is a message, and what was shown stays.
func TestWindowOpens(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.osm")
	if err := os.WriteFile(bad, []byte("<osm"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := []string{bad, "gen:grid,width=9,height=9", "gen:grid,width=3,height=3"}
	messages := []string{"bad.osm", "too large", ""}
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		if w.load != nil {
			return &input.Frame{}
		}
		if frame > 0 {
			if m := w.Status().Problem; !strings.Contains(m, messages[0]) || m != "" && messages[0] == "" {
				t.Errorf("after a file the message is %q, want %q", m, messages[0])
			}
			if len(messages) > 1 && w.shown != 0 {
				t.Errorf("what was shown does not stay")
			}
			messages = messages[1:]
		}
		if len(messages) == 0 {
			return nil
		}
		f := files[0]
		files = files[1:]
		return &input.Frame{Files: []string{f}}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if name := w.Shown().Title(); w.shown != 1 || !strings.Contains(name, "grid") {
		t.Errorf("view %d shows %q in the end; titles %q", w.shown, name, to.titles)
	}
}

// Another way to travel reads the map anew; what is opened after that, and the command, are for
// it, too.
func TestWindowProfile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.osm")
	text := `<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/><way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="footway"/></way></osm>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var edges []int
	asks := []watch.Action{ui.OpenFile{Path: path}, ui.SetProfile{Profile: osmload.Foot}, ui.OpenFile{Path: path}, ui.SetProfile{}}
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		if w.load != nil {
			return &input.Frame{}
		}
		if frame > 0 {
			edges = append(edges, w.Opened.(open.Input).Map.Graph.Edges())
			if command, _ := w.Command(true); strings.Contains(command, "--profile=foot") != (edges[len(edges)-1] > 0) {
				t.Errorf("with %v edges the command is %s", edges, command)
			}
		}
		if len(edges) == len(asks) {
			return nil
		}
		w.Shown().(*plain).asks = asks[len(edges) : len(edges)+1]
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil || !slices.Equal(edges, []int{0, 2, 2, 0}) {
		t.Errorf("the maps have %v edges: %v", edges, err)
	}
}

// timed is a view whose dispatches are timed.
type timed struct {
	*plain
	parts []profile.Part
}

func (v *timed) Dispatches() []profile.Part { return v.parts }

// The dispatches of what is shown are saved as a trace; without any that is a message.
func TestWindowSavesTrace(t *testing.T) {
	t.Chdir(t.TempDir())
	part := profile.Part{Device: "a device", Name: "step 1", Submissions: []compute.Submission{{Name: "all", End: 9, Dispatches: []compute.Dispatched{{Kernel: "scan", End: 8}}}}}
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		saved, _ := filepath.Glob("kernelscope-*.json")
		switch v := w.Shown().(type) {
		case *plain:
			if frame == 0 {
				break
			}
			if m := w.Status().Problem; !strings.Contains(m, "there is no trace") {
				t.Errorf("the message is %q", m)
			}
			w.views[w.shown] = &timed{v, []profile.Part{part}}
		case *timed:
			if text, err := os.ReadFile(strings.Join(saved, "")); err != nil || !strings.Contains(string(text), `"name":"scan"`) {
				t.Errorf("%q is saved as %v: %v", text, saved, err)
			}
			return nil
		}
		return &input.Frame{Ctrl: true, Keys: []input.KeyEvent{{Key: input.KeyT, Down: true}}}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Neither an action that fails nor frames that do end the window.
func TestWindowStays(t *testing.T) {
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		v := w.Shown().(*plain)
		switch frame {
		case 0:
			v.asks = []watch.Action{refused{}}
		case 1:
			if w.Status().Problem != "that is refused" {
				t.Errorf("the message is %q", w.Status().Problem)
			}
			v.fails = errors.New("no frame")
		case 3:
			if w.Status().Problem != "no frame" {
				t.Errorf("the message is %q", w.Status().Problem)
			}
			v.fails, v.asks = nil, []watch.Action{ui.Dismiss{}}
		case 5:
			if w.Status().Problem != "" {
				t.Errorf("the message %q stays", w.Status().Problem)
			}
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil || to.frames != 6 {
		t.Errorf("it ends after %d frames: %v", to.frames, err)
	}
}

// untaken is an action that nobody takes.
type untaken struct{}

func (untaken) Action() {}

// An action that nobody takes is an error, which is told.
func TestWindowUntaken(t *testing.T) {
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		if frame == 0 {
			w.Ask(untaken{})
			return &input.Frame{}
		}
		if m := w.Status().Problem; !strings.Contains(m, "untaken: there is nothing here to do that") {
			t.Errorf("the message is %q", m)
		}
		return nil
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A picture of what is shown is saved by a key; where it cannot be, that is a message.
func TestWindowSaves(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	w, _ := openScreen(t, func(_ *Window, frame int) *input.Frame {
		if frame == 2 {
			return nil
		}
		return &input.Frame{Keys: []input.KeyEvent{{Key: input.KeyF8, Down: true}}}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if saved, _ := filepath.Glob("kernelscope-*.png"); len(saved) == 0 {
		t.Error("no picture is saved")
	}
}
