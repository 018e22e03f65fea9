package bfs_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle/oracletest"
)

// metered is a device that measures submissions by their invocations.
type metered struct {
	compute.Backend
	open, most int // invocations of the current submission, and of the largest
}

func (m *metered) Dispatch(c compute.Call) {
	m.open += c.Invocations
	m.most = max(m.most, m.open)
	m.Backend.Dispatch(c)
}

func (m *metered) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	m.open = 0
	return m.Backend.Read(ctx, b, at, dst)
}

func (m *metered) Flush(ctx context.Context) error {
	m.open = 0
	return m.Backend.Flush(ctx)
}

// Paths are counted in submissions that do not exceed the device's limit, and a search that is
// cancelled makes no more of them.
func TestTreeSubmissions(t *testing.T) {
	const work = 10_000
	submitted, last := 0, -1
	ctx, cancel := context.WithCancel(t.Context())
	be := &metered{Backend: gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Work: work, Lost: func(int) bool {
		if submitted++; submitted == last {
			cancel()
		}
		return false
	}}})}
	g := fromEdges(300, bothWays(random(rand.New(rand.NewPCG(5, 6)), 300, 900)))
	b, err := bfs.New(be, g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	got, err := b.Betweenness(ctx, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := oracletest.Brandes(g.FirstOut, g.Head)
	for v := range want {
		if !similar(got[v], want[v]) {
			t.Fatalf("node %d has betweenness %g, want %g", v, got[v], want[v])
		}
	}
	if be.most > work || submitted < 500 {
		t.Errorf("%d submissions of up to %d invocations", submitted, be.most)
	}
	last = submitted + 100
	if _, err := b.Betweenness(ctx, 0, 1); !errors.Is(err, context.Canceled) || submitted != last {
		t.Errorf("cancelled at submission %d: %v, %d submissions", last, err, submitted)
	}
}
