package bfs_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// The words of states have their names in the shaders.
func TestStates(t *testing.T) {
	for _, p := range compute.Programs() {
		for block, want := range map[string]map[int]string{"State": rowsNames, "Joint": shaders.JointNames, "Single": shaders.SingleNames} {
			if !strings.HasPrefix(p.Name, "bfs_") || !slices.Contains(p.Bindings, block) {
				continue
			}
			got, err := gputest.BlockMembers(p.Name, block)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s: %s is %v, in Go %v", p.Name, block, got, want)
			}
		}
	}
}

// setting is a way to search.
type setting struct {
	scheme bfs.Scheme
	form   bfs.Form
	values compute.Values
}

func (s setting) String() string { return fmt.Sprintf("%s, %s, %v", s.scheme, s.form, s.values) }

// settings turn every parameter.
var settings = []setting{
	{bfs.Auto, bfs.AutoForm, nil},
	{bfs.Host, bfs.AutoForm, nil},
	{bfs.Paired, bfs.Hubs, nil},
	{bfs.Paired, bfs.Hubs, compute.Values{bfs.Workgroup: 64, bfs.Groups: 3, bfs.List: 16}},
	{bfs.Paired, bfs.Hubs, compute.Values{bfs.Workgroup: 256, bfs.Groups: 1}},
	{bfs.Paired, bfs.Roads, nil},
	{bfs.Paired, bfs.Roads, compute.Values{bfs.Workgroup: 128, bfs.Groups: 5, bfs.List: 20}},
	{bfs.Rows, bfs.Hubs, nil},
	{bfs.Rows, bfs.Hubs, compute.Values{bfs.Columns: 128, bfs.Workgroup: 128, bfs.Hub: 32, bfs.Batch: 2, bfs.Defer: 2}},
	{bfs.Rows, bfs.Hubs, compute.Values{bfs.Columns: 256, bfs.Workgroup: 512, bfs.Hub: 64, bfs.Batch: 4, bfs.Defer: 5, bfs.Order: groupBy}},
	{bfs.Rows, bfs.Hubs, compute.Values{bfs.Columns: 2048, bfs.Workgroup: 256, bfs.Hub: 100}},
	{bfs.Rows, bfs.Roads, nil},
	{bfs.Rows, bfs.Roads, compute.Values{bfs.Columns: 128, bfs.Workgroup: 128, bfs.Batch: 8}},
	{bfs.Rows, bfs.Roads, compute.Values{bfs.Columns: 8192, bfs.Workgroup: 32, bfs.Batch: 8}}, // two lanes to a piece
	{bfs.Rows, bfs.Roads, compute.Values{bfs.Columns: 512, bfs.Workgroup: 64, bfs.Batch: 64, bfs.Order: neighbourhood}},
	{bfs.Workgroups, bfs.AutoForm, nil},
	{bfs.Workgroups, bfs.Hubs, compute.Values{bfs.Columns: 32, bfs.Workgroup: 64, bfs.Share: 32, bfs.Batch: 2, bfs.Vote: shaders.BFSByBallot, bfs.Instances: 2}},
	{bfs.Workgroups, bfs.Hubs, compute.Values{bfs.Columns: 64, bfs.Share: 2, bfs.Batch: 8, bfs.Vote: shaders.BFSByBallot, bfs.Order: groupBy}},
	{bfs.Coalesced, bfs.AutoForm, nil},
	{bfs.Coalesced, bfs.Hubs, compute.Values{bfs.Columns: 2048, bfs.Share: 4, bfs.Vote: shaders.BFSByBallot, bfs.Groups: 2}},
	{bfs.BottomUp, bfs.AutoForm, nil},
	{bfs.BottomUp, bfs.Hubs, compute.Values{bfs.Columns: 256, bfs.Share: 2, bfs.Alpha: 1 << 20, bfs.Beta: 1 << 20, bfs.Batch: 2, bfs.Vote: shaders.BFSByBallot, bfs.Groups: 5, bfs.Order: neighbourhood, bfs.Instances: 4}},
	{bfs.Naive, bfs.Hubs, compute.Values{bfs.Columns: 128, bfs.Groups: 3, bfs.Workgroup: 32}},
	{bfs.Naive, bfs.AutoForm, compute.Values{bfs.Columns: 128, bfs.Spread: byStride, bfs.Workgroup: 256, bfs.Instances: 64}},
	{bfs.Coalesced, bfs.Hubs, compute.Values{bfs.Columns: 128, bfs.Spread: byStride, bfs.Workgroup: 128, bfs.Share: 2}},
	{bfs.BottomUp, bfs.AutoForm, compute.Values{bfs.Columns: 256, bfs.Spread: byStride, bfs.Alpha: 1 << 20, bfs.Workgroup: 64, bfs.Groups: 5}},
	{bfs.MSBFS, bfs.AutoForm, nil},
	{bfs.Uber, bfs.AutoForm, compute.Values{bfs.Groups: 1}},
	{bfs.Uber, bfs.Hubs, compute.Values{bfs.Columns: 256, bfs.Groups: 1, bfs.Workgroup: 128, bfs.Batch: 8, bfs.Order: groupBy}},
	{bfs.MSBFS, bfs.Hubs, compute.Values{bfs.Columns: 32, bfs.Spread: byStride, bfs.Groups: 3, bfs.Workgroup: 64, bfs.Batch: 2, bfs.Instances: 2}},
}

