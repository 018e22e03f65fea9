package view

import (
	"image/color"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/host"
	"kernelscope/families/clips/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// clipBench holds the views of clips over a session on the host.
type clipBench struct {
	*uitest.Bench
	session *session.Session
	panel   panel
	camera  render.Camera
	picture pictureState
}

func openClips(t *testing.T, width, height int, scale float64, actions ...watch.Action) *clipBench {
	t.Helper()
	b := &clipBench{Bench: uitest.Open(t, width, height, scale, "Clips"), session: session.New(host.New(), clip.Forms(), true)}
	b.panel, b.picture.Hover, b.Frame = panel{UI: b.UI}, -1, b.frame
	b.camera = render.Camera{Width: width, Height: height, Scale: 1e-4}
	t.Cleanup(b.session.Release)
	for _, f := range clip.Forms()[:2] {
		b.do(watch.Set{Algorithm: f.Name()}, watch.Set{Values: compute.Values{clip.Workgroup: 64}}, watch.Set{Values: compute.Values{clip.Items: 1}})
	}
	b.do(watch.Set{Algorithm: "tree"}, watch.Set{Values: compute.Values{clip.Few: 1}}, watch.Set{Algorithm: "lookback"})
	b.do(actions...)
	return b
}

func (b *clipBench) do(actions ...watch.Action) {
	b.T.Helper()
	b.Do(b.session, actions...)
}

func (b *clipBench) frame() []watch.Action {
	defer b.Next()
	return b.panel.frame(state{Snapshot: b.session.Snapshot(), Camera: b.camera, Picture: b.picture, Status: b.Status}, b.Input)
}

var (
	fewClips   = session.SetInput{Input: session.Input{Shape: "adversarial", N: 1024, Seed: 3}}
	partitions = session.SetView{View: session.View{Page: session.Partitioned, Peel: -1, Pinned: -1}}
)

func TestPartitionKeys(t *testing.T) {
	b := openClips(t, 1280, 800, 1, fewClips, partitions)
	uitest.Find[timeline.Play](t, b.Press(input.KeySpace))
	b.do(timeline.Play{})
	uitest.Find[timeline.Pause](t, b.Press(input.KeySpace))
	b.do(timeline.Pause{})
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right makes %d steps", a.Steps)
	}
	if a := uitest.Find[timeline.Step](t, b.Press(input.KeyLeft)); a.Steps != -1 {
		t.Errorf("left makes %d steps", a.Steps)
	}
	uitest.Find[timeline.Rewind](t, b.Press(input.KeyR))
	uitest.Find[timeline.End](t, b.Press(input.KeyEnd))
	if a := uitest.Find[timeline.SetSpeed](t, b.Press(input.KeyRightBracket)); a.PerSecond != 40 {
		t.Errorf("] makes it %v steps/s", a.PerSecond)
	}
	b.do(session.Select{Partition: 5})
	if a := uitest.Find[session.Select](t, b.Press(input.KeyUp)); a.Partition != 6 {
		t.Errorf("up chooses partition %d", a.Partition)
	}
	if a := uitest.Find[session.Select](t, b.Press(input.KeyEscape)); a.Partition != -1 {
		t.Errorf("Esc chooses partition %d", a.Partition)
	}
	if a := uitest.Find[session.SetView](t, b.Press(input.KeyP)); a.View.Page == session.Partitioned {
		t.Error("P does not show the picture")
	}
	b.Input.Shift = true
	if a := uitest.Find[watch.SetProfile](t, b.Press(input.KeyP)); !a.On {
		t.Error("Shift-P does not show the plots")
	}
}

// A click selects what lies under the mouse, also after the wheel has enlarged a part. A drag
// selects nothing.
func TestPartitionMouse(t *testing.T) {
	b := openClips(t, 1280, 800, 1, fewClips, partitions)
	b.frame()
	// 16 partitions take 904 pixels from 360.
	if a := uitest.Find[session.Select](t, b.Drag(360+56.5*3.5, 378, 360+56.5*3.5, 378)); a.Partition != 3 {
		t.Errorf("a click on block 3 chooses %d", a.Partition)
	}
	if a := uitest.Find[session.SelectElement](t, b.Drag(360+904/2+1, 550, 360+904/2+1, 550)); a.Element < 512 || a.Element > 514 {
		t.Errorf("a click on the middle of the strip chooses %d", a.Element)
	}
	b.Input.X, b.Input.Y, b.Input.WheelY = 360+904/2, 550, 8
	b.frame()
	if a := uitest.Find[session.Select](t, b.Drag(362, 378, 362, 378)); a.Partition < 5 || a.Partition > 7 {
		t.Errorf("enlarged, the first block is %d", a.Partition)
	}
	if a := b.Drag(500, 550, 900, 550); len(a) != 0 {
		t.Errorf("a drag does %#v", a)
	}
	if a := uitest.Find[session.Select](t, b.Drag(362, 378, 362, 378)); a.Partition > 5 {
		t.Errorf("dragged to the right, the first block is %d", a.Partition)
	}
	b.Press(input.KeyF)
	if a := uitest.Find[session.Select](t, b.Drag(362, 378, 362, 378)); a.Partition != 0 {
		t.Errorf("with all in view the first block is %d", a.Partition)
	}
}

