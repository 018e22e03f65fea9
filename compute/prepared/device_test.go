package prepared_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// open puts a map on a device, with lengths by its weights.
func open(t testing.TB, be compute.Backend, m named, v compute.Values) *prepared.Device {
	t.Helper()
	d, err := prepared.NewDevice(be, frontsOf(t, m.Map), m.Graph.Edges(), v)
	if err != nil {
		t.Fatal(err)
	}
	d.Customize(m.Graph.Weight)
	return d
}

// checkDevice compares single trees, concurrent trees and a table with Dijkstra's
// algorithm.
func checkDevice(t testing.TB, be compute.Backend, d *prepared.Device, g *graph.Graph, lanes int) {
	t.Helper()
	ctx := context.Background()
	list := sources(g.Nodes(), 3)
	for _, s := range list {
		be.Fill(d.Dist(), 0, d.Dist().Len(), 0x12345)
		d.Tree(s)
		dist, err := d.Distances(ctx)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, g, s, dist)
	}
	b, err := d.NewBatch(lanes)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	list = append(list, list[0])
	be.Fill(b.Rows(), 0, b.Rows().Len(), 0x12345)
	b.Trees(list)
	for lane, s := range list {
		dist, err := b.Distances(ctx, lane)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, g, s, dist)
	}
	checkTable(t, b, g, list)
	checkReach(t, d, g, list)
}

// reachAll returns what sources reach, by trees on a device.
func reachAll(t testing.TB, d *prepared.Device, sources []uint32, limit uint32, told func(done int)) ([]prepared.Reach, error) {
	t.Helper()
	a, err := d.NewAccess(len(sources))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	return prepared.ReachAll(context.Background(), a, sources, limit, told)
}

