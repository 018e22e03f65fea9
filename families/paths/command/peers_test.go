package command

import (
	"testing"

	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
)

// Each row of the table states how it is measured, and its settings depend on the graph.
func TestPeers(t *testing.T) {
	f := peersFlags{tiles: 3}
	m := ssspgen.Grid(1, 8, 6, 40)
	var names []string
	for _, w := range f.works() {
		names = append(names, w.name)
		if w.bar <= 0 || w.title == "" || w.plan.Queries < 1 || w.plan.Repetitions < 1 || w.plan.Work != measure.ByRank && w.plan.Work != measure.ToAll || w.Record["prototype"] == "" {
			t.Errorf("%+v", w)
		}
		settings := w.settings(m)
		if n := len(w.List(sssp.Delta)) * len(w.List(sssp.Rho)) * len(w.List(sssp.Alone)); w.name != "throughput" && len(settings) != n {
			t.Errorf("%s: %d settings, not %d", w.name, len(settings), n)
		}
		if x := settings[0].Values[sssp.Delta]; w.name == "delaware" && x != sssp.AutoDelta(m.Graph) {
			t.Errorf("the first delta is %d, not the automatic one", x)
		}
	}
	if len(names) != 6 {
		t.Errorf("the rows are %v", names)
	}
	if tile := f.works()[4]; tile.file != "gen:tile,k=3" || tile.title != "Delaware 3×3, one to all" {
		t.Errorf("%+v", tile)
	}
}