// nested returns a scene with the given number of nested clips.
func nested(levels int) *clipscene.Scene {
	q := clipseq.Sequence{}
	for i := range levels {
		q.Elements = append(q.Elements, clipseq.Push)
		q.Boxes = append(q.Boxes, clipseq.Box{float32(i), float32(i), float32(400 - i), float32(300 - i)})
	}
	for range levels {
		q.Elements = append(q.Elements, clipseq.Pop)
		q.Boxes = append(q.Boxes, clipseq.Box{})
	}
	s, err := clipscene.OfSequence("nested", q)
	if err != nil {
		panic(err)
	}
	s.Origins[0] = clipscene.Origin{Tag: "g", ID: "outer", Line: 3, Clip: "frame"}
	s.Notes = []clipscene.Note{{What: "text is not drawn", Count: 2, Line: 7}}
	return s
}

// show makes the bench show a scene.
func (b *clipBench) show(s *clipscene.Scene) {
	c := clip.Forms()[0]
	be := host.New()
	m, err := c.Prepare(be, len(s.Elements), true, nil)
	if err != nil {
		b.T.Fatal(err)
	}
	defer m.Release()
	q := s.Sequence()
	if err := m.Write(q); err != nil {
		b.T.Fatal(err)
	}
	m.Record(be)
	r, err := m.Read(b.T.Context(), len(q.Elements))
	if err != nil {
		b.T.Fatal(err)
	}
	b.do(session.SetSequence{Name: s.Name, Sequence: q})
	b.picture = pictureState{Scene: s, Links: r.Links, Depths: make([]uint32, len(q.Elements)), Hover: -1}
	b.picture.ClipState = render.ClipState{Ordered: render.Ordered{Order: "radix", Number: 32_841, Passes: 2, Sort: time.Millisecond}, Clip: 100 * time.Microsecond, Paint: 3 * time.Millisecond, Made: 1}
	for i, l := range r.Links {
		if l != clip.None {
			b.picture.Depths[i] = b.picture.Depths[l] + 1
		}
	}
	b.camera = render.FitScene(s, b.camera.Width, b.camera.Height, [4]float64{b.UI.PanelWidth() + 20, 20, 20, 20})
}

func TestPictureKeysAndMouse(t *testing.T) {
	b := openClips(t, 1280, 800, 1)
	b.show(nested(5))
	uitest.Find[ui.Fit](t, b.Press(input.KeyF))
	if a := uitest.Find[session.SetView](t, b.Press(input.KeyLeft)); a.View.Peel != 4 {
		t.Errorf("left peels to %d", a.View.Peel)
	}
	b.do(session.SetView{View: session.View{Peel: 4, Pinned: 2}})
	if a := uitest.Find[session.SetView](t, b.Press(input.KeyRight)); a.View.Peel != -1 {
		t.Errorf("right peels to %d", a.View.Peel)
	}
	b.Input.Keys = []input.KeyEvent{{Key: input.KeyLeft, Down: true}, {Key: input.KeyP, Down: true}}
	if a := uitest.Find[session.SetView](t, b.frame()); a.View.Peel != 3 || a.View.Page != session.Partitioned {
		t.Errorf("two keys at once lead to %+v", a.View)
	}
	b.Input.Keys = []input.KeyEvent{{Key: input.KeyLeft}, {Key: input.KeyP}}
	b.frame()
	b.Input.X, b.Input.Y, b.Input.Buttons[0] = 36, 257, true // own boxes
	b.frame()
	b.Input.Buttons[0], b.Input.Keys = false, []input.KeyEvent{{Key: input.KeyLeft, Down: true}}
	if a := uitest.Find[session.SetView](t, b.frame()); a.View.Peel != 3 || !a.View.OwnBoxes {
		t.Errorf("a click and a key at once lead to %+v", a.View)
	}
	b.Input.Keys = []input.KeyEvent{{Key: input.KeyLeft}}
	b.frame()
	if a := uitest.Find[session.SetView](t, b.Press(input.KeyEscape)); a.View.Pinned != -1 {
		t.Errorf("Esc pins %d", a.View.Pinned)
	}
	if a := uitest.Find[session.SetView](t, b.Press(input.KeyP)); a.View.Page != session.Partitioned {
		t.Error("P does not show partitions")
	}
	b.Input.X, b.Input.Y = 700, 300
	if a := uitest.Find[pointAt](t, b.frame()); a.Pin || a.X != 700 {
		t.Errorf("the mouse points at %+v", a)
	}
	b.frame()
	pins := 0
	for _, a := range b.Drag(700, 300, 700, 300) {
		if p, ok := a.(pointAt); ok && p.Pin {
			pins++
		}
	}
	if pins != 1 {
		t.Errorf("a click pins %d times", pins)
	}
	if a := uitest.Find[ui.MoveCamera](t, b.Drag(700, 300, 760, 300)); a.X >= b.camera.X {
		t.Error("a drag to the right does not move the scene so")
	}
	b.Input.WheelY = 1
	if a := uitest.Find[ui.MoveCamera](t, b.frame()); a.Scale <= b.camera.Scale {
		t.Error("the wheel does not enlarge")
	}
}

