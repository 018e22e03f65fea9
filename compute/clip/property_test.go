package clip_test

import (
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/scene/clipseq"
)

// Whatever the sequence and the settings, results are those of the oracle.
func TestProperty(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			gputest.Draws(t, gputest.Count(6, 15))
			rapid.Check(t, func(rt *rapid.T) { property(rt, d, f) })
		})
	}
}

// The same of mirrors, without a device.
func TestMirrorProperty(t *testing.T) {
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { property(rt, host.New(), f) })
		})
	}
}

// drawn is a sequence of runs, each of pushes, pops, leaves, or of all by chance, some
// longer than partitions, with boxes of few different corners.
func drawn(rt *rapid.T, most int) clipseq.Sequence {
	var s clipseq.Sequence
	for range rapid.IntRange(0, 30).Draw(rt, "runs") {
		kind := rapid.Uint32Range(0, 3).Draw(rt, "kind")
		chance := rapid.Uint64().Draw(rt, "chance") | 1
		for range min(rapid.IntRange(1, 1<<rapid.IntRange(0, 11).Draw(rt, "bits")).Draw(rt, "length"), most-len(s.Elements)) {
			chance = chance*6364136223846793005 + 1442695040888963407
			k, c := kind, chance>>33
			if k == 3 {
				k = uint32(c % 3)
			}
			s.Elements = append(s.Elements, k|uint32(c)<<2)
			at := func(shift int) float32 { return float32(c>>shift&15) - 8 }
			s.Boxes = append(s.Boxes, clipseq.Box{at(2), at(4), 16 + at(6), 16 + at(8)})
		}
	}
	return s
}

func property(rt *rapid.T, be compute.Backend, f clip.Form) {
	v := with(rapid.SampledFrom(append(settings(), compute.Values{})).Draw(rt, "settings"), rapid.SampledFrom(fews(f)).Draw(rt, "few"))
	room, boxes := rapid.IntRange(1, 30_000).Draw(rt, "room"), rapid.Bool().Draw(rt, "boxes")
	c, err := f.Prepare(be, room, boxes, fitting(rt, be, f, room, boxes, v))
	if err != nil {
		rt.Fatal(err)
	}
	defer c.Release()
	for range 3 {
		if err := matched(c, drawn(rt, c.Capacity), func() { c.Record(be) }); err != nil {
			rt.Fatalf("%s, boxes %v, %v: %v", f.Name(), c.HasBoxes, c.Values, err)
		}
	}
}
