package clip_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// followed returns the partitions that follow no back-link, one, two ... of a shape.
func followed(t *testing.T, be compute.Backend, shape string, n, size int) []int {
	t.Helper()
	c := prepare(t, be, clip.Snapshot{Events: 1 << 18}, n, false, compute.Values{clip.Workgroup: uint32(size)})
	check(t, be, c, shape, n)
	events, lost, err := c.Events(t.Context())
	if err != nil || lost > 0 {
		t.Fatalf("%d events are lost, %v", lost, err)
	}
	return clip.BackLinks(events)
}

// A snapshot spares its reader all back-links of a stack that is not deeper, and most back-links of
// random brackets; pits make a walk follow one for each
// of its pops.
func TestSnapshotLinks(t *testing.T) {
	d := gputest.Open(t)
	be := host.New() // each partition finds the one before it done
	if got := followed(t, be, "wide", 1<<14, 64); len(got) > 1 {
		t.Errorf("of a shallow stack %d partitions follow back-links", got[1:])
	}
	random := followed(t, be, "random", 1<<16, 64)
	more := 0
	for k, partitions := range random {
		if k > 1 {
			more += partitions
		}
	}
	if len(random) < 2 || random[1] == 0 || 20*more > 1<<10 {
		t.Errorf("random brackets follow %d", random)
	}
	if got := followed(t, be, "pits", 1<<14, 64); len(got) != 64 {
		t.Errorf("pits follow %d", got)
	}
	for _, shape := range []string{"random", "pits"} {
		followed(t, d, shape, 1<<14, 64)
	}
}

// Partitions of each size, in lockstep, with stacks as deep as a snapshot, one less and one more.
func TestSnapshotDepths(t *testing.T) {
	be := host.NewLockstep(t.Context(), gputest.Open(t))
	for _, size := range []int{16, 64, 128} {
		for _, boxes := range []bool{false, true} {
			c := prepare(t, be, clip.Snapshot{}, 8*size, boxes, compute.Values{clip.Workgroup: uint32(size)})
			for depth := size - 1; depth <= 3*size+1; depth += size/2 + 1 {
				s := sequence(t, "random", 8*size, uint64(depth))
				for i := range s.Elements { // up to a depth, level, and down to the bottom
					kind := uint32(i % 2)
					switch {
					case i < depth:
						kind = 1
					case i >= 8*size-depth-1:
						kind = 2
					case kind == 0:
						kind = 2
					}
					s.Elements[i] = s.Elements[i]&^3 | kind
				}
				if err := matched(c, s, func() { c.Record(be) }); err != nil {
					t.Fatalf("partitions of %d, boxes %v, depth %d: %v", size, boxes, depth, err)
				}
			}
		}
	}
}
