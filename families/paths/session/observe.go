package session

import "kernelscope/scene/graph"

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.Sides[0].Limits(), Map: s.m, Algorithms: s.Algorithms, All: s.all, Query: s.query(), Lane: s.state(0),
		Time: s.Transport.State(), View: s.view, Tuned: s.tuned,
		Inspected: s.inspected, Roads: s.roads.Roads(),
	}
	if s.Compared {
		other := s.state(1)
		n.Other = &other
	}
	n.Experiment, n.Charts = s.chart()
	n.Back = s.back
	n.Timing = s.runDue()
	if s.Begun() {
		n.Source, n.Target, n.Rank = s.end(s.source), s.end(s.target), s.rank
	}
	return n
}

// state describes a lane.
func (s *Session) state(lane int) Lane {
	n := Lane{On: s.Sides[lane].Limits(), Algorithm: s.Chosen[lane].Algorithm}
	l := s.Lanes[lane]
	if l == nil {
		n.Params = s.Params(lane, nil)
		return n
	}
	n.Params = s.Params(lane, l.used)
	n.Event, n.Sizes, n.Moment, n.Reach = l.now, l.sizes[:len(l.sizes):len(l.sizes)], l.version, l.now.Threshold
	n.Known, n.Whole = l.Length()
	n.Marks, n.Profiled = l.marks[:len(l.marks):len(l.marks)], l.solver.profiler != nil
	n.Done, n.Submissions = l.now.Done, l.submissions()
	n.AsRun, n.InRun = l.asRun, l.inRun
	n.Memory, n.Budget = l.frames.Bytes(), l.frames.Budget
	switch {
	case l.traced != nil:
		n.Mode, n.Memory = Traced, l.traced.Bytes()
	case !l.canRewind():
		n.Mode = Fast
	}
	if n.Reach == graph.Unreached { // one bucket: all that is final
		n.Reach = l.now.Final
	}
	if !n.Done {
		return n
	}
	n.Result = l.result
	if r := n.Result; r != nil && r.Reached {
		n.Reach = max(1, r.Distance)
	} else if r != nil {
		n.Reach = max(1, r.Farthest) // the last threshold may lie beyond it, and far
	}
	return n
}
