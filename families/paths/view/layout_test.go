package view

import (
	"math"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/families/paths/session"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// Esc closes an open list and does nothing else.
func TestEscape(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	p := b.camera.PointAt(700, 400)
	b.apply([]watch.Action{session.PickRoad{At: p, Within: 1e9}})
	if b.s.Snapshot().Picked == nil {
		t.Fatal("nothing is picked")
	}
	b.frame()
	closed := 0
	for y := 200.0; y < 400; y += 4 {
		b.Drag(280, y, 280, y)
		if b.Frame(); len(b.Press(input.KeyEscape)) == 0 {
			closed++
			b.Frame()
			uitest.Find[session.DropRoad](t, b.Press(input.KeyEscape))
		}
	}
	if closed == 0 {
		t.Error("Esc closes no list")
	}
	b.Input.Ctrl = true
	uitest.Find[session.UndoRoad](t, b.Press(input.KeyZ))
}

// The panel of every search fits without a scroll bar.
func TestPanelFits(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float64
	}{{1280, 720, 1}, {1024, 640, 1}, {2560, 1440, 1.5}} {
		b := openBench(t, size.width, size.height, size.scale)
		b.openMap()
		for _, a := range sssp.Algorithms() {
			if err := b.s.Apply(watch.Set{Algorithm: a.Name()}); err != nil {
				t.Fatal(err)
			}
			for _, step := range []int{10, math.MaxUint32} {
				if err := b.s.Run(step); err != nil {
					t.Fatal(err)
				}
				b.Picture()
				if b.UI.Overflow() > 0 && size.height >= 720 {
					t.Errorf("%dx%d: the panel of %s must be scrolled by %v", size.width, size.height, a.Name(), b.UI.Overflow())
				}
			}
		}
	}
}

// gridMap returns a grid of roads, some 300 m apart.
func gridMap(width, height int) *scene.Map {
	m := ssspgen.Grid(1, width, height, 40)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.FromDegrees(10+float64(i%width)*0.004, 50-float64(i/width)*0.003)
	}
	m.Box = geom.Bounds(m.Graph.At)
	return m
}

// stageOf returns a stage that shows a map.
func stageOf(t *testing.T, m *scene.Map) (*studio.Stage, *View) {
	t.Helper()
	s, err := studio.NewStage(gputest.Open(t), 1280, 720, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	v := s.Shown().(*View)
	if err := v.Open(open.Input{Map: m}); err != nil {
		t.Fatal(err)
	}
	return s, v
}

// When the window changes its size, the whole map is shown again unless the camera was moved.
// Neither end of the search is hidden by the panel or the legend.
func TestRefit(t *testing.T) {
	s, v := stageOf(t, gridMap(30, 20))
	frame := func(width, height int) {
		s.Width, s.Height = width, height
		for range 3 {
			if _, err := s.Interact(input.Frame{Seconds: 1, X: -1, Y: -1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, size := range [][2]int{{1280, 720}, {1920, 1200}, {1024, 640}, {900, 1400}, {1400, 560}, {1920, 700}} {
		if i == 4 { // the right half of a comparison has the legend
			s.Ask(watch.SetCompare{On: true})
		}
		frame(size[0], size[1])
		n := v.Session.Snapshot()
		halves := s.UI.Halves(size[0], size[1], n.Other != nil)
		camera := halves[len(halves)-1].Over(v.Camera)
		for _, e := range []session.End{n.Source, n.Target} {
			x, y := camera.Pixel(e.At)
			legend := v.panel.legendSize(n)
			if x < s.UI.PanelWidth() || x > float64(size[0]) || y < float64(s.UI.Top()) || y > float64(size[1]) ||
				x > float64(size[0])-legend.X && y > float64(size[1])-legend.Y {
				t.Errorf("%v: an end of the search is at %.0f, %.0f", size, x, y)
			}
		}
	}
	moved := v.Camera
	moved.Pan(30, 40)
	s.Ask(ui.MoveCamera{Camera: moved})
	frame(1280, 720)
	if v.Camera.X != moved.X || v.Camera.Scale != moved.Scale {
		t.Error("a map that was moved is fitted again")
	}
}

// Opening the same map for another means of travel keeps both ends and the camera; opening another
// map does not.
func TestProfileKeepsEnds(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 640, 480, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	v := s.Shown().(*View)
	made := func(profile, from string) *scene.Map {
		m := gridMap(30, 20)
		m.Profile, m.From = profile, from
		return m
	}
	if err := v.Open(open.Input{Map: made("car", "a.osm")}); err != nil {
		t.Fatal(err)
	}
	at := v.Session.Snapshot().Map.Graph.At
	if err := v.Session.Apply(session.SetEnds{Source: &at[77], Target: &at[333]}); err != nil {
		t.Fatal(err)
	}
	v.Camera.Scale *= 3
	scale := v.Camera.Scale
	if err := v.Open(open.Input{Map: made("foot", "a.osm")}); err != nil {
		t.Fatal(err)
	}
	if n := v.Session.Snapshot(); n.Source.Node != 77 || n.Target.Node != 333 || v.Camera.Scale != scale {
		t.Errorf("on foot it goes from %d to %d", n.Source.Node, n.Target.Node)
	}
	if err := v.Open(open.Input{Map: made("car", "b.osm")}); err != nil {
		t.Fatal(err)
	}
	if n := v.Session.Snapshot(); n.Source.Node == 77 || n.Target.Node == 333 || v.Camera.Scale == scale {
		t.Errorf("another map is searched from %d to %d", n.Source.Node, n.Target.Node)
	}
}
