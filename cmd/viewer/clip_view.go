package main

import (
	"context"

	"kernelscope/assets"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/session/clips"
	"kernelscope/render"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
)

// clipView shows a scene that is cut by nested clips, and how its sequence is matched.
type clipView struct {
	*clips.Session
	*stage
	scene   *clipscene.Scene // nil where there is nothing to paint
	painter *render.Clips    // of the scene, nil before it is shown
	eye     render.Camera    // over the scene
	hover   int              // element under the mouse, -1 for none
	made    int              // version of the sequence that the scene is of
}

// newClipView makes a view that looks back, since that is more to look at, over
// partitions so small that some are to be seen in small scenes.
func newClipView(s *stage) (*clipView, error) {
	v := &clipView{Session: clips.New(s.d, clip.Forms(), clips.Options{Wait: s.steady}), stage: s, hover: -1}
	var all []clips.Action
	for _, f := range clip.Forms() {
		all = append(all, clips.SetForm{Name: f.Name()}, clips.SetParam{Name: clip.Workgroup, Value: 64}, clips.SetParam{Name: clip.Items, Value: 1})
	}
	for _, a := range append(all, clips.SetForm{Name: clip.Tree{}.Name()}, clips.SetParam{Name: clip.Few, Value: 1}, clips.SetForm{Name: clip.Lookback{}.Name()}) {
		if err := v.Apply(a); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (v *clipView) release() {
	if v != nil {
		v.close()
		v.Release()
	}
}

// readWatched reads clips to be watched.
func readWatched(ctx context.Context, path string) (*clipFile, error) {
	f, err := readClips(ctx, path)
	if err == nil && f.scene == nil {
		// Boxes that cannot be painted, since they reach too far, can still be cut.
		f.scene, _ = painted(f.name, f.Sequence)
	}
	return f, err
}

// painted makes a scene of the boxes of a sequence; nil where there are none, or too many.
func painted(name string, s clipseq.Sequence) (*clipscene.Scene, error) {
	const most = 1 << 20 // elements
	if len(s.Boxes) == 0 || len(s.Elements) > most {
		return nil, nil
	}
	return clipscene.OfSequence(name, s)
}

// close forgets the scene.
func (v *clipView) close() {
	if v.painter != nil {
		v.painter.Release()
	}
	v.scene, v.painter, v.hover = nil, nil, -1
}

// showClips changes to the clip view, with the embedded scene at first.
func (s *stage) showClips() error {
	if s.clips == nil {
		f, err := readClips(context.Background(), assets.NestName)
		if err != nil {
			return err
		}
		return s.openClips(f)
	}
	s.shown = s.clips
	return nil
}

// openClips shows what a file holds. Where that fails what was shown stays.
func (s *stage) openClips(f *clipFile) error {
	if s.clips == nil {
		v, err := newClipView(s)
		if err != nil {
			return err
		}
		s.clips = v
	}
	if err := s.clips.show(f); err != nil {
		return err
	}
	s.shown = s.clips
	return nil
}

func (v *clipView) show(f *clipFile) error {
	if err := v.Apply(clips.SetSequence{Name: f.name, Sequence: f.Sequence}); err != nil {
		return err
	}
	v.close()
	view := v.Snapshot().View
	view.Peel, view.Pinned, view.Partitions = -1, -1, f.scene == nil
	if err := v.Apply(clips.SetView{View: view}); err != nil {
		return err
	}
	v.scene, v.made = f.scene, v.Snapshot().Version
	return nil
}

// paintable makes a painter, once it is needed. A sequence that has taken the place of a
// scene becomes one.
func (v *clipView) paintable() error {
	n := v.Snapshot()
	if n.View.Partitions {
		return nil
	}
	if n.Version != v.made {
		v.close()
		v.made = n.Version
		var err error
		if v.scene, err = painted(n.Input.Shape, n.Sequence); err != nil {
			return err
		}
	}
	if v.scene == nil || v.painter != nil {
		return nil
	}
	p, err := render.NewClips(v.d, v.scene, &render.Dark)
	if err != nil {
		v.scene = nil // and is not tried again
		return err
	}
	v.painter = p
	v.fit()
	return nil
}

// fit shows the whole scene beside the panel.
func (v *clipView) fit() {
	if v.scene == nil {
		return
	}
	edge := 24 * v.ratio
	margin := [4]float64{edge, edge, edge, edge}
	if v.Snapshot().View.Panels && float64(v.camera.Width) > 2*v.ui.PanelWidth() {
		margin[0] += v.ui.PanelWidth()
		margin[3] += edge / 2
	}
	v.eye = render.FitScene(v.scene, v.camera.Width, v.camera.Height, margin)
}

// over is the camera over the scene, in the size of the target.
func (v *clipView) over() render.Camera {
	c := v.eye
	c.Width, c.Height = v.camera.Width, v.camera.Height
	return c
}

func (v *clipView) state() ui.ClipState {
	s := ui.ClipState{Snapshot: v.Snapshot(), Camera: v.over(), Loading: v.loading, Problem: v.problem, FPS: v.fps}
	s.Picture.Hover = -1
	if v.painter != nil {
		state := v.painter.State()
		s.Picture = ui.ClipPicture{
			Scene: v.scene, Links: v.painter.Links(), Depths: v.painter.Depths(), Hover: v.shownElement(s.Snapshot),
			Pairs: state.Pairs, Culled: state.Culled, Unfinished: state.Unfinished, Painted: state.Painted,
		}
	}
	return s
}

// shownElement is the one whose chain of clips is shown: that which is pinned, or under
// the mouse; -1 for none.
func (v *clipView) shownElement(n *clips.Snapshot) int {
	if p := n.View.Pinned; p >= 0 && p < len(v.scene.Elements) {
		return p
	}
	return v.hover
}

func (v *clipView) look(n *clips.Snapshot) render.ClipLook {
	return render.ClipLook{Peel: n.View.Peel, OwnBoxes: n.View.OwnBoxes, ResolvedBoxes: n.View.Resolved, Hover: v.shownElement(n), Ratio: v.ratio}
}

func (v *clipView) frame(in ui.Input) []any {
	if err := v.paintable(); err != nil {
		v.tell(err)
	}
	return v.ui.FrameClips(v.state(), in)
}

func (v *clipView) apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case clips.Action:
		v.tell(v.Apply(a))
	case ui.MoveCamera:
		v.eye = a.Camera
	case ui.FitMap:
		v.fit()
	case ui.PointAt:
		v.point(a)
	default:
		return false, nil
	}
	return true, nil
}

