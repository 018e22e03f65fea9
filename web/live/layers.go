package live

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
)

// layer reads a layer of a lane.
func layer(be compute.Backend, s watched, lane int, kind compute.LayerKind) ([]uint32, error) {
	for _, l := range s.Layers(be, lane) {
		if l.Kind == kind {
			words := make([]uint32, l.Count*l.Stride)
			return words, be.Read(context.Background(), l.Buffer, l.First, words)
		}
	}
	return nil, fmt.Errorf("there is no layer %q", kind)
}

// nodesOf lists the nodes of a layer, sorted, since devices queue them in any order; none where there is no such
// layer. Of several words each entry's first one is a node.
func nodesOf(be compute.Backend, s watched, lane int, kind compute.LayerKind) (nodes []uint32, err error) {
	for _, l := range s.Layers(be, lane) {
		if l.Kind != kind || l.Count == 0 {
			continue
		}
		entries := make([]uint32, l.Count*l.Stride)
		if err := be.Read(context.Background(), l.Buffer, l.First, entries); err != nil {
			return nil, err
		}
		for i := range l.Count {
			nodes = append(nodes, entries[i*l.Stride])
		}
	}
	slices.Sort(nodes)
	return nodes, nil
}