// The view can be drawn in all sizes and with all contents.
func TestClipSizes(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1280, 800, 1}, {2560, 1600, 2}, {900, 500, 1}, {300, 200, 1}, {40, 30, 1}} {
		b := openClips(t, c.w, c.h, c.scale, partitions)
		b.picture.Scene = nil
		b.frame()
		for _, form := range []string{"lookback", "tree"} {
			b.do(watch.Set{Algorithm: form})
			for _, q := range []clipseq.Sequence{{Elements: []uint32{}}, {Elements: []uint32{clipseq.Pop}}, nested(300).Sequence()} {
				b.do(session.SetSequence{Name: "x", Sequence: q}, session.SelectElement{Element: len(q.Elements) - 1})
				for _, step := range []int{0, 1, 1 << 20} {
					b.do(timeline.Seek{Step: step})
					b.frame()
					b.UI.Calls(0, c.w, c.h)
				}
			}
		}
		b.show(nested(100))
		b.picture.Hover = 99
		b.do(session.SetView{View: session.View{Peel: -1, Pinned: -1, OwnBoxes: true}})
		b.frame()
	}
}

// A comparison shows both runs, one above the other, over the same part of the sequence.
func TestClipCompare(t *testing.T) {
	b := openClips(t, 640, 440, 0.6, fewClips, partitions, watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: "tree"}, watch.Set{Lane: 1, Values: compute.Values{clip.Few: 1}})
	b.do(timeline.SetClock{Clock: timeline.Progress}, timeline.SeekClock{At: 60})
	b.Golden("compare")
	all := b.panel.area(state{Snapshot: b.session.Snapshot(), Camera: b.camera})
	x := float64(all.Min.X+all.Max.X) / 2
	for y := all.Min.Y; y < all.Max.Y; y += 3 { // each place belongs to one run, and a drag moves the window once
		for _, a := range b.Drag(x, float64(y), x, float64(y)) {
			if s, ok := a.(session.Select); ok && s.Lane != map[bool]int{true: 1}[y > (all.Min.Y+all.Max.Y)/2] {
				t.Errorf("a click at row %d of %v chooses in lane %d", y, all, s.Lane)
			}
		}
	}
	b.Input.X, b.Input.Y, b.Input.WheelY = x, float64(all.Min.Y+120), 4
	b.frame()
	before := b.panel.window
	b.Drag(x, float64(all.Min.Y+120), x+50, float64(all.Min.Y+120))
	if got, want := before.from-b.panel.window.from, 50*before.span/float64(all.Dx()); before.span >= 1024 || got < 0.9*want || got > 1.1*want {
		t.Errorf("dragging moves the window from %+v to %+v, by %v, not %v", before, b.panel.window, got, want)
	}
}

func TestClipPanels(t *testing.T) {
	b := openClips(t, 256, 400, 0.6, fewClips, partitions)
	b.Golden("walk")
	b = openClips(t, 360, 256, 0.6, fewClips, session.SetView{View: session.View{Page: session.Partitioned, Peel: -1, Pinned: -1}}, timeline.Seek{Step: 60})
	b.UI.Panels = false
	b.Golden("states")
	b.do(watch.Set{Algorithm: "tree"}, session.SelectElement{Element: 1000})
	b.Golden("tree")
	b = openClips(t, 860, 600, 0.7, fewClips, partitions, watch.SetProfile{On: true}, timeline.Seek{Step: 60})
	b.Golden("plots")
	b = openClips(t, 256, 460, 0.6)
	b.show(nested(20))
	b.picture.Scene.Elements[25].Color = color.NRGBA{255, 0, 0, 255}
	b.picture.Hover = 16
	b.do(session.SetView{View: session.View{Peel: 3, Pinned: -1, Resolved: true}})
	b.Golden("picture")
	b.UI.Panels = false
	b.Golden("chain")
}

