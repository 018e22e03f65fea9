package ui_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Nothing in a panel reaches beyond its right edge or its scroll bar, however narrow it is, and
// labels end before the fields beside them.
func TestNarrowPanel(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float64
	}{{1280, 720, 1}, {1024, 640, 1}, {1280, 720, 2}, {1920, 1080, 3}, {400, 300, 1}} {
		b := uitest.Open(t, size.width, size.height, size.scale, "Map")
		p := compute.ParamState{Param: compute.Param{Name: "workgroup", Label: "workgroup", Help: "help", Min: 1, Max: 1024, Default: 64}, Value: 1024}
		b.Frame = func() []watch.Action {
			defer b.Next()
			return b.UI.Frame(b.Input, size.width, size.height, func() {
				b.UI.BeginPanel("panel", size.height)
				defer imgui.End()
				right := imgui.WindowPos().X + imgui.ContentRegionMax().X + b.UI.Px(3) // columns are not in whole pixels
				end := func(what string) {
					if x := imgui.ItemRectMax().X; x > right {
						t.Errorf("%dx%d: %s ends at %v, the panel's contents at %v", size.width, size.height, what, x, right)
					}
				}
				b.UI.Transport(timeline.State{Position: 123456, Length: 123456, Speed: 20}, ui.TransportLook{Behind: []ui.Series{{Name: "near"}, {Name: "far"}}})
				end("the speed")
				b.UI.Params("p", []compute.ParamState{p}, compute.Limits{Workgroup: 1024}, func(string, uint32) {}, nil)
				end("a parameter")
				for i := range 60 { // more than fits
					imgui.Text(fmt.Sprint(i))
				}
			})
		}
		for range 3 {
			b.Frame()
		}
		if b.UI.Overflow() == 0 {
			t.Errorf("%dx%d: the panel needs no scroll bar", size.width, size.height)
		}
	}
}

// The list of keys and the browser fit a small window.
func TestSmallCards(t *testing.T) {
	b := uitest.Open(t, 440, 300, 1, "Map")
	b.Frame = func() []watch.Action {
		defer b.Next()
		return b.UI.Frame(b.Input, b.Width, b.Height, func() {
			b.UI.BeginPanel("panel", b.Height)
			imgui.End()
			b.UI.Hint([]ui.Help{{Key: "Ctrl-Left, -Right", Does: "end of a bucket, peak, target reached"}, {Key: "P", Does: "plots"}}, 290, 430)
		})
	}
	b.Input.Text = "?"
	b.Frame()
	b.Golden("keys")
	b.UI.Browser = &ui.Browser{Folder: "/maps"}
	for i := range 40 {
		b.UI.Browser.Entries = append(b.UI.Browser.Entries, ui.Entry{Name: fmt.Sprintf("map-%d.osm.pbf", i), Kind: "a map", Size: "1 MiB"})
	}
	b.Golden("browser")
}

// A panel that would cover the attribution of the map ends above it.
func TestAttribution(t *testing.T) {
	for _, c := range []struct {
		width int
		ends  float32 // pixels from the lower edge
	}{{1280, 12}, {400, 24}} {
		b := uitest.Open(t, c.width, 450, 1, "Map")
		end := float32(0)
		b.Frame = func() []watch.Action {
			defer b.Next()
			return b.UI.Frame(b.Input, c.width, 450, func() {
				b.UI.BeginPanel("panel", 450)
				for i := range 60 {
					imgui.Text(fmt.Sprint(i))
				}
				end = 450 - imgui.WindowPos().Y - imgui.WindowSize().Y
				imgui.End()
				b.UI.Attribution(b.UI.OnPicture(), "© OpenStreetMap contributors", float32(c.width), 450)
			})
		}
		for range 3 {
			b.Frame()
		}
		if end < c.ends || end > c.ends+4 {
			t.Errorf("in %d pixels the panel ends %v above the lower edge, want %v", c.width, end, c.ends)
		}
	}
}

// The area that names keep out of is that of the frame's legend and ramp, and empty without them.
func TestLegendArea(t *testing.T) {
	b := uitest.Open(t, 640, 480, 1, "Map")
	entries, ramp := []ui.LegendEntry{{Name: "near"}, {Name: "far"}}, []color.RGBA{{A: 255}, {R: 255, A: 255}}
	drawn := func(legend, both bool) image.Rectangle {
		defer b.Next()
		b.UI.Frame(b.Input, b.Width, b.Height, func() {
			if legend {
				b.UI.Legend(b.UI.OnPicture(), entries, 640, 480)
			}
			if both {
				b.UI.Ramp(b.UI.OnPicture(), ramp, 640, 480, "0", "9")
			}
		})
		return b.UI.LegendArea()
	}
	alone, both := drawn(true, false), drawn(true, true)
	if alone.Empty() || !alone.In(image.Rect(320, 240, 640, 480)) || !alone.In(both) || alone == both || both.Min.X > 480 {
		t.Errorf("the legend is at %v, with a ramp at %v", alone, both)
	}
	if none := drawn(false, false); !none.Empty() {
		t.Errorf("without a legend its area is %v", none)
	}
}