func checkReach(t testing.TB, d *prepared.Device, g *graph.Graph, list []uint32) {
	t.Helper()
	limit := oracle.Dijkstra(g, list[0], graph.NoNode).Dist[list[1]] // graph.Unreached where no path leads: all count
	got, err := reachAll(t, d, list, limit, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range list {
		if want := prepared.ReachOf(oracle.Dijkstra(g, s, graph.NoNode).Dist, limit); got[i] != want {
			t.Fatalf("from %d: %+v are reached, want %+v", s, got[i], want)
		}
	}
}

// Rows of any length give what the host finds, from all nodes: few words where a workgroup has little shared memory.
func TestAccessAll(t *testing.T) {
	be := gputest.Open(t)
	for _, m := range []named{{"random", ssspgen.Random(5, 700, 1500, 100)}, {"scattered", ssspgen.Random(6, 900, 500, 9)}, {"grid", ssspgen.Grid(8, 40, 30, 20)}} {
		h := prepared.NewHostAccess(frontsOf(t, m.Map))
		h.Customize(m.Graph.Weight)
		all := prepared.Draw(m.Graph.Nodes(), 0, 0)
		limit := uint32(10 * m.Graph.MeanWeight())
		want, err := prepared.ReachAll(t.Context(), h, all, limit, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		// With 1 << 12 some depths of a batch have one part, some have more; with 1 << 18 batches of 128 are beside each other, and
		// without it there are more rounds than recordings that take turns.
		for _, limits := range []small{{be, be.Limits().SharedBytes, 0}, {be, be.Limits().SharedBytes, 1 << 12}, {be, 16 << 10, 1 << 12}, {be, 4 << 10, 1 << 18}, {be, 4 << 10, 1 << 12}} {
			d := open(t, limits, m, nil)
			got, err := reachAll(t, d, all, limit, func(int) {})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %d bytes of shared memory, %d resident: other nodes are reached than on the host: %v", m.name, limits.shared, limits.resident, err)
			}
			d.Release()
		}
	}
}

func checkTable(t testing.TB, b *prepared.Batch, g *graph.Graph, list []uint32) {
	t.Helper()
	columns := sources(g.Nodes(), 9)
	table, err := b.NewTable(columns)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	table.Fill()
	words := make([]uint32, len(list)*len(columns))
	if err := table.Read(context.Background(), words); err != nil {
		t.Fatal(err)
	}
	for i, s := range list {
		want := oracle.Dijkstra(g, s, graph.NoNode)
		for k, v := range columns {
			if got := words[i*len(columns)+k]; got != want.Dist[v] {
				t.Fatalf("from %d to %d the table has %d, want %d", s, v, got, want.Dist[v])
			}
		}
	}
}

// small is a device with less shared memory, where more fronts are large.
type small struct {
	compute.Backend
	shared   int
	resident int // invocations that it holds: it is treated as hardware; 0 if it is not
}

func (s small) Limits() compute.Limits {
	l := s.Backend.Limits()
	l.SharedBytes = s.shared
	if s.resident > 0 {
		l.IsSoftware, l.Resident = false, s.resident
	}
	return l
}

// The kernels do what their mirrors do, in fronts of all sizes.
func TestLockstep(t *testing.T) {
	for _, m := range made() {
		if m.name == "hubs" && !gputest.Long() {
			continue // its mirrors take long
		}
		t.Run(m.name, func(t *testing.T) {
			for _, c := range []small{{shared: 32 << 10}, {shared: 8 << 10}, {shared: 8 << 10, resident: 1 << 12}} { // fronts up to 88 and 40 in shared memory
				be := c
				be.Backend = host.NewLockstep(t.Context(), gputest.Open(t))
				d := open(t, be, m, compute.Values{prepared.Subtree: 60, prepared.Upper: 100})
				checkDevice(t, be, d, m.Graph, 16)
				d.Release()
			}
		})
	}
}

func TestDevice(t *testing.T) {
	be := gputest.Open(t)
	for _, m := range append(files(t), named{"hubs", ssspgen.Hubs(9)}, named{"grid", ssspgen.Grid(2, 75, 70, 100)}) {
		if (m.name == "New York" || m.name == "hubs") && !gputest.Long() {
			continue // the software device takes long
		}
		t.Run(m.name, func(t *testing.T) {
			d := open(t, be, m, nil)
			defer d.Release()
			checkDevice(t, be, d, m.Graph, 64)
		})
	}
}

// Graphs whose separators are as large, or as many, as they can be.
func TestDeviceLarge(t *testing.T) {
	if !gputest.Long() {
		t.Skip("the software device takes long")
	}
	be := gputest.Open(t)
	for _, m := range large() {
		t.Run(m.name, func(t *testing.T) {
			d := open(t, be, m, nil)
			defer d.Release()
			checkDevice(t, be, d, m.Graph, 16)
		})
	}
}

// A device has just enough shared memory for a climb, or too little.
func TestSharedMemory(t *testing.T) {
	be := gputest.Open(t)
	m := named{"grid", ssspgen.Grid(2, 40, 35, 100)}
	fronts := frontsOf(t, m.Map)
	need := 4 * int(fronts.Longest)
	d := open(t, small{be, need, 0}, m, compute.Values{prepared.Subtree: 8192, prepared.Upper: 8192})
	defer d.Release()
	for _, s := range sources(m.Graph.Nodes(), 5) {
		d.Tree(s)
		dist, err := d.Distances(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, m.Graph, s, dist)
	}
	if d.Steps() < 4 {
		t.Errorf("%d steps: %d bytes hold all nodes", d.Steps(), need)
	}
	if _, err := prepared.NewDevice(small{be, need - 4, 0}, fronts, m.Graph.Edges(), nil); !errors.Is(err, fault.Limit) {
		t.Errorf("with %d bytes: %v", need-4, err)
	}
}

// Weights change on the device, and lengths follow; closed roads and edges of weight zero
// among them.
func TestDeviceChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	be := gputest.Open(t)
	m := named{"grid", ssspgen.Grid(8, 30, 25, 20)}
	d := open(t, be, m, nil)
	defer d.Release()
	g := reweighed(m.Graph, slices.Clone(m.Graph.Weight))
	for range gputest.Count(60, 1000) {
		changed := []uint32{change(g, rnd), change(g, rnd)}
		d.Change(g.Weight, changed)
		s := rnd.Uint32N(uint32(g.Nodes()))
		d.Tree(s)
		dist, err := d.Distances(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, g, s, dist)
	}
}

// Access finds what every node reaches, also where sums of distances need more than a word.
func TestAccess(t *testing.T) {
	be := gputest.Open(t)
	for _, m := range []named{{"two parts", ssspgen.Map(4, []graph.Arc{arc(0, 1, 3), arc(3, 2, 1)})}, {"scattered", ssspgen.Random(6, 300, 170, 9)}, {"long", ssspgen.Grid(8, 30, 12, 20_000_000)}} {
		d := open(t, be, m, nil)
		t.Cleanup(d.Release)
		all := sources(m.Graph.Nodes(), m.Graph.Nodes())
		limit, heard := m.Graph.Weight[0]*3, 0
		got, err := reachAll(t, d, all, limit, func(done int) { heard = done })
		if err != nil || heard != len(all) {
			t.Fatalf("%s: %d of %d are done: %v", m.name, heard, len(all), err)
		}
		onHost := prepared.NewHostAccess(frontsOf(t, m.Map))
		onHost.Customize(m.Graph.Weight)
		if other, err := prepared.ReachAll(t.Context(), onHost, all, limit, func(int) {}); err != nil || !slices.Equal(other, got) {
			t.Fatalf("%s: the host finds something else: %v", m.name, err)
		}
		for i, v := range all {
			if want := prepared.ReachOf(oracle.Dijkstra(m.Graph, v, graph.NoNode).Dist, limit); got[i] != want {
				t.Fatalf("%s: node %d reaches %+v, want %+v", m.name, v, got[i], want)
			}
		}
		if m.name == "long" && got[0].Sum < 1<<33 {
			t.Errorf("the sum is %d: it does not carry", got[0].Sum)
		}
	}
}
