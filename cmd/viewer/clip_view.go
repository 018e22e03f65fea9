package main

import (
	"context"
	"strings"

	"kernelscope/assets"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/session/clips"
	"kernelscope/render"
	"kernelscope/scene/clipscene"
	"kernelscope/svgload"
	"kernelscope/ui"
)

// clipView shows a scene that is cut by nested clips, and how its sequence is matched.
type clipView struct {
	*clips.Session
	*stage
	scene *clipscene.Scene // nil where the sequence is not one of a scene
	eye   render.Camera    // over the scene
	hover int              // element under the mouse, -1 for none
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
		v.Release()
	}
}

// showClips changes to the clip view, with the embedded scene at first.
func (s *stage) showClips() error {
	if s.clips == nil {
		scene, err := svgload.Read(context.Background(), assets.NestName, strings.NewReader(assets.Nest))
		if err != nil {
			return err
		}
		return s.openClips(&clipFile{name: assets.NestName, scene: scene, sequence: scene.Sequence()})
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
	if err := v.Apply(clips.SetSequence{Name: f.name, Sequence: f.sequence}); err != nil {
		return err
	}
	v.scene, v.hover = f.scene, -1
	view := v.Snapshot().View
	view.Peel, view.Pinned, view.Partitions = -1, -1, f.scene == nil
	return v.Apply(clips.SetView{View: view})
}

func (v *clipView) state() ui.ClipState {
	c := v.eye
	c.Width, c.Height = v.camera.Width, v.camera.Height
	return ui.ClipState{Snapshot: v.Snapshot(), Camera: c, Loading: v.loading, Problem: v.problem, FPS: v.fps}
}

func (v *clipView) frame(in ui.Input) []any { return v.ui.FrameClips(v.state(), in) }

func (v *clipView) apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case clips.Action:
		v.tell(v.Apply(a))
		if n := v.Snapshot(); n.Input.Name == "" {
			v.scene = nil // a shape has taken its place
		}
	default:
		return false, nil
	}
	return true, nil
}

func (v *clipView) calls(cmd *gpu.Commands) []gpu.DrawCall { return nil }
