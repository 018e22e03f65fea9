package sssp

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/compute/timing"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

var (
	seed   = compute.NewKernel[ref.Seed[compute.Buffer]]("sssp_seed", workgroups, ref.MirrorSeed)
	gather = compute.NewKernel[ref.Gather[compute.Buffer]]("sssp_gather", workgroups, ref.MirrorGather)
)

// many is concurrent searches, one workgroup each: on a device with hundreds of
// them no search waits for the latency of another. A search whose far queue overflows is
// repeated alone.
type many struct {
	*frontier
	memory   compute.Memory
	args     ref.Resident[compute.Buffer]
	first    compute.Buffer // initial blocks of searches
	sources  compute.Buffer
	count    int // of searches that fit
	queries  []Query
	values   compute.Values
	repeated map[int][]uint32 // distances of repeated searches
}

// farRoom returns the capacity of the far queue of one of many searches: on road networks it is
// far smaller than the graph. With hubs nodes are improved several times, and all their entries wait.
func (s *frontier) farRoom() int {
	if hasHubs(s.g) {
		return 4 * s.g.Nodes()
	}
	return max(1024, s.g.Nodes()/4)
}

// maxDivided is the most words of a buffer whose length kernels divide by the number of searches: just under 2 GiB. On an NVIDIA
// H200 with driver 580.159.04, 2,112 searches of 264,346 nodes, 2.08 GiB of distances, overwrote each other.
const maxDivided = 1<<29 - 1

// Room returns the number of searches that fit half the device's memory and its buffers.
func (s *frontier) Room() int {
	l := s.be.Limits()
	words, buffer := int64(s.g.Nodes()+4*s.farRoom()+4*shaders.FrontierNearHere), min(l.BufferWords, maxDivided)
	return max(1, min(maxMany, int(l.Memory/2/4/words), buffer/s.g.Nodes(), buffer/(4*s.farRoom())))
}

// AtOnce returns the number of searches that the device runs concurrently, if they fit.
func (s *frontier) AtOnce() int { return min(s.Room(), atOnce(s.g, s.be.Limits())) }

// StartMany puts the queries on the device.
func (s *frontier) StartMany(queries []Query, v compute.Values) (Many, error) {
	for _, q := range queries {
		if err := checkQuery(s.g, q); err != nil {
			return nil, err
		}
	}
	if n := s.Room(); len(queries) > n || len(queries) == 0 {
		return nil, fmt.Errorf("sssp: %d concurrent searches; the device has room for 1 to %d", len(queries), n)
	}
	values, err := chosenFrontier(s.be.Limits(), s.most, s.autoMany, v)
	if err != nil {
		return nil, err
	}
	m, err := s.room(len(queries))
	if err != nil {
		return nil, err
	}
	m.queries, m.values, m.repeated = queries, values, map[int][]uint32{}
	m.values[Together] = 1
	m.args.Searches = uint32(len(queries))
	var blocks, sources []uint32
	for _, q := range queries {
		block := s.block(q, m.values)
		block[shaders.FrontierAloneMost-shaders.FrontierBlocks] = graph.NoNode // there is nobody else
		block[shaders.FrontierPauseAt-shaders.FrontierBlocks] = graph.NoNode
		blocks, sources = append(blocks, block...), append(sources, q.Source)
	}
	s.be.Write(m.first, 0, blocks)
	s.be.Write(m.sources, 0, sources)
	return m, nil
}

// room returns the buffers of the same number of ended searches, or new ones. Kernels divide
// buffers by the number of searches, so larger ones cannot be reused.
func (s *frontier) room(count int) (*many, error) {
	if m := s.spare; m != nil {
		if s.spare = nil; m.count == count {
			return m, nil
		}
		m.memory.Release()
	}
	m := &many{frontier: s, count: count, memory: compute.Memory{Backend: s.be}}
	m.args = ref.Resident[compute.Buffer]{Chain: s.args.Chain, Told: s.args.Told}
	m.args.Dist = m.memory.NewBuffer("dist of many", count*s.g.Nodes())
	m.args.NearQueue = m.memory.NewBuffer("near queues of many", count*4*shaders.FrontierNearHere)
	m.args.FarQueue = m.memory.NewBuffer("far queues of many", count*4*s.farRoom())
	m.args.Frontier = m.memory.NewBuffer("frontiers of many", shaders.FrontierBlocks+count*shaders.FrontierBlockWords)
	m.first, m.sources = m.memory.NewBuffer("first blocks", count*shaders.FrontierBlockWords), m.memory.NewBuffer("sources", count)
	return m, m.memory.Ready()
}

