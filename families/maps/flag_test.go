package maps

import (
	"errors"
	"fmt"
	"testing"

	"kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/watch"
)

func mapOf(t *testing.T, text string) *scene.Map {
	t.Helper()
	m, err := open.ReadMap(t.Context(), text, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// changed applies actions to a map.
func changed(t *testing.T, m *scene.Map, actions ...watch.Action) (now *scene.Map, changes []session.Change) {
	t.Helper()
	var none session.Roadwork
	work, now := none.On(m), m
	for _, a := range actions {
		next, _, err := work.Work(now, a.(session.RoadAction))
		if err != nil {
			t.Fatal(err)
		}
		if next != nil {
			now = next
		}
	}
	return now, work.Roads().Changes
}

// The flags of Words repeat the same changes: several lines in any order, lines changed before, and
// values between those of a slider.
func TestWords(t *testing.T) {
	m := mapOf(t, "gen:roads,nodes=300")
	now, changes := changed(t, m, session.CloseRoad{Lines: []uint32{9, 7, 8, 20, 21, 22}}, session.ScaleRoad{Lines: []uint32{3}, Factor: 100.0 / 37},
		session.ScaleRoad{Lines: []uint32{8, 40}, Factor: 0.07}, session.ResetRoads{Lines: []uint32{21}}, session.PickRoad{At: m.Points[3], Within: 1e9})
	words := Words(m, changes)
	want := []string{"--road=lines:9,7,20,22/380=0", "--road=lines:3/380=x2.7027027027027026", "--road=lines:8,40/380=x0.07"}
	if fmt.Sprint([]string(words)) != fmt.Sprint(want) {
		t.Errorf("%d lines: %q", len(m.Lines), words)
	}
	var f Flag
	for _, w := range words {
		f.texts = append(f.texts, w[len("--road="):])
	}
	actions, err := f.Actions(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	second, same := changed(t, m, actions...)
	if fmt.Sprint(same) != fmt.Sprint(changes) || fmt.Sprint(second.Graph.Weight) != fmt.Sprint(now.Graph.Weight) {
		t.Errorf("%v are changed, not %v", same, changes)
	}
}

// A speed, a share and a factor apply to the whole road at a place.
func TestPlaces(t *testing.T) {
	m := mapOf(t, "gen:roads,nodes=300")
	for text, want := range map[string]any{
		"#5=0": session.CloseRoad{}, "#5=50": session.ScaleRoad{}, "#5=100": session.ResetRoads{}, "#5=x4": session.ScaleRoad{},
	} {
		f := Flag{texts: []string{text}}
		a, err := f.Actions(m, 1)
		if err != nil || len(a) != 2 || fmt.Sprintf("%T", a[1]) != fmt.Sprintf("%T", want) {
			t.Errorf("%s: %#v, %v", text, a, err)
		}
	}
	for _, text := range []string{
		"#5", "#5=", "#5=201", "#5=-1", "#5=nan", "#5=x0", "#5=x1e9", "#5=30km/h", "#5=0km/h", "#999=0", "lines:3=0", "lines:3/9=0", "lines:380/380=0", "lines:5-3/380=0",
		"lines:0-379,0-379/380=0", "lines:/380=0", "lines:-1/380=0", "lines:3/380=fast", "lines:3/380",
	} {
		f := Flag{texts: []string{text}}
		if a, err := f.Actions(m, 1); !errors.Is(err, fault.Usage) {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
}
