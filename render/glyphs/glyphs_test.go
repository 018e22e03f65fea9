package glyphs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// none is a system without fonts.
func none() []string { return nil }

// TestOwnScripts shapes scripts that the program's own font has.
func TestOwnScripts(t *testing.T) {
	f := withFonts(none)
	for _, text := range []string{"Götgatan", "Łódź", "Αθήνα", "Невский проспект", "Rue de l'Église № 5"} {
		for _, w := range []Weight{Regular, Medium} {
			l := f.Shape(text, w)
			if len(l.Glyphs) != len([]rune(text)) {
				t.Fatalf("%q has %d glyphs", text, len(l.Glyphs))
			}
			x := float32(0)
			for i, g := range l.Glyphs {
				if g.glyph == 0 || int(g.face) != int(w) {
					t.Errorf("%q, weight %d: glyph %d is %v", text, w, i, g.Key)
				}
				if g.X < x-0.1 {
					t.Errorf("%q: glyph %d is before the one before it", text, i)
				}
				x = g.X
			}
			if perLetter := l.Width / float32(len(l.Glyphs)); perLetter < 0.3 || perLetter > 0.8 {
				t.Errorf("%q is %.2f ems wide", text, l.Width)
			}
		}
	}
}

// TestBox shows a box for a character that no font has.
func TestBox(t *testing.T) {
	f := withFonts(none)
	l := f.Shape("東", Regular)
	if len(l.Glyphs) != 1 || l.Glyphs[0].glyph != 0 {
		t.Fatalf("got %+v", l.Glyphs)
	}
	if box := f.Field(l.Glyphs[0].Key); box.Width == 0 {
		t.Error("the box is not seen")
	}
}

// TestSystemFonts takes a font of the system for Chinese, Arabic and Thai, if it has one.
func TestSystemFonts(t *testing.T) {
	f := New()
	for _, text := range []string{"東京都", "شارع", "ถนน"} {
		l := f.Shape(text, Regular)
		if l.Glyphs[0].glyph == 0 {
			t.Logf("no font of the system has %q", text)
			continue
		}
		if l.Glyphs[0].face < 2 || f.Field(l.Glyphs[0].Key).Width == 0 {
			t.Errorf("%q: %+v", text, l.Glyphs)
		}
	}
	if l := f.Shape("א1ב", Regular); l.Width <= 0 {
		t.Error("a text in two directions has no width")
	}
}

// TestDamagedFonts opens files that are not fonts.
func TestDamagedFonts(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, content := range []string{"", "true", "ttcf\x00\x01\x00\x00\xff\xff\xff\xff", "\x00\x01\x00\x00\x00\xff"} {
		path := filepath.Join(dir, preferred[i]+"ttf")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	files = append(files, filepath.Join(dir, "dejavusans.gone"), dir)
	f := withFonts(func() []string { return files })
	if l := f.Shape("東", Regular); l.Glyphs[0].glyph != 0 {
		t.Error("a damaged font has a glyph")
	}
	if len(f.faces) != 2 {
		t.Errorf("%d fonts", len(f.faces))
	}
}

func TestRanked(t *testing.T) {
	got := ranked([]string{"/f/Comic.ttf", "/f/wqy-microhei.ttc", "/f/DejaVuSans-Bold.ttf", "/f/DejaVuSans.ttf", "/a/NotoSansCJK-Regular.ttc"})
	if want := []string{"/f/DejaVuSans.ttf", "/a/NotoSansCJK-Regular.ttc", "/f/wqy-microhei.ttc"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestField measures a square: its edge is at half, its middle is inside, its corner outside.
func TestField(t *testing.T) {
	f := fieldOf([]edge{{0, 0, 20, 0}, {20, 0, 20, 20}, {20, 20, 0, 20}, {0, 20, 0, 0}})
	at := func(x, y int) byte { return f.Texels[(y-int(f.Top))*f.Width+x-int(f.Left)] }
	for _, c := range []struct {
		x, y int
		want byte
	}{{10, 10, 255}, {0, 10, 138}, {-1, 10, 117}, {-7, 10, 0}, {2, 10, 181}, {10, -3, 74}, {-3, -3, 52}} {
		if got := at(c.x, c.y); got != c.want {
			t.Errorf("at %d, %d: %d, want %d", c.x, c.y, got, c.want)
		}
	}
	fonts := withFonts(none)
	if space := fonts.Field(fonts.Shape(" ", Regular).Glyphs[0].Key); space.Width != 0 {
		t.Error("a space is seen")
	}
}

// BenchmarkField makes the field of a letter.
func BenchmarkField(b *testing.B) {
	f := withFonts(none)
	k := f.Shape("g", Regular).Glyphs[0].Key
	for b.Loop() {
		f.Field(k)
	}
}
