package scatter

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// Words arrive at their places and no others change, whatever their number, and in parts
// where a buffer does not hold them all.
func TestLockstepWrite(t *testing.T) {
	ctx := context.Background()
	be := gputest.Narrow{Backend: host.NewLockstep(ctx, gputest.Open(t)), Words: 5001}
	rnd := rand.New(rand.NewPCG(1, 1))
	m := compute.Memory{Backend: be}
	defer m.Release()
	w := New(&m)
	for _, n := range []int{0, 1, few, few + 1, 255, 257, 2500, 2501, 5000} {
		to := be.NewBuffer("to", be.Words)
		want := make([]uint32, be.Words)
		for i := range want {
			want[i] = rnd.Uint32()
		}
		be.Write(to, 0, want)
		var pairs []uint32
		for _, at := range rnd.Perm(len(want))[:n] {
			want[at] = rnd.Uint32()
			pairs = append(pairs, uint32(at), want[at])
		}
		w.Write(to, pairs)
		got := make([]uint32, len(want))
		if err := be.Read(ctx, to, 0, got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d words: %v", n, err)
		}
		to.Release()
	}
}
