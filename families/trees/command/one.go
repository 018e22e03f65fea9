package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/scene/graph"
)

// tree measures one tree and verifies trees for two sets of weights.
func (b *benchmark) tree(ctx context.Context) error {
	verify := func(g *graph.Graph) error {
		return b.verify(ctx, g, func(i int) ([]uint32, error) {
			b.be.Fill(b.d.Dist(), 0, b.d.Dist().Len(), poison)
			b.d.Tree(b.queries[i].Source)
			return b.d.Distances(ctx)
		})
	}
	other := *b.g
	other.Weight = randomWeights(b.g)
	b.d.Customize(other.Weight)
	if err := verify(&other); err != nil {
		return err
	}
	b.d.Customize(b.g.Weight)
	if err := verify(b.g); err != nil {
		return err
	}
	for i, s := range b.settings {
		values, err := b.d.Chosen(b.be.Limits(), s.Values)
		if err != nil {
			return err
		}
		if i > 0 {
			if err := b.d.Tune(values); err != nil {
				return err
			}
			if err := verify(b.g); err != nil {
				return err
			}
		}
		b.d.Begin(0)
		t, err := b.timed(ctx, b.d.Again)
		if err != nil {
			return err
		}
		if i == 0 {
			b.oneTree = t.Wall
		}
		b.row("tree", "one tree", t, 1, fmt.Sprintf("%d trees verified, by two sets of weights; not copied to the host; %s", b.checked, inWords(values)))
	}
	first, err := b.d.Chosen(b.be.Limits(), b.settings[0].Values)
	if err != nil || len(b.settings) == 1 {
		return err
	}
	return b.d.Tune(first)
}

// inWords formats values of parameters.
func inWords(v compute.Values) string {
	var words []string
	for _, p := range prepared.Params() {
		words = append(words, p.Name+" "+p.Text(v[p.Name]))
	}
	return strings.Join(words, ", ")
}

// randomWeights returns weights that differ by direction; some are zero.
func randomWeights(g *graph.Graph) []uint32 {
	rnd := rand.New(rand.NewPCG(25, 26))
	most := uint32(min(5000, (prepared.Unreached-1)/max(1, g.Nodes())))
	out := make([]uint32, g.Edges())
	for e := range out {
		out[e] = rnd.Uint32N(most + 1)
	}
	return out
}
