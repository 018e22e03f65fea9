package command

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
)

// std::sort agrees with the sorts of Go for all types that it sorts, and refuses others.
func TestCpp(t *testing.T) {
	if _, _, err := compile(t.Context(), t.TempDir()); errors.Is(err, compute.ErrValue) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []sorting.Type{sorting.U32, sorting.I32, sorting.U64} {
		for _, n := range []int{0, 1, 70_001} { // more than a piece of a pipe
			f := sorting.Format{Type: typ}
			in, err := madeKeys("uniform", f, n, 7)
			if err != nil {
				t.Fatal(err)
			}
			got, times, compiler, err := sortInCpp(t.Context(), f, in.Keys, timing.Runs{Timed: 2})
			hostSort(f, false, in.Keys, nil)
			if err != nil || !slices.Equal(got, in.Keys) || compiler == "" || n > 1 && times.Wall <= 0 {
				t.Errorf("%v, %d keys: %v, %v, %q", typ, n, err, times, compiler)
			}
		}
	}
	for _, args := range []string{"--type f32", "--payload", "--desc"} {
		if _, err := clitest.Run(t, runCommand, append(strings.Fields(args), "-a", inCpp, "-n", "10")...); !errors.Is(err, compute.ErrValue) {
			t.Errorf("%s: %v", args, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := sortInCpp(ctx, sorting.Format{}, []uint32{2, 1}, timing.Runs{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Without a compiler the error names what to install.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, _, _, err := sortInCpp(t.Context(), sorting.Format{}, []uint32{2, 1}, timing.Runs{}); !errors.Is(err, compute.ErrValue) || !strings.Contains(err.Error(), "c++, g++, clang++") {
		t.Error(err)
	}
}
