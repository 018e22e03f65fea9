package sssp

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// Event is the state of a search after a step. Counts are since the run began.
type Event struct {
	Done      bool   // the last event of a run
	NewBucket bool   // the step has distributed the far queue, and relaxed nothing
	Step      uint32 // steps so far: rounds, and distributions of the far queue
	Round     uint32 // relax dispatches so far
	Phase     uint32 // buckets begun so far
	Bucket    uint32 // number of the present bucket
	Threshold uint32 // upper end of the bucket that the queues follow; graph.Unreached where there is one bucket
	Delta     uint32 // width of the next bucket, of searches in rounds
	Final     uint32 // no queued node is nearer: nearer nodes keep their distance
	Near, Far uint32 // nodes queued; entries where a search queues nodes twice
	Relaxed   uint64 // edges looked at
	Improved  uint64 // edges that shortened a distance
	Target    uint32 // distance of the target so far
	GPU       float64
	Wall      float64 // ms since the run began, on the device and in wall time
	// More are further counts of this search.
	More []compute.Fact
	// Sizes are the queue sizes before each step since the previous event, for plots.
	Sizes []Sizes
}

// Sizes are the numbers of nodes, or entries, in the queues.
type Sizes struct{ Near, Far uint32 }

// Names of facts.
const (
	FactRound     = "round"
	FactPhase     = "phase"
	FactBucket    = "bucket"
	FactThreshold = "threshold"
	FactFinal     = "final"
	FactNear      = "near"
	FactFar       = "far"
	FactRelaxed   = "relaxed"
	FactImproved  = "improved"
	FactTarget    = "target"

	FactDelta      = "delta"      // width of the next bucket, of an adaptive search
	FactStalled    = "stalled"    // edges that were not followed, since the target is nearer
	FactDropped    = "dropped"    // entries of the far queue that had others
	FactRepeated   = "repeated"   // near entries whose nodes were relaxed at the same distance before
	FactRecoveries = "recoveries" // times that the queues were rebuilt, since one was full
	FactBound      = "bound"      // the lower bound of A* at its start; zero if it is Dijkstra's algorithm
)

// Report returns the event in the form that all families share. Distances that are not known
// yet are omitted.
func (e Event) Report() compute.Event {
	title := fmt.Sprintf("round %d", e.Round)
	if e.NewBucket {
		title = fmt.Sprintf("bucket %d begins: the far queue is distributed", e.Bucket)
	}
	if e.Near == 0 && !e.Done {
		title += ", the bucket is empty: the far queue is distributed next"
	}
	known := func(facts []compute.Fact) []compute.Fact {
		return slices.DeleteFunc(facts, func(f compute.Fact) bool { return f.Unit == "weight" && f.Value == float64(graph.Unreached) })
	}
	return compute.Event{
		Step: int(e.Step), Title: title, Done: e.Done, GPU: e.GPU, Wall: e.Wall,
		Facts: append(known([]compute.Fact{
			{Name: FactRound, Value: float64(e.Round)},
			{Name: FactPhase, Value: float64(e.Phase)},
			{Name: FactBucket, Value: float64(e.Bucket)},
			{Name: FactThreshold, Value: float64(e.Threshold), Unit: "weight"},
			{Name: FactFinal, Value: float64(e.Final), Unit: "weight"},
			{Name: FactNear, Value: float64(e.Near), Unit: "nodes"},
			{Name: FactFar, Value: float64(e.Far), Unit: "nodes"},
			{Name: FactRelaxed, Value: float64(e.Relaxed), Unit: "edges"},
			{Name: FactImproved, Value: float64(e.Improved), Unit: "edges"},
			{Name: FactTarget, Value: float64(e.Target), Unit: "weight"},
		}), e.More...),
	}
}
