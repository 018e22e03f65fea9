// Package view shows a scene cut by clips, and how the GPU matches its pushes and pops.
package view

import (
	"context"
	"maps"
	"time"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/profile"
	"kernelscope/families/clips/session"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Name is the name of the view on its tab.
const Name = "Clips"

// Family is the view of the family of nested clips.
var Family = studio.Family{
	Tab:   ui.Tab{Name: Name, Tip: "Scenes cut by nested clips, and how the GPU matches them", Key: input.KeyF6},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s) },
	Takes: func(in any) bool { i, ok := in.(open.Input); return ok && i.Clips != nil },
	Read: func(ctx context.Context, path string) (any, error) { // also a sequence without elements
		c, err := open.ReadClips(ctx, path)
		return open.Input{Kind: open.Sequence, Clips: c}, err
	},
}

// View shows a scene or the matching of its clips.
type View struct {
	Session *session.Session
	Scene   *clipscene.Scene // nil if there is nothing to paint

	*studio.Stage
	panel   panel
	painter *render.Clips // of the scene; nil before the picture is first shown
	way     matchedBy     // form that resolves the painted boxes, or that was refused
	Eye     render.Camera // camera over the scene
	drawn   render.Camera // in the last frame
	moved   time.Time     // when it last changed
	fitted  ui.Fitted
	hover   int          // element under the mouse, -1 for none
	made    int          // version of the sequence that the scene shows
	from    string       // path or "gen:" text of the contents
	matched *session.Run // the last run that the oracle has verified
}

// matchedBy is a form with the values that a person has set.
type matchedBy struct {
	form   clip.Form
	values compute.Values
}

func (m matchedBy) equals(o matchedBy) bool {
	return m.form == o.form && maps.Equal(m.values, o.values)
}

// New returns a view of the form Lookback, which has the most steps to show, with partitions small
// enough for small scenes.
func New(s *studio.Stage) (*View, error) {
	v := &View{Session: session.New(s.Computer.Backend, clip.Forms(), s.Steady), Stage: s, panel: panel{UI: s.UI}, hover: -1}
	v.Session.Chosen[0] = watch.Choice[clip.Form]{Algorithm: clip.Lookback{}, Values: compute.Values{clip.Workgroup: 64, clip.Items: 1, clip.Few: 1}}
	return v, nil
}

// Release releases all resources.
func (v *View) Release() {
	v.close()
	v.Session.Release()
}

// painted makes a scene of the boxes of a sequence. It is nil if there are none or too many.
func painted(name string, s clipseq.Sequence) (*clipscene.Scene, error) {
	const most = 1 << 20 // elements
	if len(s.Boxes) == 0 || len(s.Elements) > most {
		return nil, nil
	}
	return clipscene.OfSequence(name, s)
}

// close discards the scene and its painter.
func (v *View) close() {
	if v.painter != nil {
		v.painter.Release()
	}
	v.Scene, v.painter, v.hover = nil, nil, -1
}

// Dispatches returns the dispatches of the timed runs.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Begin opens the built-in scene.
func (v *View) Begin() error {
	v.Session.Watch()
	if v.Session.Snapshot().Run == nil && v.Status().Loading == nil {
		v.Ask(ui.OpenFile{Path: assets.NestName})
	}
	return nil
}

// Open shows a scene or a sequence. On an error the current contents stay.
func (v *View) Open(in any) error {
	f := in.(open.Input).Clips
	if err := v.Session.Apply(session.SetSequence{Name: f.Name, Sequence: f.Sequence}); err != nil {
		return err
	}
	v.close()
	v.from = f.From
	v.made = v.Session.Snapshot().Version
	if v.Scene = f.Scene; v.Scene == nil {
		// Boxes that reach too far to be painted can still be cut.
		v.Scene, _ = painted(f.Name, f.Sequence)
	}
	view := v.Session.Snapshot().View
	view.Peel, view.Pinned, view.Page = -1, -1, PageOf(v.Scene != nil && !made(f), len(f.Sequence.Elements))
	return v.Session.Apply(session.SetView{View: view})
}

// made reports whether a short sequence is generated: its random boxes tell less than its links.
func made(c *open.Clips) bool {
	return c.Generated() && len(c.Elements) <= MaxLinks
}

// PageOf returns the first page shown of a sequence.
func PageOf(painted bool, elements int) session.Page {
	switch {
	case painted && elements > 0:
		return session.Picture
	case elements <= MaxLinks:
		return session.Links
	}
	return session.Partitioned
}

