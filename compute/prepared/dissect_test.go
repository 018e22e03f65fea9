package prepared

import (
	"testing"

	"kernelscope/compute/sssp/ssspgen"
)

// A dissection that is to stop divides no cell more: each thread ends the one that it is at.
func TestStop(t *testing.T) {
	const threads, last = 4, 10
	g := ssspgen.Grid(1, 100, 90, 50).Graph
	cells := 0
	d := &dissector{total: workOf(g.Nodes())}
	d.progress = func(float64) {
		if cells++; cells == last {
			d.stop.Store(true)
		}
	}
	d.spare.Store(threads - 1)
	d.split(whole(g, g.At), NoFront)
	if cells < last || cells > last+threads {
		t.Errorf("told to stop after %d cells, it stops after %d", last, cells)
	}
}
