package bfs

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
)

// pairs holds the buffers of searches for single pairs. It serves every plan that fits.
type pairs struct {
	*Graph
	memory compute.Memory
	room   int // for pairs
	dirty  bool
	args   ref.Pair[compute.Buffer]
}

// planPairs chooses the parameters of searches for single pairs. The number of workgroups is
// lowered until their lists and marks fit, by default into half of the device's memory.
func (b *Graph) planPairs(p *Plan, v compute.Values) error {
	l := b.memory.Backend.Limits()
	// Figures of an H200, of 132 processors: small groups where a search ends after
	// some hundred nodes, and lists that nearly all of them fit into.
	auto := compute.Values{Workgroup: 32, Groups: 132 * 32, List: uint32(min(b.live, 1<<14))}
	switch {
	case b.Form == Roads && b.live < 1<<18:
		auto = compute.Values{Workgroup: 64, Groups: 132 * 48, List: uint32(b.live)}
	case b.Form == Roads: // fewer workgroups, so that their lists fit a buffer
		auto = compute.Values{Workgroup: 128, Groups: 132 * 16, List: uint32(b.live)}
	case b.live > 1<<18:
		auto[Workgroup] = 64
	}
	if l.IsSoftware { // barriers cost nothing in a workgroup of one subgroup
		auto[Workgroup], auto[Groups] = max(8, uint32(l.Subgroup)), 16
	}
	var err error
	if p.Values, err = compute.Chosen(Paired.Params(), l, auto, v); err != nil {
		return err
	}
	p.Values[List] = min(p.Values[List], uint32(b.live))
	p.Values[Groups] = max(1, min(p.Values[Groups], uint32(p.Searched)))
	size, err := b.pairWorkgroup(int(p.Values[Workgroup]), l)
	if err != nil {
		return err
	}
	p.Values[Workgroup] = uint32(size)
	free := (l.Memory/4 - b.memory.Bytes()/4) / 2
	for ; ; p.Values[Groups] = (p.Values[Groups] + 1) / 2 {
		lists, marks := b.pairWords(p.Values)
		pairs := ceilPowerOfTwo(max(1, p.Searched))
		all := lists + marks + int(p.Values[Groups])*ref.PairSearch + 3*pairs
		err := l.Room(1, "list of pairs", max(lists, marks, 2*pairs), all+int(b.memory.Bytes()/4))
		if last := p.Values[Groups] == 1; err == nil && (last || v[Groups] != 0 || int64(all) <= free) {
			p.Bytes += 4 * int64(all)
			return nil
		} else if last {
			return err
		}
	}
}

// pairWords returns the words of all lists, and of all marks. One list of all
// nodes must fit, for pairs that find more than others.
func (b *Graph) pairWords(v compute.Values) (lists, marks int) {
	groups := int(v[Groups])
	return max(b.live, groups*int(v[List])), groups * b.markWords()
}

// markWords returns the words of marks of a workgroup: two bits for each node.
func (b *Graph) markWords() int { return (b.live + 15) / 16 }

// maxSteps bounds the iterations of an invocation between checks of its budget: software
// devices stop it after 65,535.
const maxSteps = 1 << 15

// pairWorkgroup returns the smallest workgroup from size on that bounds the steps
// of an invocation: the clearing of all marks, and a tile of the widest nodes.
func (b *Graph) pairWorkgroup(size int, l compute.Limits) (int, error) {
	for ; size <= l.Workgroup; size *= 2 {
		edges := 0
		if b.Form == Hubs {
			for v := range min(size, b.live) {
				edges += int(b.degree(v))
			}
		}
		if edges/size <= maxSteps && b.live/size <= maxSteps {
			return size, nil
		}
	}
	return 0, fmt.Errorf("%w: the graph has too many nodes or edges for one workgroup to search", fault.Limit)
}

