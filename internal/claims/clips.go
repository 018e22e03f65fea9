package main

import (
	"fmt"

	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
)

// byElements is the command of several claims: all forms on random elements.
const byElements = "bench clip -a tree,lookback,shuffle --sizes 2^20 --workgroup auto -r 3"

// exampleValues are those that the article prints, with its sign for none.
const exampleValues = "- 0 1 2 1 4 5 6 5 4 9 10 9 12 9 4 1 0"

// stackMonoid is the article on matching brackets.
var stackMonoid = article{
	name: "stack-monoid", title: "The stack monoid revisited", author: "R. Levien, 2021",
	page: "families/clips.md#the-article-item-by-item", figure: "clip-reduction.svg",
	example: "viewer clip gen:clip,elements=18,shape=example --links",
	claims: []claim{{
		name: "stack-monoid-example", says: "Its 18 brackets have the values " + exampleValues + ".",
		command: "run clip gen:clip,elements=18,shape=example -a shuffle --workgroup 16 --verify",
		read: func(r *reading) (string, string) {
			links := r.word("links")
			return links, agrees(links == exampleValues)
		},
	}, {
		name: "stack-monoid-cpu", says: "10 times as fast as scalar code on a processor, 1M pseudorandom elements.",
		command: byElements, quick: "bench clip -a tree,lookback,shuffle --sizes 2^16 --workgroup auto -r 3",
		read: func(r *reading) (string, string) {
			scalar := r.wall(isAlgorithm("scalar"))
			times := func(form string) string { return number(scalar / r.ms(isAlgorithm(form))) }
			return fmt.Sprintf("shuffle %s, look-back %s, tree %s times as fast as one processor of the host", times("shuffle"), times("lookback"), times("tree")),
				agrees(scalar/r.ms(isAlgorithm("shuffle")) >= 10)
		},
	}, {
		name: "stack-monoid-two-passes", says: "Two passes are faster than a look-back.",
		command: byElements, quick: "bench clip -a tree,lookback,shuffle --sizes 2^16 --workgroup auto -r 3",
		read: func(r *reading) (string, string) {
			tree, look := r.ms(isAlgorithm("tree")), r.ms(isAlgorithm("lookback"))
			return fmt.Sprintf("tree %s ms, look-back %s, shuffle %s", number(tree), number(look), number(r.ms(isAlgorithm("shuffle")))), agrees(tree < look)
		},
	}, {
		name: "stack-monoid-links", says: "A look-back seldom follows more than one back-link.",
		command: "run clip gen:clip,elements=2^20,bare=true -a shuffle --back-links --verify",
		quick:   "run clip gen:clip,elements=2^16,bare=true -a shuffle --back-links --verify",
		read: func(r *reading) (string, string) {
			few, most := backLinks(r)
			return fmt.Sprintf("%s %% of the partitions follow two or more, at most %d", number(100*(1-few)), most), agrees(few >= 0.85)
		}, note: "software devices run one workgroup after another, so a look-back finds finished partitions",
	}, {
		name: "stack-monoid-adversarial", says: "Adversarial input forces many back-links.",
		command: "run clip gen:clip,elements=2^20,shape=adversarial -a shuffle --back-links --verify",
		quick:   "run clip gen:clip,elements=2^16,shape=adversarial -a shuffle --back-links --verify",
		read: func(r *reading) (string, string) {
			few, most := backLinks(r)
			return fmt.Sprintf("%s %% of the partitions follow two or more, at most %d; the longest look-back reads %s partitions", number(100*(1-few)), most, number(r.fact("longest"))), agrees(most >= 8)
		},
	}, {
		name: "stack-monoid-depth", says: "Bounded depth is slightly faster.",
		command: "bench clip -a tree,shuffle --sizes 2^20 --shape deep --depths 16,4096,0 --workgroup auto -r 3",
		quick:   "bench clip -a tree,shuffle --sizes 2^16 --shape deep --depths 16,4096,0 --workgroup auto -r 3",
		read:    depth,
	}, {
		name: "stack-monoid-window", says: "A sequential look-back is slower than one that reads a window of partitions.",
		command: "bench clip -a lookback --window 1,32 --sizes 2^20 --workgroup auto -r 3",
		quick:   "bench clip -a lookback --window 1,32 --sizes 2^16 --workgroup auto -r 3",
		read: func(r *reading) (string, string) {
			text, _ := r.each(clip.Window, plain, r.ms, isAlgorithm("lookback"))
			return "window of " + text + " ms", agrees(r.ms(isAlgorithm("lookback"), hasValue(clip.Window, 1)) > r.ms(isAlgorithm("lookback"), hasValue(clip.Window, 32)))
		}, note: "software devices run one workgroup after another, so no partition waits",
	}, {
		name: "stack-monoid-workgroup", says: "Its chart: larger workgroups are faster, and the reduction takes the smaller part of the time.",
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

// depth compares the least depth with any.
func depth(r *reading) (here, verdict string) {
	text, holds := "", true
	for _, form := range []string{"shuffle", "tree"} {
		rows := r.all(isAlgorithm(form))
		if len(rows) == 0 {
			r.missing = true
			continue
		}
		at := func(row experiment.Row) (float64, float64) { d, _ := row.Fact("depth"); return d, row.GPU }
		low, first := at(rows[0])
		high, last := at(rows[0])
		for _, row := range rows {
			if d, ms := at(row); d < low {
				low, first = d, ms
			} else if d > high {
				high, last = d, ms
			}
		}
		if text != "" {
			text += "; "
		}
		text += fmt.Sprintf("%s %s ms at depth %.0f, %s at %.0f", form, number(first), low, number(last), high)
		holds = holds && first < last
	}
	return text, agrees(holds)
}

// byWorkgroup compares the form shuffle with its reduction alone.
func byWorkgroup(r *reading) (here, verdict string) {
	whole, best := r.each(clip.Workgroup, plain, r.ms, isAlgorithm("shuffle"))
	alone, _ := r.each(clip.Workgroup, plain, r.ms, isAlgorithm("reduction"))
	large := hasValue(clip.Workgroup, 1024)
	return fmt.Sprintf("whole %s ms; reduction alone %s", whole, alone), agrees(best == 1024 && r.ms(isAlgorithm("reduction"), large) < r.ms(isAlgorithm("shuffle"), large)/2)
}
