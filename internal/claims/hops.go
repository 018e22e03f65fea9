package main

import (
	"fmt"
	"slices"

	"kernelscope/compute/bfs"
	"kernelscope/compute/experiment"
)

// thesis is the one on many searches.
var thesis = article{
	name: "thesis", title: "Path-finding on GPUs for database systems", author: "T. Dreef, 2025",
	page: "families/hops.md#the-thesis", figure: "hops-bits.png",
	example: "./viewer bfs gen:example,kind=shared --scheme coalesced -n 4 --step 3 -o hops.png",
	// Its times of a pair are in the goals of 'bench bfs --bars'.
	claims: []claim{{
		name: "thesis-cpu", place: "evaluation, comparison with the CPU", says: "Searches that share a traversal are up to 2.25 times as fast as a database's on its processors.",
		command: byPairs, quick: byFewPairs,
		read: func(r *reading) (string, string) {
			best := span{}
			for _, n := range listSizes(r) {
				if s := r.ratio(onWall, where(isAlgorithm("host"), listOf(n)), where(isAlgorithm("coalesced"), listOf(n))); s.median > best.median {
					best = s
				}
			}
			r.missing = r.missing || best.median == 0
			return fmt.Sprintf("coalesced up to %s times as fast as sweeps on all processors of the host", best), agrees(best.low >= 2.25)
		}, note: "the host's sweeps are this program's, not a database",
	}, {
		name: "thesis-direction", place: "evaluation, bottom-up", says: "Bottom-up levels are faster than top-down ones from about scale factor 10 to 30 on, and slower on small graphs.",
		command: "bench bfs --schemes coalesced,bottom-up --sf 30 --pairs 4096 -r 3", quick: "bench bfs --schemes coalesced,bottom-up --pairs 1024 -r 1",
		read: func(r *reading) (string, string) {
			sizes := listSizes(r)
			if len(sizes) == 0 {
				return "", open
			}
			n, verdict := sizes[len(sizes)-1], open
			s := r.ratio(onWall, where(isAlgorithm("coalesced"), listOf(n)), where(isAlgorithm("bottom-up"), listOf(n)))
			nodes := elements(r)
			if nodes > 50000 { // scale factor 10 and more
				verdict = s.verdict()
			}
			return fmt.Sprintf("%.0f pairs on %d people: bottom-up is %s times as fast", n, nodes, s), verdict
		}, note: "the graphs are generated with the sizes of LDBC SNB",
	}, {
		name: "thesis-crossing", place: "evaluation, schemes", says: "With fewer than about 1,000 pairs workgroups that share a node's edges are faster than coalesced ones, with more they are slower.",
		command: "bench bfs --schemes workgroups,coalesced --pairs 16384 -r 3", quick: "bench bfs --schemes workgroups,coalesced --pairs 1024 -r 1",
		read: schemes,
	}, {
		name: "thesis-batch", place: "implementation, batches of levels", says: "Reading back after every two levels instead of each is faster; more levels gain nothing.",
		command: "bench bfs --study --schemes coalesced --only batch -r 3",
		quick:   "bench bfs --study --schemes coalesced --only batch --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			text, _ := r.each(bfs.Batch, plain, r.micros)
			levels := func(n uint32) []condition { return where(hasValue(bfs.Batch, n)) }
			two, four := r.ratio(onWall, levels(1), levels(2)), r.ratio(onWall, levels(2), levels(4))
			verdict := two.verdict()
			if verdict == yes && four.low > 1.05 {
				verdict = no
			}
			return fmt.Sprintf("%s µs per pair: two levels are %s times as fast as one, four %s times as two", text, two, four), verdict
		}, note: "recorded levels that are not needed dispatch nothing here, so batches may be long",
	}, {
		name: "thesis-vote", place: "source code 4.3", says: "A vote by ballot and one in shared memory take the same time.",
		command: "bench bfs --study --schemes workgroups --only vote -r 3",
		quick:   "bench bfs --study --schemes workgroups --only vote --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			s := r.ratio(onWall, where(hasValue(bfs.Vote, 2)), where(hasValue(bfs.Vote, 1)))
			return fmt.Sprintf("shared memory takes %s times as long as ballots", s), agrees(s.low > 0.95 && s.high < 1.05)
		}, note: "the same is read as within a twentieth",
	}, {
		name: "thesis-share", place: "figure 4.2", says: "With few searches, sharing a node's edges among invocations is faster; 8 invocations are the best.",
		command: "bench bfs --study --schemes workgroups --only share -r 3",
		quick:   "bench bfs --study --schemes workgroups --only share --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			text, best := r.each(bfs.Share, plain, r.micros)
			s := r.ratio(onWall, where(hasValue(bfs.Share, 1)), where(hasValue(bfs.Share, best)))
			return fmt.Sprintf("%s µs per pair: %d is %s times as fast as 1", text, best, s), s.verdict()
		},
	}},
}

// listSizes returns the numbers of pairs of lists, in ascending order.
func listSizes(r *reading) (sizes []float64) {
	for _, row := range r.all() {
		if n, _ := row.Fact("pairs"); !slices.Contains(sizes, n) {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	r.missing = r.missing || len(sizes) == 0
	return sizes
}

// schemes says up to which number of pairs workgroups are faster than coalesced ones, and from which on slower.
func schemes(r *reading) (here, verdict string) {
	faster, slower := 0.0, 0.0
	sizes := listSizes(r)
	compare := func(n float64) string {
		return r.ratio(onWall, where(isAlgorithm("coalesced"), listOf(n)), where(isAlgorithm("workgroups"), listOf(n))).verdict()
	}
	for _, n := range sizes {
		if compare(n) != yes {
			break
		}
		faster = n
	}
	for _, n := range slices.Backward(sizes) {
		if compare(n) != no {
			break
		}
		slower = n
	}
	if slower == 0 {
		return fmt.Sprintf("workgroups are faster up to %.0f pairs, and not clearly slower with %.0f", faster, slices.Max(append(sizes, 0))), agrees(false)
	}
	return fmt.Sprintf("workgroups are faster up to %.0f pairs, slower from %.0f on", faster, slower), agrees(faster > 0 && faster < 1024 && slower <= 4096)
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
