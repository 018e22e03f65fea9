package view

import (
	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/fault"
	"kernelscope/studio"
)

// Command returns the command line that shows the sort. There is none for keys passed by another
// view.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if len(n.Lanes) == 0 {
		return nil, studio.ErrNotShown
	}
	w, first := cli.Words{"sort", "-a", n.Lanes[0].Algorithm.Name()}, n.Lanes[0]
	w = append(w, flags.Words(first.Params)...)
	if n.Compare {
		w.Compare(n.Lanes[1].Algorithm.Name(), n.Lanes[1].Params, n.Time.Clock)
	}
	keys, err := v.keyWords(n.Input)
	if err != nil {
		return nil, err
	}
	w = append(w, keys...)
	if n.View.Shape != "" {
		w.Flag("shape", n.View.Shape)
	}
	if n.View.Tint != "" {
		w.Flag("tint", n.View.Tint)
	}
	if n.View.Follow > 0 {
		w.Flag("follow", n.View.Follow-1)
	}
	w.Speed(n.Time, UsualSpeed)
	switch {
	case now && n.Compare:
		w.Flag("time", n.Time.Position)
	case now:
		w.Flag("step", first.Position)
	}
	return w, nil
}

// keyWords returns the flags that select the keys.
func (v *View) keyWords(in session.Input) (w cli.Words, err error) {
	w.Flag("type", in.Type)
	if in.File == "" {
		w.Flag("keys", in.N)
		w.Flag("dist", in.Distribution)
		w.Flag("seed", in.Seed)
	} else if v.Source == nil {
		return nil, fault.Input.Errorf("no command generates these keys, the draw keys of a picture. 'viewer render --draw-keys' writes them to a file")
	} else if w = append(w, v.Source...); in.Bits > 0 {
		w.Flag("bits", in.Bits)
	}
	w.Switch("desc", in.Descending)
	w.Switch("payload", in.Payload)
	return w, nil
}

// Remember returns the sort and the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if len(n.Lanes) == 0 {
		return "", nil
	}
	return n.Lanes[0].Algorithm.Name(), cli.Given(n.Lanes[0].Params)
}

// Recall sets them again.
func (v *View) Recall(algorithm string, given map[string]string) error {
	return cli.Recall(v.Session, algorithm, given, sorting.Algorithms())
}

// Now returns the current state of the sorts.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	for _, l := range n.Lanes {
		now.Runs = append(now.Runs, studio.Run{Title: l.Algorithm.Title(), Params: l.Params, Event: l.Event, Done: l.Done(), Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }

// UsualSpeed is the default speed in steps per second.
const UsualSpeed = 2
