package sssp

import (
	"context"
	"iter"

	"kernelscope/compute"
	"kernelscope/scene"
)

// Algorithm is a search by the name that panels list and commands take.
type Algorithm interface {
	Name() string            // as on the command line
	Title() string           // as in a panel
	About() About            // in words
	Params() []compute.Param // what can be chosen on any graph; see Params
	// Prepare puts a map on the device.
	Prepare(be compute.Backend, m *scene.Map) (Solver, error)
}

// About describes an algorithm for panels and reports.
type About struct {
	Summary string // what it does, in a sentence
	Round   string // what one round is, as a part of a sentence
	Queues  string // what the numbers of near and far count, in a sentence
	States  States // what pictures show of nodes
	OnHost  bool   // it computes on the host; the device only shows it
	// Goal says that to a target the search looks for the way only: nodes that are nearer
	// than the target may be unreached, or at the end of ways that are not the shortest.
	Goal bool
}

// States are the names of what a ref.NodeState means for a search, by its number; empty if no
// node is ever in it.
type States [4]string

// Meanings of states. A node is near that is relaxed in the next round, and far that waits
// for a later bucket.
const (
	Unreached = "unreached" // no path is known
	Near      = "near"
	Far       = "far"
	Queued    = "queued"  // the near queue is the only one
	Relaxed   = "relaxed" // no edge out of the node shortens a distance now; its own may still become shorter
	Settled   = "settled" // the distance is that of the shortest path

	FromSource = "queue S" // queued by the wave from the source, whose marker is an S
	FromTarget = "queue T" // by that from the target
)

// Solver holds a map on a device, for one query after another.
type Solver interface {
	// Start begins a query. Values of zero are chosen by the algorithm. Only
	// one run of a solver is alive at a time.
	Start(q Query, v compute.Values) (Run, error)
	Release() // releases all that is on the device
}

// Concurrent is a solver that makes many concurrent searches.
type Concurrent interface {
	Solver
	// Bytes returns what the graph and a single search take on the device.
	Bytes() int64
	// Room returns how many searches the device has memory for.
	Room() int
	// AtOnce returns how many of them it takes to keep the device busy.
	AtOnce() int
	// StartMany starts searches, as many as Room at most.
	StartMany(queries []Query, v compute.Values) (Many, error)
}

// Many is several concurrent searches.
type Many interface {
	// Finish makes all searches, from their start, and returns the last event of
	// each, with the times of all together. Another call makes them once more.
	Finish(ctx context.Context) ([]Event, error)
	// Distances reads those of one search.
	Distances(ctx context.Context, i int) ([]uint32, error)
	// Table reads the distances of some nodes into words, row by row, a row per
	// search.
	Table(ctx context.Context, nodes, words []uint32) error
	Release() // releases the searches; the solver stays, and may keep their room for the next ones
}

// Reweighter is a solver that takes new weights without being prepared again.
type Reweighter interface {
	// Reweigh says that the solver's map is now m, which differs from the one before
	// in the weights of some edges, in ascending order. The next Start searches by
	// them; a run that has begun is no longer usable.
	Reweigh(m *scene.Map, edges []uint32)
}

// Query asks for the shortest path from a node to another, or for the distances to all if
// Target is graph.NoNode.
type Query struct{ Source, Target uint32 }

// Run is a query at work.
type Run interface {
	// Steps runs on to the end; each event closes one step, whose counters are
	// known. The caller may stop at any step, look at the layers, and range
	// again. The event with Done set is the last one.
	Steps(ctx context.Context) iter.Seq2[Event, error]
	// Stride limits the rounds of the next step; the run's own batch limits
	// them too.
	Stride(rounds int)
	// Values are the parameters in use, with none left to be chosen.
	Values() compute.Values
	// Observe brings the layers up to date.
	Observe(compute.Encoder)
	Layers() []compute.Layer // valid after Observe, until the next step
	// Distances reads the distance of every node; those of nodes farther than
	// the target may be too large.
	Distances(ctx context.Context) ([]uint32, error)
	Release() // releases what the run has beyond its solver
}
