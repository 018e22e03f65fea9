package clip

// The races that kernels mean to have, with the reasons in their headers, and what they read without using it.
func init() {
	const (
		published = "a word of the state holds a status and both numbers, so that they are read together; all else is written before the status"
		boxes     = "boxes of shares lie in place of results; barrier() is between, which formally orders shared memory alone"
		more      = "all write that there is more"
		beside    = "of a vector of the tree only the components before the node are used"
		heights   = "the heights that workgroups write are read along with the pops and pushes beside them, and not used"
	)
	link.Racing("Partitions", heights).Reading("tree", beside)
	bases.Racing("more", more)
	linkBoxes.Racing("more", more).Racing("Resolved", boxes).Racing("Partitions", heights).Reading("tree", beside)
	lookback.Racing("State", published).Racing("Partitions", published).Racing("Slices", published).Reading("tree", beside)
	lookbackBoxes.Racing("State", published).Racing("Partitions", published).Racing("Bases", published).Racing("SliceBoxes", published).
		Racing("Slices", published).Racing("more", more).Racing("Resolved", boxes).Reading("tree", beside)
	shuffle.Racing("State", published).Racing("Partitions", published).Racing("Slices", published)
	snapshot.Racing("State", published).Racing("Partitions", published).Racing("Slices", published).Racing("Snapshots", published)
	snapshotBoxes.Racing("State", published).Racing("Partitions", published).Racing("SnapshotBoxes", published).Racing("SliceBoxes", published).
		Racing("Slices", published).Racing("Snapshots", published)
	shuffleBoxes.Racing("State", published).Racing("Partitions", published).Racing("Bases", published).Racing("SliceBoxes", published).
		Racing("Slices", published)
}
