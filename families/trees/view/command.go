package view

import (
	"slices"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sssp"
	"kernelscope/families/maps"
	"kernelscope/families/trees/session"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// UsualSpeed is the default speed in steps per second.
const UsualSpeed = 6

// Command returns the command line that shows the trees.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if n.Map == nil {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"trees"}
	if n.Map.From != "" {
		w = append(w, n.Map.From)
	}
	w = append(w, "-s", place.Text(n.Map, n.Source.Node))
	if n.Target != nil {
		w = append(w, "-t", place.Text(n.Map, n.Target.Node))
	}
	w.Flag("form", n.Processor)
	w = append(w, flags.Words(n.Params)...)
	if n.Other != nil {
		w.Compare(string(n.Other.Processor), n.Other.Params, n.Time.Clock)
	}
	w.Flag("colour", n.View.Colour)
	if n.Given && n.View.Colour == session.Bands {
		w.Flag("band", n.Map.InUnits(n.Band))
	}
	if n.Within > 0 && n.View.Colour.OfAll() {
		w.Flag("within", n.Map.InUnits(n.Within))
	}
	w = append(w, placeWords(n)...)
	w.Switch("front", n.View.Front)
	w.Switch("follow", n.View.Follow)
	if n.Front != nil && n.Front.Level >= 0 {
		w.Flag("depth", n.Front.Level)
	}
	w = append(w, maps.Words(n.Map, n.Changes)...)
	v.Words(&w)
	w.Speed(n.Time, UsualSpeed)
	switch running := slices.ContainsFunc(n.Lanes(), func(l *session.Lane) bool { return !l.Done }); {
	case !now || n.Front == nil || !running:
	case n.Time.Clock == timeline.Steps:
		w.Flag("step", int(n.Time.Position))
	default:
		w.Flag("step", n.Event.Step)
	}
	return w, nil
}

// placeWords returns the flags that name the places, as they were given or else by node.
func placeWords(n *session.Snapshot) (w cli.Words) {
	texts := n.From
	if texts == nil && n.Listed {
		for _, p := range n.Places {
			texts = append(texts, place.Text(n.Map, p.Node))
		}
	}
	for _, text := range texts {
		w.Flag("places", text)
	}
	return w
}

// Remember returns the algorithm and the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if n.Map == nil {
		return "", nil
	}
	return sssp.Prepared{}.Name(), cli.Given(n.Params)
}

// Recall sets the parameters again.
func (v *View) Recall(algorithm string, given map[string]string) error {
	set, err := cli.Recalled(algorithm, given, []sssp.Algorithm{sssp.Prepared{}})
	if err != nil {
		return err
	}
	set.Algorithm = "" // the form stays
	return v.Session.Apply(set)
}

// Now returns the current state of the trees.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	if n.Map == nil {
		return now
	}
	for _, l := range n.Lanes() {
		now.Runs = append(now.Runs, studio.Run{Title: n.Title(l), Params: l.Params, Event: l.Event, Done: l.Done, Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }
