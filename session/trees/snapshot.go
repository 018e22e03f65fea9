package trees

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/session"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures. It is never
// changed.
type Snapshot struct {
	Device compute.Limits
	Map    *scene.Map     // nil before one is open
	Making *Making        // nil unless the order is being made
	Made   *prepared.Made // nil before it is

	Form   Form
	Why    string // trees are computed on the host; empty if they are not
	Params []compute.ParamState
	Bytes  int64 // on the device

	Root    geom.Point // where the tree begins
	Source  End
	Target  *End // nil without one
	Path    *Path
	Event   compute.Event
	Steps   int
	Done    bool
	Verdict watch.Verdict
	Parts   Parts
	Weighed time.Duration // that the last new weights took on the host
	Reach   uint32        // distance at the end of the colours
	Band    uint32
	Given   bool     // Band was chosen by the user
	Bands   []uint32 // round ones to choose from
	Front   *Front   // that is shown; nil before there are any
	Cuts    []int    // where the separators of each depth begin in their layer, and the end
	Moment  uint64   // another number whenever the layers may have changed

	session.Roads
	Time timeline.State
	View View
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
	Level  int      // that was chosen; negative if it is that of the last step
	Worked int      // the depth that the last step has worked on
	Climb  []uint32 // fronts, while the climb is the last step
	Most   uint32   // the greatest of its lengths; zero if it is not shown
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.be.Limits(), Map: s.m, Made: s.made, Form: s.form, Path: s.path, Reach: s.reach, Band: s.band, Given: s.given != 0, Weighed: s.weighed,
		Roads: s.roads.Roads(), Time: s.transport.State(), View: s.view,
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
	if x := s.subject; x != nil {
		n.Why, n.Bytes, n.Root = x.why, x.form.bytes()+x.memory.Bytes(), s.m.Graph.At[x.source]
		n.Event, n.Steps, n.Done, n.Verdict, n.Parts, n.Moment = x.Event(), x.steps(), x.Done(), x.Verdict(), x.parts, x.moment
		n.Cuts = x.cutsAt
		n.Front = &Front{Front: x.List[x.front()], Number: x.front(), Level: x.level, Worked: x.worked(), Climb: x.climbed(), Most: s.most.most}
		if x.why == "" {
			used, _ := x.Chosen(n.Device, s.chosen) // which New has checked
			n.Params = compute.States(prepared.Params(), s.chosen, used)
		}
	}
	return n
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}
