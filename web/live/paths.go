package live

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// paths are searches on a map.
type paths struct {
	*session.Session
	be    compute.Backend
	m     *scene.Map
	towns []town
}

// Map describes a map.
type Map struct {
	Nodes    int        `json:"nodes"`
	Edges    int        `json:"edges"`
	Weighs   string     `json:"weighs"`
	Abstract bool       `json:"abstract,omitempty"`
	Box      [4]float64 `json:"box"`  // left, top, right, bottom, in units of geom.Point
	Core     [4]float64 `json:"core"` // of most of the map, which the first picture shows
	Metres   float64    `json:"metres"`
	Towns    []town     `json:"towns"`
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
	m, towns, err := unpack(data)
	if err != nil {
		return nil, err
	}
	f := &paths{session.New(be, sssp.Algorithms(), session.Options{Wait: true, Seed: 1}), be, m, towns}
	if err := f.Open(m); err != nil {
		return nil, err
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
	return f, f.Apply(session.SetTargetAll{All: s.All})
}

// placeOf returns where a node is; nil for none.
func placeOf(g *graph.Graph, node *uint32) (*geom.Point, error) {
	switch {
	case node == nil:
		return nil, nil
	case int64(*node) >= int64(g.Nodes()):
		return nil, fmt.Errorf("node %d is not on the map", *node)
	}
	return &g.At[*node], nil
}

func (f *paths) about() About {
	a := About{Family: Paths, Name: f.m.Name, From: f.m.From, Attribution: f.m.Attribution, Clocks: clocks(), Map: describe(f.m, f.towns)}
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

// describe describes a map.
func describe(m *scene.Map, towns []town) *Map {
	of := func(b geom.Box) [4]float64 {
		return [4]float64{float64(b.Min.X), float64(b.Min.Y), float64(b.Max.X), float64(b.Max.Y)}
	}
	x, y := m.Box.Centre()
	middle := geom.Point{X: int32(x), Y: int32(y)}
	return &Map{
		Nodes: m.Graph.Nodes(), Edges: m.Graph.Edges(), Weighs: m.Weighs(), Abstract: m.Abstract,
		Box: of(m.Box), Core: of(m.Core()), Metres: middle.MetresPerUnit(), Towns: towns,
	}
}

func (f *paths) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Source: n.Source.Node, Target: n.Target.Node, All: n.All, Inspected: inspected(n), Ready: 1, Busy: f.Waiting()}
	for _, l := range n.Lanes() {
		r := Running{
			Algorithm: l.Algorithm.Name(), Title: l.Algorithm.Title(), Story: n.Story(l), Params: paramsOf(l.Params, l.On), Event: l.Event.Report(), Done: l.Done,
			Moment: l.Moment, Known: l.Known, Reach: l.Reach, Extent: f.m.Written(l.Reach),
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
		return f.near(lane)
	case "points":
		return words(f.m.Points), nil
	case "nodes":
		return words(f.m.Graph.At), nil
	case "lines":
		var out []uint32
		plain := !slices.ContainsFunc(f.m.Lines, func(l scene.Line) bool { return l.Class != scene.Street })
		for _, l := range f.m.Lines {
			if plain { // streets alone would be too faint
				l.Class = scene.Tertiary
			}
			out = append(out, l.First, l.End, l.From, l.To, uint32(l.Class)|uint32(l.Level+8)<<4)
		}
		return out, nil
	case "water":
		return words(f.m.Water.Points), nil
	case "shapes":
		var out []uint32
		for _, w := range f.m.Water.Shapes {
			out = append(out, w.First, w.End, uint32(w.Kind))
		}
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

// near lists the nodes of the near queue, which pictures mark, sorted, since devices queue them in any order; none
// where a search has no such layer.
func (f *paths) near(lane int) (nodes []uint32, err error) {
	for _, l := range f.Layers(f.be, lane) {
		if l.Kind != sssp.NearQueue || l.Count == 0 {
			continue
		}
		entries := make([]uint32, l.Count*l.Stride)
		if err := f.be.Read(context.Background(), l.Buffer, l.First, entries); err != nil {
			return nil, err
		}
		for i := range l.Count {
			nodes = append(nodes, entries[i*l.Stride])
		}
	}
	slices.Sort(nodes)
	return nodes, nil
}

// words returns the coordinates of points.
func words(points []geom.Point) []uint32 {
	out := make([]uint32, 0, 2*len(points))
	for _, p := range points {
		out = append(out, uint32(p.X), uint32(p.Y))
	}
	return out
}
