package prepared

import (
	"slices"
	"testing"
)

// No invocation has more iterations than a software device makes, also where long boundaries are in every 1,024th tile.
func TestSharers(t *testing.T) {
	even, uneven := slices.Repeat([]int{40}, 700_000), slices.Repeat([]int{1}, 70_000)
	for i := 0; i < len(uneven); i += 1024 {
		uneven[i] = 900
	}
	for _, c := range []struct {
		name  string
		turns []int
		want  int
	}{
		{"none", nil, 1024}, {"few", []int{7, 1}, 1024}, {"one too long", []int{40_000, 1}, 1024}, {"even", even, 1024}, {"uneven", uneven, 4096},
	} {
		n := sharersOf(c.turns)
		of := make([]int, n)
		for i, turns := range c.turns {
			of[i%n] += turns
		}
		if n != c.want || slices.Max(of) > 30_000 && len(c.turns) > n {
			t.Errorf("%s: %d sharers, not %d, with at most %d iterations", c.name, n, c.want, slices.Max(of))
		}
	}
}
