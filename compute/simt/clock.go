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

// covers reports whether a clock knows all that another one does.
func (c *clock) covers(o clock) bool {
	i := 0
	for _, s := range o.ranges {
		for {
			for i < len(c.ranges) && c.ranges[i].last < s.first {
				i++
			}
			if i == len(c.ranges) || c.ranges[i].first > s.first || c.ranges[i].epoch < s.epoch {
				return false
			}
			if s.last <= c.ranges[i].last {
				break
			}
			s.first = c.ranges[i].last + 1
		}
	}
	return true
}

// join adds what another clock knows. Both lists are cut where either has a bound.
func (c *clock) join(o clock) {
	a, b := c.ranges, o.ranges
	switch {
	case c.covers(o): // the usual case
		return
	case len(a) == 0:
		c.ranges = slices.Clone(b)
		return
	}
	out := make([]span, 0, len(a)+len(b))
	i, j, x, y := 0, 0, a[0], b[0] // the first ranges, as far as they are left
	for i < len(a) || j < len(b) {
		var s span
		switch {
		case j == len(b) || i < len(a) && x.last < y.first:
			s = x
		case i == len(a) || y.last < x.first:
			s = y
		case x.first < y.first:
			s = span{x.first, y.first - 1, x.epoch}
		case y.first < x.first:
			s = span{y.first, x.first - 1, y.epoch}
		default:
			s = span{x.first, min(x.last, y.last), max(x.epoch, y.epoch)}
		}
		out = push(out, s)
		i, x = after(a, i, x, s.last)
		j, y = after(b, j, y, s.last)
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

// after returns the rest of range i of a list after a workgroup, or the next range.
func after(list []span, i int, s span, last uint32) (int, span) {
	switch {
	case i == len(list) || last < s.first:
		return i, s
	case last < s.last:
		return i, span{last + 1, s.last, s.epoch}
	case i+1 < len(list):
		return i + 1, list[i+1]
	}
	return i + 1, s
}
