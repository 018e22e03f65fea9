package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

// The truth of every step on maps, from the node of the most edges to all.
func TestTruthOnMaps(t *testing.T) {
	d := gputest.Open(t)
	for _, name := range []string{"andorra-roads.osm.gz", "stockholm-small.osm.pbf", "liechtenstein-2013.osm.pbf"} {
		t.Run(name, func(t *testing.T) {
			m, err := osmload.Load(context.Background(), osmtest.Data(t, "osm", name), osmload.Options{})
			if err != nil {
				t.Fatal(err)
			}
			source := uint32(0)
			for v := range uint32(m.Graph.Nodes()) {
				if m.Graph.FirstOut[v+1]-m.Graph.FirstOut[v] > m.Graph.FirstOut[source+1]-m.Graph.FirstOut[source] {
					source = v
				}
			}
			testTruth(t, name, d, m, sssp.Query{Source: source, Target: graph.NoNode}, compute.Values{})
		})
	}
}
