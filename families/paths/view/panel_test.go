package view

import (
	"image"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/families/paths/session"
	"kernelscope/osmload"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/report/chart"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// bench is the panel over a small map, on a session of the host.
type bench struct {
	*uitest.Bench
	s      *session.Session
	panel  panel
	camera render.Camera
	state  state
}

func openBench(t *testing.T, width, height int, scale float64) *bench {
	t.Helper()
	b := &bench{Bench: uitest.Open(t, width, height, scale, "Map"), s: session.New(host.New(), sssp.Algorithms(), session.Options{Wait: true})}
	b.panel, b.Frame, b.state.Painter = newPanel(b.UI), b.frame, "splat"
	b.camera = render.Camera{Width: width, Height: height, Scale: 1e-4}
	return b
}

func (b *bench) openMap() *scene.Map {
	m := ssspgen.Grid(1, 30, 20, 40)
	m.Name, m.Attribution = "grid", osmload.Attribution
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.FromDegrees(10+float64(i%30)*0.004, 50-float64(i/30)*0.003)
	}
	m.Box = geom.Bounds(m.Graph.At)
	if err := b.s.Open(m); err != nil {
		b.T.Fatal(err)
	}
	b.camera = render.Fit(m.Box, b.camera.Width, b.camera.Height, [4]float64{b.UI.PanelWidth() + 20, 20, 20, 20})
	return m
}

// frame builds a frame and returns the requested actions.
func (b *bench) frame() []watch.Action {
	defer b.Next()
	b.state.Snapshot, b.state.Status, b.state.Camera = b.s.Snapshot(), b.Status, b.camera
	b.state.Memory = 0 // the number of keyframes depends on time
	return b.panel.frame(b.state, b.Input)
}

func TestKeys(t *testing.T) {
	b := openBench(t, 900, 700, 1)
	b.openMap()
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace))
	if err := b.s.Apply(timeline.Play{}); err != nil {
		t.Fatal(err)
	}
	uitest.Find[timeline.Pause](t, b.Press(input.KeySpace))
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right steps %d rounds", a.Steps)
	}
	if a := uitest.Find[timeline.SetSpeed](t, b.Press(input.KeyLeftBracket)); a.PerSecond != 20 {
		t.Errorf("[ sets the speed to %v", a.PerSecond)
	}
	if a := uitest.Find[timeline.SetSpeed](t, b.Press(input.KeyRightBracket)); a.PerSecond != 80 {
		t.Errorf("] sets the speed to %v", a.PerSecond)
	}
	uitest.Find[timeline.Rewind](t, b.Press(input.KeyR))
	uitest.Find[ui.Fit](t, b.Press(input.KeyF))
	if a := b.Press(input.KeyEscape); len(a) > 0 {
		t.Errorf("Esc does %v", a)
	}
}

func TestMouse(t *testing.T) {
	b := openBench(t, 900, 700, 1)
	m := b.openMap()
	x, y := b.camera.Pixel(m.Graph.At[315])
	if a := uitest.Find[session.SetEnds](t, b.Drag(x, y, x+1, y)); a.Source == nil || a.Target != nil || a.Drag {
		t.Errorf("a click gives %+v", a)
	}
	b.Input.Shift = true
	if a := uitest.Find[session.SetEnds](t, b.Drag(x, y, x, y)); a.Target == nil || a.Source != nil {
		t.Errorf("a Shift-click gives %+v", a)
	}
	b.Input.Shift = false
	before := b.camera.PointAt(x, y)
	a := uitest.Find[ui.MoveCamera](t, b.Drag(x, y, x+60, y-30))
	if px, py := a.Pixel(before); math.Abs(px-x-60) > 1 || math.Abs(py-y+30) > 1 {
		t.Errorf("dragging moved the place to %.1f, %.1f", px-x, py-y)
	}
	sx, sy := b.camera.Pixel(b.s.Snapshot().Source.At)
	for _, a := range b.Drag(sx+3, sy-2, x, y) {
		if e, ok := a.(session.SetEnds); !ok || !e.Drag || e.Source == nil {
			t.Errorf("dragging the source gives %#v", a)
		}
	}
	for _, c := range []struct {
		ctrl, shift bool
		want        float64
	}{{false, false, 1.2}, {true, false, 1.04}, {false, true, 1.6}} {
		b.Input.X, b.Input.Y, b.Input.WheelY, b.Input.Ctrl, b.Input.Shift = x, y, 1, c.ctrl, c.shift
		if a := uitest.Find[ui.MoveCamera](t, b.frame()); math.Abs(a.Scale/b.camera.Scale-c.want) > 1e-6 {
			t.Errorf("the wheel (Ctrl %v, Shift %v) zooms by %v", c.ctrl, c.shift, a.Scale/b.camera.Scale)
		}
	}
	// Over the panel, the mouse does not affect the map.
	b.Input.Ctrl, b.Input.Shift = false, false
	if a := b.Drag(100, 100, 140, 120); len(a) > 0 {
		t.Errorf("dragging over the panel gives %#v", a)
	}
	b.Input.WheelY = 1
	if a := b.frame(); len(a) > 0 {
		t.Errorf("the wheel over the panel gives %#v", a)
	}
}

