package output_test

import (
	"testing"

	"kernelscope/internal/output"
)

// Turns are numbered from zero, a number that was given back is taken next, and without a folder it is zero.
func TestTurn(t *testing.T) {
	folder := t.TempDir()
	take := func(want int) (done func()) {
		t.Helper()
		n, done := output.Turn(folder, "window", 3)
		if n != want {
			t.Errorf("the turn is %d, not %d", n, want)
		}
		return done
	}
	first := take(0)
	take(1)
	first()
	take(0)
	take(2)
	take(0) // all are taken
	if n, _ := output.Turn(folder+"/none", "window", 3); n != 0 {
		t.Errorf("without a folder the turn is %d", n)
	}
}