// Rebuild recreates the picture and the runs on a new device.
func (v *View) Rebuild() (err error) {
	if v.painter != nil {
		v.painter.Release()
		if v.painter, err = render.NewClips(v.GPU, v.Scene, v.UI.Theme, v.way.form, v.way.values); err != nil {
			return err
		}
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Title returns the name of the scene or file, if there is one.
func (v *View) Title() string {
	if name := v.Session.Snapshot().Input.Name; name != "" {
		return name
	}
	return Name
}

// Paintable makes a painter when the picture is first shown, also of a sequence that has replaced
// the scene. The selected form resolves the painted boxes.
func (v *View) Paintable() error {
	n := v.Session.Snapshot()
	if n.View.Page != session.Picture {
		return nil
	}
	if n.Version != v.made {
		v.close()
		v.made = n.Version
		var err error
		if v.Scene, err = painted(n.Input.Shape, n.Sequence); err != nil {
			return err
		}
	}
	way := matchedBy{n.Form, n.Chosen()}
	if v.Scene == nil || v.painter != nil && way.equals(v.way) {
		return nil
	}
	v.way = way
	if v.painter != nil {
		return v.painter.Match(way.form, way.values)
	}
	p, err := render.NewClips(v.GPU, v.Scene, v.UI.Theme, way.form, way.values)
	if err != nil {
		v.Scene = nil // prevents another attempt
		return err
	}
	v.painter = p
	v.fit()
	return nil
}

// fit shows the whole scene beside the panel.
func (v *View) fit() {
	if v.Scene == nil {
		return
	}
	margin := v.UI.FitMargin(v.Width, 24)
	if v.UI.Panels {
		margin[1] += float64(v.UI.Px(ui.HeaderHeight - 12))
	}
	v.Eye = render.FitScene(v.Scene, v.Width, v.Height, margin)
	v.fitted.Note(v.UI, v.Eye, 0)
}

// Magnify implements studio.Magnifier.
func (v *View) Magnify(factor float64) (back func()) {
	before, fitted := v.Eye, v.fitted
	v.Eye.Scale *= factor
	return func() { v.Eye, v.fitted = before, fitted }
}

// camera returns the camera over the scene, with the size of the target.
func (v *View) camera() render.Camera {
	c := v.Eye
	c.Width, c.Height = v.Width, v.Height
	return c
}

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Camera: v.camera()}
	s.Steady = v.Timeless // the plots show times
	s.Picture.Hover = -1
	if v.painter != nil {
		s.Picture = pictureState{
			Scene: v.Scene, Links: v.painter.Links(), Depths: v.painter.Depths(), Hover: v.shownElement(s.Snapshot),
			ClipState: v.painter.State(),
		}
	}
	return s
}

// shownElement returns the element whose chain of clips is shown: the pinned one, or the one under
// the mouse; -1 for none.
func (v *View) shownElement(n *session.Snapshot) int {
	if p := n.View.Pinned; p >= 0 && p < len(v.Scene.Elements) {
		return p
	}
	return v.hover
}

func (v *View) look(n *session.Snapshot) render.ClipLook {
	return render.ClipLook{Peel: n.View.Peel, OwnBoxes: n.View.OwnBoxes, ResolvedBoxes: n.View.Resolved, Hover: v.shownElement(n), Ratio: v.Ratio, Order: n.View.Order,
		Live: !v.Steady, Moving: !v.Steady && render.Moving(v.moved)}
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action {
	if err := v.Paintable(); err != nil {
		v.Tell(err)
	}
	if v.fitted.IsStale(v.UI, v.camera(), 0) {
		v.fit()
	}
	return v.panel.frame(v.state(), in)
}

// Apply executes an action of the session or the scene.
func (v *View) Apply(action watch.Action) (taken bool, err error) {
	switch a := action.(type) {
	case session.SetView:
		return true, v.SetView(a)
	case ui.MoveCamera:
		v.Eye = a.Camera
	case SortKeys:
		return true, v.sortKeys()
	case ui.Fit:
		v.fit()
	case pointAt:
		return true, v.point(a)
	default:
		return watch.Taken(v.Session.Apply(a))
	}
	return true, nil
}

// SetView changes how clips are shown. It refuses an order that the device cannot sort.
func (v *View) SetView(a session.SetView) error {
	if order := a.View.Order; order != v.Session.Snapshot().View.Order {
		if err := order.Check(v.GPU); err != nil {
			return err
		}
	}
	return v.Session.Apply(a)
}

// point finds the element painted at a pixel.
func (v *View) point(a pointAt) error {
	if v.painter == nil {
		return nil
	}
	x, y := v.camera().At(a.X, a.Y)
	view := v.Session.Snapshot().View
	v.hover = v.painter.At(clipscene.Point{X: float32(x), Y: float32(y)}, view.Peel)
	if !a.Pin {
		return nil
	}
	if view.Pinned == v.hover {
		view.Pinned = -1
	} else {
		view.Pinned = v.hover
	}
	return v.Session.Apply(session.SetView{View: view})
}

// Advance advances time, and logs steps and verdicts.
func (v *View) Advance(frame, budget time.Duration) error {
	err := v.Session.Advance(frame, budget)
	n := v.Session.Snapshot()
	for i, l := range n.Lanes() {
		v.Log.Step(i, l.Event)
	}
	if n.Run != nil && n.Verdict.Heard && n.Run != v.matched {
		v.matched = n.Run
		v.Log.Write("matched", map[string]any{"form": n.Form.Name(), "right": n.Verdict.Wrong == nil, "elements": len(n.Sequence.Elements)})
	}
	return err
}

// Calls returns the draw calls of the scene if the picture is shown.
func (v *View) Calls(cmd *gpu.Commands) ([]draw.Call, error) {
	n := v.Session.Snapshot()
	if v.painter == nil || n.View.Page != session.Picture {
		return nil, nil
	}
	if c := v.camera(); c != v.drawn {
		v.drawn, v.moved = c, time.Now()
	}
	return v.painter.Frame(cmd, v.camera(), v.look(n))
}

// DrawKeys returns the unsorted keys of the painted scene.
func (v *View) DrawKeys(ctx context.Context) (render.DrawKeys, error) {
	if v.painter == nil {
		return render.DrawKeys{}, fault.Input.Errorf("there are no draw keys: no scene is painted")
	}
	return v.painter.DrawKeys(ctx, v.camera(), v.look(v.Session.Snapshot()))
}

// Finish paints the whole picture, however long it takes.
func (v *View) Finish(ctx context.Context) error {
	n := v.Session.Snapshot()
	if err := v.Paintable(); err != nil || v.painter == nil || n.View.Page != session.Picture {
		return err
	}
	return v.painter.Finish(ctx, v.camera(), v.look(n))
}

// Waiting reports whether background work is in progress.
func (v *View) Waiting() bool {
	painting := v.painter != nil && v.Session.Snapshot().View.Page == session.Picture && v.painter.State().Unfinished
	return painting || v.Session.Waiting()
}

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
