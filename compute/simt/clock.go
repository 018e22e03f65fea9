package simt

import "slices"

// clock is a set of workgroups with, for each, the epoch up to which its accesses are known. Workgroups
// in a row with the same epoch are one range.
type clock struct{ ranges []span }

type span struct{ first, last, epoch uint32 }

func (c *clock) clone() clock { return clock{slices.Clone(c.ranges)} }

// has reports whether accesses of a workgroup in an epoch are known.
func (c *clock) has(group, epoch uint32) bool {
	i, _ := slices.BinarySearchFunc(c.ranges, group, func(s span, g uint32) int { return int(int64(s.last) - int64(g)) })
	return i < len(c.ranges) && c.ranges[i].first <= group && epoch <= c.ranges[i].epoch
}

// add makes the accesses of a workgroup up to an epoch known.
func (c *clock) add(group, epoch uint32) {
	if !c.has(group, epoch) {
		c.join(clock{[]span{{group, group, epoch}}})
	}
}

// join adds what another clock knows. Both lists are cut where either has a bound.
func (c *clock) join(o clock) {
	if len(o.ranges) == 0 {
		return
	}
	if len(c.ranges) == 0 {
		c.ranges = slices.Clone(o.ranges)
		return
	}
	out := make([]span, 0, len(c.ranges)+len(o.ranges))
	a, b := slices.Clone(c.ranges), slices.Clone(o.ranges)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].last < b[0].first:
			out, a = push(out, a[0]), a[1:]
		case len(a) == 0 || b[0].last < a[0].first:
			out, b = push(out, b[0]), b[1:]
		case a[0].first < b[0].first:
			out = push(out, span{a[0].first, b[0].first - 1, a[0].epoch})
			a[0].first = b[0].first
		case b[0].first < a[0].first:
			out = push(out, span{b[0].first, a[0].first - 1, b[0].epoch})
			b[0].first = a[0].first
		default:
			last := min(a[0].last, b[0].last)
			out = push(out, span{a[0].first, last, max(a[0].epoch, b[0].epoch)})
			a, b = after(a, last), after(b, last)
		}
	}
	c.ranges = out
}

// push appends a range, or extends the last one.
func push(out []span, s span) []span {
	if n := len(out); n > 0 && out[n-1].last+1 == s.first && out[n-1].epoch == s.epoch {
		out[n-1].last = s.last
		return out
	}
	return append(out, s)
}

// after removes a list's first range up to a workgroup.
func after(list []span, last uint32) []span {
	if list[0].last == last {
		return list[1:]
	}
	list[0].first = last + 1
	return list
}
