package sorting

import (
	"kernelscope/shaders"
	"math/rand/v2"
	"testing"
)

// Ranks have the same order as Order, and are different for different keys.
func TestRank(t *testing.T) {
	special := []uint32{0, 1, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7f800002, 0x7fc00000, 0x7ffffffe, 0x7fffffff}
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, k := range special {
		special = append(special, k|1<<31)
	}
	for range 100 {
		special = append(special, rnd.Uint32())
	}
	for _, form := range []Format{shaders.SortU32, shaders.SortI32, shaders.SortF32, shaders.SortU64, shaders.SortU32 | shaders.SortDescending, shaders.SortF32 | shaders.SortDescending} {
		for _, a := range special {
			for _, b := range special {
				x, y := form.Rank(uint64(a)), form.Rank(uint64(b))
				if (x == y) != (a == b) || form.Order(uint64(a)) < form.Order(uint64(b)) && x >= y {
					t.Fatalf("form %d: keys %#x and %#x have the ranks %#x and %#x", form, a, b, x, y)
				}
			}
		}
	}
}
