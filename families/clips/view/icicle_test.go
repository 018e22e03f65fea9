package view

import (
	"testing"

	"kernelscope/families/clips/session"
	"kernelscope/render/input"
	"kernelscope/scene/clipseq"
	"kernelscope/ui/uitest"
)

var icicle = session.SetView{View: session.View{Page: session.Icicle, Peel: -1, Pinned: -1}}

// icicleOf returns the icicle that a bench shows.
func icicleOf(b *clipBench) icicleView {
	s := state{Snapshot: b.session.Snapshot(), Camera: b.camera}
	v := icicleView{stripView{panel: &b.panel, s: s, lane: -1, run: s.Run, n: len(s.Sequence.Elements)}}
	v.a.strip = b.panel.bars.area
	return v
}

// Each push that is wide enough is a bar from its element to its pop, and there are no other bars. In a long sequence bars lie
// within two columns of that.
func TestIcicle(t *testing.T) {
	for _, shape := range []string{"random", "deep", "zigzag", "wide", "unbalanced"} {
		for _, n := range []int{1, 40, 800, 20_000} {
			b := openClips(t, 1280, 800, 1)
			q, err := clipseq.Make(map[bool]string{true: "random", false: shape}[shape == "unbalanced"], n, 7)
			if err != nil {
				t.Fatal(err)
			}
			if shape == "unbalanced" { // begins with pops and ends with pushes
				for i, e := range q.Elements {
					if kind := e & clipseq.KindMask; kind != clipseq.Leaf {
						q.Elements[i] ^= clipseq.KindMask
					}
				}
			}
			b.do(session.SetSequence{Name: shape, Sequence: q}, icicle)
			b.frame()
			v := icicleOf(b)
			bars, column := v.bars(), float32(0)
			if n > 900 {
				column = v.column(1) - v.column(0)
			}
			near := func(a, b float32) bool { return a-b <= 2*column+0.01 && b-a <= 2*column+0.01 }
			shown := map[int]bool{}
			for _, x := range bars.of {
				if x.push < 0 {
					continue
				}
				shown[x.push] = true
				if q.Elements[x.push]&clipseq.KindMask != clipseq.Push || int(v.s.Heights[x.push]) != x.depth || !near(x.left, v.x(x.push)) || !near(x.right, v.x(v.end(x.push))) {
					t.Errorf("%s, %d elements: %+v, push %d from %v to %v", shape, n, x, x.push, v.x(x.push), v.x(v.end(x.push)))
				}
			}
			rows := int(float32(bars.area.Dy()) / bars.tall)
			for i, e := range q.Elements {
				wide := e&clipseq.KindMask == clipseq.Push && v.x(v.end(i))-v.x(i) > v.Px(5)+2*column+0.01
				if wide && int(v.s.Heights[i]) < bars.top+rows && !shown[i] {
					t.Fatalf("%s, %d elements: push %d from %v to %v is not shown", shape, n, i, v.x(i), v.x(v.end(i)))
				}
			}
		}
	}
}

// A click on a bar shows it in full width, and F shows all.
func TestIcicleZoom(t *testing.T) {
	b := openClips(t, 640, 440, 0.6)
	text, err := clipseq.GenerateJSON(t.Context(), map[string]string{"bytes": "3000", "kind": "records", "seed": "1"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := clipseq.ParseJSON(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	b.do(session.SetSequence{Name: "data.json", Sequence: q}, icicle)
	b.UI.Panels = false
	b.Golden("icicle")
	v := icicleOf(b)
	bars := *v.bars()
	for _, x := range bars.of {
		if x.push <= 0 || v.end(x.push)-x.push < 24 {
			continue
		}
		at, y := float64(x.left+x.right)/2, float64(bars.area.Min.Y)+(float64(x.depth-bars.top)+0.5)*float64(bars.tall)
		if a := uitest.Find[session.SelectElement](t, b.Drag(at, y, at, y)); a.Element != x.push || b.panel.window.from != float64(x.push) || b.panel.window.span != float64(v.end(x.push)-x.push) {
			t.Errorf("a click on %+v selects %d and shows %+v", x, a.Element, b.panel.window)
		}
		b.frame()
		b.Press(input.KeyF)
		b.frame()
	}
	if b.panel.window.span != float64(len(q.Elements)) {
		t.Errorf("F shows %+v", b.panel.window)
	}
}
