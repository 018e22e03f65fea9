package ui_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kernelscope/chart"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/ref"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/input"
	"kernelscope/osmload"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/timeline"
	"kernelscope/ui"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// bench is an interface over a small map, on a session of the host.
type bench struct {
	t      *testing.T
	d      *gpu.Device
	ui     *ui.UI
	s      *session.Session
	camera render.Camera
	input  input.Frame
	state  ui.State

	painter string // splat if empty
	build   func() // builds a frame in pictures; of the map where it is nil
}

func open(t *testing.T, width, height int, scale float64) *bench {
	t.Helper()
	d := gputest.Open(t)
	u, err := ui.New(d, &render.Dark, scale)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Release)
	u.Shown, u.Places = "Map", []ui.Place{
		{Name: "Map", Key: input.KeyF5}, {Name: "Clips", Key: input.KeyF4}, {Name: "Sorts", Key: input.KeyF3},
	}
	b := &bench{t: t, d: d, ui: u, s: session.New(ref.NewHost(), sssp.Algorithms(), session.Options{Wait: true})}
	b.camera = render.Camera{Width: width, Height: height, Scale: 1e-4}
	b.input = input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}
	b.state.Steady = true
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
		b.t.Fatal(err)
	}
	b.camera = render.Fit(m.Box, b.camera.Width, b.camera.Height, [4]float64{b.ui.PanelWidth() + 20, 20, 20, 20})
	return m
}

// frame builds a frame and returns what it asks for.
func (b *bench) frame() []any {
	b.state.Snapshot, b.state.Camera, b.state.Painter = b.s.Snapshot(), b.camera, cmp.Or(b.painter, "splat")
	actions := b.ui.Frame(b.state, b.input)
	b.input.Keys, b.input.WheelY, b.input.Text, b.input.Files = nil, 0, "", nil
	return actions
}

func (b *bench) press(k input.Key) []any { return b.pressIn(b.frame, k) }

// pressIn lets a key go down and up, in frames of a view.
func (b *bench) pressIn(frame func() []any, k input.Key) []any {
	b.input.Keys = []input.KeyEvent{{Key: k, Down: true}}
	actions := frame()
	b.input.Keys = []input.KeyEvent{{Key: k}}
	return append(actions, frame()...)
}

func (b *bench) drag(x0, y0, x1, y1 float64) []any { return b.dragIn(b.frame, x0, y0, x1, y1) }

// dragIn presses the left button at one place and lets go at another, in frames of a view.
func (b *bench) dragIn(frame func() []any, x0, y0, x1, y1 float64) (actions []any) {
	b.input.X, b.input.Y = x0, y0
	actions = append(actions, frame()...)
	b.input.Buttons[0] = true
	actions = append(actions, frame()...)
	b.input.X, b.input.Y = x1, y1
	actions = append(actions, frame()...)
	b.input.Buttons[0] = false
	return append(actions, frame()...)
}

// find returns the only action of a type.
func find[A any](t *testing.T, actions []any) A {
	t.Helper()
	var out A
	n := 0
	for _, a := range actions {
		if x, ok := a.(A); ok {
			out = x
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d actions of type %T among %#v", n, out, actions)
	}
	return out
}

func TestCheck(t *testing.T) {
	if err := ui.Check(); err != nil {
		t.Error(err)
	}
}

func TestKeys(t *testing.T) {
	b := open(t, 900, 700, 1)
	b.openMap()
	find[timeline.Play](t, b.press(input.KeySpace))
	if err := b.s.Apply(timeline.Play{}); err != nil {
		t.Fatal(err)
	}
	find[timeline.Pause](t, b.press(input.KeySpace))
	if a := find[timeline.Step](t, b.press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right steps %d rounds", a.Steps)
	}
	if a := find[timeline.SetSpeed](t, b.press(input.KeyLeftBracket)); a.PerSecond != 20 {
		t.Errorf("[ sets the speed to %v", a.PerSecond)
	}
	if a := find[timeline.SetSpeed](t, b.press(input.KeyRightBracket)); a.PerSecond != 80 {
		t.Errorf("] sets the speed to %v", a.PerSecond)
	}
	find[timeline.Rewind](t, b.press(input.KeyR))
	find[ui.FitMap](t, b.press(input.KeyF))
	if a := find[session.SetView](t, b.press(input.KeyF1)); a.View.Panels {
		t.Error("F1 does not hide the panel")
	}
	if a := b.press(input.KeyEscape); len(a) > 0 {
		t.Errorf("Esc does %v", a)
	}
}

// Files, pictures and other places are asked for by the same keys in all views, and not
// while a person types.
func TestCommon(t *testing.T) {
	b := open(t, 900, 700, 1)
	common := func(in input.Frame) []any {
		b.input = in
		b.frame()
		return b.ui.Common(in)
	}
	key := func(k input.Key) input.Frame {
		return input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1, Keys: []input.KeyEvent{{Key: k, Down: true}}}
	}
	if a := find[ui.OpenFile](t, common(input.Frame{Files: []string{"a.osm"}})); a.Path != "a.osm" {
		t.Errorf("dropping a file opens %q", a.Path)
	}
	find[ui.Screenshot](t, common(key(input.KeyF8)))
	if a := find[ui.Show](t, common(key(input.KeyF3))); a.Name != "Sorts" {
		t.Errorf("F3 shows %q", a.Name)
	}
	b.ui.Shown = "Sorts"
	if a := common(key(input.KeyF3)); len(a) > 0 {
		t.Errorf("in its own view, F3 does %v", a)
	}
	if a := find[ui.Show](t, common(key(input.KeyF5))); a.Name != "Map" {
		t.Errorf("F5 shows %q", a.Name)
	}
}

