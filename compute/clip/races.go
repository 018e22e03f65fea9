package clip

// The races that kernels mean to have, with the reasons in their headers.
func init() {
	const (
		published = "a word of the state holds a status and both numbers, so that they are read together; all else is written before the status"
		boxes     = "boxes of shares lie in place of results; barrier() is between, which formally orders shared memory alone"
		more      = "all write that there is more"
		slots     = "slots after the last partition are read and then replaced by NO_HEIGHT"
	)
	reduce.Racing("slots", slots)
	reduceBoxes.Racing("slots", slots)
	linkBoxes.Racing("more", more).Racing("Resolved", boxes)
	lookback.Racing("State", published).Racing("Partitions", published)
	lookbackBoxes.Racing("State", published).Racing("Partitions", published).Racing("Bases", published).Racing("SliceBoxes", published).
		Racing("more", more).Racing("Resolved", boxes)
	shuffle.Racing("State", published).Racing("Partitions", published)
	shuffleBoxes.Racing("State", published).Racing("Partitions", published).Racing("Bases", published).Racing("SliceBoxes", published)
}
