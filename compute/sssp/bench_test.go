package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

// Searches on the host from a node to all others, beside the oracle.
func BenchmarkOnHost(b *testing.B) {
	m, err := osmload.Load(context.Background(), osmtest.Module(b, "delaware-latest.osm.pbf"), osmload.Options{})
	if err != nil {
		b.Fatal(err)
	}
	nodes := m.Graph.Connected()
	source := func(i int) uint32 { return nodes[i*7919%len(nodes)] }
	report := func(b *testing.B, relaxed uint64) {
		b.ReportMetric(float64(relaxed)/b.Elapsed().Seconds(), "edges/s")
	}
	b.Run("oracle", func(b *testing.B) {
		relaxed := uint64(0)
		for i := range b.N {
			relaxed += oracle.Dijkstra(m.Graph, source(i), graph.NoNode).Relaxed
		}
		report(b, relaxed)
	})
	for _, a := range []sssp.Algorithm{sssp.Dijkstra{}, sssp.Dial{}} {
		b.Run(a.Name(), func(b *testing.B) {
			s, err := a.Prepare(host.New(), m)
			if err != nil {
				b.Fatal(err)
			}
			relaxed := uint64(0)
			for i := range b.N {
				r, err := s.Start(sssp.Query{Source: source(i), Target: graph.NoNode}, nil)
				if err != nil {
					b.Fatal(err)
				}
				for e, err := range r.Steps(context.Background()) {
					if err != nil {
						b.Fatal(err)
					}
					if e.Done {
						relaxed += e.Relaxed
					}
				}
			}
			report(b, relaxed)
		})
	}
}
