package session

import (
	"context"
	"math/rand/v2"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/watch"
)

// survey finds what every node reaches, by the weights of two maps: the map of the moment and the one
// before the last change of roads. It works in steps: first a sample of targets gives an estimate for
// each map, then all trees are made, some batches in a step.
type survey struct {
	memory      compute.Memory
	ahead, back side // of the network, and of its reverse, whose trees lead to a sampled target
	all         *prepared.Access
	sample      *prepared.Batch
	sources     []uint32 // all nodes
	targets     []uint32 // sampled
	limit       uint32
	now, before *reached // the same where no road was changed
	making      *reached // whose trees all makes; nil where none are begun
	judge       watch.Judge
}

// side is a device with the lengths by some weights.
type side struct {
	*prepared.Device
	by *scene.Map
}

// weigh computes the lengths by the weights of a map, unless they are.
func (s *side) weigh(m *scene.Map) {
	if s.by != m {
		s.by = m
		s.Customize(m.Graph.Weight)
	}
}

// reached is what every node reaches by the weights of a map.
type reached struct {
	m     *scene.Map
	rough *prepared.Estimate // nil before
	exact []prepared.Reach   // nil before
}

// best returns the exact results, or else the estimated ones; nil if there are none.
func (r *reached) best() []prepared.Reach {
	if r.exact == nil && r.rough != nil {
		return r.rough.Reach
	}
	return r.exact
}

// Sizes of samples and steps.
const (
	maxSample   = 64
	sampleWords = 1 << 23 // of a sample's distances, which the host reads
	minSample   = 16
	softLanes   = 32 // trees of a step on a software device, where one of 256 takes longer than a frame
	manyLanes   = 256
)

// newSurvey allocates a survey of the nodes of a map.
func newSurvey(be compute.Backend, f *prepared.Fronts, m *scene.Map, limit uint32) (*survey, error) {
	s := &survey{memory: compute.Memory{Backend: be}, limit: limit, sources: make([]uint32, m.Graph.Nodes())}
	for v := range s.sources {
		s.sources[v] = uint32(v)
	}
	s.targets = f.Sample(max(minSample, min(maxSample, sampleWords/len(s.sources))), rand.New(rand.NewPCG(1, 0)))
	s.follow(m, m)
	if err := s.allocate(f, m.Graph.Edges()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// allocate makes what is on the device.
func (s *survey) allocate(f *prepared.Fronts, edges int) (err error) {
	be, lanes := s.memory.Backend, manyLanes
	if be.Limits().IsSoftware {
		lanes = softLanes
	}
	if s.ahead.Device, err = prepared.NewDevice(be, f, edges, nil); err != nil {
		return err
	}
	s.memory.Hold(s.ahead)
	if s.back.Device, err = prepared.NewDevice(be, f.Reversed(), edges, nil); err != nil {
		return err
	}
	s.memory.Hold(s.back)
	if s.all, err = s.ahead.NewAccess(len(s.sources), lanes); err != nil {
		return err
	}
	s.memory.Hold(s.all)
	if s.sample, err = s.back.NewBatch(len(s.targets)); err == nil {
		s.memory.Hold(s.sample)
	}
	return err
}

// Release releases everything except the fronts.
func (s *survey) Release() { s.memory.Release() }

// follow continues by the weights of other maps. Results by the weights of either stay.
func (s *survey) follow(now, before *scene.Map) {
	known := []*reached{s.now, s.before}
	of := func(m *scene.Map) *reached {
		for _, r := range known {
			if r != nil && r.m == m {
				return r
			}
		}
		known = append(known, &reached{m: m})
		return known[len(known)-1]
	}
	if s.now == nil || s.now.m != now {
		s.judge.Drop()
	}
	s.now, s.before = of(now), of(before)
}

// within counts other nodes: the ones within a limit.
func (s *survey) within(limit uint32) {
	if limit != s.limit {
		now, before := s.now.m, s.before.m
		s.now, s.before, s.making, s.limit = nil, nil, nil, limit
		s.follow(now, before)
	}
}

// wanted lists the results that are needed, in order; both if they are compared.
func (s *survey) wanted(compared bool) []*reached {
	if compared && s.before != s.now {
		return []*reached{s.now, s.before}
	}
	return []*reached{s.now}
}

// complete reports whether the exact results are known.
func (s *survey) complete(compared bool) bool {
	for _, r := range s.wanted(compared) {
		if r.exact == nil {
			return false
		}
	}
	return true
}

// step makes the next step, and reports whether there was one: an estimate by each of the weights, then,
// if exact is set, batches of trees.
func (s *survey) step(compared, exact bool) (made bool, err error) {
	for _, r := range s.wanted(compared) {
		if r.rough == nil {
			return true, s.estimate(r)
		}
	}
	for _, r := range s.wanted(compared) {
		if exact && r.exact == nil {
			return true, s.advance(r)
		}
	}
	return false, nil
}

// estimate makes the trees of the sample.
func (s *survey) estimate(r *reached) (err error) {
	s.back.weigh(r.m)
	r.rough, err = s.sample.Estimate(context.Background(), s.targets, s.limit)
	return err
}

// advance makes the next trees of all.
func (s *survey) advance(r *reached) (err error) {
	if s.making != r {
		s.making = r
		s.ahead.weigh(r.m)
		s.all.Begin(s.sources, s.limit)
	}
	if err := s.all.Step(context.Background()); err != nil || !s.all.Complete() {
		return err
	}
	s.making = nil
	r.exact, err = s.all.Read(context.Background())
	return err
}

// share returns how much of the exact results is made.
func (s *survey) share(compared bool) (sum float64) {
	wanted := s.wanted(compared)
	for _, r := range wanted {
		if r.exact != nil {
			sum++
		} else if r == s.making {
			sum += float64(s.all.Made()) / float64(len(s.sources))
		}
	}
	return sum / float64(len(wanted))
}

// verifiedNodes is the number of nodes whose exact results Dijkstra's algorithm checks.
const verifiedNodes = 8

// conclude passes exact results to the judge, once.
func (s *survey) conclude() {
	if s.now.exact == nil || s.judge.Hear(false).Asked {
		return
	}
	g, all, exact, limit := s.now.m.Graph, s.sources, s.now.exact, s.limit
	s.judge.Ask(func() error {
		_, err := measure.Reaches(context.Background(), g, all, exact, limit, verifiedNodes, rand.New(rand.NewPCG(2, 0)))
		return err
	})
}
