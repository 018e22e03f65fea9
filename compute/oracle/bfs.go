package oracle

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"kernelscope/scene/graph"
)

// BFS counts the fewest edges from source to each node, with a queue
// (E. F. Moore, 1959). Nodes that no path reaches are Unreached.
func BFS(first, head []uint32, source uint32) []uint32 {
	level := make([]uint32, len(first)-1)
	for v := range level {
		level[v] = graph.Unreached
	}
	level[source] = 0
	queue := []uint32{source}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range head[first[u]:first[u+1]] {
			if level[v] == graph.Unreached {
				level[v] = level[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return level
}

// BFSLengths returns the fewest edges from each source to the target beside it, by a
// BFS from each different source, on all cores.
func BFSLengths(ctx context.Context, first, head, sources, targets []uint32) ([]uint32, error) {
	of := map[uint32][]int{} // the pairs of a source
	var different []uint32
	for i, s := range sources {
		if of[s] == nil {
			different = append(different, s)
		}
		of[s] = append(of[s], i)
	}
	lengths := make([]uint32, len(sources))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(different) && ctx.Err() == nil; i = next.Add(1) - 1 {
				level := BFS(first, head, different[i])
				for _, p := range of[different[i]] {
					lengths[p] = level[targets[p]]
				}
			}
		})
	}
	wait.Wait()
	return lengths, ctx.Err()
}
