package clipseq

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/scene/gen"
)

var ctx = context.Background()

// Every shape has the requested length and closes what it opens.
func TestShapes(t *testing.T) {
	for _, name := range Shapes() {
		for _, n := range []int{0, 1, 2, 3, 10, 1001, 200_000} {
			s, err := Make(name, n, 3)
			if err != nil || len(s.Elements) != n || len(s.Boxes) != n {
				t.Fatalf("%s: %d elements, %d boxes of %d, %v", name, len(s.Elements), len(s.Boxes), n, err)
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			depth, deepest := 0, 0
			for i, e := range s.Elements {
				if e>>2 != uint32(i) {
					t.Fatalf("%s: element %d has number %d", name, i, e>>2)
				}
				switch e & KindMask {
				case Push:
					depth++
				case Pop:
					depth--
				}
				if depth < 0 {
					t.Fatalf("%s: element %d of %d pops nothing", name, i, n)
				}
				deepest = max(deepest, depth)
			}
			if depth != n%2 && depth != 0 {
				t.Errorf("%s: %d of %d elements are not closed", name, depth, n)
			}
			if n == 200_000 && (name == "deep") != (deepest == n/2) || name == "wide" && deepest > 2 {
				t.Errorf("%s is %d deep", name, deepest)
			}
			if second, _ := Make(name, n, 3); !slices.Equal(second.Elements, s.Elements) || !slices.Equal(second.Boxes, s.Boxes) {
				t.Errorf("%s: the same seed makes something else", name)
			}
			if other, _ := Make(name, n, 4); n > 1000 && slices.Equal(other.Boxes, s.Boxes) {
				t.Errorf("%s: another seed makes the same", name)
			}
		}
		if About(name) == "" {
			t.Errorf("%s says nothing of itself", name)
		}
	}
	if _, err := Make("round", 1, 1); err == nil || !strings.Contains(err.Error(), "zigzag") {
		t.Errorf("an unknown shape: %v", err)
	}
}

// A sequence may be cut out of a longer one.
func TestCut(t *testing.T) {
	values := func(n, cut string) gen.Values {
		v := gen.Values{}
		for _, p := range Generator().Params {
			v[p.Name] = p.Default
		}
		v["elements"], v["cut"] = n, cut
		return v
	}
	long, err := Generate(values("50", "0"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Generate(values("30", "10"))
	if err != nil || s.Check() != nil || !slices.Equal(s.Boxes, long.Boxes[10:40]) {
		t.Fatalf("%d elements: %v, %v", len(s.Elements), err, s.Check())
	}
	for i, e := range s.Elements {
		if e != uint32(i)<<2|long.Elements[10+i]&KindMask {
			t.Errorf("element %d is %#x, in the longer sequence %#x", i, e, long.Elements[10+i])
		}
	}
}

func TestCheck(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		s    Sequence
		want string
	}{
		{Sequence{}, ""},
		{Sequence{Elements: []uint32{Push, Pop, Pop}}, ""},
		{Sequence{Elements: []uint32{Push, 7}}, "element 1 is 0x00000007"},
		{Sequence{Elements: []uint32{Push}, Boxes: []Box{}}, "1 elements and 0 boxes"},
		{Sequence{Elements: []uint32{Pop, Leaf}, Boxes: []Box{{nan}, {0, 0, nan, 0}}}, "element 1: the right of its box is NaN"},
		{Sequence{Elements: []uint32{Push}, Boxes: []Box{{0, float32(math.Inf(-1))}}}, "element 0: the top of its box is -Inf"},
		{Sequence{Elements: []uint32{Push}, Boxes: []Box{Everything}}, ""},
	} {
		err := c.s.Check()
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !errors.Is(err, fault.Input)) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
}

// A written sequence is the same when read again.
func TestText(t *testing.T) {
	for _, name := range Shapes() {
		for _, n := range []int{0, 1, 99, 100, 101, 5000} {
			s, _ := Make(name, n, 9)
			for _, boxes := range []bool{true, false} {
				if !boxes {
					s.Boxes = nil
				}
				path := filepath.Join(t.TempDir(), "clips.txt")
				var b bytes.Buffer
				if err := Write(&b, s); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				got, err := ReadFile(ctx, path)
				if err != nil || !slices.Equal(got.Elements, s.Elements) || !slices.Equal(got.Boxes, s.Boxes) {
					t.Errorf("%s, %d elements, boxes %v: %v", name, n, boxes, err)
				}
			}
		}
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"(()).)( # all\n\n  ..  \n", ""},
		{")\n( 1 2 3 4\n)\n. 1 2 -3 1e9\r\n", ""},
		{"((\n(x", `line 2: 'x' is none`},
		{"( 1 2 3", "line 1: 4 words"},
		{"(( 1 2 3 4", "line 1: 5 words"},
		{"( 1 2 3 4 5", "line 1: 6 words"},
		{") 1 2 3 4", "line 1: a pop has no box"},
		{"( 1 2 NaN 4", `line 1: right is "NaN"`},
		{"( 1 2 3 1e39", `line 1: bottom is "1e39"`},
		{"( 1 -inf 3 4", `line 1: top is "-inf"`},
		{"( 1 2 3 4\n)\n(", "line 3: there is no box, and line 1 has one"},
		{"(\n)\n( 1 2 3 4", "line 3: there is a box, and line 1 has none"},
		{strings.Repeat("(", maxLine+1), "line 1: "},
	} {
		s, err := Read(ctx, strings.NewReader(c.text))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
		if err == nil {
			err = s.Check()
		}
		if c.want == "" && err != nil {
			t.Errorf("%.40q is read as what cannot be: %v", c.text, err)
		}
	}
	if _, err := ReadFile(ctx, t.TempDir()+"/none"); !errors.Is(err, fault.Input) {
		t.Errorf("a missing file: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Read(cancelled, strings.NewReader("(")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Any text is either refused or gives a valid sequence.
func FuzzRead(f *testing.F) {
	f.Add("(()).)\n( 1 2 3 4\n")
	f.Add(")\n. 0 0 1e-9 5#\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(ctx, strings.NewReader(text))
		if err == nil {
			err = s.Check()
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestDepth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "\ufeff(": 1, "...": 0, "()": 1, "))((": 2, "(())(()": 2, "(((": 3, ")()(.(": 2} {
		s, err := Read(ctx, strings.NewReader(text))
		if got := s.Depth(); err != nil || got != want {
			t.Errorf("%q is %d levels deep, not %d (%v)", text, got, want, err)
		}
	}
}

// The example is the article's, with the values printed there.
func TestExample(t *testing.T) {
	s, err := Make("example", 18, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Write(&text, Sequence{Elements: s.Elements}); err != nil || text.String() != "((()((())(()()))))\n" {
		t.Errorf("%q, %v", text.String(), err)
	}
}

// The limit on depth is reached and never exceeded, and every push is closed.
func TestWithin(t *testing.T) {
	for _, name := range Shapes() {
		for _, most := range []int{1, 2, 16, 1000} {
			for _, n := range []int{0, 1, 2, 3, 1001, 50_000} {
				s, err := MakeWithin(most, name, n, 7)
				if err != nil || len(s.Elements) != n {
					t.Fatalf("%s: %d of %d elements, %v", name, len(s.Elements), n, err)
				}
				open := 0
				for _, e := range s.Elements {
					switch e & KindMask {
					case Push:
						open++
					case Pop:
						open--
					}
					if open < 0 {
						t.Fatalf("%s within %d: a pop closes nothing", name, most)
					}
				}
				got := s.Depth()
				if open != 0 || got > most || n > 1001 && most == 16 && got != map[string]int{"wide": 2, "example": 5}[name] && got != most {
					t.Errorf("%s, %d elements within %d: %d deep, %d are open in the end", name, n, most, got, open)
				}
			}
		}
	}
}

func TestUnion(t *testing.T) {
	for _, c := range [][3]Box{
		{{0, 0, 4, 4}, {2, 2, 6, 6}, {0, 0, 6, 6}}, {{0, 0, 1, 1}, {2, 2, 3, 3}, {0, 0, 3, 3}}, {{0, 0, 1, 1}, {1, 0, 2, 1}, {0, 0, 2, 1}},
		{{0, 0, 1, 1}, {}, {0, 0, 1, 1}}, {{}, {5, 5, 6, 6}, {5, 5, 6, 6}}, {{}, Nothing, {}},
	} {
		if got := c[0].Union(c[1]); got != c[2] {
			t.Errorf("%v and %v: %v, want %v", c[0], c[1], got, c[2])
		}
	}
}
