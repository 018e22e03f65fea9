package labs

import (
	"kernelscope/cli"
	"kernelscope/studio"
)

// Command returns the command line that shows the lab.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if len(n.Lanes) == 0 {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"lab", v.labs[0].Path}
	for _, p := range n.Lanes[0].Params {
		if !p.IsAuto {
			w.Flag("set", p.Name+"="+p.Text(p.Value))
		}
	}
	if n.Compare {
		with := n.Lanes[1].Name()
		if v.labs[1].Path != v.labs[0].Path {
			with = v.labs[1].Path
		}
		w.Compare(with, n.Lanes[1].Params, n.Time.Clock)
	}
	w.Speed(n.Time, usualSpeed)
	if now {
		w.Flag("step", n.Lanes[0].Event.Step)
	}
	return w, nil
}

// Now returns the current state of the lab.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	for _, l := range n.Lanes {
		now.Runs = append(now.Runs, studio.Run{Title: l.Title, Params: l.Params, Event: l.Event, Done: l.Event.Done, Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }
