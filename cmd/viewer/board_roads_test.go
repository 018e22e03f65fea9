package main

import (
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/families/paths/session"
	paths "kernelscope/families/paths/view"
	trees "kernelscope/families/trees/session"
	treesview "kernelscope/families/trees/view"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// hashOf returns the map that a stage shows, and the hash of all layers of its first run.
func hashOf(t *testing.T, s *studio.Stage) (m *scene.Map, hash uint64) {
	t.Helper()
	var layers []compute.Layer
	switch v := s.Shown().(type) {
	case *paths.View:
		m, layers = v.Session.Snapshot().Map, v.Session.Layers(s.Computer.Backend, 0)
	case *treesview.View:
		m, layers = v.Session.Snapshot().Map, v.Session.Layers(s.Computer.Backend, 0)
	}
	hash, err := watch.Hash(t.Context(), s.Computer.Backend, layers)
	if err != nil || len(layers) == 0 {
		t.Fatalf("%d layers: %v", len(layers), err)
	}
	return m, hash
}

// TestBoardRoads closes roads and changes their speeds, as in a window. A storyboard of the command
// that the window keeps leads to the same state, by the hash of all layers.
func TestBoardRoads(t *testing.T) {
	needDevice(t)
	pick := func(m *scene.Map, i int) session.PickRoad {
		return session.PickRoad{At: m.Points[m.Lines[i].First], Within: 1e6}
	}
	for name, c := range map[string]struct {
		words   string
		actions func(m *scene.Map) []watch.Action // after the first, which is the state without changes
	}{
		"map": {"-a nearfar -s=-75.75,39.68 -t all", func(m *scene.Map) []watch.Action {
			return []watch.Action{session.CloseRoad{Lines: m.Road(900)}, session.SetRoadSpeed{Lines: []uint32{31, 30, 29, 1200}, KMH: 7}, session.SetRoadSpeed{Lines: m.Road(1200), KMH: 33}, pick(m, 5)}
		}},
		"graph": {"gen:roads,nodes=2000 -a nearfar --weight=length", func(m *scene.Map) []watch.Action {
			return []watch.Action{session.ScaleRoad{Lines: []uint32{3, 4, 5, 9}, Factor: 0.07}, session.CloseRoad{Lines: []uint32{100, 50}}}
		}},
		"trees": {"trees gen:roads,nodes=2000 -s '#5' --form=host", func(m *scene.Map) []watch.Action {
			return []watch.Action{session.CloseRoad{Lines: m.Road(7)}, session.ScaleRoad{Lines: m.Road(90), Factor: 100.0 / 37}, session.UndoRoad{}, session.ScaleRoad{Lines: m.Road(70), Factor: 4}, trees.SetTarget{}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			words, err := format.ParseShell(c.words)
			if err != nil {
				t.Fatal(err)
			}
			without, want, board := uint64(0), uint64(0), ""
			onCanvas(t, words, func(canvas *studio.Canvas) error {
				s := canvas.Stage
				reach := func(actions ...watch.Action) (*scene.Map, uint64) {
					for _, a := range append(actions, timeline.End{}) {
						if _, err := s.Shown().Apply(a); err != nil {
							t.Fatalf("%#v: %v", a, err)
						}
					}
					if err := s.Shown().Settle(); err != nil {
						t.Fatal(err)
					}
					return hashOf(t, s)
				}
				m, first := reach()
				without = first
				_, want = reach(c.actions(m)...)
				words, err := s.Shown().Command(false)
				words = append(words, s.Given...)
				words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "--speed") })
				shots := []storyboard.Shot{{Show: format.Shell(words), Steps: []storyboard.Step{{Until: storyboard.End, Frames: 2}}}}
				board = string((&storyboard.Board{Ratio: 1, FPS: 25, Shots: shots}).Text())
				return err
			})
			b, err := storyboard.Parse("a.toml", []byte(board))
			if err != nil {
				t.Fatalf("%v:\n%s", err, board)
			}
			a := newApp()
			err = a.onBoard(b, func(canvas *studio.Canvas) error {
				if _, err := a.player(b, "a.toml").Play(t.Context(), canvas, nil); err != nil {
					return err
				}
				if _, got := hashOf(t, canvas.Stage); got != want || got == without {
					t.Errorf("the state has the hash %x, not %x; without changes it is %x:\n%s", got, want, without, board)
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v:\n%s", err, board)
			}
		})
	}
}
