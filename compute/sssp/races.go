package sssp

// The races that kernels mean to have, with the reason in their headers.
func init() {
	const (
		decreases = "distances only decrease, to the minimum over all paths tried; races change the order and number of entries, not the result"
		minimum   = "an invocation that reads a minimum too early lowers it by an atomic instruction that changes nothing"
		exchanged = "entries are read after exchange() or barrier(), which formally order shared memory alone"
	)
	appendRelax.Racing("Dist", decreases).Racing("Control", "all write that a queue is full")
	chain.Racing("Dist", decreases).Racing("Frontier", minimum)
	sift.Racing("FarSet", "each invocation reads only its own bit of a word, which no other changes")
	resident.Waiting().Racing("Dist", decreases).Racing("counts", minimum).Racing("NearQueue", exchanged).Racing("FarQueue", exchanged).Racing("Told",
		"a word carries the number of its round; no workgroup is more than one round ahead")
}
