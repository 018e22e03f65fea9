package sums

import (
	"kernelscope/cli"
	"kernelscope/flags"
	"kernelscope/studio"
)

// Command returns the words of the command that shows the scan.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if n.Steps == 0 {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"sums"}
	w.Flag("values", n.Input.N)
	w.Flag("seed", n.Input.Seed)
	w = append(w, flags.Words(n.Params)...)
	w.Speed(n.Time, usualSpeed)
	if now {
		w.Flag("step", n.Event.Step)
	}
	return w, nil
}