// A value of bfs.Spread.
const byStride = 2

// Values of bfs.Order.
const given, neighbourhood, groupBy = 1, 2, 3

// singles are the ways of one search.
var singles = []setting{
	{bfs.Single, bfs.AutoForm, nil},
	{bfs.Single, bfs.Hubs, compute.Values{bfs.Variant: shaders.BFSEdges, bfs.Batch: 2}},
	{bfs.Single, bfs.Hubs, compute.Values{bfs.Variant: shaders.BFSReverse}},
	{bfs.Single, bfs.Hubs, compute.Values{bfs.Variant: shaders.BFSPull, bfs.Share: 2, bfs.Workgroup: 32}},
	{bfs.Single, bfs.Hubs, compute.Values{bfs.Variant: shaders.BFSPush, bfs.Share: 4}},
	{bfs.Single, bfs.Hubs, compute.Values{bfs.Variant: shaders.BFSSubgroup}},
}

// search prepares a graph, searches, and compares with the oracle.
func search(t *testing.T, be compute.Backend, s sample, set setting, pairs ...[]bfs.Pair) {
	t.Helper()
	b, err := bfs.New(be, s.g, set.form)
	if err != nil {
		t.Fatalf("%s, %v: %v", s.name, set, err)
	}
	defer b.Release()
	for _, list := range pairs {
		a, err := b.Search(context.Background(), list, bfs.Options{Scheme: set.scheme, Values: set.values})
		if err != nil {
			t.Fatalf("%s, %v, %d pairs: %v", s.name, set, len(list), err)
		}
		for i, want := range truth(s.g, list) {
			if a.Lengths[i] != want {
				t.Fatalf("%s, %v, %d pairs: pair %d, %v, has length %d, want %d", s.name, set, len(list), i, list[i], int32(a.Lengths[i]), int32(want))
			}
		}
	}
}

// lists are pairs of several shapes.
func lists(rnd *rand.Rand, n int, counts ...int) (out [][]bfs.Pair) {
	out = append(out, nil)
	for _, k := range counts {
		out = append(out, drawn(rnd, n, k, n, n))
	}
	return append(out, drawn(rnd, n, 60, 7, n), drawn(rnd, n, 60, n, 5))
}

func TestSearch(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(11, 12))
	for i, s := range samples(rnd) {
		for j, set := range settings {
			// Each setting meets every second graph here, and all of them in TestMirrors.
			if (i+j)%2 != 0 || set.form == bfs.Roads && !s.roads {
				continue
			}
			search(t, d, s, set, lists(rnd, s.g.Nodes(), gputest.Count(250, 700))...)
		}
	}
}

// TestMirrors does the same by mirrors.
func TestMirrors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	for _, s := range samples(rnd) {
		for _, set := range settings {
			if set.form != bfs.Roads || s.roads {
				search(t, host.New(), s, set, lists(rnd, s.g.Nodes(), 1, 2, 200)...)
			}
		}
	}
}

func TestLockstep(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(15, 16))
	for i, s := range samples(rnd) {
		for j, set := range settings {
			if (i+j)%gputest.Count(5, 3) != 0 { // each setting meets three graphs: all buffers are read back after every dispatch
				continue
			}
			if set.scheme != bfs.Host && (set.form != bfs.Roads || s.roads) {
				search(t, host.NewLockstep(context.Background(), d), s, set, drawn(rnd, s.g.Nodes(), 40, 100, 300))
			}
		}
	}
}

