package watchtest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Ahead drags the slider of a timeline into the part that is not computed yet, back and forth,
// and lets go or presses Esc. While the slider is held, the timeline keeps its length. The
// states on the way are those that single steps lead to, and at the end the length is the true
// one. The subject must be at its start.
func Ahead(t *testing.T, be compute.Backend, s watch.Subject) {
	t.Helper()
	d := dragging{T: t, be: be, s: s, seen: map[int]uint64{}, rnd: rand.New(rand.NewPCG(3, 4)), transport: timeline.New(1)}
	d.transport.SetLines(s)
	for drags := 0; d.transport.State().Made < d.transport.State().Length; drags++ {
		if drags > 1000 {
			t.Fatalf("after %d drags the timeline is %+v", drags, d.transport.State())
		}
		d.drag()
	}
	d.transport.Apply(timeline.SeekClock{At: 2 * d.transport.State().Length})
	if err := d.transport.Settle(); err != nil {
		t.Fatal(err)
	}
	last, whole := s.Length()
	if n, end := d.transport.State(), float64(last); !whole || s.At() != last || n.Certainty != timeline.Known || n.Length != end || n.Made != end || n.Position != end || n.At != end {
		t.Errorf("at the end, step %d of %d, the timeline is %+v", s.At(), last, n)
	}
	d.see()
	if _, err := s.Seek(0, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for k := 0; k <= last; k++ {
		if _, err := s.Seek(k, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		d.see()
	}
}

// dragging is a slider that is dragged.
type dragging struct {
	*testing.T
	be        compute.Backend
	s         watch.Subject
	rnd       *rand.Rand
	transport timeline.Transport
	seen      map[int]uint64 // states after steps
}

// see compares the present state with the one that was seen after as many steps.
func (d *dragging) see() {
	d.Helper()
	h, err := watch.Hash(context.Background(), d.be, d.s.Layers(d.be))
	if err != nil {
		d.Fatal(err)
	}
	if before, ok := d.seen[d.s.At()]; ok && before != h {
		d.Fatalf("the state after step %d is another than before", d.s.At())
	}
	d.seen[d.s.At()] = h
}

// drag holds the slider for some frames, in which hardly any time is left to compute. It lets go
// at a step ahead, waits for it or presses Esc, and looks at the result.
func (d *dragging) drag() {
	d.Helper()
	held := 0.0
	for range 1 + d.rnd.IntN(6) {
		before := d.transport.State()
		to := math.Ceil(before.Made + d.rnd.Float64()*(before.Axis-before.Made)) // ahead
		if d.rnd.IntN(3) == 0 {
			to = math.Ceil(d.rnd.Float64() * before.Made) // back
		}
		d.transport.Apply(timeline.Scrub{At: to, Rests: d.rnd.IntN(2) == 0})
		if err := d.transport.Advance(time.Second/60, 0); err != nil {
			d.Fatal(err)
		}
		d.see()
		now := d.transport.State()
		if now.Made < before.Made || now.Axis != before.Axis && held != 0 || now.Position != min(to, now.Length) {
			d.Fatalf("dragged to %v, the timeline %+v becomes %+v", to, before, now)
		}
		held = to
	}
	if d.rnd.IntN(4) == 0 {
		d.transport.Apply(timeline.Pause{})
	} else {
		d.transport.Apply(timeline.SeekClock{At: held})
	}
	if err := d.transport.Settle(); err != nil {
		d.Fatal(err)
	}
	if now := d.transport.State(); now.At != now.Position || now.Made < now.At {
		d.Fatalf("let go at %v, the timeline is %+v", held, now)
	}
	d.see()
}
