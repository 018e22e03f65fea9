package live

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxHops is the number of nodes of the largest graph whose searches for the fewest edges are shown, node by node.
const MaxHops = session.FewNodes

// Schemes lists the ways to search of a page: all but Paired, whose mirror answers a pair in one step, and Auto, which may
// choose it.
func Schemes() []bfs.Scheme {
	return slices.DeleteFunc(bfs.Stepped(), func(s bfs.Scheme) bool { return s == bfs.Paired || s == bfs.Auto })
}

// hops are searches between pairs on a small graph.
type hops struct {
	*session.Session
	m        *scene.Map
	requests uint64 // so far: each may begin another search, which counts its moments anew
}

// openHops opens a packed graph and pairs.
func openHops(be compute.Backend, s Scene, data []byte) (family, error) {
	m, _, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if n := m.Graph.Nodes(); n > MaxHops {
		return nil, fmt.Errorf("a page shows searches on at most %d nodes, and there are %s", MaxHops, format.Thousands(n))
	}
	if s.Keys == nil {
		return nil, fmt.Errorf("searches have pairs")
	}
	f := &hops{Session: session.New(be, true), m: m}
	if err := f.Open(m); err != nil {
		return nil, err
	}
	if err := f.Apply(pairs(*s.Keys)); err != nil {
		return nil, err
	}
	if s.Source == nil && s.Target == nil {
		return f, nil
	}
	ends := session.SetEnds{}
	if ends.Source, err = placeOf(m.Graph, s.Source); err == nil {
		ends.Target, err = placeOf(m.Graph, s.Target)
	}
	if err != nil {
		return nil, err
	}
	if err := f.Apply(ends); err != nil {
		return nil, err
	}
	return f, f.Apply(timeline.Pause{})
}

func pairs(k Keys) session.SetInput {
	return session.SetInput{Input: session.Input{N: k.N, Seed: k.Seed}}
}

func (f *hops) about() About {
	a := About{Family: Hops, Name: f.m.Name, From: f.m.From, Attribution: f.m.Attribution, Clocks: []string{timeline.Steps.String(), timeline.Progress.String()}, Map: describe(f.m, nil)}
	for _, x := range Schemes() {
		a.Algorithms = append(a.Algorithms, Algorithm{Name: x.Name(), Title: session.Title(x), Summary: session.About(x)})
	}
	return a
}

func (f *hops) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Keys: &Keys{N: n.Input.N, Seed: n.Input.Seed}, Ready: 1, Busy: f.Waiting()}
	for i := range n.Lanes {
		l := &n.Lanes[i]
		now := l.Now()
		r := Running{
			Algorithm: l.Asked.Name(), Title: session.Title(l.Plan.Scheme), Story: n.Story(l), Params: paramsOf(l.Params, l.On), Event: l.Event, Facts: factsOf(l.Event, nil),
			Done: l.Done(), Moment: f.requests<<32 | l.Moment, Known: len(l.Levels) - 1,
			Bits: &Bits{Columns: now.Columns, Level: now.Level, Phases: l.Plan.Scheme.HasPhases(), Queue: l.Plan.Scheme.HasQueue(), Expands: now.Phase == bfs.Expand},
		}
		if l.Shown >= 0 {
			r.Bits.Ends = []uint32{n.Pairs[l.Shown].Source, n.Pairs[l.Shown].Target}
		}
		if found := l.Found; found != nil && found.Path != nil {
			r.Result = format.Count(found.Length, "edge")
		}
		if l.Done() {
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	if ends := n.Input.Ends; ends != nil {
		s.Source, s.Target, s.Keys.Chosen = ends.Source, ends.Target, true
	}
	return s
}

func (f *hops) act(r Request) (watch.Action, error) {
	f.requests++
	if r.Do == "set" && r.Algorithm != "" && !slices.Contains(Schemes(), bfs.Scheme(r.Algorithm)) {
		return nil, fmt.Errorf("a page does not search by %q", r.Algorithm)
	}
	switch in := f.Snapshot().Input; {
	case r.Do == "end-at" && r.Target:
		return session.SetEnds{Target: &geom.Point{X: r.X, Y: r.Y}, Within: r.Within}, nil
	case r.Do == "end-at":
		return session.SetEnds{Source: &geom.Point{X: r.X, Y: r.Y}, Within: r.Within}, nil
	case r.Do == "random":
		return pairs(Keys{N: in.N, Seed: in.Seed + 1}), nil
	case r.Do == "keys" && r.Keys == nil:
		return nil, fmt.Errorf("which pairs?")
	case r.Do == "keys":
		return pairs(*r.Keys), nil
	}
	return nil, nil
}

// array returns the rows of nodes, one after another, or what is drawn of the graph.
func (f *hops) array(lane int, name string) ([]uint32, error) {
	g := f.m.Graph
	switch name {
	case "nodes":
		return words(g.At), nil
	case "ids":
		return column(g.ID, func(id int64) uint32 { return uint32(id) }), nil
	case "edges":
		var out []uint32
		for v := range uint32(g.Nodes()) {
			for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
				out = append(out, v, w)
			}
		}
		return out, nil
	}
	n := f.Snapshot()
	if lane < 0 || lane >= len(n.Lanes) {
		return nil, fmt.Errorf("there is no search %d", lane)
	}
	l := n.Lanes[lane]
	if l.Rows == nil {
		return nil, nil
	}
	switch name {
	case "seen":
		return slices.Concat(l.Rows.Seen...), nil
	case "fresh":
		return slices.Concat(l.Rows.Fresh...), nil
	case "reached":
		return slices.Concat(l.Rows.Reached...), nil
	case "searching":
		return l.Rows.Searching, nil
	case "queue":
		return column(l.Rows.Queue, func(v int) uint32 { return uint32(v) }), nil
	case "path":
		if l.Found == nil {
			return nil, nil
		}
		return l.Found.Path, nil
	}
	return nil, fmt.Errorf("searches have no %s", format.Cell(name))
}
