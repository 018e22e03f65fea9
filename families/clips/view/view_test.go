package view

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
	"kernelscope/families/clips/session"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/watch"
)

// The selected form and sizes resolve the painted boxes, and the selected order sorts the draw
// keys. A request that the device cannot fulfil is refused, and the view does not change.
func TestPainted(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 320, 200, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}, Steady: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	v := s.Shown().(*View)
	if _, err := v.DrawKeys(t.Context()); !errors.Is(err, fault.Input) {
		t.Errorf("keys of nothing: %v", err)
	}
	in, err := open.ReadClips(t.Context(), assets.NestName)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Open(open.Input{Clips: in}); err != nil {
		t.Fatal(err)
	}
	do := func(a watch.Action) error {
		t.Helper()
		_, err := v.Apply(a)
		if err != nil {
			return err
		}
		return v.Finish(t.Context())
	}
	for _, form := range clip.Forms() {
		if err := errors.Join(do(watch.Set{Algorithm: form.Name()}), do(watch.Set{Values: compute.Values{clip.Workgroup: 128}})); err != nil {
			t.Fatal(err)
		}
		state := v.painter.State()
		if v.way.form != form || v.way.values[clip.Workgroup] != 128 || state.Clip <= 0 || state.Made == 0 {
			t.Errorf("%s is chosen, and %s with %v paints, %+v", form.Name(), v.way.form.Name(), v.way.values, state)
		}
		if p := v.state().Picture; p.mean(p.Clip) >= p.frame() {
			t.Errorf("%s: the clip step takes %v of %v", form.Name(), p.mean(p.Clip), p.frame())
		}
	}
	if k, err := v.DrawKeys(t.Context()); err != nil || len(k.Keys) != v.painter.State().Pairs || slices.IsSorted(k.Keys) || slices.Max(k.Keys)>>k.Bits != 0 {
		t.Errorf("%d draw keys of %d bits, %v", len(k.Keys), k.Bits, err)
	}
	view := v.Session.Snapshot().View
	view.Order = sorting.Order{By: sorting.BatcherOrder, Workgroup: 64, Items: 4}
	if err := do(session.SetView{View: view}); err != nil || v.painter.State().Order != sorting.BatcherOrder || v.painter.State().Sizes[1].Value != 4 {
		t.Errorf("%+v, %v", v.painter.State().Ordered, err)
	}
	view.Order.Items = 5
	if err := do(session.SetView{View: view}); !errors.Is(err, compute.ErrValue) || v.Session.Snapshot().View.Order.Items != 4 {
		t.Errorf("5 items: %v", err)
	}
}

// The first page shows links where a sequence is short and has no boxes worth a picture.
func TestFirstPage(t *testing.T) {
	s, err := studio.NewStage(gputest.Open(t), 320, 200, 1, studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}, Steady: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	v := s.Shown().(*View)
	file := filepath.Join(t.TempDir(), "boxes.txt")
	if err := os.WriteFile(file, []byte("( 0 0 60 40\n. 30 0 60 40\n)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]session.Page{
		"gen:clip,elements=18,shape=example": session.Links, "gen:clip,elements=64": session.Links, "gen:clip,elements=65": session.Picture,
		"gen:clip,elements=65,bare=true": session.Partitioned, file: session.Picture,
	} {
		in, err := open.ReadClips(t.Context(), path)
		if err == nil {
			err = v.Open(open.Input{Clips: in})
		}
		if page := v.Session.Snapshot().View.Page; err != nil || page != want {
			t.Errorf("%s opens on page %d, not %d (%v)", path, page, want, err)
		}
	}
	if _, err := v.Apply(session.SetText{Text: "[()]"}); err != nil {
		t.Fatal(err)
	}
	if words, err := v.Command(false); err != nil || words[1] != "--text=[()]" {
		t.Errorf("the command of a typed text is %q (%v)", words, err)
	}
}
