package view

import (
	"cmp"
	"strings"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
)

// The article first writes the recursion with lists: each call returns a new one. A kernel cannot,
// and the next form keeps all keys where they are: a list becomes a start and a stride.

// firstForm is that form, in Python, for a power of two of keys.
var firstForm = strings.Split(`def sort(keys):
  half = len(keys) // 2
  if half == 0: return keys
  return merge(sort(keys[:half]), sort(keys[half:]))
def merge(x, y):
  if len(x) == 1: return [min(x + y), max(x + y)]
  even = merge(x[::2], y[::2])
  odd = merge(x[1::2], y[1::2])
  pairs = zip(odd, even[1:])
  inner = [f(p) for p in pairs for f in (min, max)]
  return even[:1] + inner + odd[-1:]`, "\n")

// listSort sorts by lists, and keeps the lists that calls of sort return, and calls of the last merge, by depth.
type listSort struct {
	compare       func(a, b int) int // of two keys of the input, by their places
	sorts, merges [][][]int
}

// sort returns a sorted list of the places of a power of two of keys.
func (l *listSort) sort(keys []int, depth int) []int {
	half := len(keys) / 2
	if half == 0 {
		return keys
	}
	x, y := l.sort(keys[:half], depth+1), l.sort(keys[half:], depth+1)
	l.merges = nil
	out := l.merge(x, y, 0)
	l.sorts = keep(l.sorts, depth, out)
	return out
}

// merge returns the sorted list of two sorted lists of the same length.
func (l *listSort) merge(x, y []int, depth int) (out []int) {
	ordered := func(a, b int) []int {
		if l.compare(a, b) > 0 {
			a, b = b, a
		}
		return []int{a, b}
	}
	if len(x) == 1 {
		out = ordered(x[0], y[0])
	} else {
		even, odd := l.merge(everySecond(x), everySecond(y), depth+1), l.merge(everySecond(x[1:]), everySecond(y[1:]), depth+1)
		out = append(out, even[0])
		for i := range len(odd) - 1 {
			out = append(out, ordered(odd[i], even[i+1])...)
		}
		out = append(out, odd[len(odd)-1])
	}
	l.merges = keep(l.merges, depth, out)
	return out
}

// everySecond returns the first element of a list, the third, and so on.
func everySecond(list []int) (out []int) {
	for i := 0; i < len(list); i += 2 {
		out = append(out, list[i])
	}
	return out
}

// keep appends a list to the lists of a depth.
func keep(all [][][]int, depth int, list []int) [][][]int {
	for len(all) <= depth {
		all = append(all, nil)
	}
	all[depth] = append(all[depth], list)
	return all
}

// listsOf returns the levels of the recursion with the lists that the calls return, for few keys of a lane.
func listsOf(t sorting.Type, l session.Lane, keys, n int) (sorts, merges []level) {
	at := func(i int) uint64 { return sorting.Format{Type: t}.Order(t.KeyAt(l.Trail[0], i)) }
	s := listSort{compare: func(a, b int) int {
		if a < n && b < n {
			return cmp.Compare(at(a), at(b))
		}
		return cmp.Compare(a, b) // infinity comes last
	}}
	all := make([]int, keys)
	for i := range all {
		all[i] = i
	}
	s.sort(all, 0)
	fill := func(levels []level, lists [][][]int) []level {
		for i := range levels {
			for _, list := range lists[i] {
				words := make([]string, len(list))
				for k, place := range list {
					if words[k] = "∞"; place < n {
						words[k] = t.Text(t.KeyAt(l.Trail[0], place))
					}
				}
				levels[i].lists = append(levels[i].lists, words)
			}
		}
		return levels
	}
	return fill(sortLevels(keys), s.sorts), fill(mergeLevels(keys), s.merges)
}
