package sorts

import (
	"testing"

	"kernelscope/compute/sorting"
	session "kernelscope/session/sorts"
)

// The network that is drawn sorts: all arrays of zeros and ones (D. Knuth, The Art of
// Computer Programming 3, 5.3.4, theorem Z).
func TestNetwork(t *testing.T) {
	for n := 2; n <= 16; n++ {
		for bits := range uint(1) << n {
			x := bits
			for _, g := range stagesFor(n) {
				for k := range n - g.stride {
					if a, b := x>>k&1, x>>(k+g.stride)&1; g.compared(k) && a > b {
						x ^= 1<<k | 1<<(k+g.stride)
					}
				}
			}
			for k := 1; k < n; k++ {
				if x>>(k-1)&1 > x>>k&1 {
					t.Fatalf("%d keys: %b becomes %b", n, bits, x)
				}
			}
		}
	}
}

func TestActiveStages(t *testing.T) {
	stages := stagesFor(16)
	l := session.Lane{}
	for _, step := range []sorting.Step{{Run: 8, Stride: 1, LastStride: 1}, {Run: 16, Stride: 8, LastStride: 4}, {Run: 16, Stride: 2, LastStride: 1}} {
		l.Steps = append(l.Steps, session.StepState{Step: step})
	}
	for position, want := range [][2]int{{0, 0}, {0, 6}, {6, 8}, {8, 10}} {
		l.Position = position
		if first, end := activeStages(stages, l); first != want[0] || end != want[1] {
			t.Errorf("after %d steps stages %d to %d are active, not %v", position, first, end, want)
		}
	}
}
