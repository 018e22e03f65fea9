package oracle

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/scene/clipseq"
)

const none = clip.None

// elements turns brackets and dots into a sequence.
func elements(text string) (out []uint32) {
	for _, c := range text {
		out = append(out, uint32(strings.IndexRune(".()", c)))
	}
	return out
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text      string
		links     []uint32
		pops, pop uint32
		open, un  uint32
	}{
		{"", nil, 0, none, 0, none},
		{".", []uint32{none}, 0, none, 0, none},
		{"()", []uint32{none, 0}, 0, none, 0, none},
		{"(().(.))", []uint32{none, 0, 1, 0, 0, 4, 4, 0}, 0, none, 0, none},
		{")", []uint32{none}, 1, 0, 0, none},
		{"())).(", []uint32{none, 0, none, none, none, none}, 2, 2, 1, 5},
		{"((.", []uint32{none, 0, 1}, 0, none, 2, 0},
		{"()(()(", []uint32{none, 0, none, 2, 3, 2}, 0, none, 2, 2},
	} {
		s := clipseq.Sequence{Elements: elements(c.text)}
		got := Clip(s)
		if !slices.Equal(got.Links, c.links) || got.Pops != c.pops || got.FirstPop != c.pop || got.Pushes != c.open || got.FirstPush != c.un {
			t.Errorf("%s: %+v", c.text, got)
		}
		if (got.Balanced() == nil) != (c.pops+c.open == 0) {
			t.Errorf("%s: balanced: %v", c.text, got.Balanced())
		}
		if err := VerifyClips(s, got); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

func TestClipBoxes(t *testing.T) {
	a, b, far, zero := clipseq.Box{0, 0, 10, 10}, clipseq.Box{5, -5, 20, 6}, clipseq.Box{30, 0, 40, 10}, clipseq.Box{}
	minus := float32(math.Copysign(0, -1))
	all := clipseq.Everything
	for _, c := range []struct {
		name, text string
		boxes      []clipseq.Box
		want       []clipseq.Box
	}{
		{"nested", "((.)).", []clipseq.Box{a, b, all, far, far, far}, []clipseq.Box{a, {5, 0, 10, 6}, {5, 0, 10, 6}, a, all, far}},
		{"empty stays empty", "((.))", []clipseq.Box{a, far, all, a, a}, []clipseq.Box{a, {30, 0, 10, 10}, {30, 0, 10, 10}, a, all}},
		{"a pop of nothing", ").", []clipseq.Box{a, b}, []clipseq.Box{all, b}},
		{"zeros", "(.", []clipseq.Box{zero, {minus, 0, minus, 0}}, []clipseq.Box{zero, {0, 0, minus, 0}}},
	} {
		s := clipseq.Sequence{Elements: elements(c.text), Boxes: c.boxes}
		got := Clip(s)
		for i, w := range c.want {
			if got.Boxes[i].Bits() != w.Bits() {
				t.Errorf("%s: box %d is %v, want %v", c.name, i, got.Boxes[i], w)
			}
		}
		if got.Boxes[0].Empty() && c.name != "zeros" {
			t.Errorf("%s: the first box is empty", c.name)
		}
	}
}

// Every single wrong word is found.
func TestVerifyClips(t *testing.T) {
	s := clipseq.Sequence{Elements: elements("((.))."), Boxes: make([]clipseq.Box, 6)}
	for i := range 2*6 + 4 {
		c := Clip(s)
		switch {
		case i < 6:
			c.Links[i] ^= 1
		case i < 12:
			c.Boxes[i-6][i%4] = 77
		default:
			*[]*uint32{&c.Pops, &c.FirstPop, &c.Pushes, &c.FirstPush}[i-12] ^= 1
		}
		if VerifyClips(s, c) == nil {
			t.Errorf("wrong word %d is accepted", i)
		}
	}
	if VerifyClips(s, clip.Result{}) == nil {
		t.Error("nothing is accepted")
	}
}

// The links of the example are those that its article prints (R. Levien, "The stack monoid
// revisited", 2021, section 1).
func TestClipArticle(t *testing.T) {
	s, err := clipseq.Make("example", 18, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []uint32{none, 0, 1, 2, 1, 4, 5, 6, 5, 4, 9, 10, 9, 12, 9, 4, 1, 0}
	if got := Clip(s).Links; !slices.Equal(got, want) {
		t.Errorf("links are %v, want %v", got, want)
	}
}
