package ui

import (
	"math"
	"testing"

	"kernelscope/render"
	"kernelscope/scene/geom"
)

// Neither marker hides the other, however near the ends are, and ends that are apart are marked where they are.
func TestPins(t *testing.T) {
	u := &UI{scale: 2}
	c := render.Camera{Scale: 1, Width: 400, Height: 300}
	for _, end := range []geom.Point{{}, {X: 1}, {X: -9, Y: 12}, {X: 30, Y: 30}, {X: 60, Y: -80}} {
		pins := u.Pins(c, []geom.Point{{}, end})
		x, y := c.Pixel(geom.Point{})
		if pins[0].X != float32(x) || pins[0].Y != float32(y) {
			t.Errorf("the source is marked at %v", pins[0])
		}
		dx, dy := float64(pins[1].X-pins[0].X), float64(pins[1].Y-pins[0].Y)
		apart, radius := math.Hypot(dx, dy), float64(u.Px(MarkerRadius+2))
		if far := math.Hypot(float64(end.X), float64(end.Y)); apart < 2*radius || far > 60 && (dx != float64(end.X) || dy != float64(end.Y)) || dx*float64(end.X)+dy*float64(end.Y) < 0 {
			t.Errorf("the target at %v is marked %v, %v from the source", end, dx, dy)
		}
	}
	if pins := u.Pins(c, []geom.Point{{}}); len(pins) != 1 {
		t.Errorf("a source alone has the markers %v", pins)
	}
}
