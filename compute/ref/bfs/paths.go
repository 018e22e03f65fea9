package bfs

// Paths holds the buffers of bfs_paths_count and bfs_paths_weigh.
type Paths[B any] struct {
	First, Tail, Levels, Paths, Grown B

	Nodes, Columns, Level uint32
}

// countPaths computes a level. add returns the sum of two numbers of paths, which have two words
// each; zero is two zeros.
func countPaths(a Paths[[]uint32], add func(a, b [2]uint32) [2]uint32) {
	k := int(a.Columns)
	for v := range int(a.Nodes) {
		for c := range k {
			if a.Levels[v*k+c] != Open {
				continue
			}
			sum, found := [2]uint32{}, false
			for _, u := range a.Tail[a.First[v]:a.First[v+1]] {
				if at := int(u)*k + c; a.Levels[at] == a.Level-1 {
					sum, found = add(sum, [2]uint32(a.Paths[2*at:])), true
				}
			}
			if found {
				a.Levels[v*k+c] = a.Level
				copy(a.Paths[2*(v*k+c):], sum[:])
				a.Grown[int(a.Level)%len(a.Grown)] = 1
			}
		}
	}
}