// pairsFor returns the buffers for searches of a plan, made if missing.
func (b *Graph) pairsFor(p *Plan) (*pairs, error) {
	lists, marks := b.pairWords(p.Values)
	searches := int(p.Values[Groups]) * ref.PairSearch
	if s := b.pairs; s != nil && s.room >= p.Searched && s.args.Found.Len() >= lists && s.args.Marks.Len() >= marks && s.args.Searches.Len() >= searches {
		return s, nil
	}
	b.pairs.release()
	b.pairs = nil
	if b.Form == Roads {
		b.out.uploadFours(&b.memory)
		b.in.uploadFours(&b.memory)
	}
	s := &pairs{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, room: ceilPowerOfTwo(p.Searched), dirty: true}
	s.args = ref.Pair[compute.Buffer]{
		Pairs: s.memory.NewBuffer("pairs", 2*s.room), Lengths: s.memory.NewBuffer("lengths", s.room+ref.PairWork), Work: s.memory.NewBuffer("work", ref.PairWork),
		Found: s.memory.NewBuffer("nodes found", lists), Marks: s.memory.NewBuffer("marks", marks),
		Searches: s.memory.NewBuffer("searches", searches),
	}
	s.args.Words, s.args.Widest = uint32(b.markWords()), uint32(b.widest)
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	b.pairs = s
	return s, nil
}

func (s *pairs) release() {
	if s != nil {
		s.memory.Release()
	}
}

// runPairs answers the jobs of a plan one by one. Searches that overflow their list are
// repeated with fewer lists, of all nodes.
func (b *Graph) runPairs(ctx context.Context, a *Answer) error {
	before := b.pairs
	s, err := b.pairsFor(&a.Plan)
	a.fresh = s != before
	if err != nil {
		return err
	}
	list, groups := int(a.Values[List]), int(a.Values[Groups])
	full, err := s.run(ctx, a, a.jobs, list, groups)
	if err != nil || len(full) == 0 {
		return err
	}
	a.Again = len(full)
	_, err = s.run(ctx, a, full, b.live, min(groups, s.args.Found.Len()/b.live))
	return err
}

// run answers jobs and returns those that did not fit.
func (s *pairs) run(ctx context.Context, a *Answer, jobs []job, list, groups int) (full []job, err error) {
	be, n := s.memory.Backend, len(jobs)
	args := s.load(jobs, list)
	if args.Budget = 1 << 20; be.Limits().IsSoftware {
		args.Budget = maxSteps / 2
	}
	lengths := make([]uint32, n+ref.PairWork)
	for work := lengths[n:]; work[ref.PairAnswered] < uint32(n); {
		s.dispatch(args, min(groups, n), int(a.Values[Workgroup]))
		be.Copy(s.args.Lengths, n, s.args.Work, 0, ref.PairWork)
		if err := be.Read(ctx, s.args.Lengths, 0, lengths); err != nil {
			return nil, err
		}
	}
	s.dirty = false
	a.Levels += int(lengths[n+ref.PairLevels])
	inParallel(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			a.Lengths[jobs[i].at] = lengths[i]
		}
	})
	for i, j := range jobs {
		if lengths[i] == ref.Full {
			full = append(full, j)
		}
	}
	return full, nil
}

// load puts jobs on the device, none of them begun.
func (s *pairs) load(jobs []job, list int) ref.Pair[compute.Buffer] {
	be, n := s.memory.Backend, len(jobs)
	ends := make([]uint32, 2*n)
	inParallel(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			ends[2*i], ends[2*i+1] = jobs[i].source, jobs[i].target
		}
	})
	be.Write(s.args.Pairs, 0, ends)
	be.Fill(s.args.Lengths, 0, n, ref.Pending)
	be.Fill(s.args.Work, 0, ref.PairWork, 0)
	if s.dirty { // new, or a run was left before its end
		be.Fill(s.args.Marks, 0, s.args.Marks.Len(), 0)
		be.Fill(s.args.Searches, 0, s.args.Searches.Len(), math.MaxUint32)
	}
	s.dirty = true
	return s.bound(n, list)
}

// bound returns the arguments for n pairs.
func (s *pairs) bound(n, list int) ref.Pair[compute.Buffer] {
	args := s.args
	args.Count, args.Capacity = uint32(n), uint32(list)
	return args
}

// dispatch continues all searches until they are answered or their workgroups have spent their
// budget.
func (s *pairs) dispatch(args ref.Pair[compute.Buffer], groups, size int) {
	args.Groups = uint32(groups)
	be, out, in := s.memory.Backend, s.out.onDevice, s.in.onDevice
	if s.Form == Roads {
		pairRoads.Sized(size).Dispatch(be, groups*size, ref.PairRoads[compute.Buffer]{
			OutFour: out.four, OutRest: out.rest, InFour: in.four, InRest: in.rest, Pair: args})
		return
	}
	pairHubs.Sized(size).Dispatch(be, groups*size, ref.PairHubs[compute.Buffer]{
		FirstOut: out.first, Head: out.head, FirstIn: in.first, Tail: in.head, Pair: args})
}
