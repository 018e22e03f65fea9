package studio

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/host"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Options are the properties of a host that its views may read.
type Options struct {
	*Program
	// Steady omits from pictures everything that differs between runs, and makes results wait for
	// their check.
	Steady bool
	// Timeless omits all device times from pictures.
	Timeless bool
	Seed     uint64 // of random choices
	// Samples is how many pixels of the target, in a row and in a column, become one of a
	// picture; 0 is 1.
	Samples int
	Log     *Log // may be nil
}

// Stage is the part that windows, pictures and recordings share: the device, the interface and
// the views. Its host controls time and the destination of frames.
type Stage struct {
	Options
	GPU           *gpu.Device // draws
	Computer      Computer    // runs the algorithms that are watched
	UI            *ui.UI
	Width, Height int     // of the target, in pixels
	Ratio         float64 // pixels of the target for one of a plain display
	Times         FrameTimes
	Opened        any // what was read from a file last, in any view; nil before
	// Later puts off a visit to a place, if it is not nil and returns true.
	Later func(ui.Show) bool

	second   Computer // runs the second sides of comparisons; zero where Computer does
	views    []View   // by family; nil before it was shown
	shown    int
	recalled []bool // by family: the view has got the parameters of the window before
	asked    []watch.Action
	copies   map[compute.Buffer]compute.Buffer // on the GPU, of buffers that are elsewhere
	drawn    map[compute.Buffer]bool           // those whose copies the frame draws
	words    []uint32                          // of the last one that was copied
	keeper   draw.Keeper                       // of frames on a software device
	status   ui.Status
	failed   reflect.Type // of the action that the message is about
	recent   []string     // types of the last actions, for reports
}

// FrameTimes are the total device times of all frames.
type FrameTimes struct {
	Drawn         int
	GPU, Painting time.Duration // of whole frames, and of their passes
}

