package sssp

// The races that kernels mean to have, with the reason in their headers.
func init() {
	const decreases = "distances only decrease, to the minimum over all paths tried; races change the order and number of entries, not the result"
	appendRelax.Racing("Dist", decreases)
	resident.Racing("Dist", decreases).Racing("counts",
		"open: one invocation reads a counter of a round while another lowers it in the same epoch; not explained yet")
}
