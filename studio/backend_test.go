package studio

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/render/input"
)

// A kernel that differs from its mirror ends the window; its error is that of the program.
func TestWindowEndsWhereKernelsDiffer(t *testing.T) {
	wrong := fmt.Errorf("%w: dispatch 1", host.ErrDiffers)
	w, to := openScreen(t, func(w *Window, frame int) *input.Frame {
		if frame == 1 {
			w.Shown().(*plain).fails = wrong
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); !errors.Is(err, wrong) || to.frames != 2 {
		t.Errorf("it ends after %d frames: %v", to.frames, err)
	}
}

// A buffer of the host is drawn as a copy of what it holds in each frame; the copy is
// released in the first frame that does not draw it.
func TestDrawn(t *testing.T) {
	w, to := openScreen(t, nil)
	w.Computer = (&Program{Backend: onRef}).computer(t.Context(), w.GPU)
	be := w.Computer
	b := be.NewBuffer("words", 3)
	var before compute.Buffer
	for _, words := range [][]uint32{{1, 2, 3}, {4, 5, 6}} {
		be.Write(b, 0, words)
		c, err := w.Drawn(b, 0)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && c != before {
			t.Error("each frame makes another copy")
		}
		got := make([]uint32, 3)
		if err := w.GPU.Read(t.Context(), c, 0, got); err != nil || !slices.Equal(got, words) {
			t.Errorf("the copy of %v is %v (%v)", words, got, err)
		}
		if second, err := w.Drawn(c, 0); second != c || err != nil {
			t.Errorf("a buffer of the device is copied (%v)", err)
		}
		before = c
	}
	if none, err := w.Drawn(nil, 0); none != nil || err != nil {
		t.Errorf("no buffer is drawn as %v (%v)", none, err)
	}
	for _, copies := range []int{1, 0} { // the first frame has drawn it
		cmd, err := w.Draw(&to.Target, 0)
		if err != nil {
			t.Fatal(err)
		}
		w.GPU.Finish(cmd)
		if len(w.copies) != copies {
			t.Errorf("%d copies are kept, want %d", len(w.copies), copies)
		}
	}
}

// unlike is a backend that says it is hardware.
type unlike struct{ compute.Backend }

// Limits are those of the backend but for what it is.
func (u unlike) Limits() compute.Limits {
	l := u.Backend.Limits()
	l.IsSoftware = false
	return l
}

// The bandwidth of hardware is measured; that of software is the host's.
func TestBandwidth(t *testing.T) {
	d := gputest.OpenWith(t, gputest.Small(1<<20))
	if b := bandwidth(d); b != 0 {
		t.Errorf("of a software device it is %g", b)
	}
	if b := bandwidth(unlike{d}); b < 1e6 || b > 1e13 {
		t.Errorf("it is %g bytes a second", b)
	}
}

// BenchmarkDrawn copies a layer of a word a node from a second device, as each frame of a comparison
// on two devices does: of New York, and of 2^24 nodes.
func BenchmarkDrawn(b *testing.B) {
	first, release, err := gputest.Elsewhere(b, gpu.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer release()
	second, release, err := gputest.Elsewhere(b, gpu.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer release()
	for _, words := range []int{264346, 1 << 24} {
		b.Run(fmt.Sprint(words), func(b *testing.B) {
			s := Stage{GPU: first, second: Computer{Backend: second}, copies: map[compute.Buffer]compute.Buffer{}, drawn: map[compute.Buffer]bool{}}
			layer := second.NewBuffer("layer", words)
			defer layer.Release()
			second.Fill(layer, 0, words, 1)
			b.SetBytes(4 * int64(words))
			for b.Loop() {
				if _, err := s.Drawn(layer, 1); err != nil {
					b.Fatal(err)
				}
				if err := first.Flush(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			clear(s.drawn)
			s.drop()
		})
	}
}
