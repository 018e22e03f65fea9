package imdraw

import (
	"image"
	"slices"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
)

// A frame that is like the one before changes no tile, and other text changes those under its line alone.
func TestUpdate(t *testing.T) {
	//lint:ignore SA1019 see package ui
	context := imgui.CreateContext(nil)
	defer context.Destroy()
	imgui.CurrentIO().SetDisplaySize(imgui.Vec2{X: 500, Y: 300})
	p, err := New(gputest.Open(t))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	var vertices *gpu.Buffer
	defer func() { vertices.Release() }()
	frame := func(lines ...string) (changed, covered []image.Rectangle) {
		t.Helper()
		imgui.NewFrame()
		imgui.SetNextWindowPos(imgui.Vec2{X: 10, Y: 10})
		imgui.SetNextWindowSize(imgui.Vec2{X: 300, Y: 200})
		imgui.BeginV("window", nil, imgui.WindowFlagsNoTitleBar)
		for _, l := range lines {
			imgui.Text(l)
		}
		imgui.End()
		imgui.Render()
		commands, err := p.commands(&vertices, 500, 300)
		if err != nil {
			t.Fatal(err)
		}
		return p.kept.update(commands, 500, 300)
	}
	frame("one", "two", "three") // windows find their size
	frame("one", "two", "three")
	if changed, covered := frame("one", "two", "three"); len(changed) > 0 || !slices.Equal(covered, []image.Rectangle{image.Rect(0, 0, 384, 224)}) {
		t.Errorf("the same frame changes %v of %v", changed, covered)
	}
	if changed, _ := frame("one", "2", "three"); len(changed) != 1 || changed[0].Dx() != tileWidth || changed[0].Dy() > 3*tileHeight {
		t.Errorf("another line changes %v", changed)
	}
	p.kept.sums = nil
	if changed, _ := frame("one", "2", "three"); !slices.Equal(changed, []image.Rectangle{image.Rect(0, 0, 500, 300)}) {
		t.Errorf("of a layer that does not show the last frame, %v changes", changed)
	}
}

// Runs of tiles are joined with equal runs below.
func TestRectangles(t *testing.T) {
	tiles := []string{
		"##..#",
		"##..#",
		"#.##.",
		".....",
		"#....",
	}
	got := rectangles(5, 5, func(i int) bool { return tiles[i/5][i%5] == '#' })
	tile := func(x0, y0, x1, y1 int) image.Rectangle {
		return image.Rect(x0*tileWidth, y0*tileHeight, x1*tileWidth, y1*tileHeight)
	}
	want := []image.Rectangle{tile(0, 0, 2, 2), tile(4, 0, 5, 2), tile(0, 2, 1, 3), tile(2, 2, 4, 3), tile(0, 4, 1, 5)}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A device that lacks memory for the layer is asked again only for another size.
func TestLayerLacksMemory(t *testing.T) {
	asked := 0
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Full: func(name string) bool {
		if name == "of the interface" {
			asked++
		}
		return name == "of the interface"
	}}})
	//lint:ignore SA1019 see package ui
	context := imgui.CreateContext(nil)
	defer context.Destroy()
	p, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	once := 0
	for frame, width := range []int{500, 500, 500, 600, 600} {
		imgui.CurrentIO().SetDisplaySize(imgui.Vec2{X: float32(width), Y: 300})
		imgui.NewFrame()
		imgui.Begin("window")
		imgui.End()
		imgui.Render()
		cmd := d.Frame()
		if _, err := p.Kept(cmd, 0, width, 300); err != nil {
			t.Fatalf("frame %d: %v", frame, err)
		}
		d.Finish(cmd)
		if frame == 0 {
			once = asked
		}
		if want := once * (1 + frame/3); asked != want || once == 0 {
			t.Errorf("frame %d: memory was asked for %d times, want %d", frame, asked, want)
		}
	}
}