// Typed brackets become the sequence, as soon as they are one.
func TestTyped(t *testing.T) {
	b := openClips(t, 1280, 800, 1, session.SetInput{Input: session.Input{Shape: "example", N: 18}}, session.SetView{View: session.View{Page: session.Links, Peel: -1, Pinned: -1}})
	b.frame()
	y := 290.0
	for ; y < 400 && !b.panel.typed.active; y += 4 { // the field is below the path of a file
		b.Drag(150, y, 150, y)
	}
	typing := func(text string) []watch.Action {
		b.Input.Text = text
		return b.frame()
	}
	for i, text := range []string{"(", "(", ".", ")", "[", "]"} {
		a := uitest.Find[session.SetText](t, typing(text))
		if want := "((.)[]"[:i+1]; a.Text != want {
			t.Fatalf("after %d characters the text is %q, not %q", i+1, a.Text, want)
		}
		b.do(a)
	}
	s := b.session.Snapshot()
	if in := s.Input; in.Text != "((.)[]" || in.Name != "typed" || len(s.Sequence.Elements) != 5 {
		t.Errorf("%+v, %d elements", in, len(s.Sequence.Elements))
	}
	b.do(session.SetText{Text: "{}"})
	b.Drag(800, 500, 800, 500) // leaves the field
	b.frame()
	if b.panel.typed.active || b.panel.typed.text != "{}" {
		t.Errorf("the field has %+v", b.panel.typed)
	}
	b.Drag(150, y-4, 150, y-4)
	b.Press(input.KeyEnd)
	for _, a := range typing("{\"a") {
		if a, ok := a.(session.SetText); ok {
			t.Errorf("%q is matched", a.Text)
		}
	}
	if typed := b.panel.typed; typed.text != "{}{\"a" || !strings.Contains(typed.wrong, "does not end") {
		t.Errorf("a string that does not end: %+v", typed)
	}
}

// In a picture that is too narrow for columns the mouse points at none.
func TestNarrow(t *testing.T) {
	for _, page := range []session.Page{session.Links, session.Levels, session.Icicle} {
		b := openClips(t, 100, 90, 1, session.SetInput{Input: session.Input{Shape: "random", N: MaxLinks}}, session.SetView{View: session.View{Page: page, Peel: -1, Pinned: -1}})
		b.UI.Panels = false
		for x := 0.0; x < 100; x++ {
			b.Drag(x, 60, x, 60)
		}
	}
}

// The levels page shows the completed levels of a reduction in place; forms without one have none.
// A click selects an element.
func TestLevels(t *testing.T) {
	view := session.View{Page: session.Levels, Peel: -1, Pinned: -1}
	b := openClips(t, 640, 440, 0.6, session.SetView{View: view}, session.SetInput{Input: session.Input{Shape: "example", N: 18}})
	b.frame()
	b.do(watch.Set{Algorithm: "shuffle"}, watch.Set{Values: compute.Values{clip.Workgroup: 16}}, session.Select{Partition: 0})
	b.UI.Panels = false
	b.Golden("levels")
	seen := map[int]bool{}
	for x := 0.0; x < 640; x += 5 {
		for _, a := range b.Drag(x, 150, x, 150) {
			if s, ok := a.(session.SelectElement); ok {
				seen[s.Element] = true
			}
		}
	}
	if len(seen) != 16 || !seen[0] || !seen[15] {
		t.Errorf("clicks choose %v", seen)
	}
	b.do(watch.Set{Values: compute.Values{clip.Workgroup: 64}}, session.SetInput{Input: session.Input{Shape: "example", N: 64}}, session.SetView{View: view})
	b.Golden("levels64") // numbers stand on two lines
	b.UI.Panels = true
	for _, workgroup := range []uint32{16, 64, 512} {
		b.do(watch.Set{Values: compute.Values{clip.Workgroup: workgroup}}, session.SetInput{Input: session.Input{Shape: "random", N: 40_000}}, session.SetView{View: view})
		for _, step := range []int{0, 3, 5, 1 << 20} {
			b.do(timeline.Seek{Step: step}, session.Select{Partition: 1})
			b.frame()
		}
		b.do(session.Select{Partition: 1 << 20}, session.Select{Partition: 40_000/int(workgroup) - 1})
		b.frame()
	}
}
