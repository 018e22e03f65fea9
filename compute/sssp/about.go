package sssp

// About describes the algorithm.
func (NearFar) About() About {
	return About{
		Summary: "Two dispatches per round, over queues of nodes; every run has the same rounds.",
		Round:   "one relax dispatch over the near queue and one sift",
		Queues:  "Nodes below the threshold, to be relaxed next, and nodes that wait for a later bucket.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (NearFarAppend) About() About {
	return About{
		Summary: "Near-Far as in its article: one dispatch per round, which appends to both queues.",
		Round:   "one relax dispatch over the near queue",
		Queues:  "Entries below the threshold, to be relaxed next, and entries that wait for a later bucket. A node may have several.",
		States:  States{Unreached, Far, Near, Relaxed},
		Varies:  true,
	}
}

// About describes the algorithm.
func (Frontier) About() About {
	return About{
		Summary: "The fastest search: a workgroup runs round after round in one dispatch.",
		Round:   "one pass over the near queue, by one workgroup or by all",
		Queues:  "Entries below the threshold, to be relaxed next, and entries that wait for a later bucket. A node may stand in a queue several times.",
		States:  States{Unreached, Far, Near, Relaxed},
		Varies:  true,
	}
}

// About describes the algorithm.
func (DeltaStepping) About() About {
	return About{
		Summary: "Like Near-Far, but each round scans all nodes for changed ones.",
		Round:   "one relax dispatch over the changed nodes of the bucket and one scan of all nodes for the next ones",
		Queues:  "Changed nodes below the threshold, to be relaxed next, and changed nodes beyond it.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (BellmanFord) About() About {
	return About{
		Summary: "No buckets: each round relaxes every node that the last one improved.",
		Round:   "one relax dispatch over all nodes that the last round improved and one sift",
		Queues:  "Nodes that the last round improved. There is no far queue.",
		States:  States{Unreached, "", Queued, Relaxed},

		Unsettled: "without buckets, any distance may become shorter until the end",
	}
}

// About describes the algorithm.
func (Dijkstra) About() About {
	return About{
		Summary: "On the host: settles one node after another from a heap.",
		Round:   "a batch of settled nodes",
		Queues:  "Nodes that wait in the heap. There is no far queue.",
		States:  States{Unreached, "", Queued, Settled},
		OnHost:  true,
	}
}

// About describes the algorithm.
func (Dial) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm by buckets of equal distance.",
		Round:   "a batch of settled nodes",
		Queues:  "Nodes that wait in the current bucket, and in all later ones.",
		States:  States{Unreached, Far, Near, Settled},
		OnHost:  true,
	}
}

// About describes the algorithm.
func (AStar) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm directed to the target by the straight line at the greatest speed. To all nodes, or without coordinates, it is Dijkstra's algorithm.",
		Round:   "a batch of settled nodes",
		Queues:  "Nodes that wait in the heap. There is no far queue.",
		States:  States{Unreached, "", Queued, Settled},
		OnHost:  true,
		Goal:    true,

		Unsettled: "it settles nodes in the order of the way past them to the target, not of their distance",
	}
}

// About describes the algorithm.
func (Bidirectional) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm from both ends, until no shorter path is possible. To all nodes it is Dijkstra's algorithm.",
		Round:   "a batch of settled nodes",
		Queues:  "Nodes that wait in the heap of the source, and in that of the target.",
		States:  States{Unreached, FromTarget, FromSource, Settled},
		OnHost:  true,
		Goal:    true,

		Unsettled: "it settles nodes around both ends",
	}
}
