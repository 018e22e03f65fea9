package bfs

// The races that kernels mean to have, with the reasons in their headers.
func init() {
	const (
		marks  = "a node joins the list of the invocation that marks it first; touched words are cleared by the invocations that found them"
		met    = "any invocation may discover that an edge leads into the other ball"
		full   = "all write that the list is full"
		level  = "nodes that are found concurrently get this level, and only nodes of the previous level are read"
		change = "all write that rows or levels have changed"
		first  = "the first answer counts, by an atomic exchange; an invocation that reads too early looks further"
	)
	pairHubs.Racing("Marks", marks).Racing("met", met).Racing("full", full).Racing("Searches",
		"all read the state at the beginning, invocation 0 saves it at the end; barrier() is between, which formally orders shared memory alone")
	pairRoads.Racing("Marks", marks).Racing("met", met).Racing("full", full)
	pathsCount.Racing("Levels", level).Racing("any", change).Racing("Grown", change)
	pathsWeigh.Racing("Levels", level).Racing("any", change).Racing("Grown", change)
	rowsStart.Racing("State", change)
	rowsLevel.Racing("grown", change).Racing("State", change)
	rowsRoads.Racing("grown", change).Racing("State", "bits of open pairs only vanish; an invocation that reads one too early searches further")
	rowsAnswer.Racing("Lengths", first)
	singleEdges.Racing("Levels", first)
	singlePull.Racing("Levels", first)
	singlePush.Racing("Levels", first)
}
