package command

import (
	"slices"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
)

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
	for _, name := range measure.Paired {
		if len(lists[name]) > 0 {
			return cli.Usage("--settings sets delta and batch: omit --%s", name)
		}
	}
	var err error
	f.pairs, err = measure.Pairs(f.settings, algorithms)
	return err
}
