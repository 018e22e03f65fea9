package main

import (
	"fmt"
	"math"
	"strings"

	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
)

// byElements is the command of several claims: all forms on random elements.
const byElements = "bench clip -a tree,lookback,shuffle --sizes 2^20 --workgroup auto -r 3"

// exampleValues are those that the article prints, with its sign for none.
const exampleValues = "- 0 1 2 1 4 5 6 5 4 9 10 9 12 9 4 1 0"

// stackMonoid is the article on matching brackets.
var stackMonoid = article{
	name: "stack-monoid", title: "The stack monoid revisited", author: "R. Levien, 13 May 2021",
	page: "families/clips.md#the-article-item-by-item", figure: "clip-reduction.svg",
	example: "./viewer clip gen:clip,elements=18,shape=example --links",
	claims: []claim{{
		name: "stack-monoid-example", place: "Motivation", counts: true, says: "Its 18 brackets have the values " + exampleValues + ".",
		command: "run clip gen:clip,elements=18,shape=example -a shuffle --workgroup 16 --verify",
		read: func(r *reading) (string, string) {
			links := r.word("links")
			return links, agrees(links == exampleValues)
		},
	}, {
		name: "stack-monoid-cpu", place: "Performance", says: "2.4 billion brackets a second on an AMD 5700 XT, about 10 times as fast as the scalar code that verifies them (1M pseudorandom brackets).",
		command: byElements, quick: "bench clip -a tree,lookback,shuffle --sizes 2^16 --workgroup auto -r 3",
		read: func(r *reading) (string, string) {
			speed := func(form string) span {
				return r.ratio(onDevice, where(isAlgorithm("scalar")), where(isAlgorithm(form)))
			}
			own := speed("shuffle")
			return fmt.Sprintf("shuffle %s, look-back %s, tree %s times as fast as one processor of the host, %s billion brackets a second by shuffle",
				own, speed("lookback"), speed("tree"), number(float64(elements(r))/1e6/r.ms(isAlgorithm("shuffle")))), agrees(own.low >= 10)
		}, note: "scalar code here is a loop without branches on preallocated memory, not the one that verifies",
	}, {
		name: "stack-monoid-two-passes", place: "Performance", says: "A tree reduction in two passes is almost twice as fast as the look-back, up to about a million brackets.",
		command: byElements, quick: "bench clip -a tree,lookback,shuffle --sizes 2^16 --workgroup auto -r 3",
		read: func(r *reading) (string, string) {
			s, own := r.ratio(onDevice, where(isAlgorithm("lookback")), where(isAlgorithm("tree"))), r.ratio(onDevice, where(isAlgorithm("shuffle")), where(isAlgorithm("tree")))
			return fmt.Sprintf("tree is %s times as fast as look-back, %s times as shuffle", s, own), s.verdict()
		}, note: "this program's look-back reads a window of partitions; shuffle is the form nearest to the article's",
	}, {
		name: "stack-monoid-links", place: "Look-back", counts: true, says: "With random brackets a look-back seldom if ever follows more than one back-link.",
		command: "run clip gen:clip,elements=2^20,bare=true -a snapshot --back-links --verify",
		quick:   "run clip gen:clip,elements=2^16,bare=true -a snapshot --back-links --verify",
		read: func(r *reading) (string, string) {
			few, most := backLinks(r)
			return fmt.Sprintf("%s %% of the partitions follow two or more, at most %d", number(100*(1-few)), most), agrees(few > 0.99)
		}, note: "seldom is read as less than one in a hundred",
	}, {
		name: "stack-monoid-adversarial", place: "Look-back", counts: true, says: "Adversarial input could probably force many back-links to be resolved.",
		command: "run clip gen:clip,elements=2^21,shape=pits,bare=true -a snapshot --workgroup 512 --back-links --verify",
		quick:   "run clip gen:clip,elements=2^14,shape=pits,bare=true -a snapshot --workgroup 64 --back-links --verify",
		read: func(r *reading) (string, string) {
			few, most := backLinks(r)
			return fmt.Sprintf("%s %% of the partitions follow two or more, at most %d; the longest look-back reads %s partitions", number(100*(1-few)), most, number(r.fact("longest"))), agrees(most > 16)
		}, note: "which partitions are finished depends on the device",
	}, {
		name: "stack-monoid-depth", place: "Performance", says: "A bound on the depth of the stack has only a minor effect on the time.",
		command: "bench clip -a tree,shuffle --sizes 2^20 --shape random --depths 256,0 --workgroup auto -r 3",
		quick:   "bench clip -a tree,shuffle --sizes 2^16 --shape random --depths 64,0 --workgroup auto -r 3",
		read:    depth, note: "minor is read as less than a tenth",
	}, {
		name: "stack-monoid-window", place: "Performance", says: "Reading several partitions in parallel is the best prospect for a faster look-back.",
		command: "bench clip -a lookback --window 1,128 --sizes 2^20 --workgroup auto -r 3",
		quick:   "bench clip -a lookback --window 1,128 --sizes 2^16 --workgroup 128 -r 3",
		read: func(r *reading) (string, string) {
			text, _ := r.each(clip.Window, plain, r.ms, isAlgorithm("lookback"))
			s := r.ratio(onDevice, where(isAlgorithm("lookback"), hasValue(clip.Window, 1)), where(isAlgorithm("lookback"), hasValue(clip.Window, 128)))
			return fmt.Sprintf("window of %s ms: %s times as fast", text, s), s.verdict()
		}, note: "software devices run one workgroup after another, so no partition waits",
	}, {
		name: "stack-monoid-workgroup", place: "Performance, chart", says: "Workgroups of 1024 are the best, and the reduction takes the smaller part of the time.",
		command: "bench clip -a shuffle --sizes 2^20 --reduction --workgroup 64,256,1024 -r 3",
		quick:   "bench clip -a shuffle --sizes 2^16 --reduction --workgroup 64,256,1024 -r 3",
		read:    byWorkgroup, note: "on a software device a barrier costs every invocation of the workgroup",
	}},
}