// begin resets all searches to their start.
func (m *many) begin() {
	clear(m.repeated)
	n := len(m.queries)
	m.be.Copy(m.args.Frontier, shaders.FrontierBlocks, m.first, 0, n*shaders.FrontierBlockWords)
	m.be.Fill(m.args.Dist, 0, n*m.g.Nodes(), graph.Unreached)
	seed.On(m.be.Limits()).Dispatch(m.be, n, ref.Seed[compute.Buffer]{Sources: m.sources, Dist: m.args.Dist, NearQueue: m.args.NearQueue})
}

// Finish runs all searches and returns their last events. Times cover all together. A
// second call repeats them.
func (m *many) Finish(ctx context.Context) ([]Event, error) {
	watch := timing.Start(m.be)
	m.begin()
	size := int(m.values[Workgroup])
	blocks := make([]uint32, len(m.queries)*shaders.FrontierBlockWords)
	for running := true; running; {
		resident.Sized(size).Dispatch(m.be, len(m.queries)*size, m.args)
		if err := m.be.Read(ctx, m.args.Frontier, shaders.FrontierBlocks, blocks); err != nil {
			return nil, err
		}
		running = false
		for b := range slices.Chunk(blocks, shaders.FrontierBlockWords) {
			running = running || b[shaders.FrontierDone-shaders.FrontierBlocks] == 0 && b[shaders.FrontierMode-shaders.FrontierBlocks] != shaders.PassScan
		}
	}
	var out []Event
	i := 0
	for b := range slices.Chunk(blocks, shaders.FrontierBlockWords) {
		e := event(b)
		e.Done = true
		if b[shaders.FrontierDone-shaders.FrontierBlocks] == 0 {
			var err error
			if e, err = m.alone(ctx, i); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
		i++
	}
	times := watch.Times()
	for i := range out {
		out[i].GPU, out[i].Wall = times.GPU, times.Wall
	}
	return out, nil
}

// alone runs one of the searches separately.
func (m *many) alone(ctx context.Context, i int) (last Event, err error) {
	r, err := m.Start(m.queries[i], m.values)
	if err != nil {
		return last, err
	}
	for last, err = range r.Steps(ctx) {
		if err != nil {
			return last, err
		}
	}
	m.repeated[i], err = r.Distances(ctx)
	return last, err
}

// Distances reads the distances of one search.
func (m *many) Distances(ctx context.Context, i int) ([]uint32, error) {
	if d := m.repeated[i]; d != nil {
		return d, nil
	}
	out := make([]uint32, m.g.Nodes())
	return out, m.be.Read(ctx, m.args.Dist, i*len(out), out)
}

// Table reads the distances of some nodes, a row per search.
func (m *many) Table(ctx context.Context, nodes, words []uint32) error {
	memory := compute.Memory{Backend: m.be}
	table, columns := memory.NewBuffer("table", len(m.queries)*len(nodes)), memory.NewBuffer("columns", len(nodes))
	if err := memory.Ready(); err != nil {
		return err
	}
	defer memory.Release()
	m.be.Write(columns, 0, nodes)
	gather.On(m.be.Limits()).Dispatch(m.be, table.Len(), ref.Gather[compute.Buffer]{Dist: m.args.Dist, Nodes: columns, Table: table, Searches: m.args.Searches})
	if err := m.be.Read(ctx, table, 0, words[:len(m.queries)*len(nodes)]); err != nil {
		return err
	}
	for i, dist := range m.repeated {
		for column, v := range nodes {
			words[i*len(nodes)+column] = dist[v]
		}
	}
	return nil
}

// Release keeps the searches' buffers for the next ones of the solver.
func (m *many) Release() {
	if m.queries == nil {
		return
	}
	m.dropSpare()
	m.queries, m.spare = nil, m
}

// dropSpare releases the buffers kept for the next searches.
func (s *frontier) dropSpare() {
	if s.spare != nil {
		s.spare.memory.Release()
		s.spare = nil
	}
}