// NewStage makes a stage that shows the first family, for a target of a size in pixels.
// The caller keeps the device.
func NewStage(d *gpu.Device, width, height int, ratio float64, o Options) (*Stage, error) {
	theme := render.Themes[0]
	if o.Theme != "" {
		theme = render.ThemeNamed(o.Theme)
	}
	u, err := ui.New(d, theme, ratio)
	if err != nil {
		return nil, err
	}
	for _, f := range o.Families {
		u.Places = append(u.Places, f.Tab)
	}
	for _, f := range o.Families {
		u.Places = append(u.Places, f.Pages...)
	}
	u.Backend = o.Backend.badge()
	s := &Stage{
		Options: o, GPU: d, Computer: o.computer(context.Background(), d), UI: u,
		Width: width, Height: height, Ratio: ratio, views: make([]View, len(o.Families)), recalled: make([]bool, len(o.Families)),
		copies: map[compute.Buffer]compute.Buffer{}, drawn: map[compute.Buffer]bool{},
	}
	s.status.Steady = o.Steady
	_, err = s.Show(o.Families[0].Name)
	if err == nil && o.second != nil {
		err = s.SetSecond(*o.second)
	}
	if err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Dense returns how many pixels of the target are beside each other in one of a picture.
func (s *Stage) Dense() float64 { return float64(max(1, s.Samples)) }

// Release gives back everything but the device.
func (s *Stage) Release() {
	for _, v := range s.views {
		if v != nil {
			v.Release()
		}
	}
	s.drop()
	s.keeper.Release()
	s.UI.Release()
	s.second.Release()
	s.second = Computer{}
}

// Rebuild recreates everything on another device and keeps all other state. Hidden views that
// do not fit are closed.
func (s *Stage) Rebuild(d *gpu.Device) error {
	s.GPU, s.Computer, s.UI.Bandwidth = d, s.computer(context.Background(), d), 0
	s.keeper.Release()
	clear(s.copies)
	clear(s.drawn)
	if err := s.UI.Rebuild(d); err != nil {
		return err
	}
	for i, v := range s.views {
		if v == nil {
			continue
		}
		if err := v.Rebuild(); err != nil {
			if i == s.shown || d.Failed() != nil {
				return err
			}
			v.Release()
			s.views[i] = nil
		}
	}
	if s.second.Backend != nil && s.second.Info.Index == d.Info().Index {
		return s.take(Computer{})
	}
	s.nameSides()
	return nil
}

// Shown returns the view that is shown.
func (s *Stage) Shown() View { return s.views[s.shown] }

// Show changes to the view of a family, made if needed. On an error the previous view stays.
func (s *Stage) Show(family string) (View, error) {
	i := slices.IndexFunc(s.Families, func(f Family) bool { return f.Name == family })
	if s.views[i] == nil {
		v, err := s.Families[i].New(s)
		if err != nil {
			return nil, err
		}
		if err := s.second.give(v); err != nil {
			v.Release()
			return nil, err
		}
		s.views[i] = v
	}
	s.shown, s.UI.Shown = i, family
	return s.views[i], nil
}

// Open shows the contents of a file in the view of the first of some families that takes it; without
// names, in the present view or else in any. On an error the present contents stay.
func (s *Stage) Open(in any, families ...string) error {
	if len(families) == 0 {
		families = s.names()
	}
	f, err := s.Taker(in, families)
	if err == nil {
		err = s.openIn(f, in)
	}
	if err == nil {
		s.Opened = in
		s.Log.Write("open", s.Shown().Title())
	}
	return err
}

// Hand is Open for data that one view passes to another, unless no family takes it.
func (s *Stage) Hand(in any) (taken bool, err error) {
	f, err := s.Taker(in, s.names())
	if err != nil {
		return false, nil
	}
	err = s.openIn(f, in)
	return err == nil, err
}

// names lists the families, the present one first.
func (s *Stage) names() []string {
	names := []string{s.Families[s.shown].Name}
	for _, f := range s.Families {
		names = append(names, f.Name)
	}
	return names
}

// openIn shows what a family takes.
func (s *Stage) openIn(f Family, in any) error {
	before := s.Families[s.shown].Name
	v, err := s.Show(f.Name)
	if err == nil {
		err = v.Open(in)
	}
	if err != nil {
		_, _ = s.Show(before) // which exists
	}
	return err
}

// Status returns the state of the stage that the panels of all views show.
func (s *Stage) Status() ui.Status { return s.status }

// Ask executes an action in the next frame, as if the interface requested it.
func (s *Stage) Ask(action watch.Action) { s.asked = append(s.asked, action) }

// Interact builds a frame of the interface and executes the requested actions. It returns those
// for the host.
func (s *Stage) Interact(in input.Frame) (rest []watch.Action, err error) {
	s.UI.Probe = s.probe()
	actions := append(s.asked, s.Shown().Frame(in)...)
	s.asked = nil
	for _, a := range append(actions, s.UI.Common(in)...) {
		s.Log.Action(a)
		s.recent = append(s.recent[max(0, len(s.recent)-19):], reflect.TypeOf(a).String())
		taken, err := s.act(a)
		if err := s.settle(a, err); err != nil {
			return nil, err
		}
		if !taken {
			rest = append(rest, a)
		}
	}
	return rest, nil
}

// act carries out an action, if it is not the host's.
func (s *Stage) act(action watch.Action) (taken bool, err error) {
	switch a := action.(type) {
	case ui.Dismiss:
		s.Tell(nil)
	case ui.Refuse:
		return true, errors.New(a.Why)
	case ui.SetSecond:
		return true, s.SetSecond(a.Index)
	case ui.ShowPanels:
		s.UI.Panels = a.On
	case ui.SetTheme:
		if t := render.ThemeNamed(a.Name); t != nil {
			s.UI.SetTheme(t)
		}
	case watch.SetProfile:
		if a.On && s.Backend.String() == Backends[0] && s.UI.Bandwidth == 0 {
			s.UI.Bandwidth = bandwidth(s.Computer)
		}
		return s.Shown().Apply(a)
	case ui.Show:
		if s.Later != nil && s.Later(a) {
			return true, nil
		}
		s.UI.Start = nil
		err := s.visit(a)
		s.recall()
		return true, err
	default:
		return s.Shown().Apply(a)
	}
	return true, nil
}

// visit changes to a place.
func (s *Stage) visit(a ui.Show) error {
	i := slices.IndexFunc(s.Families, func(f Family) bool {
		return f.Name == a.Name || slices.ContainsFunc(f.Pages, func(p ui.Tab) bool { return p.Name == a.Name })
	})
	v, err := s.Show(s.Families[i].Name)
	if err == nil {
		err = v.Begin()
	}
	if err == nil && len(s.Families[i].Pages) > 0 {
		_, err = v.Apply(a)
	}
	return err
}

// settle makes a message of an action's error. The message stays until it is dismissed,
// another one comes, or an action of the same type succeeds.
func (s *Stage) settle(action watch.Action, err error) error {
	t := reflect.TypeOf(action)
	switch {
	case err != nil:
		if err := s.concern(err); err != nil {
			return err
		}
		s.failed = t
	case s.failed == t:
		s.Tell(nil)
	}
	return nil
}

// concern makes a message of an error. It returns the error if nobody is there to read
// it, if the device has failed, or if a kernel differs from its mirror.
func (s *Stage) concern(err error) error {
	if err == nil || s.Steady || errors.Is(err, host.ErrDiffers) || s.GPU.Failed() != nil {
		return err
	}
	s.Tell(err)
	return nil
}

// Tell shows an error, replacing the previous one; nil clears it.
func (s *Stage) Tell(err error) {
	s.status.Problem, s.failed = "", nil
	if err != nil {
		s.status.Problem = err.Error()
	}
	s.UI.Problem = s.status.Problem
}

// Saved shows where something was saved.
func (s *Stage) Saved(path string) {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	s.UI.Confirm("Saved " + path)
}

// Advance lets time pass.
func (s *Stage) Advance(frame, budget time.Duration) error {
	err := s.rescue()
	if err == nil {
		err = s.Shown().Advance(frame, budget)
	}
	return s.concern(err)
}

// Draw records a frame into a target, with the interface's buffers of a slot.
func (s *Stage) Draw(target *draw.Target, slot int) (*gpu.Commands, error) {
	cmd := s.GPU.Frame()
	defer cmd.Clock(&s.Times.GPU)()
	s.Times.Drawn++
	calls, err := s.Shown().Calls(cmd)
	s.drop()
	if err := s.concern(cmp.Or(err, s.GPU.Err(), s.second.err())); err != nil {
		return nil, err
	}
	panel, err := s.panel(cmd, target, slot)
	if err := s.concern(err); err != nil {
		return nil, err
	}
	defer cmd.Clock(&s.Times.Painting)()
	b := s.UI.Theme.Background
	ground := [3]float32{float32(b.R) / 255, float32(b.G) / 255, float32(b.B) / 255}
	if calls = append(calls, panel...); s.keeps() {
		s.keeper.Draw(s.GPU, cmd, target, ground, calls)
	} else {
		draw.Draw(cmd, target, ground, calls)
	}
	return cmd, nil
}

// keeps reports whether pictures are kept from frame to frame: a window on a software device keeps them.
func (s *Stage) keeps() bool { return s.GPU.Info().Software && !s.Steady }

// panel returns how to draw the interface.
func (s *Stage) panel(cmd *gpu.Commands, target *draw.Target, slot int) ([]draw.Call, error) {
	if s.keeps() {
		return s.UI.Kept(cmd, slot, target.Width, target.Height)
	}
	return s.UI.Calls(slot, target.Width, target.Height)
}
