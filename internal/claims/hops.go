package main

import (
	"fmt"
	"slices"
	"strings"

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
		name: "thesis-cpu", place: "evaluation, comparison with the CPU" + unverified, says: "Searches that share a traversal are up to 2.25 times as fast as a database's on its processors.",
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
		name: "thesis-direction", place: "evaluation, bottom-up" + unverified, says: "Bottom-up levels are faster than top-down ones from about scale factor 10 to 30 on, and slower on small graphs.",
		command: "bench bfs --schemes coalesced,bottom-up --sf 1,3,10,30,100 --pairs 4096..4096 -r 3", quick: "bench bfs --schemes coalesced,bottom-up --sf 1,3 --pairs 256..256 -r 1",
		read: directions, note: "the graphs are generated with the sizes of LDBC SNB",
	}, {
		name: "thesis-single", place: "evaluation, comparison with single searches" + unverified, says: "From about 100 pairs on, searches that share a traversal are faster than searches one after another.",
		command: "bench bfs --schemes single,workgroups --pairs 1,10,32,100,316,1000 -r 3", quick: "bench bfs --schemes single,workgroups --pairs 1,10,100 -r 1",
		read: func(r *reading) (string, string) {
			faster, slower := crossover(r, "workgroups", "single")
			if faster == 0 {
				return fmt.Sprintf("shared traversals are not clearly faster up to %.0f pairs", slices.Max(append(listSizes(r), 0))), agrees(false)
			}
			return fmt.Sprintf("single searches are faster up to %.0f pairs, shared ones from %.0f on", slower, faster), agrees(slower > 0 && faster > 10 && faster <= 1000)
		}, note: "the single search is this program's, by the variants of Mix-and-Match; about 100 is read as more than 10 and at most 1,000",
	}, {
		name: "thesis-crossing", place: "evaluation, schemes" + unverified, says: "With fewer than about 1,000 pairs workgroups that share a node's edges are faster than coalesced ones, with more they are slower.",
		command: "bench bfs --schemes workgroups,coalesced --pairs 16384 -r 3", quick: "bench bfs --schemes workgroups,coalesced --pairs 1024 -r 1",
		read: schemes,
	}, {
		name: "thesis-batch", place: "implementation, batches of levels" + unverified, says: "Reading back after every two levels instead of each is faster; more levels gain nothing.",
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
		name: "thesis-vote", place: "source code 4.3" + unverified, says: "A vote by ballot and one in shared memory take the same time.",
		command: "bench bfs --study --schemes workgroups --only vote -r 3",
		quick:   "bench bfs --study --schemes workgroups --only vote --pairs 256 -r 1",
		read: func(r *reading) (string, string) {
			s := r.ratio(onWall, where(hasValue(bfs.Vote, 2)), where(hasValue(bfs.Vote, 1)))
			return fmt.Sprintf("shared memory takes %s times as long as ballots", s), agrees(s.low > 0.95 && s.high < 1.05)
		}, note: "the same is read as within a twentieth",
	}, {
		name: "thesis-share", place: "figure 4.2" + unverified, says: "With few searches, sharing a node's edges among invocations is faster; 8 invocations are the best.",
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

// directions says from which scale factor on bottom-up levels are faster.
func directions(r *reading) (here, verdict string) {
	var words []string
	var nodes []uint32
	faster := map[uint32]bool{}
	for _, n := range r.values("") {
		of := func(scheme string) []condition { return where(isAlgorithm(scheme), hasSize(int(n))) }
		s := r.ratio(onWall, of("coalesced"), of("bottom-up"))
		nodes, faster[n] = append(nodes, n), s.verdict() == yes
		words = append(words, fmt.Sprintf("%d people: %s", n, s))
	}
	const small, thirty = 30_000, 150_000 // people: less at scale factors 1 and 3, more from 30 on
	verdict = open
	if len(nodes) > 0 && nodes[0] < small && nodes[len(nodes)-1] > thirty {
		verdict = yes
		for _, n := range nodes {
			if n > thirty && !faster[n] || n < small && faster[n] {
				verdict = no
			}
		}
	}
	return "times as fast bottom-up, by the graph: " + strings.Join(words, ", "), verdict
}

// schemes says up to which number of pairs workgroups are faster than coalesced ones, and from which on slower.
func schemes(r *reading) (here, verdict string) {
	slower, faster := crossover(r, "coalesced", "workgroups")
	if slower == 0 {
		return fmt.Sprintf("workgroups are faster up to %.0f pairs, and not clearly slower with %.0f", faster, slices.Max(append(listSizes(r), 0))), agrees(false)
	}
	return fmt.Sprintf("workgroups are faster up to %.0f pairs, slower from %.0f on", faster, slower), agrees(faster > 0 && faster < 1024 && slower <= 4096)
}

// crossover returns from which number of pairs on a scheme is faster than another, and up to which the
// other is; zero if there is none.
func crossover(r *reading, scheme, other string) (from, upTo float64) {
	sizes := listSizes(r)
	compare := func(n float64) string {
		return r.ratio(onWall, where(isAlgorithm(scheme), listOf(n)), where(isAlgorithm(other), listOf(n))).verdict()
	}
	for _, n := range sizes {
		if compare(n) != yes {
			break
		}
		upTo = n
	}
	for _, n := range slices.Backward(sizes) {
		if compare(n) != no {
			break
		}
		from = n
	}
	return from, upTo
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
