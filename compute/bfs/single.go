package bfs

import (
	"context"
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/shaders"
)

// single holds the buffers of one search, for one set of parameters.
type single struct {
	*Graph
	memory                       compute.Memory
	values                       compute.Values
	pairs                        int // that there is room for
	levels, state, jobs, lengths compute.Buffer
	owners                       [2]compute.Buffer // tails of the edges that leave nodes, heads of those that enter them
	recorded                     map[bool]compute.Recording
}

// planSingle chooses the parameters of searches from one source each.
func (b *Graph) planSingle(p *Plan, v compute.Values) (err error) {
	l := b.memory.Backend.Limits()
	auto := compute.Values{Workgroup: 256, Share: 1, Batch: 8}
	if b.Form == Roads {
		auto[Batch] = 256
	}
	if l.IsSoftware {
		auto[Workgroup] = 64
	}
	if p.Values, err = compute.Chosen(Single.Params(), l, auto, v); err != nil {
		return err
	}
	p.Values[Variant] = v[Variant] // zero is a choice for each level
	p.Values[Share] = max(p.Values[Share], b.minShare())
	pairs := ceilPowerOfTwo(max(1, p.Searched))
	all := b.live + 2*b.Edges + ref.SingleWords + 3*pairs
	if err := l.Room(1, "list of pairs", max(b.live, b.Edges, 2*pairs), all+int(b.memory.Bytes()/4)); err != nil {
		return err
	}
	p.Bytes += 4 * int64(all)
	p.Sweeps = p.columns()
	return nil
}

// minShare returns the number of invocations for the widest node such that none walks more
// than maxSteps edges.
func (b *Graph) minShare() uint32 {
	return uint32(ceilPowerOfTwo(max(1, (b.widest+maxSteps-1)/maxSteps)))
}

// singleFor returns the buffers for searches of a plan, made if missing.
func (b *Graph) singleFor(p *Plan) (*single, error) {
	if s := b.single; s != nil && s.pairs >= p.Searched && equal(s.values, p.Values) {
		return s, nil
	}
	b.single.release()
	b.single = nil
	s := &single{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, values: p.Values, pairs: ceilPowerOfTwo(p.Searched), recorded: map[bool]compute.Recording{}}
	s.levels, s.state = s.memory.NewBuffer("levels", b.live), s.memory.NewBuffer("state of a search", ref.SingleWords)
	s.jobs, s.lengths = s.memory.NewBuffer("pairs", 2*s.pairs), s.memory.NewBuffer("lengths", s.pairs)
	for i, d := range []*direction{b.out, b.in} {
		if i == 0 || !b.Symmetric {
			s.owners[i] = s.memory.NewBuffer("owners of edges", b.Edges)
			s.memory.Backend.Write(s.owners[i], 0, d.owners())
			continue
		}
		s.owners[i] = s.owners[0]
	}
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	b.single = s
	return s, nil
}

// owners lists the node of each edge.
func (d *direction) owners() []uint32 {
	out := make([]uint32, 0, len(d.head))
	for v := range len(d.first) - 1 {
		for range d.first[v+1] - d.first[v] {
			out = append(out, uint32(v))
		}
	}
	return out
}

func (s *single) release() {
	if s == nil {
		return
	}
	for _, c := range s.recorded {
		c.Release()
	}
	s.memory.Release()
}

// runSingle answers the jobs of a plan by one search after another, each to its end.
func (b *Graph) runSingle(ctx context.Context, a *Answer) error {
	s, err := b.singleFor(&a.Plan)
	if err != nil {
		return err
	}
	be := b.memory.Backend
	d := b.divide(a.jobs, a.Reverse, 1, given)
	be.Write(s.jobs, 0, d.places)
	state := make([]uint32, ref.SingleWords)
	for i, w := range d.sweeps {
		s.begin(d.sources[w.firstColumn], a.Reverse)
		next, err := uint32(0), error(nil)
		for done := false; !done; {
			be.Submit(s.record(a.Reverse))
			if err := be.Read(ctx, s.state, 0, state); err != nil {
				return err
			}
			done = state[shaders.SingleFrontier] == 0
			if next, err = a.history(i, next, state[shaders.SingleLevel], state[shaders.SingleHistory:], nil); err != nil {
				return err
			}
		}
		a.Levels += int(state[shaders.SingleLevel])
		s.answer(w)
	}
	tellLevels(be, s.moved, expanded(a.History)...)
	return d.download(ctx, be, s.lengths, a)
}

