package live

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// MaxHops is the number of nodes of the largest graph whose rows are shown, node by node. Of a larger one a map shows the
// levels, or how many searches have seen each node.
const MaxHops = session.FewNodes

// Schemes lists the ways to search of a page: all that have steps. Which one Auto chooses depends on a device.
func Schemes() []bfs.Scheme {
	return slices.DeleteFunc(bfs.Stepped(), func(s bfs.Scheme) bool { return s == bfs.Auto })
}

// hops are searches between pairs on a graph.
type hops struct {
	*session.Session
	atlas
	be       compute.Backend
	requests uint64 // so far: each may begin another search, which counts its moments anew
	rows     [2]bitRows
}

// openHops opens a packed graph and pairs.
func openHops(be compute.Backend, s Scene, data []byte) (family, error) {
	m, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if s.Keys == nil {
		return nil, fmt.Errorf("searches have pairs")
	}
	f := &hops{Session: session.New(be, true), atlas: m.atlas, be: be}
	actions := []watch.Action{pairs(*s.Keys)}
	if len(s.Runs) > 0 { // the session's own scheme is not one of a page's
		actions = append(actions, s.Runs[0].set(0))
	}
	if v := s.View; v != nil {
		view, err := v.ofHops()
		if err != nil {
			return nil, err
		}
		actions = append(actions, view)
	}
	for _, a := range actions {
		if err := f.Apply(a); err != nil {
			return nil, err
		}
	}
	if err := f.Open(f.m); err != nil {
		return nil, err
	}
	ends := session.SetEnds{}
	if ends.Source, ends.Target, err = f.ends(s); err != nil || ends == (session.SetEnds{}) {
		return f, err
	}
	if err := f.Apply(ends); err != nil {
		return nil, err
	}
	return f, f.Apply(timeline.Pause{})
}

// ofHops returns the action that shows a view.
func (v View) ofHops() (watch.Action, error) {
	to := session.View{Colour: session.Colour(v.Colour), Joint: v.Joint}
	switch to.Colour {
	case "":
		to.Colour = session.ByLevel
	case session.ByLevel, session.BySearches:
	default:
		return nil, fmt.Errorf("there are no colours %q", v.Colour)
	}
	return session.SetView{View: to}, nil
}

// large reports whether a map shows the searches.
func (f *hops) large() bool { return f.m.Graph.Nodes() > MaxHops }

func pairs(k Keys) session.SetInput {
	return session.SetInput{Input: session.Input{N: k.N, Seed: k.Seed}}
}

func (f *hops) about() About {
	a := About{Family: Hops, Name: f.m.Name, From: f.m.From, Attribution: f.m.Attribution, Clocks: []string{timeline.Steps.String(), timeline.Progress.String()}, Map: f.describe()}
	if f.large() {
		a.Inputs = []string{string(session.ByLevel), string(session.BySearches)}
	}
	for _, x := range Schemes() {
		a.Algorithms = append(a.Algorithms, Algorithm{Name: x.Name(), Title: session.Title(x), Summary: session.About(x)})
	}
	return a
}

