package view

import (
	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// Command returns the command line that shows the searches.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if n.Map == nil || len(n.Lanes) == 0 {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"bfs"}
	if n.Map.From != "" {
		w = append(w, n.Map.From)
	}
	first := n.Lanes[0]
	w.Flag("scheme", first.Asked.Name())
	w = append(w, flags.Words(first.Params)...)
	if n.Compare {
		w.Compare(n.Lanes[1].Asked.Name(), n.Lanes[1].Params, n.Time.Clock)
	}
	w = append(w, v.pairWords(n)...)
	if n.Follow >= 0 {
		w.Flag("shown", n.Follow)
	}
	if n.View.Colour != session.ByLevel {
		w.Flag("colour", n.View.Colour)
	}
	w.Switch("joint", n.View.Joint)
	v.Words(&w)
	w.Speed(n.Time, UsualSpeed)
	switch {
	case now && n.Time.Clock == timeline.Steps:
		w.Flag("step", int(n.Time.Position))
	case now:
		w.Flag("step", first.At)
	}
	return w, nil
}

// pairWords returns the flags that select the pairs.
func (v *View) pairWords(n *session.Snapshot) (w cli.Words) {
	in := n.Input
	if in.File != "" {
		w.Flag("pairs", v.Pairs)
		return w
	}
	w.Flag("number", in.N)
	w.Flag("seed", in.Seed)
	if in.Ends != nil {
		w = append(w, "-s", place.Text(n.Map, in.Ends.Source), "-t", place.Text(n.Map, in.Ends.Target))
	}
	return w
}

// Remember returns the scheme and the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if n.Map == nil || len(n.Lanes) == 0 {
		return "", nil
	}
	return n.Lanes[0].Asked.Name(), cli.Given(n.Lanes[0].Params)
}

// Recall sets them again.
func (v *View) Recall(scheme string, given map[string]string) error {
	err := cli.Recall(v.Session, scheme, given, bfs.Stepped())
	if err != nil || scheme != bfs.Paired.Name() { // whose nodes two searches see
		return err
	}
	return v.Session.Apply(session.SetView{View: session.View{Colour: session.ByLevel}})
}

// Now returns the current state of the searches.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	if n.Map == nil {
		return now
	}
	for _, l := range n.Lanes {
		now.Runs = append(now.Runs, studio.Run{Title: session.Title(l.Plan.Scheme), Params: l.Params, Event: l.Event, Done: l.Done(), Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }

// UsualSpeed is the default speed in steps per second.
const UsualSpeed = 20
