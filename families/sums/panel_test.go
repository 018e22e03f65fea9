package sums

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/render/input"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// table is the panel over a session.
type table struct {
	*uitest.Bench
	s     *session.Session
	panel panel
}

func openTable(t *testing.T, width, height int, actions ...watch.Action) *table {
	t.Helper()
	b := &table{Bench: uitest.Open(t, width, height, 0.7, name), s: session.NewSession(gputest.Open(t), true)}
	b.panel, b.Frame = panel{UI: b.UI}, b.frame
	t.Cleanup(b.s.Release)
	b.Do(b.s, append([]watch.Action{session.SetInput{Input: session.Input{N: 5000, Seed: 1}}}, actions...)...)
	return b
}

func (b *table) frame() []watch.Action {
	defer b.Next()
	return b.panel.frame(state{b.s.Snapshot(), b.Status, b.Width, b.Height}, b.Input)
}

func TestKeys(t *testing.T) {
	b := openTable(t, 700, 480)
	if a := uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)); !a.On {
		t.Error("P does not show the plots")
	}
}

// A single scan fills the picture; two compared scans have half each. The plots are below.
func TestPictures(t *testing.T) {
	b := openTable(t, 720, 440, timeline.Step{Steps: 1})
	b.Golden("step")
	b = openTable(t, 860, 440, watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{scan.Workgroup: 32}}, timeline.End{})
	b.Golden("compare")
	b = openTable(t, 860, 560, watch.SetProfile{On: true}, timeline.End{})
	b.Golden("plots")
}
