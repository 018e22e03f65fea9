package view

import (
	"math"
	"slices"
	"testing"

	"kernelscope/compute/host"
	"kernelscope/compute/prepared"
	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// table is the panel over a small map, on a session of the host.
type table struct {
	*uitest.Bench
	s      *session.Session
	panel  panel
	camera render.Camera
}

func openTable(t *testing.T, width, height int, scale float64, actions ...watch.Action) *table {
	t.Helper()
	b := &table{Bench: uitest.Open(t, width, height, scale, Name), s: session.New(host.New(), prepared.Cache{}, true)}
	b.panel, b.Frame = panel{Panel: maps.Panel{UI: b.UI}}, b.frame
	t.Cleanup(b.s.Release)
	m, err := open.ReadMap(t.Context(), "gen:roads,nodes=300", open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.s.Open(m); err != nil {
		t.Fatal(err)
	}
	b.do(append([]watch.Action{timeline.End{}}, actions...)...)
	side := 40 * scale
	b.camera = render.Fit(m.Box, width, height, [4]float64{b.UI.PanelWidth() + side, 2 * side, side, side})
	return b
}

func (b *table) do(actions ...watch.Action) { b.T.Helper(); b.Do(b.s, actions...) }

// frame builds a frame and returns the requested actions.
func (b *table) frame() []watch.Action {
	defer b.Next()
	return b.panel.frame(state{Snapshot: b.s.Snapshot(), Status: b.Status, Camera: b.camera}, b.Input)
}

// of returns the actions of a type.
func of[A any](actions []watch.Action) (out []A) {
	for _, a := range actions {
		if x, ok := a.(A); ok {
			out = append(out, x)
		}
	}
	return out
}

// carried builds frames and applies the requested actions to the session.
func (b *table) carried(actions []watch.Action) {
	b.T.Helper()
	for _, a := range actions {
		if err := b.s.Apply(a); err != nil {
			b.T.Fatal(err)
		}
	}
}

func TestKeys(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace))
	uitest.Find[ui.Fit](t, b.Press(input.KeyF))
	if a := uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)); !a.On {
		t.Error("P does not show the plots")
	}
	b.do(session.SetTarget{At: &b.s.Snapshot().Map.Graph.At[3]})
	if a := uitest.Find[session.SetTarget](t, b.Press(input.KeyEscape)); a.At != nil {
		t.Errorf("Esc aims at %v", a.At)
	}
}

// Resting on a node inspects it, a click sets the source and a Shift-click the target of the path.
// Markers and the map can be dragged.
func TestMouse(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	n := b.s.Snapshot()
	at := n.Map.Graph.At[4]
	x, y := b.camera.Pixel(at)
	near := func(what string, px, py float64) {
		t.Helper()
		if math.Hypot(px-float64(at.X), py-float64(at.Y)) > 2/b.camera.Scale {
			t.Errorf("%s is elsewhere", what)
		}
	}
	b.Input.X, b.Input.Y = x, y
	p := uitest.Find[session.PointAt](t, b.frame())
	near("the mouse", float64(p.At.X), float64(p.At.Y))
	if a := b.frame(); len(a) > 0 {
		t.Errorf("at rest it does %v", a)
	}
	s := uitest.Find[session.SetSource](t, b.Drag(x, y, x+1, y))
	near("a click", float64(s.At.X), float64(s.At.Y))
	b.Input.Shift = true
	e := uitest.Find[session.SetTarget](t, b.Drag(x, y, x, y))
	near("a Shift-click", float64(e.At.X), float64(e.At.Y))
	b.Input.Shift = false
	sx, sy := b.camera.Pixel(n.Source.At)
	moves := of[session.SetSource](b.Drag(sx, sy, x, y))
	if len(moves) != 2 || !moves[0].Drag || moves[1].Drag {
		t.Errorf("dragging the source gives %+v", moves)
	}
	moved := uitest.Find[ui.MoveCamera](t, b.Drag(x+70, y+90, x+100, y+100))
	if px, py := moved.Pixel(at); math.Abs(px-x-30) > 1 || math.Abs(py-y-10) > 1 {
		t.Errorf("dragging the map moved it by %.1f, %.1f", px-x, py-y)
	}
}

// A Ctrl-drag picks a road and changes its speed: downward until it is closed, upward until it is
// twice as fast.
func TestDragRoad(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	m := b.s.Snapshot().Map
	l := m.Lines[len(m.Lines)/2]
	x, y := b.camera.Pixel(m.Points[(l.First+l.End)/2])
	b.Input.X, b.Input.Y, b.Input.Ctrl = x, y, true
	b.carried(b.frame())
	b.Input.Buttons[0] = true
	b.carried(b.frame())
	if b.s.Snapshot().Picked == nil {
		t.Fatal("no road is picked")
	}
	b.carried(b.frame())
	for _, c := range []struct{ dy, speed float64 }{{40, 80}, {150, 25}, {210, 0}, {-60, 130}, {-400, 200}, {0, 100}} {
		b.Input.Y = y + c.dy
		b.carried(b.frame())
		r := b.s.Snapshot().Picked
		speed := 100 / r.Factor
		if r.Closed {
			speed = 0
		}
		if math.Abs(speed-c.speed) > 0.6 {
			t.Errorf("%g pixels down the speed is %.1f %%, not %g", c.dy, speed, c.speed)
		}
	}
	b.Input.Buttons[0] = false
	b.carried(b.frame())
	if n := b.s.Snapshot(); len(n.Changes) != 0 {
		t.Errorf("back at its own speed there are %d changes", len(n.Changes))
	}
}

