package main

import (
	"fmt"
	"time"

	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/ui"
)

// stage is what windows, pictures and recordings share: a session, its picture
// and the interface. Who owns a stage says how time passes and where frames go.
type stage struct {
	d       *gpu.Device
	session *session.Session
	ui      *ui.UI
	roads   *render.Map // nil before a map is open
	camera  render.Camera
	ratio   float64 // pixels of the target for one of a plain display

	shownPath *session.Result
	marked    marked
	steady    bool // the picture shows nothing that differs between runs
	loading   *ui.Loading
	problem   string
	fps       float64
	full      bool // the picture shows all there is: render.Look.Full
	frames    frameTimes
	heard     func(action any) // may be nil

	charted charted

	shown view
	sorts *sortView // nil before sorts were shown
	clips *clipView // nil before clips were shown
}

// view is one of the things that a stage can show: a map and its searches, sorts, or
// clips.
type view interface {
	// frame builds a frame of the interface and returns what it asks for.
	frame(in ui.Input) []any
	// apply carries out an action, if it is this view's.
	apply(action any) (taken bool, err error)
	// calls records what must happen before a frame's pass, and returns what to draw in
	// it under the interface.
	calls(cmd *gpu.Commands) []draw.Call
	Advance(dt, budget time.Duration) error
	// Waiting says whether something goes on without being asked for.
	Waiting() bool
}

func newStage(d *gpu.Device, width, height int, ratio float64, o session.Options) (*stage, error) {
	u, err := ui.New(d, &render.Dark, ratio)
	if err != nil {
		return nil, err
	}
	o.Place, o.Tuning = stagePlace(d.Info()), tuning(d.Info())
	s := &stage{d: d, session: session.New(d, sssp.Algorithms(), o), ui: u, ratio: ratio}
	s.camera = render.Camera{Width: width, Height: height, Scale: 1e-4}
	s.shown = mapView{s}
	return s, nil
}

// release gives everything back.
func (s *stage) release() {
	s.session.Release()
	s.sorts.release()
	s.clips.release()
	if s.roads != nil {
		s.roads.Release()
	}
	s.ui.Release()
}

// open shows a map. Where that fails the one before stays.
func (s *stage) open(m *scene.Map) error {
	roads, err := render.NewMap(s.d, m, &render.Dark)
	if err != nil {
		return err
	}
	if err := s.session.Open(m); err != nil {
		roads.Release()
		return err
	}
	if s.roads != nil {
		s.roads.Release()
	}
	s.roads, s.shownPath, s.marked, s.frames = roads, nil, marked{}, frameTimes{}
	s.fit()
	return nil
}

// useTuned applies the setting that is kept for the map, the search and the device.
func (s *stage) useTuned() error {
	n := s.session.Snapshot()
	if n.Tuned == nil {
		w := experiment.ByRank
		if n.All {
			w = experiment.ToAll
		}
		_, err := tuned(n.Algorithm.Name(), w, n.Map, s.d.Info())
		return err
	}
	return s.session.Apply(session.UseTuned{})
}

// fit shows the whole map beside the panel.
func (s *stage) fit() {
	n := s.session.Snapshot()
	if n.Map == nil {
		return
	}
	margin := [4]float64{24 * s.ratio, 24 * s.ratio, 24 * s.ratio, 24 * s.ratio}
	if n.View.Panels && float64(s.camera.Width) > 2*s.ui.PanelWidth() {
		margin[0] += s.ui.PanelWidth()
		margin[3] += s.ui.DockHeight(s.camera.Height)
	}
	s.camera = render.Fit(n.Map.Box, s.camera.Width, s.camera.Height, margin)
}

// resize changes the size of the target and keeps its middle.
func (s *stage) resize(width, height int) { s.camera.Width, s.camera.Height = width, height }

// interact builds a frame of the interface and carries out what it asks for. It
// returns the actions that are not the stage's.
func (s *stage) interact(in ui.Input) (rest []any, err error) {
	for _, a := range s.shown.frame(in) {
		if s.heard != nil {
			s.heard(a)
		}
		switch a.(type) {
		case ui.Dismiss:
			s.problem = ""
		case ui.ShowMap:
			s.shown = mapView{s}
			rest = append(rest, a)
		case ui.ShowSorts:
			s.tell(s.showSorts())
		case ui.ShowClips:
			s.tell(s.showClips())
		default:
			taken, err := s.shown.apply(a)
			if err != nil {
				return nil, err
			}
			if !taken {
				rest = append(rest, a)
			}
		}
	}
	return rest, s.drawChart()
}

// tell shows what went wrong; where the device has failed, the next step says so.
func (s *stage) tell(err error) {
	s.problem = ""
	if err != nil {
		s.problem = err.Error()
	}
}

// draw records a frame into a target, with the interface's buffers of a slot.
func (s *stage) draw(target *draw.Target, slot int) (*gpu.Commands, error) {
	cmd := s.d.Frame()
	defer cmd.Clock(&s.frames.gpu)()
	s.frames.drawn++
	calls := s.shown.calls(cmd)
	panel, err := s.ui.Calls(slot, target.Width, target.Height)
	if err != nil {
		return nil, err
	}
	defer cmd.Clock(&s.frames.painting)()
	b := render.Dark.Background
	draw.Draw(cmd, target, [3]float32{float32(b.R) / 255, float32(b.G) / 255, float32(b.B) / 255}, append(calls, panel...))
	return cmd, nil
}

// advance lets time pass.
func (s *stage) advance(dt, budget time.Duration) error { return s.shown.Advance(dt, budget) }

// checkVerdict makes an error of a result that the oracle has found wrong.
func checkVerdict(n *session.Snapshot) error {
	if n.Result != nil && n.Result.Wrong != nil {
		return fmt.Errorf("%w: %v", experiment.ErrWrong, n.Result.Wrong)
	}
	return nil
}