// backLinks returns the share of partitions that follow at most one back-link, and how many are
// followed at most.
func backLinks(r *reading) (few float64, most int) {
	few = (r.fact("back_links_0") + r.fact("back_links_1")) / r.fact("partitions")
	for _, row := range r.all() {
		for {
			if _, ok := row.Fact(fmt.Sprintf("back_links_%d", most+1)); !ok {
				break
			}
			most++
		}
	}
	return few, most
}

// elements returns the size of the input.
func elements(r *reading) int {
	for _, row := range r.all() {
		return row.Size
	}
	r.missing = true
	return 0
}

// depth compares brackets without a bound on the depth with bounded ones.
func depth(r *reading) (here, verdict string) {
	const minor = 1.1
	var words []string
	verdict = yes
	for _, form := range []string{"shuffle", "tree"} {
		depthOf := func(row experiment.Row) float64 { d, _ := row.Fact("depth"); return d }
		lowest := math.Inf(1)
		for _, row := range r.all(isAlgorithm(form)) {
			lowest = min(lowest, depthOf(row))
		}
		bounded := func(row experiment.Row) bool { return depthOf(row) == lowest }
		free := func(row experiment.Row) bool { return depthOf(row) > lowest }
		s := r.ratio(onDevice, where(isAlgorithm(form), free), where(isAlgorithm(form), bounded))
		words = append(words, fmt.Sprintf("%s takes %s times as long without a bound", form, s))
		if s.low > minor {
			verdict = no
		} else if s.median > minor && verdict == yes {
			verdict = same
		}
	}
	return strings.Join(words, "; "), verdict
}

// byWorkgroup compares the form shuffle with its reduction alone.
func byWorkgroup(r *reading) (here, verdict string) {
	whole, best := r.each(clip.Workgroup, plain, r.ms, isAlgorithm("shuffle"))
	alone, _ := r.each(clip.Workgroup, plain, r.ms, isAlgorithm("reduction"))
	large := hasValue(clip.Workgroup, 1024)
	return fmt.Sprintf("whole %s ms; reduction alone %s", whole, alone), agrees(best == 1024 && r.ms(isAlgorithm("reduction"), large) < r.ms(isAlgorithm("shuffle"), large)/2)
}
