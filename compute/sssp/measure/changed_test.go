package measure_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// Queries after a change of weights are searched by the new ones, with every search.
func TestChangedWeights(t *testing.T) {
	m := ssspgen.Grid(1, 20, 15, 40)
	for _, be := range []compute.Backend{host.New(), gputest.Open(t)} {
		p := experiment.Plan{Kind: experiment.Sweep, Work: measure.Changed, Queries: 3, Repetitions: 2, Seed: 1}
		for _, a := range []sssp.Algorithm{sssp.Frontier{}, sssp.NearFar{}, sssp.Dijkstra{}} {
			p.Settings = append(p.Settings, experiment.Grid(a, nil)...)
		}
		p.Words = measure.Words(p, graph.ByTime)
		rows := carryOut(t, p, be, measure.On(m)).Rows
		if len(rows) != 3*2*3 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, row := range rows {
			if !row.Verified {
				t.Errorf("%+v is not verified", row)
			}
		}
	}
}
