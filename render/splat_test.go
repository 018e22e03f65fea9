package render

import (
	"context"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// The kernels that rasterize and colour roads agree with their mirrors, for views of all and some
// of the segments, with few and many nodes.
func TestSplatMirror(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, wide := range []bool{false, true} {
		r.splat.release()
		r.splat.wide = wide
		for _, zoom := range []float64{0.5, 1, 3, 30} {
			for _, l := range []Look{{Ratio: 1}, {Ratio: 2, States: s, Full: true}, {Ratio: 1, States: s, ByDistance: true, Reach: 5000}} {
				c := junction(m, zoom)
				u := r.detailFor(c, l)
				r.update(d, u, c, l)
				lockstep := host.NewLockstep(context.Background(), d)
				r.splat.resize(c.Width * c.Height)
				r.splat.rasterize(lockstep, u, c.push(r.theme), true, l.Ratio)
				r.colour(lockstep, c, l)
				if err := lockstep.Flush(context.Background()); err != nil || lockstep.Dispatches < 1 {
					t.Errorf("many nodes %v, zoom %v, %+v: %d dispatches, %v", wide, zoom, l, lockstep.Dispatches, err)
				}
			}
		}
	}
	painted := make([]uint32, r.splat.pixels.Len())
	if err := d.Read(context.Background(), r.splat.pixels, 0, painted); err != nil {
		t.Fatal(err)
	}
	if same32(painted) {
		t.Error("nothing was painted")
	}
}

// same32 reports whether all words are equal.
func same32(words []uint32) bool {
	for _, w := range words {
		if w != words[0] {
			return false
		}
	}
	return true
}
