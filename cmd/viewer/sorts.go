package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
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
	pictures [2]*render.SortPicture
}

func newSortView(d *gpu.Device, o sorts.Options) (*sortView, error) {
	v := &sortView{Session: sorts.New(d, sorting.Algorithms(), o)}
	for i := range v.pictures {
		p, err := render.NewSortPicture(d, &render.Dark)
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
		v, err := newSortView(s.d, sorts.Options{Wait: s.steady})
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
	s.sorting = true
	return nil
}

func (s *stage) sortState() ui.SortState {
	return ui.SortState{
		Snapshot: s.sorts.Snapshot(), Width: s.camera.Width, Height: s.camera.Height, Problem: s.problem, FPS: s.fps,
	}
}

// interactSorts is interact while sorts are shown.
func (s *stage) interactSorts(in ui.Input) (rest []any, err error) {
	for _, a := range s.ui.FrameSorts(s.sortState(), in) {
		if s.heard != nil {
			s.heard(a)
		}
		switch a := a.(type) {
		case sorts.Action:
			s.tell(s.sorts.Apply(a))
		case ui.OpenKeys:
			s.tell(s.openKeys(a.Path))
		case ui.ShowMap:
			s.sorting = false
			rest = append(rest, a)
		case ui.Dismiss:
			s.problem = ""
		default:
			rest = append(rest, a)
		}
	}
	return rest, nil
}

// tell shows what went wrong; where the device has failed, the next step says so.
func (s *stage) tell(err error) {
	s.problem = ""
	if err != nil {
		s.problem = err.Error()
	}
}

// openKeys sorts the keys of a file, of the type that was sorted before.
func (s *stage) openKeys(path string) error {
	t := s.sorts.Snapshot().Input.Type
	words, err := watchedKeys(context.Background(), path, t)
	if err != nil {
		return err
	}
	return s.sorts.Apply(sorts.SetKeys{Name: filepath.Base(path), Type: t, Words: words})
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

// drawSorts records what must happen before a frame's pass, and returns what to draw
// in it.
func (s *stage) drawSorts(cmd *gpu.Commands) (calls []gpu.DrawCall) {
	state := s.sortState()
	areas := s.ui.SortAreas(state)
	for i, array := range s.sorts.Arrays() {
		a := sortArray(state, i, array)
		calls = append(calls, s.sorts.pictures[i].Frame(cmd, image.Pt(state.Width, state.Height), a, areas[i], s.ui.SortLook(state, i))...)
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
