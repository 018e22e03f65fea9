// Package sums is the family of prefix sums: an array, its partitions and their sums, step by
// step. It is the smallest family, and the example of CONTRIBUTING.md.
package sums

import (
	"image"
	"image/color"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/profile"
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

const name = "Sums"

// Family is the family of prefix sums.
var Family = cli.Family{
	Family: studio.Family{
		Tab:   ui.Tab{Name: name, Tip: "Prefix sums, step by step", Key: input.KeyF7},
		New:   func(s *studio.Stage) (studio.View, error) { return New(s) },
		Takes: func(any) bool { return false }, // there are no files of values
	},
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Algorithms: cli.Describe(scan.Algorithm{}),
}

// View shows a session: an array of bars for each layer of each scan.
type View struct {
	Session *session.Session

	*studio.Stage
	panel    panel
	pictures render.SortPictures // of the layers of the first scan, then of the second
}

// New makes a view without a scan.
func New(s *studio.Stage) (*View, error) {
	pictures, err := render.NewSortPictures(s.GPU, s.UI.Theme, 2*layers)
	if err != nil {
		return nil, err
	}
	return &View{Session: session.NewSession(s.Computer.Backend, s.Steady), Stage: s, panel: panel{UI: s.UI}, pictures: pictures}, nil
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.pictures.Release()
}

// Rebuild recreates the pictures and the scan on a new device.
func (v *View) Rebuild() (err error) {
	v.pictures.Release()
	if v.pictures, err = render.NewSortPictures(v.GPU, v.UI.Theme, len(v.pictures)); err != nil {
		return err
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Begin plays the first scan.
func (v *View) Begin() error {
	v.Session.Watch()
	n := v.Session.Snapshot()
	if len(n.Lanes) > 0 {
		return nil
	}
	return cli.ApplyAll(v.Session, session.SetInput{Input: n.Input}, timeline.Play{})
}

// Open is never called, because Takes accepts nothing.
func (v *View) Open(any) error { return nil }

// Title names the contents of the view.
func (v *View) Title() string { return name }

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action { return v.panel.frame(v.state(), in) }

func (v *View) state() state {
	return state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Width: v.Width, Height: v.Height}
}

// Apply executes an action of the session or of its timeline.
func (v *View) Apply(a watch.Action) (taken bool, err error) { return watch.Taken(v.Session.Apply(a)) }

// Advance advances time, and logs steps.
func (v *View) Advance(frame, budget time.Duration) error {
	err := v.Session.Advance(frame, budget)
	for i, l := range v.Session.Snapshot().Lanes {
		v.Log.Step(i, l.Event)
	}
	return err
}

// Waiting reports whether background work is in progress.
func (v *View) Waiting() bool { return v.Session.Waiting() }

// Calls returns the draw calls of the layers: a bar for each value.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	s := v.state()
	for lane, areas := range v.panel.areas(s) {
		for i, l := range v.Session.Layers(v.Side(lane).Backend, lane) {
			drawn, err := v.Drawn(l.Buffer, lane) // on the device, wherever the scan runs
			if err != nil {
				return nil, err
			}
			a := render.SortArray{Keys: drawn, Before: drawn, Count: l.Count, Most: most(l.Kind, s.Snapshot), Version: s.Lanes[lane].Event.Step}
			look := render.SortLook{View: render.SortBars, Ratio: v.Ratio}
			calls = append(calls, v.pictures[lane*layers+i].Frame(cmd, image.Pt(v.Width, v.Height), a, render.SortAreas{Array: areas.arrays[i]}, look)...)
		}
	}
	return calls, nil
}

// most returns the greatest possible value of a layer.
func most(k compute.LayerKind, n session.Snapshot) uint64 {
	if k == session.Values {
		return session.Most
	}
	return n.Total
}

// Palette returns the colours of recordings.
func (v *View) Palette(bool) []color.RGBA {
	t := v.UI.Theme
	return append(append(ui.PanelColours(t), t.Background, t.Text, t.Dim, t.Still), t.Ramp[:]...)
}

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
