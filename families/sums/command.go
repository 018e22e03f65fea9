package sums

import (
	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/studio"
)

// Command returns the command line that shows the scan.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if len(n.Lanes) == 0 {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"sums"}
	w.Flag("values", n.Input.N)
	w.Flag("seed", n.Input.Seed)
	w = append(w, flags.Words(n.Lanes[0].Params)...)
	if n.Compare {
		w.Compare(scan.Algorithm{}.Name(), n.Lanes[1].Params, n.Time.Clock)
	}
	w.Speed(n.Time, usualSpeed)
	if now {
		w.Flag("step", n.Lanes[0].Event.Step)
	}
	return w, nil
}

// Remember returns the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if len(n.Lanes) == 0 {
		return "", nil
	}
	return scan.Algorithm{}.Name(), cli.Given(n.Lanes[0].Params)
}

// Recall sets them again.
func (v *View) Recall(algorithm string, given map[string]string) error {
	return cli.Recall(v.Session, algorithm, given, []scan.Algorithm{{}})
}

// Now returns the current state of the scan.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	for _, l := range n.Lanes {
		now.Runs = append(now.Runs, studio.Run{Title: session.Title, Params: l.Params, Event: l.Event, Done: l.Event.Done, Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }
