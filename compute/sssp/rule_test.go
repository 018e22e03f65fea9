package sssp_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Longer queries get wider buckets and larger batches, given values stay, and a layout says
// nothing about distances.
func TestRuleByDistance(t *testing.T) {
	m := ssspgen.Path(10000, 100)
	for v := range m.Graph.At {
		m.Graph.At[v] = geom.FromDegrees(0.001*float64(v)/100, 50)
	}
	m.Abstract = false
	s := prepare(t, sssp.NearFar{}, host.New(), m)
	used := func(target uint32, v compute.Values) compute.Values {
		r, err := s.Start(sssp.Query{Source: 0, Target: target}, v)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		return r.Values()
	}
	rule := compute.Values{sssp.Rule: 2}
	for _, c := range []struct{ target, delta, batch uint32 }{{1, 100, 32}, {100, 1000, 128}, {2500, 5000, 256}, {graph.NoNode, 9999, 256}} {
		v := used(c.target, rule)
		if delta := v[sssp.Delta]; float64(delta) < 0.95*float64(c.delta) || float64(delta) > 1.05*float64(c.delta) || v[sssp.Batch] != c.batch {
			t.Errorf("to node %d: %v, want delta %d and batch %d", c.target, v, c.delta, c.batch)
		}
	}
	if v := used(2500, compute.Values{sssp.Rule: 2, sssp.Delta: 7, sssp.Batch: 8}); v[sssp.Delta] != 7 || v[sssp.Batch] != 8 {
		t.Errorf("given values became %v", v)
	}
	if v, err := sssp.Chosen(sssp.NearFar{}, m.Graph, host.New().Limits(), false, rule); err != nil || v[sssp.Delta] != 0 || v[sssp.Batch] != 0 || v[sssp.Workgroup] == 0 {
		t.Errorf("without a query %v are chosen (%v)", v, err)
	}
	graphs := used(2500, nil)
	m.Abstract = true
	if v := used(2500, rule); v[sssp.Delta] != graphs[sssp.Delta] || v[sssp.Batch] != graphs[sssp.Batch] {
		t.Errorf("on a layout %v are chosen, by the graph %v", v, graphs)
	}
	search(t, s, m, sssp.Query{Source: 3, Target: 9000}, rule)
}
