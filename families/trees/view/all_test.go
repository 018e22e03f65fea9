package view

import (
	"strings"
	"testing"

	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/render/input"
	"kernelscope/ui/uitest"
)

// The header tells which figures of all nodes are shown, and what the last change costs.
func TestAllHeader(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	b.frame()
	told := func(colour session.Colour, title string, parts ...string) {
		t.Helper()
		b.do(session.SetView{View: session.View{Colour: colour}})
		h := b.panel.allHeader(state{Snapshot: b.s.Snapshot(), Status: b.Status, Camera: b.camera})
		for _, part := range parts {
			if !strings.Contains(h.Story, part) || h.Title != title || h.Verdict != "a sample, verified" {
				t.Errorf("%s is told as %+v, without %q", colour, h, part)
			}
		}
		b.Picture()
	}
	told(session.Mean, "Mean distance from every junction to all others", "Exact: 90,000 distances")
	told(session.Farthest, "From every junction to the farthest one", "Exact: ")
	told(session.Within, "Share of junctions within 900 of each", "Exact: ")
	told(session.Nearest, "Distance from every junction to the source", "Exact: 300 distances, by 1 tree of the reversed network.")
	b.do(session.SetPlaces{List: []session.Destination{{Node: 4, Name: "north"}}})
	told(session.Mean, "Mean distance from every junction to north", "Exact: 300 distances")
	b.do(session.TogglePlace{At: b.s.Snapshot().Map.Graph.At[200]})
	told(session.Nearest, "Distance from every junction to the nearest of 2 places", "by 2 trees")
	told(session.Farthest, "From every junction to the farthest of 2 places", "by 2 trees")
	told(session.Within, "Share of 2 places within 900 of each junction", "by 2 trees")
	b.do(session.PointAt{At: &b.s.Snapshot().Map.Graph.At[4]})
	if s := b.s.Snapshot(); !strings.HasPrefix(s.All.Pointed.InWords(s), "0 to north\nto all places ") {
		t.Errorf("at a place the text is %q", s.All.Pointed.InWords(s))
	}
	b.do(session.SetPlaces{})
	const loss = "What the last change of roads costs every junction"
	told(session.Loss, loss, "No road has changed")
	b.do(roadwork.CloseRoad{Lines: []uint32{9}})
	told(session.Loss, loss, "Closing a ", " costs ", " on average, at most ")
	b.do(roadwork.UndoRoad{})
	told(session.Loss, loss, "The last change saves ")
	b.do(roadwork.ScaleRoad{Lines: []uint32{9}, Factor: 1.0001})
	told(session.Loss, loss, "The new speed of a ", " changes no mean by ")
}

// A slider sets the distance within which junctions are counted.
func TestWithinSlider(t *testing.T) {
	b := openTable(t, 1280, 800, 1, session.SetView{View: session.View{Colour: session.Within}})
	n := b.s.Snapshot()
	var set session.SetWithin
	for y := 560.0; y < 680 && set.Limit == 0; y += 4 {
		if a := of[session.SetWithin](b.Drag(40, y, 40, y)); len(a) > 0 {
			set = a[0]
		}
	}
	if set.Limit != n.Bands[0] && set.Limit != n.Bands[1] {
		t.Fatalf("at its left the slider sets %d of %v", set.Limit, n.Bands)
	}
	if b.do(set); b.s.Snapshot().All.Limit != set.Limit {
		t.Errorf("within %d is shown", b.s.Snapshot().All.Limit)
	}
}

// A adds the junction under the mouse to the places and removes it, where colours show all nodes.
func TestPlaceKey(t *testing.T) {
	b := openTable(t, 1000, 700, 1)
	x, y := b.camera.Pixel(b.s.Snapshot().Map.Graph.At[200])
	b.Input.X, b.Input.Y = x, y
	b.frame()
	if a := of[session.TogglePlace](b.Press(input.KeyA)); len(a) > 0 {
		t.Errorf("where one tree is shown, A adds %+v", a)
	}
	b.do(session.SetView{View: session.View{Colour: session.Nearest}})
	for _, want := range []bool{true, false} {
		b.do(uitest.Find[session.TogglePlace](t, b.Press(input.KeyA)))
		if n := b.s.Snapshot(); n.Listed != want || want && n.Places[0].Node != 200 {
			t.Errorf("the places are %+v", n.Places)
		}
	}
}
