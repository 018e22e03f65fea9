// Package labs is the family of user kernels: any compute shader on a timeline, with its buffers drawn, its results
// checked, and each dispatch open to the lens.
package labs

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/lab"
	"kernelscope/compute/profile"
	"kernelscope/families/labs/session"
	"kernelscope/open/labload"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

const name = "Lab"

// Family is the family of kernels of others.
var Family = cli.Family{
	Family: studio.Family{
		Tab:     ui.Tab{Name: name, Tip: "Any compute shader, step by step"},
		New:     func(s *studio.Stage) (studio.View, error) { return New(s) },
		Takes:   func(in any) bool { _, ok := in.(*labload.Lab); return ok },
		Read:    func(ctx context.Context, path string) (any, error) { return labload.Read(ctx, path) },
		Endings: append(labload.Endings(), ".toml"),
	},
	Check: check, Commands: commands, Gen: cli.One(genCommand), Run: cli.One(runCommand), Bench: cli.One(benchCommand),
}

// View shows a session: a picture for each buffer.
type View struct {
	Session *session.Session

	*studio.Stage
	panel    panel
	labs     [2]*labload.Lab // of the lanes; nil before the first one
	files    watcher
	edit     edit
	pictures []*picture
	roads    []*roads
	scales   map[string]render.Scale // of buffers, which include zero and what was seen of them in both lanes
}

// picture is the picture of a buffer.
type picture struct {
	*render.SortPicture
	levels *render.Levels
	ranged int    // the version of the lane whose numbers the scale includes
	placed placed // what the levels are of
	count  int    // of the times that they were placed
}

// placed is what levels depend on.
type placed struct {
	values  render.Values
	scale   render.Scale
	version int
}

// New makes a view without a lab.
func New(s *studio.Stage) (*View, error) {
	v := &View{Session: session.NewSession(s.Computer.Backend, s.Steady), Stage: s, panel: panel{UI: s.UI}, scales: map[string]render.Scale{}}
	return v, nil
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.clear()
}

// clear releases the pictures.
func (v *View) clear() {
	for _, p := range v.pictures {
		p.Release()
		p.levels.Release()
	}
	for _, r := range v.roads {
		r.Release()
	}
	v.pictures, v.roads = nil, nil
}

// Rebuild recreates the pictures and the runs on a new device.
func (v *View) Rebuild() (err error) {
	v.clear()
	return v.Session.Rebuild(v.Computer.Backend)
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// first is the lab of an empty view.
const first = labload.Prefix + "life"

// Begin plays the first lab.
func (v *View) Begin() error {
	v.Session.Watch()
	if v.labs[0] != nil {
		return nil
	}
	l, err := labload.Read(context.Background(), first)
	if err == nil {
		err = v.Open(l)
	}
	if err != nil {
		return err
	}
	return v.Session.Apply(timeline.Play{})
}

// Open shows a lab.
func (v *View) Open(in any) error {
	l, ok := in.(*labload.Lab)
	if !ok {
		return fmt.Errorf("labs: cannot open %T", in)
	}
	return v.show([2]*labload.Lab{l, l})
}

// show runs labs. On an error the present ones stay.
func (v *View) show(labs [2]*labload.Lab) error {
	if err := v.Session.Apply(session.SetLabs{Labs: [2]*lab.Lab{labs[0].Lab, labs[1].Lab}}); err != nil {
		return err
	}
	if v.labs[0] == nil || v.labs[0].Path != labs[0].Path {
		v.scales = map[string]render.Scale{}
	}
	v.labs = labs
	v.files = watching(labs, v.files.stamps)
	return nil
}

// Title names the contents of the view.
func (v *View) Title() string {
	if v.labs[0] == nil {
		return name
	}
	return v.labs[0].Title
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action { return v.panel.frame(v.state(), in) }

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Width: v.Width, Height: v.Height, Labs: v.labs, Problem: v.files.problem, Edit: v.edit.text, Scales: v.scales}
	for i, l := range s.Lanes {
		s.Drawn[i] = drawnOf(v.labs[i], &l)
	}
	return s
}

// Apply executes an action of the session or of its timeline.
func (v *View) Apply(a watch.Action) (taken bool, err error) { return watch.Taken(v.Session.Apply(a)) }

// Advance advances time, logs steps, and reads files again that were edited.
func (v *View) Advance(frame, budget time.Duration) error {
	if labs, done := v.files.changed(); done {
		if v.files.problem == nil {
			e := v.beginEdit()
			if v.files.problem = v.show(labs); v.files.problem == nil {
				v.edit = e
			}
		}
		text := "read"
		if v.files.problem != nil {
			text = v.files.problem.Error()
		}
		v.Log.Write("edited", text)
	}
	err := v.Session.Advance(frame, budget)
	v.endEdit()
	for i, l := range v.Session.Snapshot().Lanes {
		v.Log.Step(i, l.Event)
	}
	return err
}

