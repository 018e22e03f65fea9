package bfs_test

import (
	"context"
	"fmt"

	"kernelscope/compute/bfs"
	"kernelscope/compute/host"
	"kernelscope/scene/graph"
)

// Pairs in, lengths out, in the same order. Here the host stands for a device; a
// gpu.Device goes in its place.
func ExampleGraph_Search() {
	// 0 → 1 → 2 → 3 and 0 → 2
	g := &graph.Graph{FirstOut: []uint32{0, 2, 3, 4, 4}, Head: []uint32{1, 2, 2, 3}}
	b, err := bfs.New(host.New(), g, bfs.AutoForm)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Release()
	pairs := []bfs.Pair{{Source: 0, Target: 3}, {Source: 3, Target: 0}, {Source: 1, Target: 1}, {Source: 0, Target: 3}}
	a, err := b.Search(context.Background(), pairs, bfs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, length := range a.Lengths {
		if length == bfs.Unreachable {
			fmt.Println(pairs[i], "unreachable")
			continue
		}
		fmt.Println(pairs[i], length)
	}
	// Output:
	// {0 3} 2
	// {3 0} unreachable
	// {1 1} 0
	// {0 3} 2
}
