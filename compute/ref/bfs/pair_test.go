package bfs

import "testing"

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
