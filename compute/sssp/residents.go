package sssp

import (
	"context"
	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// residents determines how many workgroups a device runs concurrently, by searching a path with
// that many: they are too many if some wait too long. Software devices run workgroups one after
// another.
func residents(be compute.Backend) (int, error) {
	switch l := be.Limits(); {
	case l.IsUntimed: // the interpreter, whose schedulers choose; workgroups that wait too long recover
		return 4, nil
	case l.IsSoftware:
		return 1, nil
	}
	const rounds = 200
	first, head, weight := make([]uint32, rounds+1), make([]uint32, rounds-1), make([]uint32, rounds-1)
	for v := range uint32(rounds - 1) {
		first[v+1], head[v], weight[v] = v+1, v+1, 1
	}
	first[rounds] = rounds - 1
	s, err := newFrontier(be, &graph.Graph{FirstOut: first, Head: head, Weight: weight})
	if err != nil {
		return 1, err
	}
	defer s.Release()
	for s.most = shaders.FrontierMostTogether; s.most > 1; s.most /= 2 {
		r, err := s.Start(Query{Target: graph.NoNode}, compute.Values{Together: uint32(s.most)})
		if err != nil {
			return 1, err
		}
		be.Update(s.args.Frontier, shaders.FrontierAloneMost, 0)
		be.Update(s.args.Frontier, shaders.FrontierAloneGroups, 0, 1, 1, uint32(s.most))
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				return 1, err
			}
		}
		var recoveries [1]uint32
		if err := be.Read(context.Background(), s.args.Frontier, shaders.FrontierRecoveries, recoveries[:]); err != nil {
			return 1, err
		}
		if recoveries[0] == 0 {
			break
		}
	}
	return s.most, nil
}
