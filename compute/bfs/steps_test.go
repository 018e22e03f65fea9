package bfs_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/scene/graph"
)

func reversed(g *graph.Graph) *graph.Graph {
	var edges []edge
	for u := range uint32(g.Nodes()) {
		for _, v := range g.Head[g.FirstOut[u]:g.FirstOut[u+1]] {
			edges = append(edges, edge{v, u})
		}
	}
	return fromEdges(g.Nodes(), edges)
}

// What is shown and counted after each step is what a queue finds.
func TestKernelsInSteps(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(33, 34))
	for i, s := range samples(rnd) {
		for j, set := range append(slices.Clip(settings), singles...) {
			if (i+j)%gputest.Count(8, 1) != 0 || set.scheme == bfs.Host || set.form == bfs.Roads && !s.roads {
				continue
			}
			if levels := s.name == "path" || s.name == "one-way path"; levels && !gputest.Long() {
				continue // they have hundreds of steps
			}
			backends := []compute.Backend{d}
			if (i+j)%16 == 0 {
				backends[0] = host.NewLockstep(context.Background(), d)
			}
			if set.scheme == bfs.Paired { // whose mirror keeps the state of a search, too
				backends = append(backends, host.New())
			}
			for _, be := range backends {
				t.Run(fmt.Sprintf("%s, %v", s.name, set), func(t *testing.T) { replaySearch(t, be, s, set, drawn(rnd, s.g.Nodes(), 150, 170, 300)) })
			}
		}
	}
}

func replaySearch(t *testing.T, be compute.Backend, s sample, set setting, pairs []bfs.Pair) {
	b, err := bfs.New(be, s.g, set.form)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	if set.scheme == bfs.Paired || set.scheme == bfs.Single || set.scheme == bfs.Auto {
		pairs = pairs[:15]
	}
	values := maps.Clone(set.values)
	if values == nil {
		values = compute.Values{}
	}
	values[bfs.Groups], values[bfs.List] = 1, 0 // TestStepsAgain has short lists
	values[bfs.Order] = given                   // the replay makes sweeps of columns as they come
	p, err := b.Plan(pairs, bfs.Options{Scheme: set.scheme, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := b.Steps(p, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer steps.Release()
	r := &replay{t: t, be: be, s: steps, form: b.Form, along: [2]*graph.Graph{s.g, reversed(s.g)}, pairs: pairs, truth: truth(s.g, pairs)}
	r.all()
}

// Pairs whose search does not fit into a list get another round, with longer lists.
func TestStepsAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(35, 36))
	g := fromEdges(300, bothWays(random(rnd, 300, 500)))
	for _, be := range []compute.Backend{gputest.Open(t), host.New()} {
		stepsAgain(t, be, g, drawn(rnd, 300, 20, 300, 300))
	}
}

func stepsAgain(t *testing.T, be compute.Backend, g *graph.Graph, pairs []bfs.Pair) {
	t.Helper()
	b, err := bfs.New(be, g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	p, err := b.Plan(pairs, bfs.Options{Scheme: bfs.Paired, Values: compute.Values{bfs.Groups: 1, bfs.List: 16}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Steps(p, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for answered := 0; !s.Progress().Done; answered = s.Progress().Answered {
		if err := s.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		if s.Progress().Answered < answered {
			t.Fatalf("fewer pairs are answered after a step: %+v", s.Progress())
		}
	}
	if p := s.Progress(); !slices.Equal(s.Lengths(), truth(g, pairs)) || p.Parts <= s.Searched {
		t.Errorf("lengths %v, want %v; %+v of %d", s.Lengths(), truth(g, pairs), p, s.Searched)
	}
}
