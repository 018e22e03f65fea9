package view

import (
	"context"
	"math"
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/host"
	"kernelscope/families/hops/session"
	"kernelscope/families/maps"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// table is the panel over a small graph, on a session of the host.
type table struct {
	*uitest.Bench
	s      *session.Session
	panel  panel
	camera render.Camera
}

func openTable(t *testing.T, width, height int, scale float64, actions ...watch.Action) *table {
	t.Helper()
	b := &table{Bench: uitest.Open(t, width, height, scale, Name), s: session.New(host.New(), true)}
	b.panel, b.Frame = panel{Panel: maps.Panel{UI: b.UI}}, b.frame
	t.Cleanup(b.s.Release)
	m, err := open.ReadMap(context.Background(), "gen:example,kind=bits", open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.s.Open(m); err != nil {
		t.Fatal(err)
	}
	b.do(append([]watch.Action{session.SetInput{Input: session.Input{N: 5, Seed: 2}}, watch.Set{Algorithm: bfs.Coalesced.Name()}}, actions...)...)
	side := 50 * scale
	beside := b.panel.beside(b.s.Snapshot(), width, height)
	b.camera = render.Fit(m.Box, width, height, [4]float64{b.UI.PanelWidth() + side, 2 * side, side + beside, (200+arraysHeight+legendHeight)*scale + side})
	return b
}

func (b *table) do(actions ...watch.Action) { b.T.Helper(); b.Do(b.s, actions...) }

// frame builds a frame and returns the requested actions.
func (b *table) frame() []watch.Action {
	defer b.Next()
	return b.panel.frame(state{Snapshot: b.s.Snapshot(), Status: b.Status, Camera: b.camera}, b.Input)
}

func TestKeys(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace))
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right makes %d steps", a.Steps)
	}
	uitest.Find[ui.Fit](t, b.Press(input.KeyF))
	if a := uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)); !a.On {
		t.Error("P does not show the plots")
	}
}

// A click selects the source of the first pair, a Shift-click its target. Markers and the map can
// be dragged. A click on the plot goes to its step.
func TestMouse(t *testing.T) {
	b := openTable(t, 1000, 700, 1, timeline.End{})
	n := b.s.Snapshot()
	at := n.Map.Graph.At[4]
	x, y := b.camera.Pixel(at)
	near := func(what string, got session.SetEnds, source bool) {
		t.Helper()
		p := got.Target
		if source {
			p = got.Source
		}
		if p == nil || math.Hypot(float64(p.X-at.X), float64(p.Y-at.Y)) > 2/b.camera.Scale || (got.Source != nil) != source {
			t.Errorf("%s gives %+v", what, got)
		}
	}
	near("a click", uitest.Find[session.SetEnds](t, b.Drag(x, y, x+1, y)), true)
	b.Input.Shift = true
	near("a Shift-click", uitest.Find[session.SetEnds](t, b.Drag(x, y, x, y)), false)
	b.Input.Shift = false
	p := n.Pairs[n.Lanes[0].Shown]
	sx, sy := b.camera.Pixel(n.Map.Graph.At[p.Target])
	near("dragging the target", uitest.Find[session.SetEnds](t, b.Drag(sx, sy, x, y)), false)
	moved := uitest.Find[ui.MoveCamera](t, b.Drag(x+30, y+40, x+60, y+50))
	if px, py := moved.Pixel(at); math.Abs(px-x-30) > 1 || math.Abs(py-y-10) > 1 {
		t.Errorf("dragging the map moved it by %.1f, %.1f", px-x, py-y)
	}
	a, l := b.panel.areas(n, 1000, 700)[0], &n.Lanes[0]
	for step := 1; step < len(l.Levels); step++ {
		at := float64(a.column(float64(step), l)+a.column(float64(step+1), l)) / 2
		var seeks []timeline.Seek
		for _, x := range b.Drag(at, float64(a.plot.Min.Y+5), at, float64(a.plot.Min.Y+5)) {
			if s, ok := x.(timeline.Seek); ok {
				seeks = append(seeks, s)
			}
		}
		if len(seeks) == 0 || seeks[0].Step != step {
			t.Errorf("a click on step %d of the plot gives %v", step, seeks)
		}
	}
}

// The panel requests schemes, parameters, another pair and a comparison.
func TestPictures(t *testing.T) {
	b := openTable(t, 720, 480, 0.7, timeline.Step{Steps: 1})
	b.Golden("level")
	b.do(timeline.End{}, session.SetView{View: session.View{Colour: session.BySearches}})
	b.Golden("end")
	b = openTable(t, 860, 640, 0.7, watch.SetProfile{On: true}, timeline.End{})
	b.Golden("plots")
	b = openTable(t, 860, 480, 0.7, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: bfs.Rows.Name()}, timeline.Step{Steps: 2})
	b.camera = render.Fit(b.s.Snapshot().Map.Box, 860, 480, [4]float64{440, 80, 190, 180})
	b.Golden("compare")
}