func (f *hops) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Keys: &Keys{N: n.Input.N, Seed: n.Input.Seed}, Ready: 1, Busy: f.Waiting(), Legend: f.legend(n)}
	for i := range n.Lanes {
		l := &n.Lanes[i]
		now := l.Now()
		r := Running{
			Algorithm: l.Asked.Name(), Title: session.Title(l.Plan.Scheme), Story: n.Story(l), Params: paramsOf(l.Params, l.On), Event: l.Event, Facts: factsOf(l.Event, nil),
			Done: l.Done(), Moment: f.requests<<32 | l.Moment, Known: len(l.Levels) - 1, Plot: plotOf(l),
			Bits: &Bits{Columns: now.Columns, Level: now.Level, Phases: l.Plan.Scheme.HasPhases(), Queue: l.Plan.Scheme.HasQueue(), Expands: now.Phase == bfs.Expand, Sides: l.Paired()},
		}
		if l.Shown >= 0 {
			r.Bits.Ends = []uint32{n.Pairs[l.Shown].Source, n.Pairs[l.Shown].Target}
		}
		if found := l.Found; found != nil && found.Path != nil {
			r.Result = format.Count(found.Length, "edge")
		}
		if f.large() {
			r.Reach, r.Look = n.Reach(), lookOf(n, l)
		}
		if l.Done() {
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	if f.large() {
		s.View = &View{Colour: string(n.View.Colour), Joint: n.View.Joint}
	}
	if ends := n.Input.Ends; ends != nil {
		s.Source, s.Target, s.Keys.Chosen = ends.Source, ends.Target, true
	}
	return s
}

// tints are the colours of the strip below a plot.
var tints = []session.Tint{session.TopDown, session.BottomUp, session.SourceSide, session.TargetSide, session.Neutral}

// plotOf describes the plot of a search's levels, as the window draws it.
func plotOf(l *session.Lane) *Plot {
	return &Plot{Palette: Hops, Image: imageOf(l), Entries: entriesOf(l.Captions(true)), Series: []Series{
		{Kind: "bars", Colours: []string{string(session.OfFrontier)}}, {Kind: "line", Colours: []string{string(session.OfSharing)}, Own: true},
		{Kind: "strip", Colours: column(tints, func(t session.Tint) string { return string(t) })},
	}}
}

// sizesOf returns the values of the plot. Expansions find no nodes yet.
func sizesOf(l *session.Lane) (out []uint32) {
	for _, x := range l.Levels[1:] {
		nodes, sharing := uint32(NoValue), uint32(NoValue)
		if x.Phase != bfs.Expand {
			nodes = uint32(x.Nodes)
			if l.Plan.Scheme.Shares() {
				sharing = uint32(1e6 * session.Sharing(x))
			}
		}
		out = append(out, nodes, sharing, uint32(slices.Index(tints, l.TintOf(x))))
	}
	return out
}

// lookOf says how a search is drawn on a map.
func lookOf(n *session.Snapshot, l *session.Lane) *Look {
	out := &Look{Palette: Hops, Log: n.View.Colour == session.BySearches, States: n.View.Colour == session.ByLevel && l.Paired()}
	if n.View.Joint || l.Paired() {
		out.Dots = []Dots{{"frontier", "near", 1}}
	}
	return out
}

// legend explains the colours in the order of the window.
func (f *hops) legend(n *session.Snapshot) *Legend {
	if !f.large() {
		return &Legend{Entries: entriesOf(n.NodeLegend())}
	}
	l := &Legend{Entries: entriesOf(n.Legend())}
	if ends := n.Ramp(); ends != nil {
		l.Ticks = []Tick{{0, ends[0]}, {1, ends[1]}}
	}
	return l
}

func entriesOf(all []session.Caption) [][2]string {
	return column(all, func(c session.Caption) [2]string { return [2]string{c.Text, string(c.Tint)} })
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
	case r.Do == "view":
		return View{Colour: r.Name, Joint: f.Snapshot().View.Joint}.ofHops()
	case r.Do == "joint":
		v := f.Snapshot().View
		v.Joint = r.On
		return session.SetView{View: v}, nil
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
	if out, ok := f.drawn(name); ok {
		return out, nil
	}
	n := f.Snapshot()
	if lane < 0 || lane >= len(n.Lanes) {
		return nil, fmt.Errorf("there is no search %d", lane)
	}
	l := n.Lanes[lane]
	switch {
	case name == "sizes":
		return sizesOf(&l), nil
	case name == "image":
		return f.image(lane, &l)
	case f.large():
		return f.ofMap(n, lane, name)
	case l.Rows == nil:
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

// ofMap returns an array of a search on a map.
func (f *hops) ofMap(n *session.Snapshot, lane int, name string) ([]uint32, error) {
	switch name {
	case "states":
		if n.View.Colour == session.BySearches {
			return layer(f.be, f, lane, bfs.Searches)
		}
		return layer(f.be, f, lane, bfs.Levels)
	case "frontier":
		return nodesOf(f.be, f, lane, bfs.FrontierNodes)
	case "path":
		return words(n.Lanes[lane].Found.Points(n.Map)), nil
	}
	return nil, fmt.Errorf("searches on a map have no %s", format.Cell(name))
}