func TestMouse(t *testing.T) {
	b := open(t, 900, 700, 1)
	m := b.openMap()
	x, y := b.camera.Pixel(m.Graph.At[315])
	if a := find[session.SetEnds](t, b.drag(x, y, x+1, y)); a.Source == nil || a.Target != nil || a.Drag {
		t.Errorf("a click gives %+v", a)
	}
	b.input.Shift = true
	if a := find[session.SetEnds](t, b.drag(x, y, x, y)); a.Target == nil || a.Source != nil {
		t.Errorf("a Shift-click gives %+v", a)
	}
	b.input.Shift = false
	before := b.camera.PointAt(x, y)
	a := find[ui.MoveCamera](t, b.drag(x, y, x+60, y-30))
	if px, py := a.Pixel(before); math.Abs(px-x-60) > 1 || math.Abs(py-y+30) > 1 {
		t.Errorf("dragging moved the place to %.1f, %.1f", px-x, py-y)
	}
	sx, sy := b.camera.Pixel(b.s.Snapshot().Source.At)
	for _, a := range b.drag(sx+3, sy-2, x, y) {
		if e, ok := a.(session.SetEnds); !ok || !e.Drag || e.Source == nil {
			t.Errorf("dragging the source gives %#v", a)
		}
	}
	for _, c := range []struct {
		ctrl, shift bool
		want        float64
	}{{false, false, 1.2}, {true, false, 1.04}, {false, true, 1.6}} {
		b.input.X, b.input.Y, b.input.WheelY, b.input.Ctrl, b.input.Shift = x, y, 1, c.ctrl, c.shift
		if a := find[ui.MoveCamera](t, b.frame()); math.Abs(a.Scale/b.camera.Scale-c.want) > 1e-6 {
			t.Errorf("the wheel (Ctrl %v, Shift %v) zooms by %v", c.ctrl, c.shift, a.Scale/b.camera.Scale)
		}
	}
	// Over the panel the mouse is the panel's.
	b.input.Ctrl, b.input.Shift = false, false
	if a := b.drag(100, 40, 140, 60); len(a) > 0 {
		t.Errorf("dragging over the panel gives %#v", a)
	}
	b.input.WheelY = 1
	if a := b.frame(); len(a) > 0 {
		t.Errorf("the wheel over the panel gives %#v", a)
	}
}

