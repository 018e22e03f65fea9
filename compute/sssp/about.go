package sssp

// About describes the algorithm.
func (NearFar) About() About {
	return About{
		Summary: "Two dispatches a round, over queues of nodes; each round is the same every time.",
		Round:   "one relax dispatch over the near queue, one sift",
		Queues:  "Nodes below the threshold, to be relaxed next, and nodes that wait for a later bucket.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (NearFarAppend) About() About {
	return About{
		Summary: "Near-Far as its article has it: one dispatch a round, which appends to both queues.",
		Round:   "one relax dispatch over the near queue",
		Queues:  "Entries below the threshold, to be relaxed next, and entries that wait for a later bucket. A node may have several.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (Frontier) About() About {
	return About{
		Summary: "The fast one: a workgroup makes round after round by itself.",
		Round:   "one pass over the near queue, by one workgroup or by all",
		Queues:  "Entries below the threshold, to be relaxed next, and entries that wait for a later bucket. A node may stand in a queue several times.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (DeltaStepping) About() About {
	return About{
		Summary: "As Near-Far, but each round looks through all nodes for those that have changed.",
		Round:   "one relax dispatch over the changed nodes of the bucket, one scan of all nodes for the next ones",
		Queues:  "Changed nodes below the threshold, to be relaxed next, and changed nodes beyond it.",
		States:  States{Unreached, Far, Near, Relaxed},
	}
}

// About describes the algorithm.
func (BellmanFord) About() About {
	return About{
		Summary: "No buckets: each round relaxes every node that the last one improved.",
		Round:   "one relax dispatch over all nodes that the last round improved, one sift",
		Queues:  "Nodes that the last round improved. There is no far queue.",
		States:  States{Unreached, "", Queued, Relaxed},
	}
}

// About describes the algorithm.
func (Dijkstra) About() About {
	return About{
		Summary: "On the host: settles one node after another, by a heap.",
		Round:   "as many settled nodes as the batch says",
		Queues:  "Nodes that wait in the heap. There is no far queue.",
		States:  States{Unreached, "", Queued, Settled},
		OnHost:  true,
	}
}

// About describes the algorithm.
func (Dial) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm by buckets of equal distance.",
		Round:   "as many settled nodes as the batch says",
		Queues:  "Nodes that wait in the present bucket, and in all later ones.",
		States:  States{Unreached, Far, Near, Settled},
		OnHost:  true,
	}
}

// About describes the algorithm.
func (AStar) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm toward the target, by the straight line at the greatest speed. To all nodes, or without coordinates, it is Dijkstra's algorithm.",
		Round:   "as many settled nodes as the batch says",
		Queues:  "Nodes that wait in the heap. There is no far queue.",
		States:  States{Unreached, "", Queued, Settled},
		OnHost:  true,
		Goal:    true,
	}
}

// About describes the algorithm.
func (Bidirectional) About() About {
	return About{
		Summary: "On the host: Dijkstra's algorithm from both ends, until no shorter way is possible. To all nodes it is Dijkstra's algorithm.",
		Round:   "as many settled nodes as the batch says",
		Queues:  "Nodes that wait in the heap of the source, and in that of the target.",
		States:  States{Unreached, FromTarget, FromSource, Settled},
		OnHost:  true,
		Goal:    true,
	}
}
