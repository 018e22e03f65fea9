package session

import (
	"math"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	"kernelscope/compute/timing"
	"kernelscope/families/paths/session"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures. It is never
// changed.
type Snapshot struct {
	watch.Common
	Map    *scene.Map     // nil before one is open
	Making *Making        // nil unless the order is being made
	Made   *prepared.Made // nil before it is

	Lane
	Other *Lane // nil without a comparison

	Root    geom.Point // where trees begin
	Source  End
	Target  *End // nil without one
	Path    *Path
	Weighed time.Duration // that the last new weights took on the host
	Reach   uint32        // distance at the end of the colours
	Band    uint32
	Given   bool     // Band was chosen by the user
	Within  uint32   // distance within which nodes are counted, if the user chose one
	Bands   []uint32 // round ones to choose from
	Cuts    []int    // where the separators of each depth begin in their layer, and the end

	session.Roads
	View   View
	Places []Destination // that distances of all nodes lead to; nil for all nodes
	Listed bool          // Places were chosen by the user
	From   []string      // as in SetPlaces
	All    *All          // nil unless the view shows all nodes, and before anything is known of them
}

// Lane is a tree.
type Lane struct {
	Processor Processor
	Why       string // it is computed on the host; empty where it is not
	Params    []compute.ParamState
	Bytes     int64 // on the device
	Event     compute.Event
	Steps     int
	Done      bool
	Verdict   watch.Verdict
	Parts     Parts
	Kernels   [][]profile.Row // dispatches of each step that was made, after none for the start; nil where they are not timed
	Front     *Front          // that is shown; nil before there are any
	Moment    uint64          // another number whenever the layers may have changed
}

// End is the source or the target.
type End struct {
	Node uint32
	At   geom.Point
	ID   int64
}

// Front is the shown front.
type Front struct {
	prepared.Front
	Number uint32
	Level  int      // that was chosen; negative for the last step's
	Worked int      // the depth that the last step has worked on
	Climb  []uint32 // fronts, while the climb is the last step
	Most   uint32   // the greatest of its lengths; zero if it is not shown
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Common: s.Common(), Map: s.m, Made: s.made, Lane: Lane{Processor: s.Chosen[0].Algorithm}, Path: s.path, Reach: s.reach, Band: s.band, Given: s.given != 0, Within: s.within, Weighed: s.weighed,
		Roads: s.roads.Roads(), View: s.view, Places: s.destinations(), Listed: len(s.places.List) > 0, From: s.places.From, All: s.allNodes(),
	}
	if s.making != nil {
		n.Making = s.making.state()
	}
	if s.m != nil {
		n.Bands = s.m.BandsFor(s.farthest)
		n.Source, n.Root = s.end(s.source), s.m.Graph.At[s.source]
		if int(s.target) < s.m.Graph.Nodes() {
			e := s.end(s.target)
			n.Target = &e
		}
	}
	for i, l := range s.Lanes.Active() {
		lane := l.state(s.Chosen[i], s.most[i].most)
		if i == 0 {
			n.Lane, n.Root, n.Cuts = lane, s.m.Graph.At[l.source], l.cutsAt
		} else {
			n.Other = &lane
		}
	}
	return n
}

// state describes a lane.
func (s *Subject) state(c watch.Choice[Processor], most uint32) Lane {
	l := Lane{
		Processor: c.Algorithm, Why: s.why, Bytes: s.form.bytes() + s.memory.Bytes(), Event: s.Event(), Steps: s.steps(), Done: s.Done(), Verdict: s.Verdict(),
		Parts: s.parts, Kernels: s.kernels, Moment: s.version,
		Front: &Front{Front: s.List[s.front()], Number: s.front(), Level: s.level, Worked: s.worked(), Climb: s.climbed(), Most: most},
	}
	if s.why == "" {
		used, _ := s.Chosen(s.be.Limits(), c.Values) // which New has checked
		l.Params = compute.States(prepared.Params(), c.Values, used)
	}
	return l
}

// Lanes returns the trees that are watched: one, or two that are compared.
func (n *Snapshot) Lanes() []*Lane {
	if n.Other == nil {
		return []*Lane{&n.Lane}
	}
	return []*Lane{&n.Lane, n.Other}
}

// Longest returns the number of steps of the tree that has most.
func (n *Snapshot) Longest() (steps int) {
	for _, l := range n.Lanes() {
		steps = max(steps, l.Steps)
	}
	return steps
}

// Of returns what there is of a lane alone.
func (n *Snapshot) Of(lane int) *Snapshot {
	of := *n
	of.Lane, of.Other = *n.Lanes()[lane], nil
	return &of
}

// Measures returns what the trees of a comparison have cost up to the present; none without a
// comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if n.Other == nil {
		return nil
	}
	of := func(number func(*Lane) float64) [2]float64 { return [2]float64{number(&n.Lane), number(n.Other)} }
	return []watch.Measure{
		{Name: "steps", Help: "Depths of customization and of the tree so far.", Of: of(func(l *Lane) float64 { return float64(l.Event.Step) })},
		{Name: "time", Help: "Of the steps so far, each waited for: by timestamps on the device, or by the clock where the host computes.", Unit: watch.Milliseconds, Of: of((*Lane).elapsed)},
		{Name: "in one go", Help: "The last customization and tree that were made in one go, since a road or the source has changed.", Unit: watch.Milliseconds, Of: of((*Lane).anew)},
		{Name: "memory", Help: "On the device.", Unit: watch.Bytes, Of: of(func(l *Lane) float64 { return float64(l.Bytes) })},
	}
}

// Took returns a time on the device, or by the clock where the host computes.
func (l *Lane) Took(t timing.Times) float64 {
	if t.GPU > 0 && l.Why == "" {
		return t.GPU
	}
	return t.Wall
}

func (l *Lane) elapsed() float64 { return l.Took(timing.Times{GPU: l.Event.GPU, Wall: l.Event.Wall}) }

// anew returns the time of the last tree that was made in one go, and NaN where none was.
func (l *Lane) anew() float64 {
	if l.Parts == (Parts{}) {
		return math.NaN()
	}
	return l.Took(l.Parts.Customization) + l.Took(l.Parts.Tree)
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}
