package view

import (
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
)

// A query of a rank is shown by itself: all that its searches settle is in view and fills it. F shows the whole map.
func TestZoom(t *testing.T) {
	m := gridMap(60, 50)
	s, v := stageOf(t, m)
	do := func(actions ...watch.Action) {
		t.Helper()
		for _, a := range actions {
			if _, err := v.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole := v.Camera
	do(session.SetEnds{Source: &m.Graph.At[1530]}, session.SetRank{Rank: 8})
	target := v.Camera
	if target.Scale < 3*whole.Scale {
		t.Errorf("the scale of a short query is %v, that of the map %v", target.Scale, whole.Scale)
	}
	if words, err := v.Command(false); err != nil || !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "--centre") }) {
		t.Errorf("the command shows another part: %v, %v", words, err)
	}
	do(watch.Set{Values: compute.Values{sssp.Delta: 300, sssp.Finish: 2}})
	if bucket := v.Camera; bucket.Scale > target.Scale/1.5 || bucket.Scale < whole.Scale {
		t.Errorf("with its bucket its scale is %v, alone %v", bucket.Scale, target.Scale)
	}
	n := v.Session.Snapshot()
	all := oracle.Dijkstra(m.Graph, n.Query.Source, graph.NoNode).Dist
	for u, d := range all {
		x, y := v.Camera.Pixel(m.Graph.At[u])
		if inside := x > s.UI.PanelWidth() && x < 1280 && y > 0 && y < 720; d < 300 && !inside {
			t.Errorf("node %d of the bucket is at %.0f, %.0f", u, x, y)
		}
	}
	if do(ui.Fit{}); v.Camera.Scale != whole.Scale {
		t.Errorf("F shows the map at the scale %v, not %v", v.Camera.Scale, whole.Scale)
	}
	moved := v.Camera
	moved.Pan(30, 40)
	if do(ui.MoveCamera{Camera: moved}, session.SetRank{Rank: 4}); v.Camera != moved {
		t.Error("a camera that was moved follows the query")
	}
}