// A slider over round widths sets the width of isochrones. It stays the same for another source
// until it is automatic again.
func TestBandSlider(t *testing.T) {
	b := openTable(t, 1280, 800, 1)
	n := b.s.Snapshot()
	auto := n.Band
	if n.Given || len(n.Bands) < 5 || !slices.Contains(n.Bands, auto) {
		t.Fatalf("the width is %d of %v", auto, n.Bands)
	}
	var set session.SetBand
	for y := 560.0; y < 680 && set.Width == 0; y += 4 {
		if a := of[session.SetBand](b.Drag(40, y, 40, y)); len(a) > 0 {
			set = a[0]
		}
	}
	if set.Width != n.Bands[0] && set.Width != n.Bands[1] {
		t.Fatalf("at its left the slider sets %d of %v", set.Width, n.Bands)
	}
	b.do(set, session.SetSource{At: n.Map.Graph.At[77]})
	if n = b.s.Snapshot(); !n.Given || n.Band != set.Width || n.Reach < n.Band {
		t.Errorf("the width is %d, up to %d, not %d", n.Band, n.Reach, set.Width)
	}
	b.do(session.SetBand{}, session.SetSource{At: n.Map.Graph.At[n.Source.Node]})
	if n = b.s.Snapshot(); n.Given || n.Reach/n.Band > 10 {
		t.Errorf("by itself the width is %d, up to %d", n.Band, n.Reach)
	}
	b.do(session.SetBand{Width: 1})
	if n = b.s.Snapshot(); n.Reach > 1000 {
		t.Errorf("isochrones of 1 reach to %d", n.Reach)
	}
	b.Picture()
}

func TestPictures(t *testing.T) {
	b := openTable(t, 760, 480, 0.7)
	at := b.s.Snapshot().Map.Graph.At
	b.do(session.SetTarget{At: &at[7]})
	b.Golden("bands")
	m := b.s.Snapshot().Map
	b.do(session.SetView{View: session.View{Colour: session.Separators, Front: true}}, session.SetTarget{}, timeline.Seek{Step: 4},
		roadwork.PickRoad{At: m.Points[m.Lines[9].First], Within: 1e9}, roadwork.CloseRoad{Lines: []uint32{9}})
	b.Golden("front")
	b = openTable(t, 1000, 520, 0.7, session.SetView{View: session.View{Colour: session.Bands, Front: true}}, watch.Set{Algorithm: session.OnHost.Name()},
		watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: session.OnDevice.Name()}, session.SetTarget{At: &at[7]}, roadwork.CloseRoad{Lines: []uint32{9}})
	b.camera = render.Fit(m.Box, 1000, 520, [4]float64{460, 80, 220, 40})
	b.Golden("compare")
	b = openTable(t, 760, 480, 0.7, session.SetView{View: session.View{Colour: session.Loss}}, roadwork.CloseRoad{Lines: []uint32{9}}, session.PointAt{At: &at[7]})
	b.Golden("loss")
	b.do(session.SetView{View: session.View{Colour: session.Nearest}}, session.SetPlaces{List: []session.Destination{{Node: 7, Name: "north"}, {Node: 200}}}, roadwork.UndoRoad{})
	b.Golden("places")
	b = openTable(t, 900, 600, 0.7, watch.Set{Algorithm: session.OnDevice.Name()}, watch.SetProfile{On: true}, timeline.Seek{Step: 12})
	b.Golden("plots")
}

// In a comparison a click means the same place in both halves.
func TestHalves(t *testing.T) {
	b := openTable(t, 1000, 700, 1, watch.SetCompare{On: true})
	m := b.s.Snapshot().Map
	b.camera = render.Fit(m.Box, 1000, 700, [4]float64{540, 80, 190, 40})
	at := m.Graph.At[4]
	x, y := b.camera.Pixel(at)
	for _, h := range b.panel.halves(b.s.Snapshot(), 1000, 700) {
		s := uitest.Find[session.SetSource](t, b.Drag(x+h.Shift, y, x+h.Shift, y))
		if math.Hypot(float64(s.At.X-at.X), float64(s.At.Y-at.Y)) > 2/b.camera.Scale {
			t.Errorf("in %v a click gives %v, not %v", h.Area, s.At, at)
		}
	}
}
