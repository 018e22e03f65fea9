package compute

import "testing"

// A dispatch over nothing moves nothing; what a dispatch declares goes before its kernel.
func TestMoved(t *testing.T) {
	some := Grid{X: 3, Y: 1, Size: 64}
	p := &Program{Bytes: func(g Grid, _ Call) int64 { return int64(g.Invocations()) }}
	for _, c := range []struct {
		name string
		call Call
		grid Grid
		want int64
	}{
		{"unknown", Call{Program: &Program{}}, some, 0},
		{"by the kernel", Call{Program: p}, some, 192},
		{"by the dispatch", Call{Program: p, Moves: func() int { return 7 }}, some, 7},
		{"nothing to do", Call{Program: p, Moves: func() int { return 7 }}, Grid{}, 0},
	} {
		if got := c.call.Moved(c.grid); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}
