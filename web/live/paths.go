package live

import (
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// paths are searches on a map.
type paths struct {
	*session.Session
	atlas
	be compute.Backend
}

// watchFor is how long a search plays, and trial how long it may run before, to know how many steps it has.
const (
	watchFor = 12 * time.Second
	trial    = 200 * time.Millisecond
)

// maxLegs is the number of directions that a page lists.
const maxLegs = 100

// openPaths opens a packed map and a query.
func openPaths(be compute.Backend, s Scene, data []byte) (family, error) {
	m, err := unpack(data)
	if err != nil {
		return nil, err
	}
	f := &paths{session.New(be, sssp.Algorithms(), session.Options{Wait: true, Seed: 1}), m.atlas, be}
	if err := f.Open(m.m); err != nil {
		return nil, err
	}
	ends := session.SetEnds{}
	if ends.Source, ends.Target, err = f.ends(s); err != nil {
		return nil, err
	}
	for _, a := range repeated(s.Roads) {
		if err := f.Apply(a); err != nil {
			return nil, err
		}
	}
	if err := f.Apply(ends); err != nil {
		return nil, err
	}
	return f, f.Apply(session.SetTargetAll{All: s.All})
}

// queues is the plot of the sizes of queues before each step.
var queues = &Plot{Series: []Series{{Kind: "line", Colours: []string{"near"}}, {Kind: "line", Colours: []string{"far"}}}}

func (f *paths) about() About {
	a := About{Family: Paths, Name: f.m.Name, From: f.m.From, Attribution: f.m.Attribution, Clocks: clocks(), Map: f.describe()}
	for _, x := range sssp.Algorithms() {
		about := x.About()
		a.Algorithms = append(a.Algorithms, Algorithm{x.Name(), x.Title(), about.Summary, about.States[:]})
	}
	return a
}

// clocks lists the clocks of comparisons: all but time, since the time of mirrors says nothing of a device.
func clocks() []string {
	return slices.DeleteFunc(slices.Clone(timeline.Clocks), func(c string) bool { return c == timeline.DeviceTime.String() })
}

func (f *paths) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Source: n.Source.Node, Target: n.Target.Node, All: n.All, Inspected: inspected(n), Ready: 1, Busy: f.Waiting(), Roads: roadsOf(f.m, n.Roads, false)}
	for _, l := range n.Lanes() {
		r := Running{
			Algorithm: l.Algorithm.Name(), Title: l.Algorithm.Title(), Story: n.Story(l), Params: paramsOf(l.Params, l.On), Event: l.Event.Report(), Done: l.Done,
			Moment: l.Moment, Known: l.Known, Reach: l.Reach, Extent: f.m.Written(l.Reach), Plot: queues,
		}
		r.Facts = factsOf(r.Event, f.m.Written)
		if l.Result != nil {
			r.Result, _ = n.DistanceInWords(l.Result)
			for _, leg := range l.Result.Legs[:min(len(l.Result.Legs), maxLegs)] {
				r.Legs = append(r.Legs, leg.String())
			}
			r.Verdict, r.Right = verdict(watch.Verdict{Asked: true, Heard: l.Result.Checked, Wrong: l.Result.Wrong})
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// inspected describes the place that is pointed at, in the words of the window.
func inspected(n *session.Snapshot) (lines []string) {
	i := n.Inspected
	if i == nil || i.Lane >= len(n.Lanes()) {
		return nil
	}
	if v := i.Node; v != nil {
		lines = append(lines, fmt.Sprintf("Node #%d", v.Node), n.NodeInWords(i))
		if steps := v.StepsInWords(); steps != "" {
			lines = append(lines, steps)
		}
	}
	if r := i.Road; r != nil {
		if name := r.RoadName.String(); name != "" {
			lines = append(lines, name)
		}
		lines = append(lines, n.RoadInWords(r))
	}
	return lines
}

// verdict returns a verdict in words, and whether the oracle has verified a result.
func verdict(v watch.Verdict) (text string, right bool) {
	switch {
	case !v.Heard:
		return "", false
	case v.Wrong != nil:
		return v.Wrong.Error(), false
	}
	return "verified", true
}

func (f *paths) act(r Request) (watch.Action, error) {
	if a := r.onRoads(f.Snapshot().Roads); a != nil {
		return a, nil
	}
	switch r.Do {
	case "aim":
		n := f.Snapshot()
		if !slices.ContainsFunc(n.Lanes(), func(l *session.Lane) bool { return l.Event.Step > 0 }) { // a search is tried at its start
			f.Aim(watchFor, trial)
		}
		return session.SetView{View: n.View}, nil
	case "end-at":
		at := &geom.Point{X: r.X, Y: r.Y}
		if r.Target {
			return session.SetEnds{Target: at, Within: r.Within, Drag: r.Drag}, nil
		}
		return session.SetEnds{Source: at, Within: r.Within, Drag: r.Drag}, nil
	case "inspect":
		if r.Within == 0 {
			return session.Inspect{}, nil
		}
		return session.Inspect{Lane: r.Lane, At: &geom.Point{X: r.X, Y: r.Y}, Within: r.Within}, nil
	case "all":
		return session.SetTargetAll{All: r.On}, nil
	case "random":
		return session.RandomEnds{}, nil
	}
	return nil, nil
}

func (f *paths) array(lane int, name string) ([]uint32, error) {
	switch name {
	case "states":
		return layer(f.be, f, lane, sssp.NodeStates)
	case "near":
		return nodesOf(f.be, f, lane, sssp.NearQueue)
	}
	if out, ok := f.drawn(name); ok {
		return out, nil
	}
	n := f.Snapshot()
	if lane < 0 || lane >= len(n.Lanes()) {
		return nil, fmt.Errorf("there is no search %d", lane)
	}
	l := n.Lanes()[lane]
	switch name {
	case "sizes":
		var out []uint32
		for _, s := range l.Sizes {
			out = append(out, s.Near, s.Far)
		}
		return out, nil
	case "path":
		if l.Result == nil {
			return nil, nil
		}
		return words(l.Result.Path), nil
	}
	return nil, fmt.Errorf("searches have no %s", format.Cell(name))
}
