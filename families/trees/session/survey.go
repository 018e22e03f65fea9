package session

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/watch"
)

// survey finds what every node reaches, by the weights of two maps: the map of the moment and the one
// before the last change of roads. It works in steps: first a sample of targets gives an estimate for
// each map, then all trees are made, some batches in a step. Distances to places need no estimate, and few trees.
type survey struct {
	be          compute.Backend
	onHost      bool
	ahead, back side     // of the network, and of its reverse, whose trees lead to a sampled target
	sources     []uint32 // all nodes
	targets     []uint32 // sampled
	limit       uint32
	places      []uint32          // that distances lead to; nil for all nodes
	sums        *prepared.Targets // over the places, while they are made
	now, before *reached          // the same where no road was changed
	making      *reached          // whose trees ahead makes; nil where none are begun
	judge       watch.Judge
}

// side makes trees by some weights.
type side struct {
	prepared.Reacher
	by *scene.Map // nil before
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

// Sizes of samples.
const (
	maxSample   = 64
	minSample   = 16
	sampleWords = 1 << 23 // of a sample's distances, which the host reads
	hostWords   = 1 << 21 // the same where it computes them
)

// newSurvey allocates a survey of the nodes of a map, on the device or on the host.
func newSurvey(be compute.Backend, onHost bool, f *prepared.Fronts, m *scene.Map, limit uint32) (*survey, error) {
	s := &survey{be: be, onHost: onHost, limit: limit, sources: make([]uint32, m.Graph.Nodes())}
	for v := range s.sources {
		s.sources[v] = uint32(v)
	}
	words := sampleWords
	if onHost {
		words = hostWords
	}
	s.targets = f.Sample(max(minSample, min(maxSample, words/len(s.sources)))&^1, rand.New(rand.NewPCG(1, 0)))
	s.follow(m, m)
	if onHost {
		s.ahead.Reacher, s.back.Reacher = prepared.NewHostAccess(f), prepared.NewHostAccess(f.Reversed())
		return s, nil
	}
	var err error
	if s.ahead.Reacher, err = prepared.NewDeviceReacher(be, f, m.Graph.Edges(), len(s.sources)); err != nil {
		return nil, err
	}
	if s.back.Reacher, err = prepared.NewDeviceReacher(be, f.Reversed(), m.Graph.Edges(), len(s.targets)); err != nil {
		s.ahead.Release()
		return nil, err
	}
	return s, nil
}

// Release releases everything except the fronts.
func (s *survey) Release() {
	s.ahead.Release()
	s.back.Release()
}

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

// ask asks for other results: of places unless nil, or with another limit.
func (s *survey) ask(limit uint32, places []uint32) {
	if limit != s.limit || !slices.Equal(places, s.places) || (places == nil) != (s.places == nil) {
		now, before := s.now.m, s.before.m
		s.now, s.before, s.making, s.limit, s.places = nil, nil, nil, limit, places
		s.follow(now, before)
	}
}

// few reports whether exact results of places cost no more than an estimate of all nodes.
func (s *survey) few() bool { return s.places != nil && len(s.places) <= len(s.targets) }

// total returns the number of nodes or places that a node can reach.
func (s *survey) total() int {
	if s.places != nil {
		return len(s.places)
	}
	return len(s.sources)
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

// step makes the next step, and reports whether there was one: an estimate by each of the weights, unless
// for places, then, if exact is set or they are few, batches of trees.
func (s *survey) step(compared, exact bool) (made bool, err error) {
	for _, r := range s.wanted(compared) {
		if r.rough == nil && s.places == nil {
			return true, s.estimate(r)
		}
	}
	for _, r := range s.wanted(compared) {
		if (exact || s.few()) && r.exact == nil {
			return true, s.advance(r)
		}
	}
	return false, nil
}

// estimate makes the trees of the sample.
func (s *survey) estimate(r *reached) (err error) {
	s.back.weigh(r.m)
	r.rough, err = prepared.EstimateAll(context.Background(), s.back, s.targets, s.limit)
	return err
}

// advance makes the next trees of all, or to places.
func (s *survey) advance(r *reached) (err error) {
	if s.places != nil {
		return s.advanceTo(r)
	}
	if s.making != r {
		s.making = r
		s.ahead.weigh(r.m)
		s.ahead.Begin(s.sources, s.limit)
	}
	if err := cmp.Or(s.ahead.Step(), s.ahead.Wait(context.Background())); err != nil || !s.ahead.Complete() {
		return err
	}
	s.making = nil
	r.exact, err = s.ahead.Read(context.Background())
	return err
}

// advanceTo makes the next trees to places.
func (s *survey) advanceTo(r *reached) error {
	if s.making != r {
		s.making = r
		s.back.weigh(r.m)
		s.sums = prepared.NewTargets(s.back, s.places, s.limit)
	}
	if err := s.sums.Step(context.Background()); err != nil || !s.sums.Complete() {
		return err
	}
	s.making, r.exact = nil, s.sums.Found()
	return nil
}

// share returns how much of the exact results is made.
func (s *survey) share(compared bool) (sum float64) {
	wanted := s.wanted(compared)
	for _, r := range wanted {
		if r.exact != nil {
			sum++
		} else if r == s.making {
			if s.places != nil {
				sum += float64(s.sums.Made()) / float64(len(s.places))
			} else {
				sum += float64(s.ahead.Made()) / float64(len(s.sources))
			}
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
	g, all, places, exact, limit := s.now.m.Graph, s.sources, s.places, s.now.exact, s.limit
	s.judge.Ask(func() error {
		_, err := measure.Reaches(context.Background(), g, all, places, exact, limit, verifiedNodes, rand.New(rand.NewPCG(2, 0)))
		return err
	})
}
