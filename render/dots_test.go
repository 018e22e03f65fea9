package render

import (
	"math"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/scene/graph"
)

// Halos look the same in whatever order the nodes are listed, lighten the dark themes and darken the light one, and leave
// all but the surroundings of their dots as it is.
func TestHalos(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	c := Fit(m.Box, 240, 160, [4]float64{8, 8, 8, 8})
	list := d.NewBuffer("list", 4)
	defer list.Release()
	for _, theme := range Themes {
		r, err := NewMap(d, m, theme)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		shot := func(halo bool, nodes ...uint32) []byte {
			t.Helper()
			d.Write(list, 0, nodes)
			dots := []Dots{{List: list, Count: len(nodes), Stride: 1, Tint: theme.States[graph.StateNear], Halo: halo}}
			return picture(t, d, r, c, Look{States: s, Ratio: 1, Painter: "splat", Dots: dots}).Pix
		}
		with, again, without := shot(true, 5, 40, 41, 77), shot(true, 41, 77, 5, 40), shot(false, 5, 40, 41, 77)
		changed := 0
		for i, v := range with {
			if v != again[i] {
				t.Fatalf("%s: byte %d is %d, and in another order %d", theme.Name, i, v, again[i])
			}
			if v < without[i] && !theme.IsLight || v > without[i] && theme.IsLight {
				t.Fatalf("%s: byte %d becomes %d, from %d", theme.Name, i, v, without[i])
			}
			if v != without[i] {
				changed++
			}
		}
		if share := float64(changed) / float64(len(with)); share < 0.01 || share > 0.3 {
			t.Errorf("%s: %.1f %% of all bytes change", theme.Name, 100*share)
		}
	}
}

// The more dots have halos, the smaller and weaker these are, so that many take little longer to draw.
func TestHaloOfMany(t *testing.T) {
	light := func(n int) float64 {
		d := Dots{Count: n, Halo: true}
		return float64(n) * math.Pow(d.haloSize(), 2) * d.haloStrength()
	}
	for n := 1; n < 2*haloMost; n++ {
		d := Dots{Count: n, Halo: true}
		if next := (Dots{Count: n + 1, Halo: true}); next.haloSize() > d.haloSize() || next.haloStrength() > d.haloStrength() {
			t.Errorf("%d dots have larger halos than %d", n+1, n)
		}
		if light(n) > 4.2*light(haloFull) {
			t.Errorf("%d halos give %.1f times the light of %d", n, light(n)/light(haloFull), haloFull)
		}
	}
	if (Dots{Count: haloMost, Halo: true}).haloStrength() != 0 || (Dots{Count: 1}).haloStrength() != 0 {
		t.Error("many dots have halos, or dots that should have none")
	}
}
