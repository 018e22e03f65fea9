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
	// Goal is set if a search to a target finds only that path: nodes nearer than the target may
	// be unreached or have distances that are not final.
	Goal bool
	// Varies is set if steps differ from run to run: such a search goes back only by a trace.
	Varies bool
	// Unsettled says why there is no settled distance, below which all distances are final; empty where there is one.
	Unsettled string
}

// States are the names of a search's node states, by graph.NodeState; empty if no node is ever in
// it.
type States [4]string

// Names of states. A near node is relaxed in the next round, a far node waits for a later
// bucket.
const (
	Unreached = "unreached" // no path is known
	Near      = "near"
	Far       = "far"
	Queued    = "queued"  // the near queue is the only one
	Relaxed   = "relaxed" // no edge out of the node shortens a distance now; its own may still become shorter
	Settled   = "settled" // the distance is the length of the shortest path

	FromSource = "queue S" // queued by the wave from the source, whose marker is an S
	FromTarget = "queue T" // by that from the target
)

// Solver holds a map on a device, for one query after another.
type Solver interface {
	// Choose returns the values that a query runs with: the given ones, and its own choices for those that are zero.
	Choose(q Query, v compute.Values) (compute.Values, error)
	// Start begins a query with the values that Choose returns. A solver has only one run at a time.
	Start(q Query, v compute.Values) (Run, error)
	Release() // releases all that is on the device
}

// Concurrent is a solver that makes many concurrent searches.
type Concurrent interface {
	Solver
	// Bytes returns the memory of the graph and a single search on the device.
	Bytes() int64
	// Room returns how many searches the device has memory for.
	Room() int
	// AtOnce returns the number of searches that keep the device busy.
	AtOnce() int
	// StartMany starts searches, at most Room.
	StartMany(queries []Query, v compute.Values) (Many, error)
}

// Many is several concurrent searches.
type Many interface {
	// Finish runs all searches from their start and returns the last event of each, with the times
	// of all together. Another call repeats them.
	Finish(ctx context.Context) ([]Event, error)
	// Distances reads the distances of one search.
	Distances(ctx context.Context, i int) ([]uint32, error)
	// Table reads the distances of some nodes into words, row by row, a row per
	// search.
	Table(ctx context.Context, nodes, words []uint32) error
	Release() // releases the searches; the solver stays, and may keep their room for the next ones
}

// Reweighter is a solver that accepts new weights without preparing again.
type Reweighter interface {
	// Reweigh replaces the solver's map by m, which differs from the previous one in the weights
	// of some edges, listed in ascending order. The next Start uses them; an existing run is no
	// longer usable.
	Reweigh(m *scene.Map, edges []uint32)
}

// Query asks for the shortest path from a node to another, or for the distances to all if
// Target is graph.NoNode.
type Query struct{ Source, Target uint32 }

// Run is a query in progress.
type Run interface {
	// Steps runs to the end; each event closes one step, whose counters are known. The caller may
	// stop at any step, inspect the layers, and range again. The last event has Done set.
	Steps(ctx context.Context) iter.Seq2[Event, error]
	// Stride limits the rounds of the next step; the run's own batch limits
	// them too.
	Stride(rounds int)
	// Values returns the parameters in use, all of them chosen.
	Values() compute.Values
	// Observe updates the layers.
	Observe(compute.Encoder)
	Layers() []compute.Layer // valid after Observe, until the next step
	// Distances reads the distance of every node, which may be too large for nodes farther than the
	// target.
	Distances(ctx context.Context) ([]uint32, error)
	Release() // releases what the run has beyond its solver
}
