package prepared

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// FuzzOrder: whatever a kept order holds under a right checksum, it is not used, or leads to
// the right distances.
func FuzzOrder(f *testing.F) {
	m := ssspgen.Grid(1, 6, 5, 9)
	g, k := m.Graph, KeyOf(m.Graph, PlacesOf(m))
	truth := oracle.Dijkstra(g, 3, graph.NoNode).Dist
	o, err := NewOrder(f.Context(), g, Making{Places: PlacesOf(m)})
	if err != nil {
		f.Fatal(err)
	}
	head := append([]byte(version), k[:]...)
	words := bytesOf(slices.Concat([]uint32{uint32(o.Fronts()), uint32(len(o.Node))}, o.Parent, o.First, o.Node))
	for i := range len(words) / 4 {
		for _, x := range []uint32{0, 1, 29, 30, none} {
			damaged := slices.Clone(words)
			binary.LittleEndian.PutUint32(damaged[4*i:], x)
			f.Add(damaged)
		}
	}
	f.Add(words)
	f.Add(words[:8])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, words []byte) {
		b := slices.Concat(head, words)
		sum := sha256.Sum256(b)
		order, err := parse(append(b, sum[:]...), k, g.Nodes())
		if err != nil {
			return
		}
		fronts, err := NewFronts(g, order)
		if err != nil {
			if !errors.Is(err, fault.Input) && !errors.Is(err, fault.Limit) {
				t.Error(err)
			}
			return
		}
		h := NewHost(fronts)
		h.Customize(g.Weight)
		dist := make([]uint32, g.Nodes())
		if h.Tree(3, dist); !slices.Equal(dist, truth) {
			t.Errorf("the distances are %d, not %d", dist, truth)
		}
	})
}
