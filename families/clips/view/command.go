package view

import (
	"fmt"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/studio"
)

// Command returns the command line that shows the scene or the matching of its clips.
func (v *View) Command(now bool) ([]string, error) {
	n := v.Session.Snapshot()
	if n.Run == nil {
		return nil, studio.ErrNotShown
	}
	w := cli.Words{"clip"}
	switch {
	case n.Input.Text != "":
		w.Flag("text", n.Input.Text)
	case n.Input.Name != "":
		w = append(w, v.from)
	}
	w = append(w, "-a", n.Form.Name())
	for _, p := range n.Params { // the command's defaults differ from the form's
		text := "auto"
		if !p.IsAuto {
			text = p.Text(p.Value)
		}
		w.Flag(p.Name, text)
	}
	if n.Other != nil {
		w.Compare(n.Other.Form.Name(), n.Other.Params, n.Time.Clock)
	}
	if n.Input.Name == "" {
		w.Flag("shape", n.Input.Shape)
		w.Flag("elements", n.Input.N)
		w.Flag("seed", n.Input.Seed)
	}
	w.Switch(pages[n.View.Page], true)
	w.Switch("own", n.View.OwnBoxes)
	w.Switch("resolved", n.View.Resolved)
	w.Order(n.View.Order)
	if n.View.Peel >= 0 {
		w.Flag("peel", n.View.Peel)
	}
	if element := v.chosen(n); element >= 0 {
		w.Flag("element", element)
	}
	if n.Pinned {
		w.Flag("partition", n.Shown)
	}
	if n.View.Page == session.Picture && v.Scene != nil && !v.fitted.Holds(v.camera()) {
		w = append(w, v.cameraWords()...)
	}
	w.Speed(n.Time, UsualSpeed)
	if now {
		w.Flag("step", n.Position)
	}
	return w, nil
}

// pages maps pages to their flags.
var pages = map[session.Page]string{session.Picture: "picture", session.Partitioned: "partitions", session.Links: "links", session.Icicle: "icicle", session.Levels: "levels"}

// chosen returns the selected element of the page, or -1.
func (v *View) chosen(n *session.Snapshot) int {
	if n.View.Page == session.Picture {
		return n.View.Pinned
	}
	return n.Element
}

// cameraWords returns the flags of the camera.
func (v *View) cameraWords() (w cli.Words) {
	w.Flag("centre", fmt.Sprintf("%v,%v", v.Eye.X, v.Eye.Y))
	w.Flag("scale", v.Eye.Scale/v.Dense())
	return w
}

// Remember returns the form and the parameters that a person has set.
func (v *View) Remember() (string, map[string]string) {
	n := v.Session.Snapshot()
	if n.Run == nil {
		return "", nil
	}
	return n.Form.Name(), cli.Given(n.Params)
}

// Recall sets them again.
func (v *View) Recall(form string, given map[string]string) error {
	return cli.Recall(v.Session, form, given, clip.Forms())
}

// Now returns the current state of the runs.
func (v *View) Now() studio.Now {
	n := v.Session.Snapshot()
	now := studio.Now{Time: n.Time}
	if n.Run == nil {
		return now
	}
	for _, l := range n.Lanes() {
		now.Runs = append(now.Runs, studio.Run{Title: l.Form.Title(), Params: l.Params, Event: l.Event, Done: l.Position == l.Length, Verdict: l.Verdict})
	}
	return now
}

// Settle completes all pending work.
func (v *View) Settle() error { return v.Session.Settle() }

// UsualSpeed is the default speed in steps per second.
const UsualSpeed = 20
