package session

import (
	"fmt"
	"slices"
	"time"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

type (
	// PointAtRoad highlights the road at a place, within a distance; nil clears it.
	PointAtRoad struct {
		At     *geom.Point
		Within float64
	}
	// PickRoad picks the road at a place, or none.
	PickRoad struct {
		At     geom.Point
		Within float64
	}
	// DropRoad picks none.
	DropRoad struct{}
	// SetWholeRoads picks whole roads or, if false, from one junction to the next.
	SetWholeRoads struct{ Whole bool }

	// SetRoadSpeed sets the speed on some lines, in both directions. As after other changes of
	// roads, the query is repeated up to the present step. It is an error if weights are not
	// times.
	SetRoadSpeed struct {
		Lines []uint32
		KMH   float64
	}
	// ScaleRoad multiplies the original weights of some lines.
	ScaleRoad struct {
		Lines  []uint32
		Factor float64
	}
	// CloseRoad closes some lines.
	CloseRoad struct{ Lines []uint32 }
	// ResetRoads undoes all changes of some lines, or of all if Lines is nil.
	ResetRoads struct{ Lines []uint32 }
	// UndoRoad undoes the last change of roads, with all successive changes of the same lines.
	UndoRoad struct{}
)

func (PointAtRoad) Action()   {}
func (PickRoad) Action()      {}
func (DropRoad) Action()      {}
func (SetWholeRoads) Action() {}
func (SetRoadSpeed) Action()  {}
func (ScaleRoad) Action()     {}
func (CloseRoad) Action()     {}
func (ResetRoads) Action()    {}
func (UndoRoad) Action()      {}

// RoadAction is an action on roads, for Roadwork.
type RoadAction interface {
	watch.Action
	road()
}

func (PointAtRoad) road()   {}
func (PickRoad) road()      {}
func (DropRoad) road()      {}
func (SetWholeRoads) road() {}
func (SetRoadSpeed) road()  {}
func (ScaleRoad) road()     {}
func (CloseRoad) road()     {}
func (ResetRoads) road()    {}
func (UndoRoad) road()      {}

// Limits of changes to a road.
const (
	MinKMH, MaxKMH       = 1, 200
	MinFactor, MaxFactor = 0.01, 100
)

// Road is a road that is pointed at or picked.
type Road struct {
	Lines  []uint32 // of both carriageways, where it has two
	Edges  int
	Class  scene.Class
	Metres float64 // of one carriageway
	KMH    float64 // mean speed; zero if it is closed
	First  float64 // the same before any change
	Factor float64 // its weight over that before any change; zero if it is closed
	Closed bool
	Both   bool // it is both carriageways
	// Changed is set if the picked part of the road has a change.
	Changed bool

	at []uint32 // the line that was picked, and the one across
}

// Change is a change of some lines, none of which has another change.
type Change struct {
	Lines  []uint32
	KMH    float64 // zero unless the change is a speed
	Factor float64 // zero unless it is a factor
	Closed bool
	At     geom.Point // halfway along the first line
}

// Roads is the state of the road editor for panels.
type Roads struct {
	Original   *scene.Map // before any change
	Pointed    *Road      // nil where there is none
	Picked     *Road      // nil where there is none
	WholeRoads bool       // roads are picked as long as they go on
	Changes    []Change
	Reweighed  time.Duration // that the last change took, without the search by it
}

// Roadwork holds the user's changes to the roads of a map. Families with changing weights share
// it.
type Roadwork struct {
	original *scene.Map // as it was opened
	locator  *scene.LineLocator
	stretch  bool // roads end at the next junction
	pointed  *Road
	picked   *Road
	changes  []Change   // snapshots hold older ones
	before   [][]Change // the changes before each that can be taken back
	last     []uint32   // lines of the last change
	elapsed  time.Duration
}

// On begins the work on a map, with the previous setting for picking roads.
func (w *Roadwork) On(m *scene.Map) Roadwork { return Roadwork{original: m, stretch: w.stretch} }

// Roads returns the state for panels.
func (w *Roadwork) Roads() Roads {
	return Roads{Original: w.original, Pointed: w.pointed, Picked: w.picked, WholeRoads: !w.stretch, Changes: w.changes, Reweighed: w.elapsed}
}

// Last returns the lines of the last change; nil before the first one, and after one was taken back.
func (w *Roadwork) Last() []uint32 { return w.last }

// Took records the time of a change, without the search that follows.
func (w *Roadwork) Took(d time.Duration) { w.elapsed = d }

// Work executes an action on the roads of the present map. If weights change, it returns the
// map with the new weights and the changed edges, otherwise nil. The map is replaced, not
// modified: oracles and experiments may still use the previous one.
func (w *Roadwork) Work(m *scene.Map, a RoadAction) (changed *scene.Map, edges []uint32, err error) {
	switch a := a.(type) {
	case PointAtRoad:
		w.pointed = nil
		if a.At != nil {
			w.pointed = w.roadAt(m, *a.At, a.Within)
		}
	case PickRoad:
		w.picked = w.roadAt(m, a.At, a.Within)
	case DropRoad:
		w.picked = nil
	case SetWholeRoads:
		w.stretch = !a.Whole
		w.renew(m)
	case SetRoadSpeed:
		if m.Metric != graph.ByTime {
			return nil, nil, fmt.Errorf("session: the weights of %s are not times: a speed changes nothing", m.Name)
		}
		kmh := max(MinKMH, min(MaxKMH, a.KMH))
		return w.reweigh(m, a.Lines, Change{KMH: kmh})
	case ScaleRoad:
		f := max(MinFactor, min(MaxFactor, a.Factor))
		return w.reweigh(m, a.Lines, Change{Factor: f})
	case CloseRoad:
		return w.reweigh(m, a.Lines, Change{Closed: true})
	case ResetRoads:
		lines := a.Lines
		if lines == nil {
			for _, c := range w.changes {
				lines = append(lines, c.Lines...)
			}
		}
		return w.reweigh(m, lines, Change{})
	case UndoRoad:
		return w.undo(m)
	}
	return nil, nil, nil
}

// weight is what an edge of a map that was not changed weighs with the change.
func (c Change) weight(original *graph.Graph, edge uint32) uint32 {
	switch {
	case c.Closed:
		return graph.Closed
	case c.KMH > 0:
		return scene.TimeAt(original.Length[edge], c.KMH)
	case c.Factor > 0:
		return scene.Times(original.Weight[edge], c.Factor)
	}
	return original.Weight[edge]
}

// maxUndone is how many changes of roads can be taken back.
const maxUndone = 100

// reweigh changes some lines, and notes how to take that back.
func (w *Roadwork) reweigh(m *scene.Map, lines []uint32, c Change) (*scene.Map, []uint32, error) {
	edges, err := edgesOf(m, lines)
	if err != nil || len(edges) == 0 {
		return nil, nil, err
	}
	original, before := w.original.Graph, w.changes
	m = w.setWeights(m, edges, w.with(lines, c, m), func(e uint32) uint32 { return c.weight(original, e) })
	if len(w.before) == 0 || !slices.Equal(w.last, lines) {
		w.before = append(w.before[max(0, len(w.before)-maxUndone+1):], before)
	}
	w.last = lines
	return m, edges, nil
}

// undo takes the last change back, if there is one.
func (w *Roadwork) undo(m *scene.Map) (*scene.Map, []uint32, error) {
	if len(w.before) == 0 {
		return nil, nil, nil
	}
	before := w.before[len(w.before)-1]
	weights, all := map[uint32]uint32{}, []uint32{}
	for _, c := range append(slices.Clone(w.changes), before...) {
		all = append(all, c.Lines...)
	}
	for _, c := range before {
		edges, err := edgesOf(m, c.Lines)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range edges {
			weights[e] = c.weight(w.original.Graph, e)
		}
	}
	edges, err := edgesOf(m, all)
	if err != nil {
		return nil, nil, err
	}
	w.before, w.last = w.before[:len(w.before)-1], nil
	return w.setWeights(m, edges, before, func(e uint32) uint32 {
		if x, ok := weights[e]; ok {
			return x
		}
		return w.original.Graph.Weight[e]
	}), edges, nil
}

// setWeights gives edges of a map other weights, so that it has some changes.
func (w *Roadwork) setWeights(m *scene.Map, edges []uint32, changes []Change, weight func(edge uint32) uint32) *scene.Map {
	m = m.Reweighed(edges, weight)
	if len(changes) == 0 {
		m = w.original
	}
	w.changes = changes
	w.renew(m)
	return m
}

// edgesOf returns the edges of some lines in ascending order.
func edgesOf(m *scene.Map, lines []uint32) (edges []uint32, err error) {
	for _, l := range lines {
		if int(l) >= len(m.Lines) {
			return nil, fmt.Errorf("session: there is no line %d", l)
		}
		edges = m.EdgesOf(edges, l)
	}
	slices.Sort(edges)
	return slices.Compact(edges), nil
}

// with returns the changes with another one in place of changes of the same lines; no
// change at all undoes them.
func (w *Roadwork) with(lines []uint32, c Change, m *scene.Map) (out []Change) {
	replaced := map[uint32]bool{}
	for _, l := range lines {
		replaced[l] = true
	}
	for _, old := range w.changes {
		old.Lines = slices.DeleteFunc(slices.Clone(old.Lines), func(l uint32) bool { return replaced[l] })
		if len(old.Lines) > 0 {
			out = append(out, old)
		}
	}
	if c.KMH == 0 && c.Factor == 0 && !c.Closed {
		return out
	}
	c.Lines, c.At = lines, halfway(m, lines[0])
	return append(out, c)
}

func halfway(m *scene.Map, line uint32) geom.Point {
	l := m.Lines[line]
	return m.Points[(l.First+l.End)/2]
}

// roadAt returns the road at a place, nil without one.
func (w *Roadwork) roadAt(m *scene.Map, p geom.Point, within float64) *Road {
	if w.locator == nil {
		w.locator = scene.NewLineLocator(m)
	}
	line, ok := w.locator.At(p, within)
	if !ok {
		return nil
	}
	if other, ok := w.locator.Across(line, p, within); ok {
		return w.road(m, []uint32{line, other})
	}
	return w.road(m, []uint32{line})
}

// road describes the road that some lines are a part of: one, or both carriageways.
func (w *Roadwork) road(m *scene.Map, at []uint32) *Road {
	r := &Road{at: at, Lines: at, Class: m.Lines[at[0]].Class, Both: len(at) == 2}
	if !w.stretch {
		r.Lines = nil
		for _, line := range at {
			r.Lines = append(r.Lines, m.Road(line)...)
		}
		r.Lines = compact(r.Lines)
	}
	lines, change := r.Lines, w.changeOf(at[0])
	r.Changed = change != nil
	first := w.original.Graph
	var length, time, timeFirst, weight, weightFirst uint64
	for _, l := range lines {
		edges := m.EdgesOf(nil, l)
		for i, e := range edges {
			if i == 0 {
				r.Metres += float64(first.Length[e]) / 10
			}
			r.Edges++
			r.Closed = r.Closed || m.Graph.Weight[e] == graph.Closed
			length, time, timeFirst = length+uint64(first.Length[e]), time+uint64(m.Graph.Time[e]), timeFirst+uint64(first.Time[e])
			weight, weightFirst = weight+uint64(m.Graph.Weight[e]), weightFirst+uint64(first.Weight[e])
		}
	}
	r.Metres /= float64(len(at))
	r.First = scene.SpeedOf(length, timeFirst)
	if r.Closed {
		return r
	}
	r.KMH, r.Factor = scene.SpeedOf(length, time), float64(weight)/float64(max(1, weightFirst))
	switch { // what was asked for, before weights were rounded
	case change == nil:
	case change.KMH > 0:
		r.KMH = change.KMH
	default:
		r.Factor = change.Factor
	}
	return r
}

// compact leaves the first of equal lines.
func compact(lines []uint32) (out []uint32) {
	seen := map[uint32]bool{}
	for _, l := range lines {
		if !seen[l] {
			seen[l], out = true, append(out, l)
		}
	}
	return out
}

// changeOf returns the change of a line, nil without one.
func (w *Roadwork) changeOf(line uint32) *Change {
	for i := range w.changes {
		if slices.Contains(w.changes[i].Lines, line) {
			return &w.changes[i]
		}
	}
	return nil
}

// renew describes the picked road anew after a change.
func (w *Roadwork) renew(m *scene.Map) {
	if w.picked != nil {
		w.picked = w.road(m, w.picked.at)
	}
	w.pointed = nil
}
