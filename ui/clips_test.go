package ui_test

import (
	"image/color"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/ref"
	"kernelscope/compute/session/clips"
	"kernelscope/input"
	"kernelscope/render"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/timeline"
	"kernelscope/ui"
)

// clipBench is the clip views over a session on the host.
type clipBench struct {
	*bench
	clips   *clips.Session
	picture ui.ClipPicture
}

func openClips(t *testing.T, width, height int, scale float64, actions ...any) *clipBench {
	t.Helper()
	b := &clipBench{bench: open(t, width, height, scale), clips: clips.New(ref.NewHost(), clip.Forms(), clips.Options{Wait: true})}
	b.picture.Hover, b.ui.Shown = -1, "Clips"
	t.Cleanup(b.clips.Release)
	b.build = func() { b.frame() }
	for _, f := range clip.Forms() {
		b.do(clips.SetForm{Name: f.Name()}, clips.SetParam{Name: clip.Workgroup, Value: 64}, clips.SetParam{Name: clip.Items, Value: 1})
	}
	b.do(clips.SetForm{Name: "tree"}, clips.SetParam{Name: clip.Few, Value: 1}, clips.SetForm{Name: "lookback"})
	b.do(actions...)
	return b
}

func (b *clipBench) do(actions ...any) {
	b.t.Helper()
	for _, a := range actions {
		if err := b.clips.Apply(a); err != nil {
			b.t.Fatal(err)
		}
		if err := b.clips.Settle(); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *clipBench) frame() []any {
	s := ui.ClipState{Snapshot: b.clips.Snapshot(), Camera: b.camera, Picture: b.picture, Status: ui.Status{Steady: true, Problem: b.state.Problem}}
	actions := b.ui.FrameClips(s, b.input)
	b.input.Keys, b.input.Files, b.input.WheelY = nil, nil, 0
	return actions
}

func (b *clipBench) press(k input.Key) []any { return b.pressIn(b.frame, k) }

func (b *clipBench) drag(x0, y0, x1, y1 float64) []any { return b.dragIn(b.frame, x0, y0, x1, y1) }

var (
	fewClips   = clips.SetInput{Input: clips.Input{Shape: "adversarial", N: 1024, Seed: 3}}
	partitions = clips.SetView{View: clips.View{Panels: true, Partitions: true, Peel: -1, Pinned: -1}}
)

func TestPartitionKeys(t *testing.T) {
	b := openClips(t, 1280, 800, 1, fewClips, partitions)
	find[timeline.Play](t, b.press(input.KeySpace))
	b.do(timeline.Play{})
	find[timeline.Pause](t, b.press(input.KeySpace))
	b.do(timeline.Pause{})
	if a := find[timeline.Step](t, b.press(input.KeyRight)); a.Steps != 1 {
		t.Errorf("right makes %d steps", a.Steps)
	}
	if a := find[timeline.Step](t, b.press(input.KeyLeft)); a.Steps != -1 {
		t.Errorf("left makes %d steps", a.Steps)
	}
	find[timeline.Rewind](t, b.press(input.KeyR))
	if a := find[timeline.Seek](t, b.press(input.KeyEnd)); a.Step != b.clips.Snapshot().Length {
		t.Errorf("End goes to step %d", a.Step)
	}
	if a := find[timeline.SetSpeed](t, b.press(input.KeyRightBracket)); a.PerSecond != 40 {
		t.Errorf("] makes it %v steps/s", a.PerSecond)
	}
	b.do(clips.Select{Partition: 5})
	if a := find[clips.Select](t, b.press(input.KeyUp)); a.Partition != 6 {
		t.Errorf("up chooses partition %d", a.Partition)
	}
	if a := find[clips.Select](t, b.press(input.KeyEscape)); a.Partition != -1 {
		t.Errorf("Esc chooses partition %d", a.Partition)
	}
	if a := find[clips.SetView](t, b.press(input.KeyF4)); a.View.Partitions {
		t.Error("F4 does not show the picture")
	}
	if a := find[clips.SetView](t, b.press(input.KeyF1)); a.View.Panels {
		t.Error("F1 does not hide the panel")
	}
}

// Clicks choose what lies there, also where the wheel has enlarged a part; drags do not.
func TestPartitionMouse(t *testing.T) {
	b := openClips(t, 1280, 800, 1, fewClips, partitions)
	b.frame()
	// 904 pixels from 360 on, and 16 partitions.
	if a := find[clips.Select](t, b.drag(360+56.5*3.5, 378, 360+56.5*3.5, 378)); a.Partition != 3 {
		t.Errorf("a click on block 3 chooses %d", a.Partition)
	}
	if a := find[clips.SelectElement](t, b.drag(360+904/2+1, 550, 360+904/2+1, 550)); a.Element < 512 || a.Element > 514 {
		t.Errorf("a click on the middle of the strip chooses %d", a.Element)
	}
	b.input.X, b.input.Y, b.input.WheelY = 360+904/2, 550, 8
	b.frame()
	if a := find[clips.Select](t, b.drag(362, 378, 362, 378)); a.Partition < 5 || a.Partition > 7 {
		t.Errorf("enlarged, the first block is %d", a.Partition)
	}
	if a := b.drag(500, 550, 900, 550); len(a) != 0 {
		t.Errorf("a drag does %#v", a)
	}
	if a := find[clips.Select](t, b.drag(362, 378, 362, 378)); a.Partition > 5 {
		t.Errorf("dragged to the right, the first block is %d", a.Partition)
	}
	b.press(input.KeyF)
	if a := find[clips.Select](t, b.drag(362, 378, 362, 378)); a.Partition != 0 {
		t.Errorf("with all in view the first block is %d", a.Partition)
	}
}

// nested is a scene of clips in each other, of so many levels.
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

// show lets the bench show a scene.
func (b *clipBench) show(s *clipscene.Scene) {
	c := clip.Forms()[0]
	be := ref.NewHost()
	m, err := c.Prepare(be, len(s.Elements), true, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	defer m.Release()
	q := s.Sequence()
	if err := m.Write(q); err != nil {
		b.t.Fatal(err)
	}
	m.Record(be)
	r, err := m.Read(b.t.Context(), len(q.Elements))
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(clips.SetSequence{Name: s.Name, Sequence: q})
	b.picture = ui.ClipPicture{Scene: s, Links: r.Links, Depths: make([]uint32, len(q.Elements)), Hover: -1}
	for i, l := range r.Links {
		if l != clip.None {
			b.picture.Depths[i] = b.picture.Depths[l] + 1
		}
	}
	b.camera = render.FitScene(s, b.camera.Width, b.camera.Height, [4]float64{b.ui.PanelWidth() + 20, 20, 20, 20})
}

func TestPictureKeysAndMouse(t *testing.T) {
	b := openClips(t, 1280, 800, 1)
	b.show(nested(5))
	find[ui.FitMap](t, b.press(input.KeyF))
	if a := find[clips.SetView](t, b.press(input.KeyLeft)); a.View.Peel != 4 {
		t.Errorf("left peels to %d", a.View.Peel)
	}
	b.do(clips.SetView{View: clips.View{Panels: true, Peel: 4, Pinned: 2}})
	if a := find[clips.SetView](t, b.press(input.KeyRight)); a.View.Peel != -1 {
		t.Errorf("right peels to %d", a.View.Peel)
	}
	b.input.Keys = []input.KeyEvent{{Key: input.KeyLeft, Down: true}, {Key: input.KeyF4, Down: true}}
	if a := find[clips.SetView](t, b.frame()); a.View.Peel != 3 || !a.View.Partitions {
		t.Errorf("two keys at once lead to %+v", a.View)
	}
	b.input.Keys = []input.KeyEvent{{Key: input.KeyLeft}, {Key: input.KeyF4}}
	b.frame()
	b.input.X, b.input.Y, b.input.Buttons[0] = 36, 551, true // own boxes
	b.frame()
	b.input.Buttons[0], b.input.Keys = false, []input.KeyEvent{{Key: input.KeyLeft, Down: true}}
	if a := find[clips.SetView](t, b.frame()); a.View.Peel != 3 || !a.View.OwnBoxes {
		t.Errorf("a click and a key at once lead to %+v", a.View)
	}
	b.input.Keys = []input.KeyEvent{{Key: input.KeyLeft}}
	b.frame()
	if a := find[clips.SetView](t, b.press(input.KeyEscape)); a.View.Pinned != -1 {
		t.Errorf("Esc pins %d", a.View.Pinned)
	}
	if a := find[clips.SetView](t, b.press(input.KeyF4)); !a.View.Partitions {
		t.Error("F4 does not show partitions")
	}
	b.input.X, b.input.Y = 700, 300
	if a := find[ui.PointAt](t, b.frame()); a.Pin || a.X != 700 {
		t.Errorf("the mouse points at %+v", a)
	}
	b.frame()
	pins := 0
	for _, a := range b.drag(700, 300, 700, 300) {
		if p, ok := a.(ui.PointAt); ok && p.Pin {
			pins++
		}
	}
	if pins != 1 {
		t.Errorf("a click pins %d times", pins)
	}
	if a := find[ui.MoveCamera](t, b.drag(700, 300, 760, 300)); a.X >= b.camera.X {
		t.Error("a drag to the right does not move the scene so")
	}
	b.input.WheelY = 1
	if a := find[ui.MoveCamera](t, b.frame()); a.Scale <= b.camera.Scale {
		t.Error("the wheel does not enlarge")
	}
}

// All sizes can be drawn, with whatever there is to show.
func TestClipSizes(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{1280, 800, 1}, {2560, 1600, 2}, {900, 500, 1}, {300, 200, 1}, {40, 30, 1}} {
		b := openClips(t, c.w, c.h, c.scale, partitions)
		b.picture.Scene = nil
		b.frame()
		for _, form := range []string{"lookback", "tree"} {
			b.do(clips.SetForm{Name: form})
			for _, q := range []clipseq.Sequence{{Elements: []uint32{}}, {Elements: []uint32{clipseq.Pop}}, nested(300).Sequence()} {
				b.do(clips.SetSequence{Name: "x", Sequence: q}, clips.SelectElement{Element: len(q.Elements) - 1})
				for _, step := range []int{0, 1, 1 << 20} {
					b.do(timeline.Seek{Step: step})
					b.frame()
					b.ui.Calls(0, c.w, c.h)
				}
			}
		}
		b.show(nested(100))
		b.picture.Hover = 99
		b.do(clips.SetView{View: clips.View{Panels: true, Peel: -1, Pinned: -1, OwnBoxes: true}})
		b.frame()
	}
}

func TestClipPanels(t *testing.T) {
	b := openClips(t, 256, 400, 0.6, fewClips, partitions)
	b.golden("clips-walk")
	b = openClips(t, 360, 256, 0.6, fewClips, clips.SetView{View: clips.View{Partitions: true, Peel: -1, Pinned: -1}}, timeline.Seek{Step: 60})
	b.golden("clips-states")
	b.do(clips.SetForm{Name: "tree"}, clips.SelectElement{Element: 1000})
	b.golden("clips-tree")
	b = openClips(t, 256, 400, 0.6)
	b.show(nested(20))
	b.picture.Scene.Elements[25].Color = color.NRGBA{255, 0, 0, 255}
	b.picture.Hover = 16
	b.do(clips.SetView{View: clips.View{Panels: true, Peel: 3, Pinned: -1, Resolved: true}})
	b.golden("clips-picture")
	b.do(clips.SetView{View: clips.View{Peel: 3, Pinned: -1, Resolved: true}})
	b.golden("clips-chain")
}