// answer writes the lengths of the pairs of a search.
func (s *single) answer(w sweep) {
	singleAnswer.Dispatch(s.memory.Backend, w.pairs, ref.SingleAnswer[compute.Buffer]{Levels: s.levels, Pairs: s.jobs, Lengths: s.lengths,
		FirstPair: uint32(w.firstPair), Count: uint32(w.pairs)})
}

// begin writes the levels and the state of a search before its first level.
func (s *single) begin(source uint32, reverse bool) {
	be, push := s.memory.Backend, s.out
	if reverse {
		push = s.in
	}
	be.Fill(s.levels, 0, s.live, ref.Open)
	be.Update(s.levels, int(source), 0)
	w := make([]uint32, shaders.SingleHistory+4)
	degree := push.first[source+1] - push.first[source]
	for name, x := range map[int]uint32{
		shaders.SingleFrontier: 1, shaders.SingleFrontierEdges: degree, shaders.SingleUnfinishedEdges: uint32(s.Edges) - degree,
		shaders.SingleAsked: s.values[Variant], shaders.SingleNodes: uint32(s.live), shaders.SingleEdges: uint32(s.Edges), shaders.SingleShare: s.values[Share],
		shaders.SingleTogether: max(uint32(be.Limits().Subgroup), s.minShare()), shaders.SingleWorkgroupSize: s.values[Workgroup], shaders.SingleAlpha: s.values[Alpha],
	} {
		w[name] = x
	}
	ref.OrderSingle(w)
	be.Update(s.state, 0, w...)
}

// record returns the levels of a submission, recorded on first use. Every variant that may be
// chosen for a level is recorded; all but one run with no workgroups. Levels after the end of a
// search do nothing.
func (s *single) record(reverse bool) compute.Recording {
	if c, ok := s.recorded[reverse]; ok {
		return c
	}
	push, pull, tails, heads := s.out.onDevice, s.in.onDevice, s.owners[0], s.owners[1]
	if reverse {
		push, pull, tails, heads = pull, push, heads, tails
	}
	size := int(s.values[Workgroup])
	args := func(first, ends compute.Buffer) ref.Single[compute.Buffer] {
		return ref.Single[compute.Buffer]{First: first, Ends: ends, Degrees: push.first, Levels: s.levels, Single: s.state}
	}
	ways := [...]struct {
		compute.Kernel[ref.Single[compute.Buffer]]
		args ref.Single[compute.Buffer]
	}{
		shaders.BFSEdges:    {singleEdges, args(tails, push.head)},
		shaders.BFSReverse:  {singleEdges, args(pull.head, heads)},
		shaders.BFSPull:     {singlePull, args(pull.first, pull.head)},
		shaders.BFSPush:     {singlePush, args(push.first, push.head)},
		shaders.BFSSubgroup: {singlePush, args(push.first, push.head)},
	}
	c := s.memory.Backend.Record(fmt.Sprintf("%d levels of a search", s.values[Batch]), func(e compute.Encoder) {
		for range s.values[Batch] {
			for way := uint32(shaders.BFSEdges); way <= shaders.BFSSubgroup; way++ {
				if asked := s.values[Variant]; asked == 0 || asked == way {
					ways[way].Sized(size).DispatchIndirect(e, s.state, shaders.SingleGroups+3*int(way)-3, ways[way].args)
				}
			}
			singleClose.Sized(32).Dispatch(e, 1, ref.SingleClose[compute.Buffer]{Single: s.state})
		}
	})
	s.recorded[reverse] = c
	return c
}
