package main

import (
	"fmt"
	"strings"

	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
)

// batcher is the article on Batcher's network.
var batcher = article{
	name: "batcher", title: "Parallel Sorting on GPU: Part 2", author: "magnickolas, 2023",
	page: "families/sorts.md#parallel-sorting-on-gpu-part-2", figure: "sort-workgroups.svg",
	example: "viewer sort -a batcher -n 16",
	claims: []claim{{
		name: "batcher-stages", says: "2^m keys take m (m + 1) / 2 stages, each a dispatch.",
		command: "run sort -a batcher -n 2^10 --verify",
		read: func(r *reading) (string, string) {
			passes := r.fact("passes")
			return fmt.Sprintf("2^10 keys: %s", number(passes)), agrees(passes == 55)
		},
	}, {
		name: "batcher-any", says: "Its iterative form sorts arrays of any length, not only powers of two.",
		command: "run sort -a batcher -n 1000003 --verify",
		quick:   "run sort -a batcher -n 10007 --verify",
		read: func(r *reading) (string, string) {
			n := r.median(func(row experiment.Row) float64 { return float64(row.Size) })
			return fmt.Sprintf("%.0f keys in %s ms", n, number(r.ms())), agrees(n > 0)
		},
	}, {
		name: "batcher-idle", says: "With one invocation per element, half of them are idle.",
		command: "bench sort -a batcher --mapping pair,element --min 2^26 --max 2^26 -r 3",
		quick:   "bench sort -a batcher --mapping pair,element --min 2^16 --max 2^16 -r 3",
		read: func(r *reading) (string, string) {
			text, _ := r.each(sorting.Mapping, named("one per pair", "one per element"), r.ms)
			ratio := r.ms(hasValue(sorting.Mapping, 2)) / r.ms(hasValue(sorting.Mapping, 1))
			return fmt.Sprintf("%s ms, %s times as long", text, number(ratio)), agrees(ratio > 1.2)
		},
	}, {
		name: "batcher-workgroup", says: "Workgroups of 256 invocations are best.",
		command: "bench sort -a batcher --min 2^24 --max 2^24 --workgroups 32,64,128,256,512,1024 -r 3",
		quick:   "bench sort -a batcher --min 2^16 --max 2^16 --workgroups 32,64,128,256,512,1024 -r 3",
		read: func(r *reading) (string, string) {
			text, best := r.each(sorting.Workgroup, plain, r.ms)
			within := r.ms(hasValue(sorting.Workgroup, 256)) <= 1.05*r.ms(hasValue(sorting.Workgroup, best))
			return text + " ms", agrees(within)
		}, note: "a device chooses by its own kind of processors",
	}, {
		name: "batcher-cpu", says: "10^9 integers in 9.16 s on an RTX 2070, 11.2 times as fast as std::sort on a Ryzen 5 2400G (102.24 s).",
		command: "bench sort --against-cpu 1e8 -a batcher,batcher-fused",
		quick:   "bench sort --against-cpu 1e6 -a batcher-fused",
		read:    againstCPU, note: "a tenth of the keys; `viewer bench sort --against-cpu 1e9` sorts all of them",
	}},
}

// againstCPU compares the networks with the sorts of the host.
func againstCPU(r *reading) (here, verdict string) {
	words := []string{fmt.Sprintf("Go's sort on one processor %s ms, on all %s", number(r.wall(isAlgorithm("cpu"))), number(r.wall(isAlgorithm("cpu-parallel"))))}
	most := 0.0
	for _, name := range []string{"batcher", "batcher-fused"} {
		if len(r.all(isAlgorithm(name))) == 0 {
			continue
		}
		times := r.fact("times_cpu", isAlgorithm(name))
		words, most = append(words, fmt.Sprintf("%s %s ms, %s times as fast as one processor", name, number(r.wall(isAlgorithm(name))), number(times))), max(most, times)
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
		return text + " ms", agrees(r.ms(hasValue(sorting.Counters, slow)) > 1.05*r.ms(hasValue(sorting.Counters, fast)))
	}
}

// tenKeys are those of the article on VREN's sort.
const tenKeys = "10,25,39,92,1,5,68,23,21,10"

// vren is the article on VREN's radix sort.
var vren = article{
	name: "vren", title: "VREN's GPU radix-sort", author: "L. Ruta",
	page: "families/sorts.md#vrens-article", figure: "sort-table.png",
	example: "viewer sort -a radix4 --list " + tenKeys,
	claims: []claim{{
		name: "vren-example", says: "The ten keys 10, 25, 39, 92, 1, 5, 68, 23, 21, 10 become 1, 5, 10, 10, 21, 23, 25, 39, 68, 92.",
		command: "run sort -a radix4 --list " + tenKeys + " --verify",
		read: func(r *reading) (string, string) {
			sorted := r.word("sorted")
			return strings.ReplaceAll(sorted, ",", ", "), agrees(sorted == "1,5,10,10,21,23,25,39,68,92")
		},
	}, {
		name: "vren-runs", says: "Keys of 32 bits take 8 runs by hexadecimal digits, keys of 64 bits 16.",
		command: "bench sort -a radix4 --types u32,u64 --min 2^16 --max 2^16 -r 1",
		read: func(r *reading) (string, string) {
			narrow, wide := r.fact("passes", isInput("u32")), r.fact("passes", isInput("u64"))
			return fmt.Sprintf("%s and %s", number(narrow), number(wide)), agrees(narrow == 8 && wide == 16)
		},
	}, {
		name: "vren-shared", says: "Counting in shared memory is faster than with global atomic operations.",
		command: byCounters, quick: byFewCounters,
		read: counters(1, 2), note: "a software device has no memory that is shared faster",
	}, {
		name: "vren-subgroups", says: "Counting with subgroup operations is faster still.",
		command: byCounters, quick: byFewCounters,
		read: counters(2, 3), note: "counting does not limit a pass; ranking the keys takes longer",
	}, {
		name: "vren-digit", says: "Digits of four bits are a good radix.",
		command: "bench sort -a radix4 --digit 1,2,4,8 --min 2^26 --max 2^26 -r 3",
		quick:   "bench sort -a radix4 --digit 1,2,4,8 --min 2^18 --max 2^18 -r 3",
		read: func(r *reading) (string, string) {
			text, best := r.each(sorting.Digit, plain, r.ms)
			return text + " ms", agrees(r.ms(hasValue(sorting.Digit, 4)) <= 1.05*r.ms(hasValue(sorting.Digit, best)))
		},
	}, {
		name: "vren-large", says: "It works very well on large buffers.",
		command: "bench sort -a radix4,cpu --min 2^20 --max 2^24 -r 1",
		quick:   "bench sort -a radix4,cpu --min 2^16 --max 2^18 -r 1",
		read: func(r *reading) (string, string) {
			sizes := r.values("", isAlgorithm("radix4"))
			if len(sizes) == 0 {
				return "", open
			}
			speed := func(n uint32) float64 {
				return r.ms(isAlgorithm("cpu"), hasSize(int(n))) / r.ms(isAlgorithm("radix4"), hasSize(int(n)))
			}
			few, many := sizes[0], sizes[len(sizes)-1]
			return fmt.Sprintf("%s times as fast as one processor with %d keys, %s times with %d", number(speed(few)), few, number(speed(many)), many), agrees(speed(many) > max(1, speed(few)))
		},
	}},
}
