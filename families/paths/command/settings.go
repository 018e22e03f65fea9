package command

import (
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
)

// paired are the parameters of a pair of --settings, in order.
var paired = []string{sssp.Delta, sssp.Batch}

// takesPairs reports whether --settings applies to a search: its first parameters must be delta and
// batch. In other searches, batch has a different meaning.
func takesPairs(a sssp.Algorithm) bool { return slices.Equal(experiment.Axes(a), paired) }

// checkSettings refuses settings that cannot be compared.
func (f *experimentFlags) checkSettings(algorithms []sssp.Algorithm, lists map[string][]uint32) error {
	if f.relative != "" && f.relative != "best" && f.relative != "dijkstra" {
		return cli.Usage("--relative is %q, not best or dijkstra", f.relative)
	}
	if f.relative != "" {
		f.kind = experiment.Relative
	}
	if f.relative == "dijkstra" && slices.ContainsFunc(algorithms, func(a sssp.Algorithm) bool { return a.Name() == f.relative }) {
		return cli.Usage("--relative=dijkstra compares with dijkstra: omit it from -a")
	}
	if f.settings == "" {
		return nil
	}
	for _, name := range paired {
		if len(lists[name]) > 0 {
			return cli.Usage("--settings sets delta and batch: omit --%s", name)
		}
	}
	i := slices.IndexFunc(algorithms, takesPairs)
	if i < 0 {
		return cli.Usage("--settings is for searches in rounds with buckets; -a names none")
	}
	_, err := f.pairs(algorithms[i])
	return err
}

// pairs parses --settings.
func (f *experimentFlags) pairs(a sssp.Algorithm) (out []compute.Values, err error) {
	for text := range strings.SplitSeq(f.settings, ",") {
		words := strings.Split(strings.TrimSpace(text), "/")
		if len(words) != len(paired) {
			return nil, cli.Usage("--settings has %q; a setting is delta/batch, such as 512/32", text)
		}
		v := compute.Values{}
		for i, p := range a.Params()[:len(paired)] {
			if v[p.Name], err = p.Parse(compute.Limits{}, words[i]); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// grid returns the settings of a search: each combination of values with each pair.
func (f *experimentFlags) grid(a sssp.Algorithm, values map[string][]uint32) (out []experiment.Setting, err error) {
	if f.settings == "" || !takesPairs(a) {
		return experiment.Grid(a, values), nil
	}
	pairs, err := f.pairs(a)
	for _, pair := range pairs {
		for _, s := range experiment.Grid(a, values) {
			for name, x := range pair {
				s.Values[name] = x
			}
			out = append(out, s)
		}
	}
	return out, err
}
