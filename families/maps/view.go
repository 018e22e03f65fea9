package maps

import (
	"image"
	"time"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/compute/gpu/draw"
	"kernelscope/families/paths/session"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

// View is a map on a stage: its camera and its pictures, one for each run. The views of families
// embed it.
type View struct {
	*studio.Stage
	Camera render.Camera
	Roads  *render.Map // the picture of the first run; nil until a map is opened

	panel  *Panel
	theme  *render.Theme
	shown  func() Shown
	twin   *render.Map // the picture of the second run of a comparison; nil until there is one
	core   geom.Box    // of the map
	fitted ui.Fitted
	paths  [2]any    // what the paths on the pictures belong to
	marked [2]marked // roads
	moved  time.Time // when the camera last moved
}

// Shown is what a view shows, as far as its map depends on it.
type Shown struct {
	Map      *scene.Map // nil before one is opened
	Camera   render.Camera
	Compared bool // two runs are shown, each in its half
	Edited   bool // the editor of a road takes the place of the search field
	// The room that a map leaves when all of it is shown: its margin and the headers, in pixels of
	// a plain display, and the dock below it in pixels.
	Edge, Above float32
	Below       float64
	Beside      float64         // room at the right, in pixels
	Focus       *geom.Box       // shown instead of the whole map; nil for none
	Plots       float64         // height of the plots that begin below it, in pixels
	Legend      ui.Corner       // should hide no end of the first run; its size
	Ends        [2][]geom.Point // of each run: its source and its target, if it has them
}

// New returns a map view without a map. The panel, the theme of the pictures, and the function that
// returns the content belong to the view that embeds it.
func New(s *studio.Stage, p *Panel, theme *render.Theme, shown func() Shown) View {
	return View{Stage: s, Camera: render.Camera{Scale: 1e-4}, panel: p, theme: theme, shown: shown}
}

// Close releases the pictures of the map.
func (v *View) Close() {
	for _, r := range []*render.Map{v.twin, v.Roads} {
		if r != nil {
			r.Release()
		}
	}
	v.twin, v.Roads, v.paths, v.marked = nil, nil, [2]any{}, [2]marked{}
}

// BeginMap opens the map that another view opened last, or else the built-in map, unless there is a
// map.
func (v *View) BeginMap(show func(in any) error) error {
	switch in, ok := v.Opened.(open.Input); {
	case v.Roads != nil || v.Status().Loading != nil:
		return nil
	case ok && in.Map != nil && in.Map.Graph.Nodes() > 0:
		return show(in)
	}
	v.Ask(ui.OpenFile{Path: assets.WilmingtonName})
	return nil
}

// ShowMap shows a map that begin opens in the session. On an error the previous map stays.
func (v *View) ShowMap(m *scene.Map, begin func(*scene.Map) error) error {
	picture, err := render.NewMap(v.GPU, m, v.theme)
	if err != nil {
		return err
	}
	if err := begin(m); err != nil {
		picture.Release()
		return err
	}
	v.Close()
	v.Roads, v.core = picture, m.Core()
	v.Fit()
	if !v.Steady {
		v.Roads.Prepare(v.Camera)
	}
	return nil
}

// RebuildMap recreates the pictures of the map on a new device.
func (v *View) RebuildMap() (err error) {
	if v.Roads != nil {
		v.Close()
		v.Roads, err = render.NewMap(v.GPU, v.shown().Map, v.theme)
	}
	return err
}

// MapTitle returns the name of the map, or another one without a map.
func (v *View) MapTitle(other string) string {
	if m := v.shown().Map; m != nil {
		return m.Name
	}
	return other
}

// Eye returns the camera over the map.
func (v *View) Eye() render.Camera { return v.Camera }

// Magnify implements studio.Magnifier.
func (v *View) Magnify(factor float64) (back func()) {
	before, fitted := v.Camera, v.fitted
	v.Camera.Scale *= factor
	return func() { v.Camera, v.fitted = before, fitted }
}

// Fit shows the whole map, or its focus, beside the panel, in each half of a comparison. The legend hides neither
// end of the first run.
func (v *View) Fit() {
	n := v.now()
	if n.Map == nil {
		return
	}
	margin := v.UI.FitMargin(v.Width, n.Edge)
	margin[1] += float64(n.Above) * v.Ratio
	margin[2] += n.Beside
	margin[3] += n.Below
	corner := n.Legend
	corner.Ends = n.Ends[0]
	if n.Compared {
		left, right := v.UI.Free(v.Width)
		corner.Shift = float64(right-left) / 4 // from the middle to the middle of a half
		margin[0], margin[2] = margin[0]+corner.Shift, margin[2]+corner.Shift
	}
	box := v.core
	if n.Focus != nil {
		box = *n.Focus
	}
	v.Camera = v.UI.FitBeside(corner, margin, func(margin [4]float64) render.Camera { return render.Fit(box, v.Width, v.Height, margin) })
	v.fitted.Note(v.UI, v.Camera, n.Plots)
}

// now returns the shown map, by a camera of the size of the target.
func (v *View) now() Shown {
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	return v.shown()
}

// Whole reports whether the camera shows the whole map or its focus, as Fit left it.
func (v *View) Whole() bool { return v.fitted.Holds(v.Camera) }

// elsewhere reports whether the camera shows something else than the whole map.
func (v *View) elsewhere() bool { return !v.Whole() || v.shown().Focus != nil }

// Refit shows the whole map again if its area changed and the camera has not been moved.
func (v *View) Refit() {
	if n := v.now(); n.Map != nil && v.fitted.IsStale(v.UI, v.Camera, n.Plots) {
		v.Fit()
	}
}

// Keep makes a change. If the whole map was visible, it still is afterwards.
func (v *View) Keep(change func() error) error {
	whole := v.Roads != nil && v.Whole()
	if err := change(); err != nil {
		return err
	}
	if whole {
		v.Fit()
	}
	return nil
}

// Move executes an action that moves the camera.
func (v *View) Move(action watch.Action) (taken bool) {
	switch a := action.(type) {
	case ui.MoveCamera:
		if a.Camera != v.Camera {
			v.Camera, v.moved = a.Camera, time.Now()
		}
	case ui.Fit:
		v.Fit()
	default:
		return false
	}
	return true
}

// Words adds the flags for the visible parts of the map.
func (v *View) Words(w *cli.Words) {
	if v.panel.NoNames {
		w.Flag("labels", false)
	}
	if v.elsewhere() && !v.shown().Map.Abstract {
		w.Camera(v.Camera, v.Dense())
	}
}

// Look returns how a run is drawn, without its layers and colours.
func (v *View) Look(n Shown, lane int) render.Look {
	half := v.panel.Halves(n)[lane]
	look := render.Look{Ratio: v.Ratio, Labels: !v.panel.NoNames, Moving: !v.Steady && render.Moving(v.moved), Live: !v.Steady}
	look.Covered.Areas = [2]image.Rectangle{v.panel.FieldArea(n), v.UI.LegendArea()}
	for i, p := range v.UI.Pins(half.Over(v.Camera), n.Ends[lane]) {
		look.Covered.Markers[i] = v.UI.MarkerBox(p)
	}
	if n.Compared {
		look.Part = half.Area
	}
	return look
}

// Runs returns the draw calls of all runs. each completes the look of a run, and draws it.
func (v *View) Runs(each func(lane int, picture *render.Map, c render.Camera, look render.Look) ([]draw.Call, error)) (calls []draw.Call, err error) {
	if v.Roads == nil {
		return nil, nil
	}
	n := v.now()
	if v.twin == nil {
		v.paths[1], v.marked[1] = nil, marked{} // a new twin has no path and no marks
	}
	if v.twin, err = v.Roads.Compared(v.twin, n.Compared); err != nil {
		return nil, err
	}
	pictures := []*render.Map{v.Roads, v.twin}
	return ui.EachHalf(v.panel.Halves(n), v.Camera, func(lane int, c render.Camera) ([]draw.Call, error) {
		return each(lane, pictures[lane], c, v.Look(n, lane))
	})
}

// SetPath draws a path on the picture of a run, unless it shows the same result already. points
// returns it.
func (v *View) SetPath(lane int, of any, points func() []geom.Point) {
	if of != v.paths[lane] {
		v.paths[lane] = of
		v.picture(lane).SetPath(points())
	}
}

func (v *View) picture(lane int) *render.Map {
	if lane == 1 {
		return v.twin
	}
	return v.Roads
}

// Mark marks the pointed, picked and changed roads on the picture of a run.
func (v *View) Mark(lane int, roads session.Roads) {
	v.marked[lane].mark(v.picture(lane), roads, v.UI.Theme)
}

// Prefetch prepares what a camera that rests will show next.
func (v *View) Prefetch() {
	if v.Roads != nil && !v.Steady && time.Since(v.moved) > 300*time.Millisecond {
		v.Roads.Prefetch(v.Camera)
	}
}

// Missing returns what the picture lacks; empty if nothing.
func (v *View) Missing() string {
	if v.Roads == nil {
		return ""
	}
	return v.Roads.Note()
}

// Settling reports whether the camera has just moved, or names and details are prepared.
func (v *View) Settling() bool {
	return time.Since(v.moved) < time.Second || v.Roads != nil && v.Roads.Making()
}
