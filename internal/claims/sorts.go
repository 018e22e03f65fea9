package main

import (
	"fmt"
	"strings"

	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
)

// batcher is the article on Batcher's network.
var batcher = article{
	name: "batcher", title: "Parallel Sorting on GPU: Part 2", author: "magnickolas, 17 January 2023",
	page: "families/sorts.md#parallel-sorting-on-gpu-part-2", figure: "sort-workgroups.svg",
	example: "./viewer sort -a batcher -n 16",
	claims: []claim{{
		name: "batcher-stages", place: "Implementation, pseudocode", says: "A sort of n = 2^m keys takes m (m + 1) / 2 steps, each a dispatch: O(log² n).",
		command: "run sort -a batcher -n 2^10 --verify", counts: true,
		read: func(r *reading) (string, string) {
			passes := r.fact("passes")
			return fmt.Sprintf("2^10 keys: %s", number(passes)), agrees(passes == 55)
		},
	}, {
		name: "batcher-any", place: "Implementation, note on the size of the array", says: "An array whose size is not a power of two is sorted without extra memory, as if infinity followed it.",
		command: "run sort -a batcher -n 1000003 --verify", quick: "run sort -a batcher -n 10007 --verify", counts: true,
		read: func(r *reading) (string, string) {
			n := r.median(func(row experiment.Row) float64 { return float64(row.Size) })
			return fmt.Sprintf("%.0f keys, verified, in %s passes", n, number(r.fact("passes"))), agrees(n > 0)
		},
	}, {
		name: "batcher-workgroup", place: "Implementation, below the pseudocode", says: "Workgroups of 256 invocations were the fastest, by measurement.",
		command: "bench sort -a batcher --min 2^24 --max 2^24 --workgroups 32,64,128,256,512,1024 -r 3",
		quick:   "bench sort -a batcher --min 2^16 --max 2^16 --workgroups 32,64,128,256,512,1024 -r 3",
		read: func(r *reading) (string, string) {
			text, best := r.each(sorting.Workgroup, plain, r.ms)
			if best == 256 {
				return text + " ms", yes
			}
			s := r.ratio(onDevice, where(hasValue(sorting.Workgroup, 256)), where(hasValue(sorting.Workgroup, best)))
			return fmt.Sprintf("%s ms; 256 takes %s times as long as %d", text, s, best), map[string]string{yes: no, no: yes, same: same}[s.verdict()]
		}, note: "the best size depends on the processors of a device and on the number of keys",
	}, {
		name: "batcher-cpu", place: "Benchmarks", says: "10^9 integers in 9.16 s on an RTX 2070, 11.2 times as fast as std::sort on a Ryzen 5 2400G (102.24 s).",
		command: "bench sort --against-cpu 1e9 -a cpp,batcher,batcher-fused", quick: "bench sort --against-cpu 1e6 -a cpp,batcher-fused", once: true,
		read: againstCPU,
	}},
}

// againstCPU compares the networks with std::sort, with and without the transfers of the keys to the device and back.
func againstCPU(r *reading) (here, verdict string) {
	cpp := isAlgorithm("cpp")
	if len(r.all(cpp)) == 0 {
		r.missing = r.missing || len(r.rows) == 0
		return "std::sort not measured: " + r.leftOut(cpp), open
	}
	host := r.wall(cpp)
	words := []string{
		number(r.median(func(row experiment.Row) float64 { return float64(row.Size) }, cpp)) + " keys",
		fmt.Sprintf("std::sort %s ms (%s)", number(host), r.word("compiler", cpp)),
	}
	most := 0.0
	for _, name := range []string{"batcher", "batcher-fused"} {
		if len(r.all(isAlgorithm(name))) == 0 {
			continue
		}
		ms := r.wall(isAlgorithm(name))
		moved := ms + r.fact("moved_ms", isAlgorithm(name))
		words = append(words, fmt.Sprintf("%s %s ms, %s with transfers: %s and %s times as fast", name, number(ms), number(moved), number(host/ms), number(host/moved)))
		most = max(most, host/ms)
	}
	return strings.Join(words, "; "), agrees(most >= 11.2)
}

