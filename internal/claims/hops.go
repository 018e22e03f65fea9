package main

import (
	"fmt"
	"math"

	"kernelscope/compute/bfs"
	"kernelscope/compute/experiment"
)

// thesis is the one on many searches.
var thesis = article{
	name: "thesis", title: "Path-finding on GPUs for database systems", author: "T. Dreef, 2025",
	page: "families/hops.md", figure: "hops-bits.png",
	example: "viewer bfs gen:example,kind=shared --scheme coalesced -n 4 --step 1 -o hops.png",
	// Its times of a pair are in the goals of 'bench bfs --bars'.
	claims: []claim{{
		name: "thesis-cpu", says: "Searches that share a traversal are up to 2.25 times as fast as a database's on its processors.",
		command: byPairs, quick: byFewPairs,
		read: func(r *reading) (string, string) {
			most := 0.0
			for _, row := range r.all(isAlgorithm("coalesced")) {
				n, _ := row.Fact("pairs")
				most = math.Max(most, r.wall(isAlgorithm("host"), listOf(n))/row.Wall)
			}
			r.missing = r.missing || most == 0
			return fmt.Sprintf("coalesced up to %s times as fast as sweeps on all processors of the host", number(most)), agrees(most >= 2.25)
		}, note: "the host's sweeps are those of this program, not a database",
	}, {
		name: "thesis-direction", says: "Levels bottom-up, with reads instead of scattered writes, are faster than top-down ones.",
		command: byPairs, quick: byFewPairs,
		read: func(r *reading) (string, string) {
			most := 0.0
			for _, row := range r.all() {
				n, _ := row.Fact("pairs")
				most = max(most, n)
			}
			down, up := r.micros(isAlgorithm("coalesced"), listOf(most)), r.micros(isAlgorithm("bottom-up"), listOf(most))
			return fmt.Sprintf("%.0f pairs: top-down %s, bottom-up %s µs per pair", most, number(down), number(up)), agrees(up < down)
		},
	}, {
		name: "thesis-batch", says: "Reading back after every two levels is best.",
		command: "bench bfs --study --schemes coalesced --only batch -r 3",
		quick:   "bench bfs --study --schemes coalesced --only batch --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			text, best := r.each(bfs.Batch, plain, r.micros)
			return text + " µs per pair", agrees(r.micros(hasValue(bfs.Batch, 2)) <= 1.05*r.micros(hasValue(bfs.Batch, best)))
		}, note: "here recorded levels that are not needed dispatch nothing, so batches may be long",
	}, {
		name: "thesis-share", says: "With few searches, sharing a node's edges among invocations is faster.",
		command: "bench bfs --study --schemes workgroups --only share -r 3",
		quick:   "bench bfs --study --schemes workgroups --only share --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			text, best := r.each(bfs.Share, plain, r.micros)
			return text + " µs per pair", agrees(best > 1)
		},
	}},
}

// byPairs is the command of two claims, byFewPairs its short form.
const (
	byPairs    = "bench bfs --schemes coalesced,bottom-up,host --pairs 16384 -r 3"
	byFewPairs = "bench bfs --schemes coalesced,bottom-up,host --pairs 1024 -r 1"
)

// notQuick stands for the short form of a command that has none.
const notQuick = "-"

// listOf holds for lists of some pairs.
func listOf(n float64) condition {
	return func(r experiment.Row) bool { x, _ := r.Fact("pairs"); return x == n }
}
