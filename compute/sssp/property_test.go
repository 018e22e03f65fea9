package sssp_test

import (
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Every search, in every tier and at every workgroup size, finds on the device what
// Dijkstra's algorithm finds, on random graphs with loops, parallel edges, edges of
// weight zero and of 2³¹, and parts that nothing leads to.
func TestProperty(t *testing.T) {
	d := gputest.Open(t)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 33, 400, 3000}).Draw(rt, "nodes")
		seed := rapid.Uint64().Draw(rt, "seed")
		var m *scene.Map
		switch rapid.SampledFrom([]string{"random", "path", "star", "grid"}).Draw(rt, "shape") {
		case "random":
			m = ssspgen.Random(seed, n, rapid.IntRange(0, 5*n).Draw(rt, "arcs"),
				rapid.SampledFrom([]uint32{0, 1, 10, 1000, graph.MaxWeight}).Draw(rt, "weights"))
		case "path":
			m = ssspgen.Path(n, rapid.SampledFrom([]uint32{0, 5, graph.MaxWeight}).Draw(rt, "weight"))
		case "star":
			m = ssspgen.Star(n)
		default:
			m = ssspgen.Grid(seed, 1+n/40, 40, 30)
		}
		last := uint32(m.Graph.Nodes()) - 1
		q := sssp.Query{Source: rapid.Uint32Range(0, last).Draw(rt, "source"), Target: rapid.Uint32Range(0, last).Draw(rt, "target")}
		if rapid.Bool().Draw(rt, "all") {
			q.Target = graph.NoNode
		}
		a := rapid.SampledFrom(sssp.Algorithms()).Draw(rt, "algorithm")
		s, err := a.Prepare(d, m)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Release()
		v := compute.Values{
			sssp.Delta:     rapid.SampledFrom([]uint32{0, 1, 7, 100, 1 << 24}).Draw(rt, "delta"),
			sssp.Batch:     rapid.SampledFrom([]uint32{0, 1, 16, 1024}).Draw(rt, "batch"),
			sssp.Workgroup: rapid.SampledFrom([]uint32{0, 32, 64, 256, 1024}).Draw(rt, "workgroup"),
		}
		v[sssp.Rule] = rapid.Uint32Range(0, sssp.Adaptive).Draw(rt, "rule")
		v[sssp.Finish] = rapid.Uint32Range(0, 2).Draw(rt, "finish")
		v[sssp.Stall], v[sssp.Count] = rapid.Uint32Range(0, 2).Draw(rt, "stall"), rapid.Uint32Range(0, 2).Draw(rt, "count")
		if a.Name() == "frontier" {
			together := rapid.SampledFrom([]int{1, 2, 8, 128}).Draw(rt, "together")
			sssp.AllowTogether(s, together)
			v[sssp.Together] = uint32(together)
			v[sssp.Rho] = rapid.SampledFrom([]uint32{1, 16, 1024}).Draw(rt, "rho")
			v[sssp.Alone] = rapid.SampledFrom([]uint32{1, 32, 4096}).Draw(rt, "alone")
		}
		search(t, s, m, q, allowed(d, a, m, v))
	})
}