// byCounters is the command of two claims, byFewCounters its short form.
const (
	byCounters    = "bench sort -a radix4 --counters global,shared,subgroup --min 2^26 --max 2^26 -r 3"
	byFewCounters = "bench sort -a radix4 --counters global,shared,subgroup --min 2^18 --max 2^18 -r 3"
)

// counters compares two places of counters, of which the second is to be the faster one.
func counters(slow, fast uint32) func(*reading) (string, string) {
	return func(r *reading) (string, string) {
		text, _ := r.each(sorting.Counters, named("global", "shared", "subgroup"), r.ms)
		s := r.ratio(onDevice, where(hasValue(sorting.Counters, slow)), where(hasValue(sorting.Counters, fast)))
		return fmt.Sprintf("%s ms: %s times as fast", text, s), s.verdict()
	}
}

// tenKeys are those of the article on VREN's sort.
const tenKeys = "10,25,39,92,1,5,68,23,21,10"

// vren is the article on VREN's radix sort.
var vren = article{
	name: "vren", title: "VREN's GPU radix-sort", author: "L. Ruta",
	page: "families/sorts.md#vrens-article", figure: "sort-table.png",
	example: "./viewer sort -a radix4 --radix 10 --list " + tenKeys,
	claims: []claim{{
		name: "vren-example", place: "How it works", says: "The ten keys 10, 25, 39, 92, 1, 5, 68, 23, 21, 10 become 1, 5, 10, 10, 21, 23, 25, 39, 68, 92.",
		command: "run sort -a radix4 --radix 10 --list " + tenKeys + " --verify", counts: true,
		read: func(r *reading) (string, string) {
			sorted := r.word("sorted")
			return strings.ReplaceAll(sorted, ",", ", "), agrees(sorted == "1,5,10,10,21,23,25,39,68,92")
		},
	}, {
		name: "vren-runs", place: "Repeat!", says: "With digits of 4 bits, keys of 32 bits need 8 runs, keys of 64 bits 16.",
		command: "bench sort -a radix4 --types u32,u64 --min 2^16 --max 2^16 -r 1", counts: true,
		read: func(r *reading) (string, string) {
			narrow, wide := r.fact("passes", isInput("u32")), r.fact("passes", isInput("u64"))
			return fmt.Sprintf("%s and %s", number(narrow), number(wide)), agrees(narrow == 8 && wide == 16)
		},
	}, {
		name: "vren-radix", place: "How it works", says: "Any power of two serves as radix, such as 2, 4, 8 or 16.",
		command: "bench sort -a radix4 --digit 1,2,3,4 --min 2^16 --max 2^16 -r 1", counts: true,
		read: func(r *reading) (string, string) {
			text, _ := r.each(sorting.DigitBits, plain, func(where ...condition) float64 { return r.fact("passes", where...) })
			return "passes by bits of a digit: " + text, agrees(text == "1: 32, 2: 16, 3: 11, 4: 8")
		},
	}, {
		name: "vren-shared", place: "Count the number of symbols", says: "Counting in shared memory is better than atomic operations on 16 counters of the device.",
		command: byCounters, quick: byFewCounters,
		read: counters(1, 2), note: "counters of the device are a set for each workgroup here, so they contend less than the article's 16",
	}, {
		name: "vren-subgroups", place: "Count the number of symbols", says: "Subgroup operations are more efficient still.",
		command: byCounters, quick: byFewCounters,
		read: counters(2, 3), note: "ranking the keys, not counting them, limits a pass on large devices",
	}, {
		name: "vren-large", place: "first paragraph", says: "It works very well when sorting large buffers.",
		command: "bench sort -a radix4 --min 2^16 --max 2^26 -r 3", quick: "bench sort -a radix4 --min 2^12 --max 2^18 -r 3",
		read: func(r *reading) (string, string) {
			sizes := r.values("", isAlgorithm("radix4"))
			if len(sizes) == 0 {
				return "", open
			}
			few, many := sizes[0], sizes[len(sizes)-1]
			keys := func(n uint32) float64 { return float64(n) / 1e3 / r.ms(hasSize(int(n))) }
			return fmt.Sprintf("%s million keys a second with %d keys, %s million with %d", number(keys(few)), few, number(keys(many)), many), agrees(keys(many) > keys(few))
		}, note: "read as: the rate does not fall as buffers grow",
	}},
}
