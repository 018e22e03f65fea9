package labs

import (
	"testing"

	"kernelscope/open/labload"
)

// The first word that differs is named, of buffers that both have.
func TestDifference(t *testing.T) {
	l, err := labload.Read(t.Context(), "lab:saxpy")
	if err != nil {
		t.Fatal(err)
	}
	labs := [2]*labload.Lab{l, l}
	one, two := map[string][]uint32{"X": {0, 0}, "Y": {0, 0x3f800000}}, map[string][]uint32{"X": {0, 0}, "Y": {0, 0x40000000}}
	if got, want := difference(labs[0].Buffers, [2]map[string][]uint32{one, two}, [2]string{"in the first", "in the second"}), "Y[1] is 1 in the first and 2 in the second"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := difference(labs[0].Buffers, [2]map[string][]uint32{one, {"X": {0}}}, [2]string{"in the first", "in the second"}); got != "X has 2 words in the first and 1 word in the second" {
		t.Errorf("%q", got)
	}
	if got := difference(labs[0].Buffers, [2]map[string][]uint32{one, {"Z": {1}}}, [2]string{"in the first", "in the second"}); got != "" {
		t.Errorf("%q", got)
	}
}
