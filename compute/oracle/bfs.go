package oracle

import "kernelscope/scene/graph"

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