// Experiments: the dock opens and hides, runs what is chosen, and a click on a
// cell applies its setting.
func TestExperiments(t *testing.T) {
	b := open(t, 1280, 800, 1)
	b.openMap()
	find[ui.FitMap](t, b.press(input.KeyF2))
	if h := b.ui.DockHeight(800); h < 300 || h > 600 {
		t.Errorf("the dock is %.0f pixels high", h)
	}
	b.frame()
	run := find[session.RunExperiment](t, b.drag(1022, 363, 1022, 363))
	if run.Kind != experiment.Sweep || !slices.Equal(run.Axes, []string{"delta", "batch"}) || !slices.Equal(run.Algorithms, []string{"nearfar"}) {
		t.Errorf("it runs %+v", run)
	}
	if err := b.s.Apply(run); err != nil {
		t.Fatal(err)
	}
	find[session.CancelExperiment](t, b.drag(1022, 363, 1022, 363))
	for b.s.Snapshot().Experiment.Running {
		if err := b.s.Advance(time.Second, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	b.frame()
	w, h := b.ui.ChartSize()
	if w < 800 || h < 300 {
		t.Fatalf("the chart may have %d × %d pixels", w, h)
	}
	spots := []chart.Spot{{X: 0, Y: 0, W: float64(w), H: float64(h), Text: "cell", Key: 3}}
	if err := b.ui.SetChart(image.NewRGBA(image.Rect(0, 0, w, h)), spots); err != nil {
		t.Fatal(err)
	}
	b.input.X, b.input.Y = 800, 600
	b.frame()
	want := b.s.Snapshot().Experiment.Result.Plan.Settings[3]
	if a := find[session.ApplySetting](t, b.drag(800, 600, 800, 600)); !maps.Equal(a.Setting.Values, want.Values) {
		t.Errorf("a click applies %v, want %v", a.Setting.Values, want.Values)
	}
	b.press(input.KeyF2)
	b.frame()
	if w, h := b.ui.ChartSize(); w != 0 || h != 0 || b.ui.DockHeight(800) != 0 {
		t.Errorf("hidden, the chart may have %d × %d pixels", w, h)
	}
}

// picture draws the interface alone.
func (b *bench) picture() *image.NRGBA {
	b.t.Helper()
	w, h := b.camera.Width, b.camera.Height
	canvas, err := b.d.NewCanvas(w, h)
	if err != nil {
		b.t.Fatal(err)
	}
	defer canvas.Release()
	for range 2 { // the panel finds its size
		if b.build != nil {
			b.build()
		} else {
			b.frame()
		}
		calls, err := b.ui.Calls(0, w, h)
		if err != nil {
			b.t.Fatal(err)
		}
		cmd := b.d.Frame()
		cmd.Draw(&canvas.Target, [3]float32{15. / 255, 19. / 255, 24. / 255}, calls)
		canvas.Download(cmd)
		b.d.Finish(cmd)
		if err := b.d.Flush(context.Background()); err != nil {
			b.t.Fatal(err)
		}
	}
	return &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}

func (b *bench) golden(name string) {
	b.t.Helper()
	got := b.picture()
	path := filepath.Join("testdata", name+".png")
	if *update {
		var out bytes.Buffer
		if err := png.Encode(&out, got); err != nil {
			b.t.Fatal(err)
		}
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		b.t.Fatal(err)
	}
	off := 0
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			r0, g0, b0, _ := got.At(x, y).RGBA()
			r1, g1, b1, _ := want.At(x, y).RGBA()
			for _, d := range []float64{float64(r0) - float64(r1), float64(g0) - float64(g1), float64(b0) - float64(b1)} {
				if math.Abs(d) > 2*257 {
					off++
					break
				}
			}
		}
	}
	if off > got.Rect.Dx()*got.Rect.Dy()/1000 {
		b.t.Errorf("%s: %d pixels differ; look at them and run with -update", name, off)
	}
}

// TestPanels draws the panel in its states, at half size to keep the pictures
// small; what it says at full size is looked at, not compared.
func TestPanels(t *testing.T) {
	b := open(t, 256, 400, 0.6)
	b.golden("no-map")
	b.state.Loading = &ui.Loading{Name: "city.osm.pbf", Report: osmload.Report{Phase: osmload.PhaseNodes, Bytes: 3 << 20, Total: 8 << 20, Objects: 123456}}
	b.golden("loading")
	b.state.Loading, b.state.Problem = nil, "city.osm.pbf: blob at byte 6120: the file is cut off"
	b.golden("problem")
	b.state.Problem = ""
	if err := b.s.Open(ssspgen.Map(0, nil)); err != nil {
		t.Fatal(err)
	}
	b.golden("no-roads")
}

func TestPanelWithMap(t *testing.T) {
	b := open(t, 256, 480, 0.6)
	b.openMap()
	if err := b.s.Run(25); err != nil {
		t.Fatal(err)
	}
	b.golden("searching")
	if err := b.s.Run(math.MaxUint32); err != nil {
		t.Fatal(err)
	}
	b.golden("done")
	b.painter = "quads"
	b.state.DrawOrder = ui.DrawOrder{Keys: render.Keys{Order: "radix", Number: 2027548, Passes: 2}, Took: 310 * time.Microsecond, Frame: 2600 * time.Microsecond}
	b.golden("quads")
	b.painter = ""
	if err := b.s.Apply(session.SetView{View: session.View{ByDistance: true}}); err != nil {
		t.Fatal(err)
	}
	b.golden("by-distance")
	for _, a := range []any{session.SetView{View: session.View{Panels: true}}, session.SetAlgorithm{Name: "dial"}} {
		if err := b.s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	b.golden("on-host")
}

// Large interfaces and tiny windows do not break anything.
func TestScales(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1600, 1200, 2}, {40, 30, 1}, {300, 2000, 1.5}} {
		b := open(t, c.w, c.h, c.scale)
		b.openMap()
		if err := b.s.Advance(time.Second, time.Second); err != nil {
			t.Fatal(err)
		}
		b.picture()
	}
}
