package view

import (
	"os"
	"path/filepath"
	"testing"

	"kernelscope/families/clips/session"
	"kernelscope/scene/clipseq"
	"kernelscope/watch/timeline"
)

// A short sequence is shown element by element, with the chain of the selected one; a click selects
// another one. A long sequence is not shown.
func TestLinks(t *testing.T) {
	view := session.View{Page: session.Links, Peel: -1, Pinned: -1}
	b := openClips(t, 640, 440, 0.6, session.SetInput{Input: session.Input{Shape: "example", N: 18}}, session.SetView{View: view}, session.SelectElement{Element: 13})
	b.UI.Panels = false
	b.Golden("links")
	area := b.panel.area(state{Snapshot: b.session.Snapshot(), Camera: b.camera})
	seen := map[int]bool{}
	for x := area.Min.X; x < area.Max.X; x += 5 {
		for _, a := range b.Drag(float64(x), 200, float64(x), 200) {
			if s, ok := a.(session.SelectElement); ok {
				seen[s.Element] = true
			}
		}
	}
	if len(seen) != 18 || !seen[0] || !seen[17] {
		t.Errorf("clicks choose %v", seen)
	}
	document := filepath.Join(t.TempDir(), "document.json")
	if err := os.WriteFile(document, []byte("{\"a\": [\n[], {}]}"), 0o600); err != nil {
		t.Fatal(err)
	}
	q, err := clipseq.ReadFile(t.Context(), document)
	if err != nil {
		t.Fatal(err)
	}
	b.do(session.SetSequence{Name: "document.json", Sequence: q}, session.SetView{View: view}, session.SelectElement{Element: 3})
	b.Golden("document")
	b.do(timeline.Rewind{})
	b.frame()
	b.UI.Panels = true
	for _, n := range []int{1, MaxLinks, MaxLinks + 1} {
		b.do(session.SetInput{Input: session.Input{Shape: "random", N: n}}, session.SetView{View: view})
		b.frame()
	}
	b.do(session.SetSequence{Name: "x", Sequence: clipseq.Sequence{Elements: []uint32{clipseq.Pop, clipseq.Leaf, clipseq.Push, clipseq.Leaf}}})
	b.frame()
}
