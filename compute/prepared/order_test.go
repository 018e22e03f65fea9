package prepared_test

import (
	"context"
	"errors"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/open/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// load reads a map of the data.
func load(t testing.TB, path ...string) *scene.Map {
	t.Helper()
	m, err := graphload.Load(context.Background(), osmtest.Data(t, path...), graphload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func orderOf(t testing.TB, m *scene.Map, threads int) *prepared.Order {
	t.Helper()
	o, err := prepared.NewOrder(context.Background(), m.Graph, prepared.Making{Places: prepared.PlacesOf(m), Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The order of a network is the same for any number of threads.
func TestThreads(t *testing.T) {
	grid := ssspgen.Grid(3, 150, 100, 50)
	abstract := *grid
	abstract.Abstract = true
	maps := map[string]*scene.Map{"grid": grid, "grid by hops": &abstract, "random": ssspgen.Random(4, 9000, 20_000, 100)}
	if gputest.Long() {
		maps["New York"] = load(t, "dimacs", "USA-road-d.NY.gr.gz")
	}
	for name, m := range maps {
		t.Run(name, func(t *testing.T) {
			want := orderOf(t, m, 1)
			for _, threads := range []int{2, 5, 16} {
				if got := orderOf(t, m, threads); got.Hash() != want.Hash() {
					t.Errorf("the order of %d threads is another one than that of one: %d and %d fronts", threads, got.Fronts(), want.Fronts())
				}
			}
		})
	}
}

// A context that ends ends the making of an order, whatever the work is at: here it stands still.
// Until then progress grows.
func TestCancelled(t *testing.T) {
	m := ssspgen.Grid(1, 100, 90, 50)
	ctx, cancel := context.WithCancel(context.Background())
	returned, last := make(chan struct{}), 0.0
	_, err := prepared.NewOrder(ctx, m.Graph, prepared.Making{Places: m.Graph.At, Progress: func(share float64) {
		if share < last {
			t.Errorf("progress falls from %g to %g", last, share)
		}
		if last = share; share > 0.2 {
			cancel()
			<-returned
		}
	}})
	close(returned)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it returns %v", err)
	}
}

func BenchmarkOrder(b *testing.B) {
	m := load(b, "dimacs", "USA-road-d.NY.gr.gz")
	for b.Loop() {
		orderOf(b, m, 0)
	}
}

// Cuts are about as small as those of a grid can be, and parts are balanced; also by places
// that have nothing to do with the grid.
func TestCuts(t *testing.T) {
	const width, height = 60, 40
	m := ssspgen.Grid(1, width, height, 9)
	places := make([]geom.Point, width*height)
	for i := range places {
		places[i] = geom.Point{X: int32(i % width * 1000), Y: int32(i / width * 1000)}
	}
	for name, places := range map[string][]geom.Point{"places": places, "hops": nil, "other places": m.Graph.At} {
		o, err := prepared.NewOrder(context.Background(), m.Graph, prepared.Making{Places: places})
		if err != nil {
			t.Fatal(err)
		}
		f, err := prepared.NewFronts(m.Graph, o)
		if err != nil {
			t.Fatal(err)
		}
		if root := f.List[0]; root.X > height || f.Largest > 5*height/2 {
			t.Errorf("%s: the first separator has %d nodes, and the largest front %d", name, root.X, f.Largest)
		}
		for _, kid := range f.List[1:f.Levels[2]] {
			if kid.Below < width*height/4-height {
				t.Errorf("%s: a part has only %d nodes", name, kid.Below)
			}
		}
	}
}