// TestManyPairs has several sweeps, with a part of the columns in the last one.
func TestManyPairs(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(17, 18))
	s := sample{"hubs", fromEdges(3000, bothWays(hubs(rnd, 3000, 9000))), false}
	for _, set := range settings {
		if set.form != bfs.Roads {
			columns := 128
			if set.scheme != bfs.Paired && set.scheme != bfs.Host {
				columns = int(max(set.values[bfs.Columns], 128))
			}
			search(t, d, s, set, drawn(rnd, 3000, gputest.Count(5*columns/2, 5000), 3000, 3000))
		}
	}
}

// Hybrid searches share pairs with the host, and the second time by measured speed.
func TestHybrid(t *testing.T) {
	rnd := rand.New(rand.NewPCG(25, 26))
	g := fromEdges(900, bothWays(hubs(rnd, 900, 3000)))
	b, err := bfs.New(gputest.Open(t), g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	pairs := drawn(rnd, 900, 1500, 900, 900)
	want := truth(g, pairs)
	for _, scheme := range []bfs.Scheme{bfs.Paired, bfs.Rows, bfs.BottomUp} {
		for range 2 {
			a, err := b.Search(context.Background(), pairs, bfs.Options{Scheme: scheme, Hybrid: true})
			if err != nil || !slices.Equal(a.Lengths, want) {
				t.Fatalf("%s: lengths are wrong (%v)", scheme, err)
			}
			if a.OnHost == 0 || a.OnHost >= a.Searched {
				t.Errorf("%s: the host searched %d of %d pairs", scheme, a.OnHost, a.Searched)
			}
		}
	}
}

// Routes are as long as lengths say, along edges.
func TestRoutes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(27, 28))
	for _, s := range samples(rnd) {
		b, err := bfs.New(host.New(), s.g, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		pairs := drawn(rnd, s.g.Nodes(), 200, s.g.Nodes(), s.g.Nodes())
		routes, err := b.Routes(context.Background(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range truth(s.g, pairs) {
			r := routes[i]
			if uint32(len(r)-1) != want { // -1 is Unreachable
				t.Fatalf("%s: %v has route %v, and length %d", s.name, pairs[i], r, int32(want))
			}
			for k, v := range r {
				if k == 0 && v != pairs[i].Source || k == len(r)-1 && v != pairs[i].Target {
					t.Fatalf("%s: the route of %v is %v", s.name, pairs[i], r)
				}
				if k > 0 && !slices.Contains(s.g.Head[s.g.FirstOut[r[k-1]]:s.g.FirstOut[r[k-1]+1]], v) {
					t.Fatalf("%s: the route %v has no edge to %d", s.name, r, v)
				}
			}
		}
	}
}

// A path of 100,000 nodes has more levels than a software device has patience for, and one
// of 300 more than the history of a joint frontier holds.
func TestLongPath(t *testing.T) {
	d := gputest.Open(t)
	line := func(n int) sample { return sample{fmt.Sprintf("path of %d", n), fromEdges(n, bothWays(path(n))), true} }
	const n = 100_000
	for _, form := range []bfs.Form{bfs.Hubs, bfs.Roads} {
		search(t, d, line(n), setting{bfs.Paired, form, nil}, []bfs.Pair{{Source: 0, Target: n - 1}, {Source: 4, Target: 4}, {Source: 500, Target: 7}})
	}
	for _, c := range []struct {
		nodes int
		setting
	}{
		{gputest.Count(600, 5000), setting{bfs.Rows, bfs.Hubs, nil}},
		{gputest.Count(600, 5000), setting{bfs.Rows, bfs.Roads, nil}},
		{gputest.Count(300, 5000), setting{bfs.Coalesced, bfs.Roads, nil}},
		{5000, setting{bfs.Host, bfs.Roads, nil}},
	} {
		last := uint32(c.nodes - 1)
		search(t, d, line(c.nodes), c.setting, []bfs.Pair{{Source: 3, Target: last}, {Source: 0, Target: last - 6}})
	}
}

// Cores share the planning of a long list: answers are in order, and the first pair that
// is wrong is named.
func TestLongList(t *testing.T) {
	const n = 1000
	b, err := bfs.New(host.New(), fromEdges(n, path(n-1)), bfs.AutoForm) // the last node has no edges
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	pairs := make([]bfs.Pair, 200_000)
	for i := range pairs {
		pairs[i] = bfs.Pair{Source: uint32(i % 7), Target: uint32(i % n)}
	}
	a, err := b.Search(context.Background(), pairs, bfs.Options{Scheme: bfs.Host})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pairs {
		want := p.Target - p.Source
		if p.Target < p.Source || p.Target == n-1 {
			want = bfs.Unreachable
		}
		if a.Lengths[i] != want {
			t.Fatalf("pair %d, %v: length %d, want %d", i, p, a.Lengths[i], want)
		}
	}
	pairs[150_000].Target, pairs[199_999].Source = n+5, n
	var wrong *bfs.PairError
	if _, err := b.Plan(pairs, bfs.Options{}); !errors.As(err, &wrong) || wrong.Index != 150_000 || wrong.Node != n+5 {
		t.Errorf("got %v", err)
	}
}

func TestErrors(t *testing.T) {
	b, err := bfs.New(host.New(), fromEdges(5, path(5)), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	var wrong *bfs.PairError
	_, err = b.Search(context.Background(), []bfs.Pair{{Source: 0, Target: 1}, {Source: 4, Target: 5}}, bfs.Options{})
	if !errors.As(err, &wrong) || wrong.Index != 1 || wrong.Node != 5 {
		t.Errorf("a node that is not there: %v", err)
	}
	if _, err := b.Search(context.Background(), nil, bfs.Options{Scheme: "depth-first"}); err == nil {
		t.Error("a scheme that is not there has no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, scheme := range bfs.Schemes() {
		if _, err := b.Search(ctx, []bfs.Pair{{Source: 0, Target: 3}}, bfs.Options{Scheme: scheme}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", scheme, err)
		}
	}
	if a, err := b.Search(context.Background(), []bfs.Pair{{Source: 0, Target: 3}, {Source: 3, Target: 0}}, bfs.Options{}); err != nil || a.Lengths[0] != 3 || a.Lengths[1] != math.MaxUint32 {
		t.Errorf("after that: %v, %v", a.Lengths, err)
	}
	if _, err := bfs.New(host.New(), fromEdges(400, star(400)), bfs.Roads); !errors.Is(err, fault.Limit) {
		t.Errorf("a star as a road network: %v", err)
	}
}

// little is a device with little memory.
type little struct {
	compute.Backend
	memory int64
}

func (l little) Limits() compute.Limits {
	x := l.Backend.Limits()
	x.Memory, x.BufferWords = l.memory, int(l.memory/8)
	return x
}

// Plans are cut to the memory that is there, or refused.
func TestLittleMemory(t *testing.T) {
	rnd := rand.New(rand.NewPCG(19, 20))
	g := fromEdges(2000, bothWays(random(rnd, 2000, 4000)))
	pairs := drawn(rnd, 2000, 500, 2000, 2000)
	want := truth(g, pairs)
	for _, scheme := range []bfs.Scheme{bfs.Paired, bfs.Rows} {
		var cut, refused bool
		for memory := int64(1 << 22); memory > 1<<14; memory = memory * 3 / 4 {
			be := little{host.New(), memory}
			b, err := bfs.New(be, g, bfs.AutoForm)
			if errors.Is(err, fault.Limit) {
				refused = true
				break
			}
			a, err := b.Search(context.Background(), pairs, bfs.Options{Scheme: scheme})
			b.Release()
			if errors.Is(err, fault.Limit) {
				refused = true
				continue
			}
			if err != nil || a.Bytes > memory {
				t.Fatalf("%s in %d bytes, planned %d: %v", scheme, memory, a.Bytes, err)
			}
			cut = cut || a.Values[bfs.Columns] == 128 || scheme == bfs.Paired && a.Values[bfs.Groups] < 64
			for i := range want {
				if a.Lengths[i] != want[i] {
					t.Fatalf("%s in %d bytes: pair %d has length %d, want %d", scheme, memory, i, a.Lengths[i], want[i])
				}
			}
		}
		if !cut || !refused {
			t.Errorf("%s: was a plan cut? %t; was one refused? %t", scheme, cut, refused)
		}
	}
}

// rowsNames maps the first words of the block's members to their names.
var rowsNames = map[int]string{
	ref.RowsChanged: "changed", ref.RowsOpen: "open", ref.RowsBase: "base", ref.RowsFirstPair: "first_pair", ref.RowsPairs: "pairs",
	ref.RowsFirstColumn: "first_column", ref.RowsColumns: "columns", ref.RowsLevelGroups: "level_groups", ref.RowsAnswerGroups: "answer_groups",
	ref.RowsStartGroups: "start_groups", ref.RowsSearching: "searching",
}
