package measure

import (
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
)

// Paired are the parameters of a pair, in order.
var Paired = []string{sssp.Delta, sssp.Batch}

// TakesPairs reports whether pairs apply to a search: its first parameters must be delta and batch. In other
// searches, batch has a different meaning.
func TakesPairs(a sssp.Algorithm) bool { return slices.Equal(experiment.Axes(a), Paired) }

// Pairs parses pairs of delta/batch for some searches. An error wraps fault.Usage or compute.ErrValue.
func Pairs(text string, of []sssp.Algorithm) (out []compute.Values, err error) {
	i := slices.IndexFunc(of, TakesPairs)
	if i < 0 {
		return nil, fault.Usage.Errorf("settings of delta/batch are for searches in rounds with buckets, and none is named")
	}
	for pair := range strings.SplitSeq(text, ",") {
		words := strings.Split(strings.TrimSpace(pair), "/")
		if len(words) != len(Paired) {
			return nil, fault.Usage.Errorf("%q is not a setting: give delta/batch, such as 512/32", pair)
		}
		v := compute.Values{}
		for i, p := range of[i].Params()[:len(Paired)] {
			if v[p.Name], err = p.Parse(compute.Limits{}, words[i]); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// Grid returns the settings of a search: each combination of values, with each pair if there are any.
func Grid(a sssp.Algorithm, values map[string][]uint32, pairs []compute.Values) (out []experiment.Setting) {
	if len(pairs) == 0 || !TakesPairs(a) {
		return experiment.Grid(a, values)
	}
	for _, pair := range pairs {
		for _, s := range experiment.Grid(a, values) {
			for name, x := range pair {
				s.Values[name] = x
			}
			out = append(out, s)
		}
	}
	return out
}

// HasRanks reports whether an experiment shows queries by rank.
func HasRanks(k experiment.Kind) bool {
	return k == experiment.Rank || k == experiment.Relative || k == experiment.Efficiency
}
