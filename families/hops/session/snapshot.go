package session

import (
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/profile"
	"kernelscope/scene"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures. It is never
// changed.
type Snapshot struct {
	watch.Common
	Map    *scene.Map // nil before one is open
	Form   bfs.Form
	Input  Input
	Pairs  []bfs.Pair
	Follow int    // the pair that was chosen to be shown; -1 for none
	Lanes  []Lane // one, or two in a comparison
	View   View
}

// Lane is one search.
type Lane struct {
	On      compute.Limits // of the device that runs it
	Asked   bfs.Scheme     // may be Auto
	Plan    bfs.Plan
	Params  []compute.ParamState
	Levels  []Level         // after each step that was made, the start first
	Kernels [][]profile.Row // dispatches of each step, beside Levels; nil if they are not timed
	At      int             // steps done
	Whole   bool            // there are no more steps
	Event   compute.Event
	Shown   int // the pair whose search is shown; -1 for none
	Found   *Found
	Rows    *Rows // of a small graph, else nil
	// Tail has the edges that each workgroup walks in the expansion of the present level; nil if it is bottom-up, without a
	// joint frontier, or of a graph with many rows.
	Tail    []uint32
	Verdict watch.Verdict
	Moment  uint64 // another number whenever the layers may have changed
}

// Now describes the present state.
func (l *Lane) Now() Level { return l.Levels[l.At] }

// Paired reports whether pairs are searched from both ends: nodes are in the ball of an end, and have no bits of searches.
func (l *Lane) Paired() bool { return l.Plan.Scheme == bfs.Paired }

// Done reports whether the search is at its end.
func (l *Lane) Done() bool { return l.Whole && l.At == len(l.Levels)-1 }

// IsSmall reports whether the graph is so small that its rows are drawn node by node.
func (n *Snapshot) IsSmall() bool { return n.Map != nil && n.Map.Graph.Nodes() <= FewNodes }

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Common: s.Common(), Map: s.m, Input: s.input, Pairs: s.pairs, Follow: s.follow, View: s.view,
	}
	if s.graphs[0] != nil {
		n.Form = s.graphs[0].Form
	}
	for i, l := range s.Lanes.Active() {
		n.Lanes = append(n.Lanes, l.state(s.Chosen[i]))
	}
	return n
}

// state describes a lane.
func (s *Subject) state(c watch.Choice[bfs.Scheme]) Lane {
	l := Lane{
		On:    s.be.Limits(),
		Asked: c.Algorithm, Plan: s.steps.Plan, Levels: s.known, Kernels: s.kernels, At: s.at, Whole: s.whole, Event: s.Event(), Shown: -1,
		Found: s.found, Rows: s.rows, Tail: s.tail.edges, Verdict: s.Verdict(), Moment: s.version,
	}
	params := slices.DeleteFunc(l.Plan.Scheme.Params(), func(p compute.Param) bool { // what steps do not depend on
		return p.Name == bfs.Instances || p.Name == bfs.Groups && l.Plan.Scheme == bfs.Paired
	})
	l.Params = compute.States(params, c.Values, l.Plan.Values)
	if pair, ok := s.steps.Followed(); ok {
		l.Shown = pair
	}
	return l
}

// Measures returns the costs of the searches of a comparison so far; none without a comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if len(n.Lanes) < 2 {
		return nil
	}
	of := func(number func(*Lane) float64) [2]float64 {
		return [2]float64{number(&n.Lanes[0]), number(&n.Lanes[1])}
	}
	sum := func(number func(Level) int) func(*Lane) float64 {
		return func(l *Lane) (sum float64) {
			for _, x := range l.Levels[1 : l.At+1] {
				if x.Finds() {
					sum += float64(number(x))
				}
			}
			return sum
		}
	}
	return []watch.Measure{
		{Name: "steps", Help: "Levels so far, of all sweeps or of both sides of all pairs; two steps each with a joint frontier.", Of: of(func(l *Lane) float64 { return float64(l.At) })},
		{Name: "GPU time", Help: "By timestamps on the device, of the steps so far, each waited for.", Unit: watch.Milliseconds, Of: of(func(l *Lane) float64 { return l.Event.GPU })},
		{Name: "frontier", Help: "Nodes of all frontiers so far, counted once per level.", Of: of(sum(func(x Level) int { return x.Nodes }))},
		{Name: "searches", Help: "Searches that these nodes served: the nodes in all frontiers if each search ran alone.", Of: of(sum(func(x Level) int { return x.Frontier.Searches }))},
		{Name: "sharing", Help: "Share of a sweep's searches that a node of the frontier serves, on average over all levels.", Unit: watch.Share, Of: of((*Lane).sharing)},
		{Name: "answered", Help: "Pairs whose length is known.", Of: of(func(l *Lane) float64 { return float64(l.Now().Answered) })},
	}
}

// sharing returns that of all levels together, by nodes; NaN of searches that share nothing.
func (l *Lane) sharing() float64 {
	if !l.Plan.Scheme.Shares() {
		return math.NaN()
	}
	served, most := 0.0, 0.0
	for _, x := range l.Levels[1 : l.At+1] {
		if !x.Finds() {
			continue
		}
		served += float64(x.Frontier.Searches)
		most += float64(x.Nodes) * float64(x.Columns)
	}
	return served / most
}

// Reach returns the value at the end of the ramp of colours, the same for both searches of a comparison: a level, or a
// number of searches.
func (n *Snapshot) Reach() (most uint32) {
	for _, l := range n.Lanes {
		for _, x := range l.Levels {
			if n.View.Colour == BySearches {
				most = max(most, uint32(x.Columns))
			} else if !l.Paired() {
				most = max(most, uint32(x.Level))
			}
		}
	}
	return max(1, most)
}
