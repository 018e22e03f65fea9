package view

import (
	"compress/gzip"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/assets"
	"kernelscope/compute/experiment"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
)

// example is a sweep that was measured elsewhere. The dock of experiments shows it, pale, until one was run here.
var example = sync.OnceValue(func() *session.Experiment {
	text, err := gzip.NewReader(strings.NewReader(assets.Sweep))
	if err != nil {
		panic(err) // a test reads it
	}
	r, err := experiment.ReadJSON(text)
	if err != nil {
		panic(err)
	}
	return &session.Experiment{Result: r}
})

// charts returns the experiment whose chart is shown, and whether it is the example: nil for none.
func (l *experiments) charts(n *session.Snapshot) (e *session.Experiment, isExample bool) {
	if n.Experiment == nil && l.kind == experiment.Sweep {
		return example(), true
	}
	return n.Experiment, false
}

// experimentExample says whose chart the example is, after a button that runs the experiment here.
func (u *panel) experimentExample(s state) {
	p := example().Result.Origin
	u.experimentRun(s)
	imgui.SameLine()
	imgui.BeginGroup()
	u.Note("A first answer is there within seconds. Cancel keeps what was measured until then.")
	device, _, _ := strings.Cut(p.Device, " (")
	u.Note(fmt.Sprintf("Below is an example, not of this machine: %s on %s, %s (%s, %s), %s.",
		example().Result.Plan.Settings[0].Title, p.Input, device, p.CPU, strings.TrimPrefix(p.Host, "linux/amd64, "), p.Date.Format(time.DateOnly)))
	imgui.EndGroup()
	u.Tip(fmt.Sprintf("%s, driver %s, %s, version %s; %s, all verified. Made by: %s", p.Device, p.Driver, p.Host, p.Version, format.Count(len(example().Result.Rows), "row"), p.Command))
}

// experimentRun is the button that runs the chosen experiment.
func (u *panel) experimentRun(s state) {
	if imgui.ButtonV("Run this experiment", imgui.Vec2{X: u.Whole(150)}) {
		u.Do(u.experiment(s, 0))
	}
	u.Tip(about[u.experiments.kind])
}
