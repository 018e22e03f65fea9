package bfs

import "testing"

// A node in the list of a side has a mark of that side while its workgroup has a pair, and no node has any without a pair.
func TestAgreeOnMarks(t *testing.T) {
	side := func(pair, mark uint32) Pair[[]uint32] {
		s := make([]uint32, PairSearch)
		s[0], s[pairSide], s[pairTail], s[pairHigh], s[pairHigh+1] = pair, 1, 2, 1, 1
		return Pair[[]uint32]{Searches: s, Found: []uint32{3, 0, 0, 17, 5}, Marks: []uint32{1<<6 | mark, 1 << 3}, Capacity: 5, Words: 2}
	}
	for name, c := range map[string]struct {
		pair, mark uint32
		agree      bool
	}{
		"marks of both sides": {7, 1 << 11, true}, "a mark too few": {7, 0, false}, "a mark of the other side": {7, 1 << 10, false}, "no pair": {Open, 1 << 11, false},
	} {
		if err := agreeOnMarks(side(c.pair, c.mark)); (err == nil) != c.agree {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// agreeOnPairs accepts what budgets and short lists leave open, on either side, and nothing else.
func TestAgreeOnPairs(t *testing.T) {
	side := func(answered uint32, lengths ...uint32) Pair[[]uint32] {
		return Pair[[]uint32]{Pairs: []uint32{0, 1, 1, 2}, Lengths: lengths, Work: []uint32{0, answered, 0, 0}, Count: 2, Capacity: 10}
	}
	before := side(0, Pending, Pending)
	for name, c := range map[string]struct {
		device, mirror Pair[[]uint32]
		nodes          uint32
		agree          bool
	}{
		"equal":                    {side(2, 5, 6), side(2, 5, 6), 10, true},
		"one differs":              {side(2, 5, 7), side(2, 5, 6), 10, false},
		"pending on the device":    {side(1, 5, Pending), side(2, 5, 6), 10, true},
		"pending in the other":     {side(2, 5, 6), side(1, Pending, 6), 10, true},
		"pending hides no other":   {side(2, 5, 7), side(1, Pending, 6), 10, false},
		"full":                     {side(2, 5, Full), side(2, Full, 6), 11, true},
		"full with room for all":   {side(2, 5, Full), side(2, 5, 6), 10, false},
		"the other full with room": {side(2, 5, 6), side(2, 5, Full), 10, false},
		"miscounted":               {side(1, 5, 6), side(2, 5, 6), 10, false},
	} {
		if err := agreeOnPairs(before, c.device, c.mirror, c.nodes); (err == nil) != c.agree {
			t.Errorf("%s: %v", name, err)
		}
	}
}