// Waiting reports whether background work is in progress, such as reading files that were edited. A window asks several times a
// second.
func (v *View) Waiting() bool { return v.Session.Waiting() || !v.Steady && v.files.busy() }

// drawing is a buffer that is drawn.
type drawing struct {
	labload.View
	of     int  // the number of the buffer
	isText bool // its few numbers are written
}

// drawnOf lists the drawings of a lab.
func drawnOf(l *labload.Lab, of *session.Lane) (out []drawing) {
	for _, view := range l.Drawn() {
		i := slices.IndexFunc(of.Buffers, func(b lab.Buffer) bool { return b.Name == view.Buffer })
		out = append(out, drawing{View: view, of: i, isText: of.Few[view.Buffer] != nil})
	}
	return out
}

// typeOf returns the type of drawn numbers.
func typeOf(t lab.Type) render.ValueType {
	switch t {
	case lab.F32:
		return render.ValuesF32
	case lab.I32:
		return render.ValuesI32
	}
	return render.ValuesU32
}

// Calls returns the draw calls of the buffers. Both lanes are looked at before either is drawn: they share the scales.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	s := v.state()
	var all []shown
	maps := 0
	for lane, areas := range v.panel.areas(s) {
		layers := v.Session.Layers(v.Side(lane).Backend, lane)
		for i, d := range s.Drawn[lane] {
			l, of := layers[d.of], &s.Lanes[lane]
			if d.isText || l.Count == 0 || areas.arrays[i].Empty() {
				continue
			}
			if d.Kind == labload.OnMap {
				drawn, err := v.onMap(cmd, maps, roadsOf{d, of, lane, areas.arrays[i]}, l)
				if err != nil {
					return nil, err
				}
				calls, maps = append(calls, drawn...), maps+1
				continue
			}
			p, err := v.picture(len(all))
			if err != nil {
				return nil, err
			}
			words, err := v.Drawn(l.Buffer, lane) // on the device, wherever the lab runs
			if err != nil {
				return nil, err
			}
			values := render.Values{Words: words, Type: typeOf(of.Buffers[d.of].Type), Stride: 1, Count: l.Count * l.Stride}
			if err := v.look(p, d, values, of.Version); err != nil {
				return nil, err
			}
			all = append(all, shown{p, d, of, values, areas.arrays[i]})
		}
	}
	for _, x := range all {
		calls = append(calls, v.draw(cmd, s, x)...)
	}
	return calls, nil
}

// shown is a drawing with its picture, lane, numbers and area.
type shown struct {
	*picture
	drawing
	of     *session.Lane
	values render.Values
	area   image.Rectangle
}

// picture returns a picture, made on first use.
func (v *View) picture(i int) (*picture, error) {
	if i == len(v.pictures) {
		p, err := render.NewSortPicture(v.GPU, v.UI.Theme)
		if err != nil {
			return nil, err
		}
		v.pictures = append(v.pictures, &picture{SortPicture: p, levels: render.NewLevels(v.GPU)})
	}
	return v.pictures[i], nil
}

// draw draws a buffer.
func (v *View) draw(cmd *gpu.Commands, s state, x shown) []draw.Call {
	p := x.picture
	if now := (placed{x.values, x.scale(s), x.of.Version}); now != p.placed {
		p.levels.Place(cmd, now.values, now.scale)
		p.placed, p.count = now, p.count+1
	}
	a := render.SortArray{Keys: p.levels.Buffer, Before: p.levels.Buffer, Count: x.values.Count, Most: render.MaxLevel, Version: p.count}
	look := render.SortLook{View: render.SortBars, Ratio: v.Ratio}
	if x.Kind == labload.Field {
		look.View, look.Columns = render.SortField, x.View.Columns(x.of.Env, x.values.Count)
	}
	return p.Frame(cmd, image.Pt(v.Width, v.Height), a, render.SortAreas{Array: x.area}, look)
}

// scale returns the scale of a drawing.
func (d drawing) scale(s state) render.Scale {
	if d.Low < d.High {
		return render.Scale{Low: d.Low, High: d.High}
	}
	return s.Scales[d.Buffer]
}

// look makes the scale of a buffer, unless the lab gives one, include its present numbers.
func (v *View) look(p *picture, d drawing, values render.Values, version int) error {
	if d.Low < d.High || p.ranged == version {
		return nil
	}
	r, ok, err := p.levels.Range(values)
	if err != nil {
		return err
	}
	s := v.scales[d.Buffer]
	if ok {
		s.Low, s.High = min(s.Low, r.Low), max(s.High, r.High)
	}
	if !(s.Low < s.High) {
		s.High = s.Low + 1
	}
	v.scales[d.Buffer], p.ranged = s, version
	return nil
}

// Palette returns the colours of recordings.
func (v *View) Palette(bool) []color.RGBA {
	t := v.UI.Theme
	return append(append(ui.PanelColours(t), t.Background, t.Text, t.Dim, t.Still), t.Ramp[:]...)
}

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
