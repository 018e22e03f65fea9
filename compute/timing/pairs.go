package timing

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
)

// Ratio compares the times of two works that ran in turn, one pair after another.
type Ratio struct {
	Pairs         int
	First, Second float64 // medians of milliseconds: of the device, or of the host where the device tells none
	// Low and High enclose the median of the second's time divided by the first's, with a confidence of at least 95 %.
	Low, High float64
}

// Work is done after it was prepared, which is not timed.
type Work struct {
	Prepare func()
	Do      func() error
}

// InTurn times pairs of works; every other pair begins with the second. Both have run before.
func InTurn(ctx context.Context, be compute.Backend, pairs int, works [2]Work) (Ratio, error) {
	var taken [2][]float64
	for n := range pairs {
		for k := range 2 {
			i := (n + k) % 2
			var failed error
			works[i].Prepare()
			t, err := Once(ctx, be, func() { failed = works[i].Do() })
			if failed != nil {
				err = failed
			}
			if err != nil {
				return Ratio{}, err
			}
			if t.GPU == 0 {
				t.GPU = t.Wall
			}
			taken[i] = append(taken[i], t.GPU)
		}
	}
	return RatioOf(taken[0], taken[1]), nil
}

// RatioOf compares times that were taken in pairs. The bounds are order statistics of the ratios, which a sign test does not
// reject: nothing is assumed of how times are distributed.
func RatioOf(first, second []float64) Ratio {
	var ratios []float64
	for i := range first {
		ratios = append(ratios, second[i]/first[i])
	}
	slices.Sort(ratios)
	n := len(ratios)
	// The probability that at most k of n ratios are below the median is binomial.
	k, below, term := 0, 0.0, 1.0
	for range n {
		term /= 2
	}
	for below+term <= 0.025 {
		below += term
		k++
		term *= float64(n-k+1) / float64(k)
	}
	k = max(k, 1)
	return Ratio{Pairs: n, First: Median(first), Second: Median(second), Low: ratios[k-1], High: ratios[n-k]}
}

// String says how much faster or slower the second is.
func (r Ratio) String() string {
	switch pairs := fmt.Sprintf("(%d pairs in turn)", r.Pairs); {
	case r.High < 1:
		return fmt.Sprintf("the second takes %s less time %s", percents(1-r.High, 1-r.Low), pairs)
	case r.Low > 1:
		return fmt.Sprintf("the second takes %s more time %s", percents(r.Low-1, r.High-1), pairs)
	default:
		return "no difference can be shown " + pairs
	}
}

func percents(low, high float64) string { return fmt.Sprintf("%.1f to %.1f %%", 100*low, 100*high) }
