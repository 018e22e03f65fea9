package format

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"nearfar", "frontier", "nearfar-append", "deltastep", "bellmanford", "dijkstra", "dial"}
	for word, want := range map[string]string{
		"fronteir": "frontier", "Dijkstra": "dijkstra", "nearfa": "nearfar", "bell": "bellmanford", "near": "", "d": "", "": "", "radix": "", "dail": "dial", "delta-step": "deltastep",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q is %q, not %q", word, got, want)
		}
	}
}
