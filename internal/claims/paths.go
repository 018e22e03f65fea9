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
	name: "near-far", title: "Two buckets is all you need", author: "P. Niklaus, 2026",
	page: "families/paths.md#the-article-replayed", figure: "relative.svg",
	example: "viewer render -a nearfar-append --count on --step 300 --ui -o near-far.png",
	claims: []claim{{
		name: "near-far-settings", says: "No pair of delta and batch is best at all Dijkstra ranks.",
		command: "bench rank MAP -a nearfar --settings 512/32,4096/256 --relative -n 5 -r 3",
		quick:   "bench rank MAP -a nearfar --settings 512/32,4096/256 --relative -n 1 -r 3",
		read:    bestByRank,
	}, {
		name: "near-far-country", says: "As fast as Dijkstra's algorithm at 2^20 nodes, 1.5 to 4.2 times as fast beyond.",
		command: "bench rank gen:tile,k=8,map=MAP -a nearfar,frontier --settings 512/32,4096/256 --relative=dijkstra -n 1 -r 1",
		quick:   "bench rank gen:tile,k=2,map=MAP -a nearfar,frontier --settings 512/32,4096/256 --relative=dijkstra -n 1 -r 1",
		read:    crossing, note: "with k=14, 13 million nodes, ranks go up to 2^23",
	}, {
		name: "near-far-record", says: "Commands recorded once run 30 to 70 % faster than commands recorded for each submission.",
		command: "bench rank MAP -a nearfar --record once,anew --relative -n 3 -r 3",
		quick:   "bench rank MAP -a nearfar --record once,anew --relative -n 1 -r 1",
		read:    recorded, note: "recording includes our choice of barriers and descriptors",
	}, {
		name: "near-far-stall", says: "Skipping nodes beyond the target makes long queries 10 % slower.",
		command: "bench rank MAP -a nearfar --delta 844,16384,65536 --stall off,on --relative -n 2 -r 3",
		quick:   "bench rank MAP -a nearfar --delta 844,16384 --stall off,on --relative -n 1 -r 1",
		read:    stalled, note: "here all invocations load the target's distance from one word",
	}, {
		name: "near-far-queues", says: "Two queues avoid delta-stepping's scan of all nodes in each round.",
		command: "bench rank MAP -a nearfar,deltastep --relative -n 2 -r 3",
		quick:   "bench rank MAP -a nearfar,deltastep --relative -n 1 -r 1",
		read:    queues, note: "a large device scans all nodes in the time of a round",
	}},
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

// recorded compares commands that are recorded once with those that are recorded anew.
func recorded(r *reading) (here, verdict string) {
	x := r.ratios(hasValue(sssp.Record, 2), hasValue(sssp.Record, 1))
	if len(x) == 0 {
		return "", open
	}
	least, most := slices.Min(x), slices.Max(x)
	return fmt.Sprintf("once is %s to %s times as fast as anew, %s times at 2^16", number(least), number(most), number(x[len(x)-1])), agrees(least > 1 && most >= 1.3)
}

// stalled compares searches with and without stalling.
func stalled(r *reading) (here, verdict string) {
	var words []string
	slower := false
	for _, delta := range r.values(sssp.Delta) {
		d := hasValue(sssp.Delta, delta)
		x := r.ratios(func(row experiment.Row) bool { return d(row) && row.Values[sssp.Stall] == 2 }, func(row experiment.Row) bool { return d(row) && row.Values[sssp.Stall] == 1 })
		if len(x) == 0 {
			continue
		}
		long := x[len(x)-1]
		words = append(words, fmt.Sprintf("delta %d: %s times the time at the last rank, %s times at the best", delta, number(long), number(slices.Min(x))))
		slower = slower || long >= 1.05
	}
	return strings.Join(words, "; "), agrees(slower)
}

// queues compares Near-Far with delta-stepping: what they relax, and how long they take.
func queues(r *reading) (here, verdict string) {
	x := r.ratios(isAlgorithm("deltastep"), isAlgorithm("nearfar"))
	work := r.fact("relaxed", isAlgorithm("deltastep")) / r.fact("relaxed", isAlgorithm("nearfar"))
	if len(x) == 0 {
		return "", open
	}
	long := x[len(x)-1]
	return fmt.Sprintf("delta-stepping relaxes %s times the edges and takes %s to %s times as long, %s times at the last rank", number(work), number(slices.Min(x)), number(slices.Max(x)), number(long)),
		agrees(math.Abs(work-1) < 0.01 && long > 1)
}
