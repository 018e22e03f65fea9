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
	"kernelscope/compute/scan"
	"kernelscope/input"
	"kernelscope/render"
	session "kernelscope/session/sums"
	"kernelscope/studio"
	"kernelscope/timeline"
	"kernelscope/ui"
)

const name = "Sums"

// Family is that of prefix sums.
var Family = cli.Family{
	Family: studio.Family{
		Place: ui.Place{Name: name, Tip: "Prefix sums, step by step", Key: input.KeyF6},
		New:   func(s *studio.Stage) (studio.View, error) { return New(s) },
		Takes: func(any) bool { return false }, // there are no files of values
	},
	Commands: cli.One(watchCommand), Run: cli.One(runCommand), Algorithms: cli.Describe(scan.Algorithm{}),
}

// layers is how many arrays are drawn.
const layers = 3

// View shows a session: an array of bars for each layer.
type View struct {
	Session *session.Session
	Panel   bool // the panel is shown

	*studio.Stage
	pictures render.SortPictures
}

// New makes a view that scans nothing yet.
func New(s *studio.Stage) (*View, error) {
	pictures, err := render.NewSortPictures(s.GPU, s.UI.Theme, layers)
	if err != nil {
		return nil, err
	}
	return &View{Session: session.NewSession(s.Computer.Backend, s.Steady), Panel: true, Stage: s, pictures: pictures}, nil
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.pictures.Release()
}

// Rebuild makes the pictures and the scan anew.
func (v *View) Rebuild() (err error) {
	v.pictures.Release()
	if v.pictures, err = render.NewSortPictures(v.GPU, v.UI.Theme, layers); err != nil {
		return err
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Begin plays the first scan.
func (v *View) Begin() error {
	n := v.Session.Snapshot()
	if n.Steps > 0 {
		return nil
	}
	return cli.ApplyAll(v.Session, session.SetInput{Input: n.Input}, timeline.Play{})
}

// Open is never called: Takes takes nothing.
func (v *View) Open(any) error { return nil }

// Title names what is shown.
func (v *View) Title() string { return name }

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []any {
	return v.UI.Frame(in, v.Width, v.Height, func() { v.build(v.Session.Snapshot(), in) })
}

// Apply executes an action of the session or of its timeline.
func (v *View) Apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case timeline.Action, session.Action:
		return true, v.Session.Apply(a)
	case ui.ShowPanels:
		v.Panel = a.On
		return true, nil
	}
	return false, nil
}

// Advance advances time, and logs steps.
func (v *View) Advance(frame, budget time.Duration) error {
	err := v.Session.Advance(frame, budget)
	v.Log.Step(0, v.Session.Snapshot().Event)
	return err
}

// Waiting reports whether something goes on without being asked for.
func (v *View) Waiting() bool { return v.Session.Waiting() }

// Calls returns how to draw the layers: as bars that grow with the values.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	n := v.Session.Snapshot()
	for i, l := range v.Session.Layers(v.Computer.Backend) {
		drawn, err := v.Drawn(l.Buffer) // on the device, wherever the scan runs
		if err != nil {
			return nil, err
		}
		a := render.SortArray{Keys: drawn, Before: drawn, Count: l.Count, Most: most(l.Kind, n), Version: n.Event.Step}
		look := render.SortLook{View: render.SortBars, Ratio: v.Ratio}
		calls = append(calls, v.pictures[i].Frame(cmd, image.Pt(v.Width, v.Height), a, render.SortAreas{Array: v.area(i)}, look)...)
	}
	return calls, nil
}

// most is the greatest value of a layer.
func most(k compute.LayerKind, n session.Snapshot) uint64 {
	if k == session.Values {
		return session.Most
	}
	return n.Total
}

// area is where a layer is drawn, below its caption.
func (v *View) area(layer int) image.Rectangle {
	r := v.UI.Area(v.Width, v.Height, v.Panel)
	top, tall := r.Min.Y, r.Dy()/layers
	r.Min.Y, r.Max.Y = top+layer*tall+int(v.UI.Whole(24)), top+(layer+1)*tall-int(v.UI.Whole(6))
	return r
}

// Palette returns the colours of recordings.
func (v *View) Palette(bool) []color.RGBA {
	t := v.UI.Theme
	return append(append(ui.PanelColours(t), t.Background, t.Text, t.Dim, t.Still), t.Ramp[:]...)
}