// The dock of experiments opens, closes and runs the chosen experiment. A click on a cell applies
// its setting.
func TestExperiments(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.panel.experiments.open = true
	if h := b.panel.dockHeight(800); h < 300 || h > 600 {
		t.Errorf("the dock is %.0f pixels high", h)
	}
	b.frame()
	run := uitest.Find[session.RunExperiment](t, b.Drag(1022, 363, 1022, 363))
	if run.Kind != experiment.Sweep || !slices.Equal(run.Axes, []string{"delta", "batch"}) || !slices.Equal(run.Algorithms, []string{"nearfar"}) {
		t.Errorf("it runs %+v", run)
	}
	if err := b.s.Apply(run); err != nil {
		t.Fatal(err)
	}
	uitest.Find[session.CancelExperiment](t, b.Drag(1022, 363, 1022, 363))
	for b.s.Snapshot().Experiment.Running {
		if err := b.s.Advance(time.Second, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	b.frame()
	w, h := b.panel.chartSize()
	if w < 800 || h < 300 {
		t.Fatalf("the chart may have %d × %d pixels", w, h)
	}
	spots := []chart.Spot{{X: 0, Y: 0, W: float64(w), H: float64(h), Text: "cell", Key: 3}}
	if err := b.panel.setChart(image.NewRGBA(image.Rect(0, 0, w, h)), spots); err != nil {
		t.Fatal(err)
	}
	b.Input.X, b.Input.Y = 800, 600
	b.frame()
	want := b.s.Snapshot().Experiment.Result.Plan.Settings[3]
	if a := uitest.Find[session.ApplySetting](t, b.Drag(800, 600, 800, 600)); !maps.Equal(a.Setting.Values, want.Values) {
		t.Errorf("a click applies %v, want %v", a.Setting.Values, want.Values)
	}
	uitest.Find[ui.Show](t, b.Press(input.KeyF10))
	b.panel.experiments.open = false
	b.frame()
	if w, h := b.panel.chartSize(); w != 0 || h != 0 || b.panel.dockHeight(800) != 0 {
		t.Errorf("hidden, the chart may have %d × %d pixels", w, h)
	}
}

// TestPanels compares the panel in its states with golden pictures. They have half size to stay
// small, so the text is not compared.
func TestPanels(t *testing.T) {
	b := openBench(t, 256, 400, 0.6)
	b.Golden("no-map")
	b.Status.Loading = &ui.Loading{Name: "city.osm.pbf", Report: osmload.Report{Phase: osmload.PhaseNodes, Bytes: 3 << 20, Total: 8 << 20, Objects: 123456}}
	b.Golden("loading")
	b.Status.Loading, b.Status.Problem = nil, "city.osm.pbf: blob at byte 6120: the file is cut off"
	b.Golden("problem")
	b.Status.Problem = ""
	if err := b.s.Open(ssspgen.Map(0, nil)); err != nil {
		t.Fatal(err)
	}
	b.Golden("no-roads")
}

func TestPanelWithMap(t *testing.T) {
	b := openBench(t, 256, 480, 0.6)
	b.openMap()
	if err := b.s.Run(25); err != nil {
		t.Fatal(err)
	}
	b.Golden("searching")
	if err := b.s.Run(math.MaxUint32); err != nil {
		t.Fatal(err)
	}
	b.Golden("done")
	b.state.Painter = "quads"
	b.state.Order = order{Keys: render.Keys{Ordered: render.Ordered{Order: "radix", Number: 2027548, Passes: 2}}, Took: 310 * time.Microsecond, Frame: 2600 * time.Microsecond}
	b.Golden("quads")
	b.state.Painter = "splat"
	b.UI.Panels = false
	if err := b.s.Apply(session.SetView{View: session.View{ByDistance: true}}); err != nil {
		t.Fatal(err)
	}
	b.Golden("by-distance")
	b.UI.Panels = true
	for _, a := range []watch.Action{session.SetView{View: session.View{}}, watch.Set{Algorithm: "dial"}} {
		if err := b.s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	b.Golden("on-host")
}

// Large interfaces and tiny windows work.
func TestScales(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1600, 1200, 2}, {40, 30, 1}, {300, 2000, 1.5}} {
		b := openBench(t, c.w, c.h, c.scale)
		b.openMap()
		if err := b.s.Advance(time.Second, time.Second); err != nil {
			t.Fatal(err)
		}
		b.Picture()
	}
}

// A comparison shows both searches and the table of ratios.
func TestCompare(t *testing.T) {
	b := openBench(t, 520, 560, 0.6)
	b.openMap()
	b.camera.Scale /= 4
	for _, a := range append(session.ArticlePair(), watch.Set{Lane: 0, Values: compute.Values{sssp.Delta: 30}}, watch.Set{Lane: 1, Values: compute.Values{sssp.Delta: 300}}, timeline.Seek{Step: 25}) {
		if err := b.s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.s.Settle(); err != nil {
		t.Fatal(err)
	}
	b.Golden("compare")
	if err := b.s.Run(math.MaxUint32); err != nil {
		t.Fatal(err)
	}
	b.Golden("compare-end")
}

// A click means the same in both halves, and a drag moves both.
func TestHalves(t *testing.T) {
	b := openBench(t, 900, 700, 1)
	m := b.openMap()
	if err := b.s.Apply(watch.SetCompare{On: true}); err != nil {
		t.Fatal(err)
	}
	b.camera.Scale /= 3
	want := m.Graph.At[315]
	for i, h := range b.panel.UI.Halves(900, 700, true) {
		c := h.Over(b.camera)
		x, y := c.Pixel(want)
		if !image.Pt(int(x), int(y)).In(h.Area) {
			t.Fatalf("the node is at %.0f, %.0f, outside of half %d, %v", x, y, i, h.Area)
		}
		if a := uitest.Find[session.SetEnds](t, b.Drag(x, y, x, y)); a.Source == nil || math.Hypot(float64(a.Source.X-want.X), float64(a.Source.Y-want.Y)) > 1/c.Scale {
			t.Errorf("half %d: a click on %v gives %v", i, want, a.Source)
		}
		moved := uitest.Find[ui.MoveCamera](t, b.Drag(x, y, x+40, y+10))
		if px, py := h.Over(moved.Camera).Pixel(want); math.Abs(px-x-40) > 1 || math.Abs(py-y-10) > 1 {
			t.Errorf("half %d: dragging moved the place to %.1f, %.1f", i, px-x, py-y)
		}
		b.Input.X, b.Input.Y, b.Input.WheelY = x, y, 1
		zoomed := uitest.Find[ui.MoveCamera](t, b.frame())
		if px, py := h.Over(zoomed.Camera).Pixel(want); math.Abs(px-x) > 1 || math.Abs(py-y) > 1 {
			t.Errorf("half %d: zooming moved the place under the mouse to %.1f, %.1f", i, px-x, py-y)
		}
	}
}

// A mouse that rests inspects the place under it, once. When the map moves under it, the place is another one.
func TestRest(t *testing.T) {
	b := openBench(t, 900, 700, 1)
	m := b.openMap()
	b.Input.X, b.Input.Y = b.camera.Pixel(m.Graph.At[315])
	b.Input.Seconds = restSeconds
	inspected := func(frames int) (n int) {
		for range frames {
			for _, a := range b.frame() {
				if i, ok := a.(session.Inspect); ok && i.At != nil {
					n++
				}
			}
		}
		return n
	}
	if n := inspected(5); n != 1 {
		t.Errorf("a mouse that rests inspects %d times", n)
	}
	b.camera.X += 1000
	if n := inspected(5); n != 1 {
		t.Errorf("after the map has moved it inspects %d times", n)
	}
}
