package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/internal/format"
)

// nearFar is the article on Near-Far.
var nearFar = article{
	name: "near-far", title: "Two buckets is all you need", author: "P. Niklaus, March 2026",
	page: "families/paths.md#the-article-replayed", figure: "relative.svg",
	example: "./viewer render -a nearfar-append --count on --step 300 --ui -o near-far.png",
	claims: []claim{{
		name: "near-far-efficiency", place: "experiments, efficiency" + unverified, says: "With delta 512 and batches of 32 it relaxes 11 to 13 % more edges than Dijkstra's algorithm, with 4096 and 256 about twice as many.",
		command: "bench efficiency MAP -a nearfar-append --settings 512/32,4096/256 -n 5 -r 1", quick: "bench efficiency MAP -a nearfar-append --settings 512/32,4096/256 -n 1 -r 1",
		counts: true, read: efficiency, note: "the kernels with the article's duplicates; queries end inside a bucket, where the article settles the whole bucket",
	}, {
		name: "near-far-settings", place: "experiments, speed by rank" + unverified, says: "No pair of delta and batch is the best at all Dijkstra ranks.",
		command: "bench rank MAP -a nearfar --settings 512/32,4096/256 --relative -n 5 -r 3",
		quick:   "bench rank MAP -a nearfar --settings 512/32,4096/256 --relative -n 1 -r 3",
		read:    bestByRank,
	}, {
		name: "near-far-country", place: "experiments, Germany" + unverified, says: "As fast as Dijkstra's algorithm at 2^20 nodes, 1.5 to 4.2 times as fast beyond.",
		command: "bench rank gen:tile,k=8,map=MAP -a nearfar,frontier --settings 512/32,4096/256 --relative=dijkstra -n 1 -r 1",
		quick:   "bench rank gen:tile,k=2,map=MAP -a nearfar,frontier --settings 512/32,4096/256 --relative=dijkstra -n 1 -r 1",
		once:    true, read: crossing, note: "tiles of Delaware instead of Germany, one query for each rank, another device and another processor; with k=14, 13 million nodes, ranks go up to 2^23",
	}, {
		name: "near-far-record", place: "recording commands" + unverified, says: "Commands recorded once run 30 to 70 % faster than commands recorded for each submission.",
		command: "bench rank MAP -a nearfar --record once,anew --relative -n 3 -r 3",
		quick:   "bench rank MAP -a nearfar --record once,anew --relative -n 1 -r 1",
		read:    recorded, note: "recording includes our choice of barriers and descriptors",
	}, {
		name: "near-far-stall", place: "stalling" + unverified, says: "Skipping nodes beyond the target makes long queries 10 % slower.",
		command: "bench rank MAP -a nearfar --delta 844,16384,65536 --stall off,on --relative -n 2 -r 3",
		quick:   "bench rank MAP -a nearfar --delta 844,16384 --stall off,on --relative -n 1 -r 1",
		read:    stalled, note: "here all invocations load the target's distance from one word",
	}, {
		name: "near-far-queues", place: "introduction", says: "Two queues avoid delta-stepping's scan of all nodes in each round.",
		command: "bench rank MAP -a nearfar,deltastep --delta 844 --batch 64 --relative -n 2 -r 3",
		quick:   "bench rank MAP -a nearfar,deltastep --delta 844 --batch 64 --relative -n 1 -r 1",
		read:    queues, note: "both with delta 844, so that they relax the same edges; a large device scans all nodes in the time of a round",
	}},
}

// efficiency compares the relaxed edges of Near-Far with Dijkstra's at the last rank.
func efficiency(r *reading) (here, verdict string) {
	ranks := r.ranks()
	if len(ranks) == 0 {
		return "", open
	}
	last := ranks[len(ranks)-1]
	share := func(delta uint32) float64 {
		return r.median(func(row experiment.Row) float64 {
			relaxed, _ := row.Fact("relaxed")
			dijkstra, _ := row.Fact("dijkstra_relaxed")
			return relaxed / dijkstra
		}, hasValue(sssp.Delta, delta), hasRank(last))
	}
	narrow, wide := share(512), share(4096)
	return fmt.Sprintf("512/32: %.2f, 4096/256: %.2f times the edges of Dijkstra's algorithm at rank %s", narrow, wide, format.Power(last)),
		agrees(narrow > 1.1 && narrow < 1.15 && math.Round(wide) == 2)
}

// settings lists the pairs of delta and batch of Near-Far.
func settings(r *reading) (names []string, where []condition) {
	for _, delta := range r.values(sssp.Delta, isAlgorithm("nearfar")) {
		for _, batch := range r.values(sssp.Batch, isAlgorithm("nearfar"), hasValue(sssp.Delta, delta)) {
			names = append(names, fmt.Sprintf("%d/%d", delta, batch))
			where = append(where, func(row experiment.Row) bool {
				return row.Algorithm == "nearfar" && row.Values[sssp.Delta] == delta && row.Values[sssp.Batch] == batch
			})
		}
	}
	return names, where
}

