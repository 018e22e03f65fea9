// Package view shows arrays of keys sorted step by step, by one sort or two side by side.
package view

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/profile"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/fault"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Name is the name of the view on its tab.
const Name = "Sorts"

// Family is the view of the family of sorts.
var Family = studio.Family{
	Tab:     ui.Tab{Name: Name, Tip: "Sorts, step by step, alone or compared", Key: input.KeyF5},
	New:     func(s *studio.Stage) (studio.View, error) { return New(s) },
	Takes:   takes,
	Endings: []string{".bin"},
	Read: func(ctx context.Context, path string) (any, error) {
		words, err := readWords(ctx, path, sorting.U32, 2*session.MaxKeys)
		return Keys{path, words}, err
	},
}

// takes reports whether the view can open in: a file of keys, or keys of another view.
func takes(in any) bool {
	switch in.(type) {
	case Keys, session.SetKeys:
		return true
	}
	return false
}

// Keys are the contents of a file of keys. Files do not state the type of their keys; it is the type of
// the previous input.
type Keys struct {
	path  string
	words []uint32
}

// View shows sorts: a session, and a picture for each of its lanes.
type View struct {
	Session *session.Session

	*studio.Stage
	panel    panel
	pictures render.SortPictures // one per lane
	verified [2]bool             // whether the oracle has checked a lane
	Source   cli.Words           // flags that name the source of keys; nil if they are generated or no flag names them
}

// New makes a view without a sort.
func New(s *studio.Stage) (*View, error) {
	pictures, err := render.NewSortPictures(s.GPU, s.UI.Theme, 2)
	if err != nil {
		return nil, err
	}
	return &View{Session: session.New(s.Computer.Backend, sorting.Algorithms(), s.Steady), Stage: s, panel: panel{s.UI}, pictures: pictures}, nil
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.pictures.Release()
}

// Begin plays the first sort.
func (v *View) Begin() error {
	v.Session.Watch()
	n := v.Session.Snapshot()
	if len(n.Lanes) > 0 {
		return nil
	}
	return cli.ApplyAll(v.Session, session.SetInput{Input: n.Input}, timeline.Play{})
}

// Open plays a sort of the keys of a file, with the type of the previous input, or of the keys of
// another view.
func (v *View) Open(in any) error {
	if keys, ok := in.(session.SetKeys); ok {
		v.Source = nil
		return cli.ApplyAll(v.Session, keys, timeline.Play{})
	}
	k, t := in.(Keys), v.Session.Snapshot().Input.Type
	if size := (sorting.Format{Type: t}).Words(); len(k.words)%size != 0 {
		return fault.Input.Errorf("%s holds %d words of 32 bits, which are not whole keys of %v", k.path, len(k.words), t)
	}
	if err := v.Session.Apply(session.SetKeys{Name: filepath.Base(k.path), Type: t, Words: k.words}); err != nil {
		return err
	}
	v.Source = nil
	v.Source.Flag("input", k.path)
	return nil
}

// ReadKeys reads a file of keys. It refuses empty files and those with too many keys to watch.
func ReadKeys(ctx context.Context, path string, t sorting.Type) ([]uint32, error) {
	return readWords(ctx, path, t, (sorting.Format{Type: t}).Words()*session.MaxKeys)
}

// readWords reads a file of at most a number of words.
func readWords(ctx context.Context, path string, t sorting.Type, most int) ([]uint32, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > int64(4*most) {
		return nil, fault.Limit.Errorf("%s holds %d words of 32 bits; at most %d keys can be watched", path, info.Size()/4, session.MaxKeys)
	}
	words, err := keygen.ReadFile(ctx, path, t)
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("%w: %s holds no key", fault.Input, path)
	}
	return words, err
}

// Rebuild recreates the pictures and the sorts on a new device.
func (v *View) Rebuild() (err error) {
	v.pictures.Release()
	if v.pictures, err = render.NewSortPictures(v.GPU, v.UI.Theme, len(v.pictures)); err != nil {
		return err
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Title returns the name of the file, if the keys are from one.
func (v *View) Title() string {
	if file := v.Session.Snapshot().Input.File; file != "" {
		return file
	}
	return Name
}

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Width: v.Width, Height: v.Height}
	s.Steady = v.Timeless // the plots show times
	return s
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action { return v.panel.frame(v.state(), in) }

// Apply executes an action of the session.
func (v *View) Apply(a watch.Action) (taken bool, err error) { return watch.Taken(v.Session.Apply(a)) }

// Advance advances time, and logs steps and verdicts.
func (v *View) Advance(frame, budget time.Duration) error {
	err := v.Session.Advance(frame, budget)
	for i, l := range v.Session.Snapshot().Lanes {
		v.Log.Step(i, l.Event)
		if heard := l.Verdict.Heard; heard != v.verified[i] {
			v.verified[i] = heard
			if heard {
				v.Log.Write("sorted", map[string]any{"algorithm": l.Algorithm.Name(), "right": l.Verdict.Wrong == nil, "gpu_ms": l.Total})
			}
		}
	}
	return err
}

// Waiting reports whether background work is in progress.
func (v *View) Waiting() bool { return v.Session.Waiting() }

// Calls returns the draw calls of the arrays.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	s := v.state()
	areas := v.panel.areas(s)
	for i, array := range v.Session.Arrays() {
		a := sortArray(s, i, array)
		for _, b := range []*compute.Buffer{&a.Keys, &a.Before, &a.Prefix} {
			if *b, err = v.Drawn(*b, i); err != nil {
				return nil, err
			}
		}
		calls = append(calls, v.pictures[i].Frame(cmd, image.Pt(s.Width, s.Height), a, areas[i], v.panel.look(s, i))...)
	}
	return calls, nil
}

// sortArray returns the array of a lane for drawing.
func sortArray(s state, lane int, array session.Array) render.SortArray {
	in, l := s.Input, s.Lanes[lane]
	a := render.SortArray{
		Keys: array.Keys, Before: array.Before, Form: sorting.Format{Type: in.Type, Descending: in.Descending}.Code(), Count: in.N, Least: array.Least, Most: array.Most, Version: array.Version,
	}
	if step, ok := l.Digit(); ok {
		a.Digit = step.Digit
	}
	if step, ok := l.Now(); ok && step.Bits > 0 {
		a.Unstable = step.Unstable
		a.Prefix, a.PrefixAt, a.PrefixStride = step.Prefix, step.PrefixAt, step.PrefixStride
	}
	return a
}

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
