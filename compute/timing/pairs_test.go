package timing_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kernelscope/compute/timing"
)

// drawn returns times around a mean, with outliers.
func drawn(rnd *rand.Rand, n int, mean float64) (out []float64) {
	for range n {
		t := mean * (1 + 0.05*rnd.NormFloat64())
		if rnd.IntN(20) == 0 {
			t *= 3
		}
		out = append(out, t)
	}
	return out
}

// Of equal works, about one in twenty experiments shows a difference; of works that differ by a tenth, nearly all do, and most
// intervals have the true ratio.
func TestRatio(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	shown, found, inside := 0, 0, 0
	for range 1000 {
		if r := timing.RatioOf(drawn(rnd, 40, 1), drawn(rnd, 40, 1)); r.High < 1 || r.Low > 1 {
			shown++
		}
		r := timing.RatioOf(drawn(rnd, 40, 1), drawn(rnd, 40, 0.9))
		if r.High < 1 {
			found++
		}
		if r.Low <= 0.9 && 0.9 <= r.High {
			inside++
		}
	}
	if shown > 60 || found < 990 || inside < 940 {
		t.Errorf("of 1000: a difference of equal works is shown %d times, one of a tenth %d times, the ratio is inside %d times", shown, found, inside)
	}
	for _, c := range []struct {
		second float64
		says   string
	}{{0.5, "the second takes 50.0 to 50.0 % less time (5 pairs in turn)"}, {2, "the second takes 100.0 to 100.0 % more time"}, {1, "no difference can be shown (5 pairs in turn)"}} {
		r := timing.RatioOf([]float64{1, 1, 1, 1, 1}, []float64{c.second, c.second, c.second, c.second, c.second})
		if got := r.String(); !strings.HasPrefix(got, c.says) {
			t.Errorf("%v: %q", c.second, got)
		}
	}
}
