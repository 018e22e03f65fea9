package schedule

import "kernelscope/compute/simt"

// Choice is what a scheduler returned: the index of a subgroup among those that can run, and for how many blocks; 0 is up to the next
// barrier.
type Choice struct{ Index, Blocks int32 }

// InOrder is the choice of the first subgroup, up to its next barrier.
var InOrder Choice

// Kept is how many choices Recorded keeps.
const Kept = 1 << 21

// Recorded passes on the choices of another scheduler, and keeps the first of them.
type Recorded struct {
	simt.Scheduler
	Count   int // of choices
	Choices []Choice
	At      []simt.SubgroupAt // which was chosen
}

// Next asks the other scheduler.
func (r *Recorded) Next(ready []simt.SubgroupAt) (int, int) {
	i, blocks := r.Scheduler.Next(ready)
	if r.Count++; r.Count <= Kept {
		r.Choices, r.At = append(r.Choices, Choice{int32(i), int32(blocks)}), append(r.At, ready[i])
	}
	return i, blocks
}

// Replay repeats choices, and then goes in order.
type Replay struct {
	Choices []Choice
	at      int
}

// Next returns the next choice. Where fewer subgroups can run than when it was recorded, it is the last one.
func (r *Replay) Next(ready []simt.SubgroupAt) (int, int) {
	if r.at >= len(r.Choices) {
		return 0, 0
	}
	c := r.Choices[r.at]
	r.at++
	return min(int(c.Index), len(ready)-1), int(c.Blocks)
}

// Shrink returns a list with which fails still reports true and in which fewer choices are not in order. It calls fails at most calls times,
// which must report true of the list that is given. The list ends with a choice that is not in order.
func Shrink(choices []Choice, calls int, fails func([]Choice) bool) []Choice {
	try := func(c []Choice) bool {
		calls--
		return calls >= 0 && fails(c)
	}
	low, high := 0, len(choices) // the shortest prefix, as if a longer one always failed too
	for low < high {
		if mid := (low + high) / 2; try(choices[:mid]) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	out := append([]Choice(nil), choices[:high]...)
	for size := max(1, len(out)/2); size >= 1 && calls > 0; size /= 2 {
		for from := 0; from < len(out) && calls > 0; from += size {
			less := append([]Choice(nil), out...)
			clear(less[from:min(from+size, len(less))])
			if Preemptions(less) < Preemptions(out) && try(less) {
				out = less
			}
		}
	}
	for len(out) > 0 && out[len(out)-1] == InOrder {
		out = out[:len(out)-1]
	}
	return out
}

// Preemptions counts the choices that are not in order.
func Preemptions(choices []Choice) (n int) {
	for _, c := range choices {
		if c != InOrder {
			n++
		}
	}
	return n
}
