package prepared

// The races that kernels mean to have, with the reasons in their headers.
func init() {
	up.Racing("s", "the column of the node that is eliminated is written with the lengths that it has")
	down.Racing("Lengths", "lengths are read before barrier() and written after it, which formally orders shared memory alone")
	climb.Racing("path", "a distance that is lowered before it is read makes no sum too low, since each length belongs to a shortest path")
	tile.Racing("Lengths", "what a workgroup reads late is already a shortest length, and no path over it is shorter than the one that it looks for")
}
