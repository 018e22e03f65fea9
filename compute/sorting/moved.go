package sorting

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/sorting"
)

// The bytes that kernels read and write in memory are those of keys and their values, counted
// in whole partitions; tables and counters are small beside them.

// keyBytes returns the bytes of a key, alone and with its value.
func keyBytes(form compute.Constant) (key, moved int) {
	f := ref.Format(form)
	key = 4 * f.Words()
	if moved = key; f.Payload() {
		moved += 4
	}
	return key, moved
}

func histogramBytes(_ compute.Grid, a ref.RadixHistogram[compute.Buffer]) int {
	key, _ := keyBytes(a.Form)
	return key * int(a.EndKey-a.FirstKey)
}

func passBytes(g compute.Grid, a ref.RadixPass[compute.Buffer]) int {
	_, moved := keyBytes(a.Form)
	return 2 * moved * g.Invocations() * int(a.Items)
}

func countBytes(g compute.Grid, a ref.Radix4Count[compute.Buffer]) int {
	key, _ := keyBytes(a.Form)
	return key * int(a.End-a.First) * g.Size * int(a.Items)
}

func reorderBytes(g compute.Grid, a ref.Radix4Reorder[compute.Buffer]) int {
	_, moved := keyBytes(a.Form)
	return 2 * moved * int(a.End-a.First) * g.Size * int(a.Items)
}

func mergeBytes(g compute.Grid, a ref.SortMerge[compute.Buffer]) int {
	if a.IsSplit != 0 {
		return 0
	}
	_, moved := keyBytes(a.Form)
	return 2 * moved * g.Invocations() * int(a.Items)
}