// point finds what is painted at a pixel.
func (v *clipView) point(a ui.PointAt) {
	if v.painter == nil {
		return
	}
	x, y := v.over().At(a.X, a.Y)
	v.hover = v.painter.At(clipscene.Point{X: float32(x), Y: float32(y)}, v.Snapshot().View.Peel)
	if !a.Pin {
		return
	}
	view := v.Snapshot().View
	if view.Pinned == v.hover {
		view.Pinned = -1
	} else {
		view.Pinned = v.hover
	}
	v.tell(v.Apply(clips.SetView{View: view}))
}

func (v *clipView) calls(cmd *gpu.Commands) []draw.Call {
	n := v.Snapshot()
	if v.painter == nil || n.View.Partitions {
		return nil
	}
	calls, err := v.painter.Frame(cmd, v.over(), v.look(n))
	if err != nil {
		v.tell(err)
	}
	return calls
}

// finish paints all there is to paint.
func (v *clipView) finish(ctx context.Context) error {
	n := v.Snapshot()
	if err := v.paintable(); err != nil || v.painter == nil || n.View.Partitions {
		return err
	}
	return v.painter.Finish(ctx, v.over(), v.look(n))
}

func (v *clipView) Waiting() bool {
	painting := v.painter != nil && !v.Snapshot().View.Partitions && v.painter.State().Unfinished
	return painting || v.Session.Waiting()
}
