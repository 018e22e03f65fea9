package label

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/render/glyphs"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// view returns a view of the middle of a map, at a number of metres per pixel.
func view(m *scene.Map, metres float64) View {
	x, y := m.Box.Centre()
	p := geom.Point{X: int32(x), Y: int32(y)}
	return View{X: x, Y: y, Scale: p.MetresPerUnit() / metres, Width: 1280, Height: 720, Metres: metres, Ratio: 1}
}

func load(t testing.TB, name string) *scene.Map {
	m, err := osmload.Load(t.Context(), osmtest.Data(t, "osm", name), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// cross returns two roads that meet; the important one consists of two lines.
func cross() *scene.Map {
	m := &scene.Map{Names: &scene.Names{Roads: []scene.RoadName{{}, {Name: "High Street", Ref: "A 1;B 2"}, {Name: "Low"}}}}
	line := func(c scene.Class, road uint32, points ...geom.Point) {
		first := uint32(len(m.Points))
		m.Points = append(m.Points, points...)
		m.Lines = append(m.Lines, scene.Line{First: first, End: uint32(len(m.Points)), Class: c})
		m.Names.First, m.Names.Road = append(m.Names.First, first), append(m.Names.Road, road)
	}
	at := func(x, y int32) geom.Point { return geom.Point{X: x * 100, Y: y * 100} }
	line(scene.Primary, 1, at(0, 0), at(-200, 0), at(-400, 0))
	line(scene.Primary, 1, at(400, 0), at(0, 0))
	line(scene.Street, 2, at(0, -400), at(0, 0), at(0, 400))
	m.Names.Towns = []scene.Settlement{{Name: "Small", Size: scene.Town, At: at(-298, -148)}, {Name: "Large", Size: scene.Town, At: at(-300, -150), Population: 9}}
	m.Box = geom.Bounds(m.Points)
	return m
}

// TestIndex checks that the two lines of a road are joined, and the order by importance.
func TestIndex(t *testing.T) {
	x := newIndex(cross())
	if len(x.stretches) != 2 || x.stretches[0].class != scene.Primary || x.stretches[0].length != 80000 || len(x.pieces) != 3 {
		t.Errorf("got %+v", x.stretches)
	}
	if len(x.of(scene.Primary)) != 1 || len(x.of(scene.Street)) != 1 || len(x.of(scene.Motorway)) != 0 {
		t.Error("stretches are not where their class is")
	}
	if x.towns[0].Name != "Large" {
		t.Error("the larger town is not the first")
	}
	if !New(&scene.Map{}, glyphs.New()).Empty() {
		t.Error("a map without names has labels")
	}
}

// TestPlan checks that labels appear at suitable zooms, and that the more important of two
// overlapping labels wins.
func TestPlan(t *testing.T) {
	p := New(cross(), glyphs.New())
	styles := func(v View) (n [Plate + 1]int) {
		for _, m := range p.Place(v) {
			n[m.Style]++
		}
		return n
	}
	v := View{Scale: 0.01, Width: 800, Height: 800, Metres: 5, Ratio: 1}
	if got, want := styles(v), [Plate + 1]int{Place: len("Large"), Road: len("High Street"), Number: len("A 1"), Plate: 1}; got != want {
		t.Errorf("at 5 m: %v, want %v", got, want)
	}
	v.Metres = 3
	if got, want := styles(v), [Plate + 1]int{Place: len("Large"), Road: len("High Street") + len("Low"), Number: len("A 1"), Plate: 1}; got != want {
		t.Errorf("at 3 m: %v, want %v", got, want)
	}
	v.Metres = 100
	if got, want := styles(v), [Plate + 1]int{Place: 5}; got != want {
		t.Errorf("at 100 m: %v, want %v", got, want)
	}
	v.Metres = 5000
	if got := styles(v); got != [Plate + 1]int{} {
		t.Errorf("at 5000 m: %v", got)
	}
}

// TestUpright checks at many zooms that no letter of a real map is upside down and no text is bent
// too much.
func TestUpright(t *testing.T) {
	m := load(t, "helsinki.osm.pbf")
	p := New(m, glyphs.New())
	placed := 0
	for _, metres := range []float64{0.3, 1, 2, 3, 5, 10, 30} {
		for _, k := range p.Place(view(m, metres)) {
			if k.Style == Road {
				placed++
				if k.Cos < -0.6 {
					t.Fatalf("at %v m a letter turns by %v", metres, math.Acos(float64(k.Cos)))
				}
			}
			if math.IsNaN(float64(k.X+k.Y+k.Cos+k.Sin)) || k.Size <= 0 {
				t.Fatalf("at %v m: %+v", metres, k)
			}
		}
	}
	if placed < 500 {
		t.Errorf("%d letters along roads", placed)
	}
}

// TestNoOverlap checks that the letters of no two labels overlap.
func TestNoOverlap(t *testing.T) {
	m := load(t, "helsinki.osm.pbf")
	p := New(m, glyphs.New())
	for _, ratio := range []float64{1, 2} {
		v := view(m, 2/ratio)
		v.Ratio = ratio
		marks := p.Place(v)
		for i, a := range marks {
			for _, b := range marks[:i] {
				apart := math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) / float64(min(a.Size, b.Size))
				if a.Style != Plate && b.Style != Plate && apart < 0.1 && a.Key != b.Key {
					t.Fatalf("ratio %v: %+v lies on %+v", ratio, a, b)
				}
			}
		}
	}
}

// No label is placed where something else covers the map.
func TestCovered(t *testing.T) {
	m := load(t, "helsinki.osm.pbf")
	p, v := New(m, glyphs.New()), view(m, 2)
	within := func() (n int) {
		for _, mark := range p.Place(v) {
			if x, y := int(mark.X), int(mark.Y); mark.Style != Plate && image.Pt(x, y).In(image.Rect(300, 200, 700, 500)) {
				n++
			}
		}
		return n
	}
	if within() == 0 {
		t.Fatal("there is no label where one could be covered")
	}
	if v.Covered.Areas[0] = image.Rect(300, 200, 700, 500); within() != 0 {
		t.Errorf("%d glyphs are covered", within())
	}
}

// A marker in the middle of a town moves only the name of the town.
func TestMarkerOnTown(t *testing.T) {
	m := load(t, "helsinki.osm.pbf")
	p, v := New(m, glyphs.New()), view(m, 2)
	names := func() (marks []Mark) {
		for _, k := range p.Place(v) {
			if k.Style == Place || k.Style == Quarter {
				marks = append(marks, k)
			}
		}
		return marks
	}
	var at Mark
	for _, k := range names() {
		if k.X > 200 && int(k.X) < v.Width-200 && k.Y > 100 && int(k.Y) < v.Height-100 {
			at = k
		}
	}
	if at.Size == 0 {
		t.Fatal("no name is in the view")
	}
	before := len(names())
	v.Covered.Markers[0] = image.Rect(int(at.X)-11, int(at.Y)-14, int(at.X)+11, int(at.Y)+8)
	moved := names()
	if len(moved) < before-2 {
		t.Errorf("%d letters are left of %d", len(moved), before)
	}
	for _, k := range moved {
		if image.Pt(int(k.X), int(k.Y)).In(v.Covered.Markers[0]) {
			t.Errorf("%+v is covered", k)
		}
	}
}

// TestStill moves the view. Labels visible in both views must keep their places on the map.
func TestStill(t *testing.T) {
	m := load(t, "helsinki.osm.pbf")
	p := New(m, glyphs.New())
	v := view(m, 2)
	before := map[[2]int]bool{}
	const move = 64
	for _, k := range p.Place(v) {
		if k.Style == Road {
			before[[2]int{int(k.X + 0.5), int(k.Y + 0.5)}] = true
		}
	}
	v.X += move / v.Scale
	same, all := 0, 0
	for _, k := range p.Place(v) {
		if x := k.X + move; k.Style == Road && k.X > 100 && k.X < 1100 && k.Y > 100 && k.Y < 600 {
			all++
			for _, dx := range []int{-1, 0, 1} {
				if before[[2]int{int(x+0.5) + dx, int(k.Y + 0.5)}] {
					same++
					break
				}
			}
		}
	}
	if all < 100 || same < all*9/10 {
		t.Errorf("%d of %d letters stay where they are", same, all)
	}
}

// TestOddViews places labels in views of nothing, of everything, and of barely a point.
func TestOddViews(t *testing.T) {
	m := load(t, "stockholm-small.osm.pbf")
	p := New(m, glyphs.New())
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := view(m, math.Exp(rnd.Float64()*30-12))
		v.X, v.Y = v.X+rnd.NormFloat64()*1e6, v.Y+rnd.NormFloat64()*1e6
		v.Width, v.Height, v.Ratio = rnd.IntN(3000), rnd.IntN(2000), 0.5+4*rnd.Float64()
		p.Place(v)
	}
}

// BenchmarkPlace places the labels of a town's streets.
func BenchmarkPlace(b *testing.B) {
	m := load(b, "helsinki.osm.pbf")
	p := New(m, glyphs.New())
	for b.Loop() {
		p.Place(view(m, 2))
	}
}

// BenchmarkDelaware prepares the labels of a state and places those of a town.
func BenchmarkDelaware(b *testing.B) {
	m, err := osmload.Load(b.Context(), osmtest.Module(b, "delaware-latest.osm.pbf"), osmload.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("prepare", func(b *testing.B) {
		for b.Loop() {
			newIndex(m)
		}
	})
	p := New(m, glyphs.New())
	at := geom.FromDegrees(-75.55, 39.74)
	for _, metres := range []float64{300, 30, 3, 0.5} {
		b.Run(scene.Town.String(), func(b *testing.B) {
			v := View{X: float64(at.X), Y: float64(at.Y), Scale: at.MetresPerUnit() / metres, Width: 1920, Height: 1080, Metres: metres, Ratio: 1}
			for b.Loop() {
				p.Place(v)
			}
		})
	}
}
