package command

import (
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// job is a query with its ends as given.
type job struct {
	measure.Query
	source, target place.Place
}

func (j job) all() bool { return j.Target == graph.NoNode }

// outcome is the result and the cost of a query.
type outcome struct {
	job      job
	dist     uint32
	path     []uint32 // edges
	last     sssp.Event
	wall     float64 // ms, from start to the last event
	dijkstra uint64  // edges that Dijkstra's algorithm relaxes
	verified bool
	shared   bool // it ran concurrently with others, so its time is unknown
}

// compared reports whether Dijkstra's algorithm has run the query too.
func (o outcome) compared() bool { return o.verified || !o.shared }

// told reports whether the efficiency is meaningful: the search found a path and had to relax
// edges.
func (o outcome) told() bool { return o.dijkstra > 0 && (o.job.all() || o.dist != graph.Unreached) }

// efficiency returns the number of edges that Dijkstra's algorithm relaxes, relative to those
// relaxed.
func (o outcome) efficiency() float64 { return float64(o.dijkstra) / float64(max(1, o.last.Relaxed)) }
