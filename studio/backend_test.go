package studio

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/input"
)

// A kernel that differs from its mirror ends the window; its error is that of the program.
func TestWindowEndsWhereKernelsDiffer(t *testing.T) {
	wrong := fmt.Errorf("%w: dispatch 1", ref.ErrDiffers)
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
	w.Computer = onRef.on(t.Context(), w.GPU)
	be := w.Computer
	b := be.NewBuffer("words", 3)
	var before compute.Buffer
	for _, words := range [][]uint32{{1, 2, 3}, {4, 5, 6}} {
		be.Write(b, 0, words)
		c, err := w.Drawn(b)
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
		if again, err := w.Drawn(c); again != c || err != nil {
			t.Errorf("a buffer of the device is copied (%v)", err)
		}
		before = c
	}
	if none, err := w.Drawn(nil); none != nil || err != nil {
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
