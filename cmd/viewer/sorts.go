package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/ref"
	"kernelscope/compute/session/sorts"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/render"
	"kernelscope/ui"
)

// sortView is the part of a stage that shows sorts: a session and a picture for each
// of its lanes.
type sortView struct {
	*sorts.Session
	*stage
	pictures [2]*render.SortPicture
}

func newSortView(s *stage, o sorts.Options) (*sortView, error) {
	v := &sortView{Session: sorts.New(s.d, sorting.Algorithms(), o), stage: s}
	for i := range v.pictures {
		p, err := render.NewSortPicture(s.d, &render.Dark)
		if err != nil {
			v.release()
			return nil, err
		}
		v.pictures[i] = p
	}
	return v, nil
}

func (v *sortView) release() {
	if v == nil {
		return
	}
	v.Release()
	for _, p := range v.pictures {
		if p != nil {
			p.Release()
		}
	}
}

// showSorts changes to the sort view, whose first sort begins at once.
func (s *stage) showSorts() error {
	if s.sorts == nil {
		v, err := newSortView(s, sorts.Options{Wait: s.steady})
		if err != nil {
			return err
		}
		for _, a := range []sorts.Action{sorts.SetInput{Input: v.Snapshot().Input}, sorts.Play{}} {
			if err := v.Apply(a); err != nil {
				v.release()
				return err
			}
		}
		s.sorts = v
	}
	s.shown = s.sorts
	return nil
}

func (s *sortView) state() ui.SortState {
	return ui.SortState{
		Snapshot: s.Snapshot(), Width: s.camera.Width, Height: s.camera.Height, Problem: s.problem, FPS: s.fps,
	}
}

func (s *sortView) frame(in ui.Input) []any { return s.ui.FrameSorts(s.state(), in) }

func (s *sortView) apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case sorts.Action:
		s.tell(s.Apply(a))
	case ui.OpenKeys:
		s.tell(s.openKeys(a.Path))
	default:
		return false, nil
	}
	return true, nil
}

// openKeys sorts the keys of a file, of the type that was sorted before.
func (s *sortView) openKeys(path string) error {
	t := s.Snapshot().Input.Type
	words, err := watchedKeys(context.Background(), path, t)
	if err != nil {
		return err
	}
	return s.Apply(sorts.SetKeys{Name: filepath.Base(path), Type: t, Words: words})
}

// watchedKeys reads a file of keys, if they can be watched: there is one at least, and
// not too many.
func watchedKeys(ctx context.Context, path string, t sorting.Type) ([]uint32, error) {
	size := int64(4 * sorting.Format{Type: t}.Words())
	if info, err := os.Stat(path); err == nil && info.Size() > size*sorts.MaxKeys {
		return nil, fmt.Errorf("%w: %s holds %d keys; at most %d can be watched", compute.ErrLimit, path, info.Size()/size, sorts.MaxKeys)
	}
	words, err := keygen.ReadFile(ctx, path, t)
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("%w: %s holds no key", keygen.ErrInput, path)
	}
	return words, err
}

func (s *sortView) calls(cmd *gpu.Commands) (calls []draw.Call) {
	state := s.state()
	areas := s.ui.SortAreas(state)
	for i, array := range s.Arrays() {
		a := sortArray(state, i, array)
		calls = append(calls, s.pictures[i].Frame(cmd, image.Pt(state.Width, state.Height), a, areas[i], s.ui.SortLook(state, i))...)
	}
	return calls
}

// sortArray is what is drawn of a lane.
func sortArray(s ui.SortState, lane int, array sorts.Array) render.SortArray {
	in, l := s.Input, s.Lanes[lane]
	form := ref.SortForm(in.Type)
	if in.Descending {
		form |= ref.SortDescending
	}
	a := render.SortArray{
		Keys: array.Keys, Before: array.Before, Form: form, Count: in.N, Least: array.Least, Most: array.Most, Version: array.Version,
	}
	if step, ok := l.Digit(); ok {
		a.First, a.Bits = step.First, step.Bits
	}
	if step, ok := l.Now(); ok && step.Bits > 0 {
		a.Prefix, a.PrefixAt, a.PrefixStride = step.Prefix, step.PrefixAt, step.PrefixStride
	}
	return a
}