// bestByRank says at which ranks a setting is the best one, by a twentieth at least.
func bestByRank(r *reading) (here, verdict string) {
	const clearly = 1.05
	names, where := settings(r)
	at := make([][]string, len(names))
	for _, k := range r.ranks() {
		var times []float64
		for _, s := range where {
			times = append(times, r.wall(s, hasRank(k)))
		}
		best := slices.Index(times, slices.Min(times))
		times[best] *= clearly
		if slices.Index(times, slices.Min(times)) == best {
			at[best] = append(at[best], format.Power(k))
		}
	}
	var words []string
	for i, name := range names {
		if len(at[i]) > 0 {
			words = append(words, fmt.Sprintf("%s is best by more than 5 %% at %s", name, list(at[i])))
		}
	}
	return strings.Join(words, "; "), agrees(len(words) > 1)
}

// list shortens a list of words to the first and the last of them.
func list(words []string) string {
	if len(words) < 3 {
		return strings.Join(words, " and ")
	}
	return fmt.Sprintf("%d ranks from %s to %s", len(words), words[0], words[len(words)-1])
}

// crossing says from which rank on searches are faster than Dijkstra's algorithm.
func crossing(r *reading) (here, verdict string) {
	names, where := settings(r)
	names, where = append(names, "Frontier"), append(where, isAlgorithm("frontier"))
	ranks := r.ranks()
	var words []string
	holds := false
	for i, s := range where {
		from, most := 0, 0.0
		for _, k := range slices.Backward(ranks) {
			speed := r.wall(isReference, hasRank(k)) / r.wall(s, hasRank(k))
			if speed < 1 {
				break
			}
			from, most = k, max(most, speed)
		}
		if from == 0 {
			words = append(words, names[i]+" is faster at no rank")
			continue
		}
		words = append(words, fmt.Sprintf("%s is faster from %s, up to %s times", names[i], format.Power(from), number(most)))
		holds = holds || names[i] != "Frontier" && from >= 1<<19 && from <= 1<<21 && most >= 1.5
	}
	if len(ranks) == 0 || ranks[len(ranks)-1] < 1<<21 {
		return strings.Join(words, "; ") + fmt.Sprintf("; the last rank is %s", format.Power(slices.Max(append(ranks, 1)))), open
	}
	return strings.Join(words, "; "), agrees(holds)
}

// ratios are times of some rows over those of others, rank by rank.
func (r *reading) ratios(over, under condition) (out []float64) {
	for _, k := range r.ranks() {
		out = append(out, r.wall(over, hasRank(k))/r.wall(under, hasRank(k)))
	}
	return out
}

// recorded compares commands that are recorded once with commands that are recorded anew.
func recorded(r *reading) (here, verdict string) {
	x := r.ratios(hasValue(sssp.Record, 2), hasValue(sssp.Record, 1))
	ranks := r.ranks()
	if len(x) == 0 {
		return "", open
	}
	at := hasRank(ranks[len(ranks)-1])
	last := r.ratio(onWall, where(hasValue(sssp.Record, 2), at), where(hasValue(sssp.Record, 1), at))
	return fmt.Sprintf("once is %s to %s times as fast as anew, by rank; %s times at %s", number(slices.Min(x)), number(slices.Max(x)), last, format.Power(ranks[len(ranks)-1])), last.verdict()
}

// stalled compares searches with and without stalling.
func stalled(r *reading) (here, verdict string) {
	var words []string
	const clearly = 1.05 // half of what the article says
	verdict = no
	for _, delta := range r.values(sssp.Delta) {
		d := hasValue(sssp.Delta, delta)
		x := r.ratios(func(row experiment.Row) bool { return d(row) && row.Values[sssp.Stall] == 2 }, func(row experiment.Row) bool { return d(row) && row.Values[sssp.Stall] == 1 })
		if len(x) == 0 {
			continue
		}
		at := hasRank(r.ranks()[len(x)-1])
		long := r.ratio(onWall, where(d, hasValue(sssp.Stall, 2), at), where(d, hasValue(sssp.Stall, 1), at))
		words = append(words, fmt.Sprintf("delta %d: %s times the time at the last rank, %s times at the best", delta, long, number(slices.Min(x))))
		if long.low > clearly {
			verdict = yes
		}
	}
	return strings.Join(words, "; "), verdict
}

// queues compares Near-Far with delta-stepping of the same delta: what they relax, and how long they take.
func queues(r *reading) (here, verdict string) {
	work := r.fact("relaxed", isAlgorithm("deltastep")) / r.fact("relaxed", isAlgorithm("nearfar"))
	ranks := r.ranks()
	if len(ranks) == 0 {
		return "", open
	}
	at := hasRank(ranks[len(ranks)-1])
	long := r.ratio(onWall, where(isAlgorithm("deltastep"), at), where(isAlgorithm("nearfar"), at))
	verdict = long.verdict()
	if math.Abs(work-1) > 0.01 {
		verdict = open
	}
	return fmt.Sprintf("delta-stepping relaxes %s times the edges and takes %s times as long at rank %s", number(work), long, format.Power(ranks[len(ranks)-1])), verdict
}
