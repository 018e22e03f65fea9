package sums

import (
	"kernelscope/cli"
	"kernelscope/compute/scan"
	"kernelscope/flags"
	session "kernelscope/session/sums"
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

// Remember returns the parameters that a person has given the scan.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if n.Steps == 0 {
		return "", nil
	}
	return scan.Algorithm{}.Name(), cli.Given(n.Params)
}

// Recall chooses them again.
func (v *View) Recall(algorithm string, given map[string]string) error {
	_, values, err := cli.Recalled(algorithm, given, []scan.Algorithm{{}})
	if err != nil {
		return err
	}
	for name, x := range values {
		if err := v.Session.Apply(session.SetParam{Name: name, Value: x}); err != nil {
			return err
		}
	}
	return nil
}

// Now returns the present moment of the scan.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	if n.Steps > 0 {
		now.Runs = []studio.Run{{Title: "Prefix sums", Params: n.Params, Event: n.Event, Done: n.Event.Step == n.Steps, Verdict: n.Verdict}}
	}
	return now
}

// Settle does all that is asked for and not done yet.
func (v *View) Settle() error { return v.Session.Settle() }
