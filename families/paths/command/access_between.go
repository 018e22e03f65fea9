package command

import (
	"context"
	"fmt"
	"io"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
)

// between is the betweenness of all nodes.
type between struct {
	sources []uint32
	found   []prepared.Between // by node
	times   timing.Times
}

// String says how long it took.
func (b *between) String() string {
	if b == nil {
		return ""
	}
	return fmt.Sprintf("; betweenness from %s in %.1f ms", format.Count(len(b.sources), "node"), b.times.Wall)
}

// findBetween estimates the betweenness of all nodes, if that is asked.
func (a *access) findBetween(ctx context.Context, be compute.Backend, f *prepared.Fronts) error {
	if a.accessFlags.between == 0 {
		return nil
	}
	n := a.m.Graph.Nodes()
	b := &between{sources: prepared.Draw(n, a.accessFlags.between, a.seed)}
	r, err := a.reacher(be, f, prepared.RowRoom(n, len(b.sources)))
	if err != nil {
		return err
	}
	defer r.Release()
	r.Customize(a.m.Graph.Weight)
	progress, stop := cli.ShowShare()
	defer stop()
	watch := timing.Start(be)
	b.found, err = prepared.Betweenness(ctx, r, a.m.Graph, n, b.sources, func(done int) {
		progress(float64(done)/float64(len(b.sources)), fmt.Sprintf("betweenness, %s of %s sources", format.Thousands(done), format.Thousands(len(b.sources))))
	})
	b.times, a.between = watch.Times(), b
	return err
}

// verifyBetween compares the betweenness with Dijkstra's algorithm, if it is by no more sources than other results are
// verified for.
func (a *access) verifyBetween(ctx context.Context) (said string, err error) {
	if a.between == nil || len(a.between.sources) > verifiedNodes {
		return "", nil
	}
	return ", betweenness verified", measure.Betweenness(ctx, a.m.Graph, a.between.sources, a.between.found)
}

// printBetween says over which node most shortest paths lead, if the betweenness is known.
func (a *access) printBetween(out io.Writer) error {
	if a.between == nil {
		return nil
	}
	most := 0
	for v, b := range a.between.found {
		if b.Value > a.between.found[most].Value {
			most = v
		}
	}
	n := float64(a.m.Graph.Nodes())
	share := func(x float64) float64 { return 100 * x / max(1, (n-1)*(n-2)) }
	b := a.between.found[most]
	_, err := fmt.Fprintf(out, "%-22s %s: %.2f %% of all pairs, standard error %.2f\n", "on most paths", a.place(uint32(most)), share(b.Value), share(b.Error))
	return err
}
