// Package session shows prepared trees: customization front by front, the climb and the sweep,
// and the distances of a whole map, updated with every change of its weights.
package session

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"

	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Layers of the subject, one word per entry except Lengths.
const (
	States   compute.LayerKind = "states"   // of each node, with its distance
	Depths   compute.LayerKind = "depths"   // the depth of each node's front, as a state
	Rows     compute.LayerKind = "rows"     // nodes by row: the fronts one after another
	Cuts     compute.LayerKind = "cuts"     // nodes of the separators near the root, by depth
	Lengths  compute.LayerKind = "lengths"  // of the front that is shown, a row per entry
	Inside   compute.LayerKind = "inside"   // nodes of that front's separator
	Boundary compute.LayerKind = "boundary" // nodes of its boundary
	Reached  compute.LayerKind = "reached"  // what each node reaches, as a state; only where it is shown
)

// Parts are the times of the parts of a tree by new weights; customization is zero if only the
// source is new.
type Parts struct{ Customization, Tree, Colours timing.Times }

// Subject is a prepared tree on its timeline: the stages of customization, the steps of a
// tree, and the colours of all nodes.
type Subject struct {
	*prepared.Fronts
	be     compute.Backend
	form   form
	why    string // it is on the host; empty on the device
	memory compute.Memory
	states compute.Buffer
	depths compute.Buffer
	every  compute.Buffer // what each node reaches, as a state; nil before it was shown
	words  uint64         // the number of the words in it
	cuts   compute.Buffer
	cutsAt []int // where the cuts of each depth begin, and the end

	g      *graph.Graph // with the weights of the moment
	source uint32
	focus  uint32 // node of the front that is shown
	level  int    // its depth; negative for the last step's

	at      int         // steps done
	ends    timing.Ends // of the steps that were made
	parts   Parts       // of the last tree that was made in one go
	judge   watch.Judge
	dist    []uint32 // of the moment read; nil before
	read    uint64
	version uint64 // another number whenever the layers may have changed

	profiler *watch.Profiler // nil where dispatches are not timed
	kernels  [][]profile.Row // dispatches of each step that was made, beside ends
}

// NewSubject makes a subject at its start. The weights of the graph must be within a
// prepared.Bound, and so must later ones.
func NewSubject(be compute.Backend, f *prepared.Fronts, g *graph.Graph, source uint32, asked Processor, v compute.Values) (*Subject, error) {
	s := &Subject{Fronts: f, be: be, memory: compute.Memory{Backend: be}, g: g, source: source, focus: source, level: -1, version: 1}
	s.ends, s.kernels = timing.NewEnds(), make([][]profile.Row, 1)
	var err error
	if s.form, s.why, err = newForm(be, f, g.Edges(), asked, v); err != nil {
		return nil, err
	}
	s.memory.Hold(s.form)
	s.states, s.depths = s.memory.NewBuffer("states of nodes", g.Nodes()), s.memory.NewBuffer("depths of nodes", g.Nodes())
	words := make([]uint32, g.Nodes())
	for row, v := range f.Node {
		words[v] = uint32(graph.StateRelaxed)<<30 | f.List[f.FrontOf[row]].Depth
	}
	be.Write(s.depths, 0, words)
	list := s.listCuts()
	if s.cuts = s.memory.NewBuffer("separators", len(list)); len(list) > 0 {
		be.Write(s.cuts, 0, list)
	}
	if err := s.memory.Ready(); err != nil {
		return nil, err
	}
	s.restart(true)
	return s, nil
}

// cutDepths is how many depths of separators have a list of their own: below, most nodes are
// in cells.
const cutDepths = 7

// listCuts lists the nodes of the separators near the root: not of small components, which
// are a front each.
func (s *Subject) listCuts() (nodes []uint32) {
	for depth := range min(cutDepths, s.Depths()) {
		s.cutsAt = append(s.cutsAt, len(nodes))
		for _, f := range s.List[s.Levels[depth]:s.Levels[depth+1]] {
			if f.Kids > 0 {
				nodes = append(nodes, s.Node[f.Row:f.Row+f.X]...)
			}
		}
	}
	s.cutsAt = append(s.cutsAt, len(nodes))
	return nodes
}

// Release releases everything except the fronts.
func (s *Subject) Release() { s.memory.Release() }

// steps returns the number of steps.
func (s *Subject) steps() int { return s.Stages() + s.form.steps() + 1 }

// restart goes to the start, or only to the start of the tree.
func (s *Subject) restart(all bool) {
	s.at = s.Stages()
	if all {
		s.at = 0
		s.form.weigh(s.g.Weight, nil)
	}
	s.form.clear(all)
	s.be.Fill(s.states, 0, s.states.Len(), 0)
	s.changed()
}

// changed notes that the layers are others.
func (s *Subject) changed() {
	s.version++
	s.judge.Drop()
}

// Length returns the number of steps.
func (s *Subject) Length() (steps int, whole bool) { return s.steps(), true }

// Made returns the number of steps that were made.
func (s *Subject) Made() int { return s.ends.Made() }

// Known reports whether the times of all steps are known.
func (s *Subject) Known() bool { return s.Made() == s.steps() }

// At returns how many steps are done.
func (s *Subject) At() int { return s.at }

// Done reports whether the tree is complete.
func (s *Subject) Done() bool { return s.at == s.steps() }

// Busy reports whether a verdict is missing.
func (s *Subject) Busy() bool { return s.Done() && !s.Verdict().Heard }

// Conclude does nothing: the session asks the oracle when nothing has changed for a moment.
func (s *Subject) Conclude(bool) error { return nil }

// Reading returns the time of a step's end, ms, as far as it was measured, or the number of
// steps. The device measures the time or, where the host computes, the clock does.
func (s *Subject) Reading(c timeline.Clock, step int) float64 {
	end := s.ends.At(step)
	switch {
	case c != timeline.DeviceTime:
		return float64(step)
	case s.why != "":
		return end.Wall
	}
	return end.GPU
}

// Seek goes to the state after some steps. Stepping back starts again, from the lengths if they
// are complete.
func (s *Subject) Seek(to int, until time.Time) (there bool, err error) {
	to = min(to, s.steps())
	if to < s.at {
		s.restart(to < s.Stages())
	}
	for s.at < to {
		s.profiler.Drop() // what others have dispatched
		times, err := timing.Once(context.Background(), s.be, func() { s.step(s.at) })
		if err != nil {
			return false, err
		}
		s.at++
		s.changed()
		if s.at == len(s.ends) {
			s.ends.Add(times)
			s.kernels = append(s.kernels, s.profiler.Take(s.at, fmt.Sprintf("step %d: %s", s.at, s.Title())))
		}
		if time.Now().After(until) {
			break
		}
	}
	return s.at == to, nil
}

// step makes a step.
func (s *Subject) step(i int) {
	tree := i - s.Stages()
	switch {
	case tree < 0:
		s.form.stage(i)
	case tree < s.form.steps():
		s.form.step(tree, s.source)
		prepared.States(s.be, s.form.dist(), s.states, true)
	default:
		prepared.States(s.be, s.form.dist(), s.states, false)
	}
}

// distances reads the present distances, once.
func (s *Subject) distances() ([]uint32, error) {
	if s.read != s.version {
		dist, err := s.form.distances(context.Background())
		if err != nil {
			return nil, err
		}
		s.dist, s.read = dist, s.version
	}
	return s.dist, nil
}

// conclude passes the distances of a complete tree to the judge, once.
func (s *Subject) conclude() error {
	if !s.Done() || s.Verdict().Asked {
		return nil
	}
	dist, err := s.distances()
	if err != nil {
		return err
	}
	g, source := s.g, s.source
	s.judge.Ask(func() error { return oracle.Verify(g, oracle.Dijkstra(g, source, graph.NoNode), graph.NoNode, dist) })
	return nil
}

// Verdict returns the judge's verdict on the distances.
func (s *Subject) Verdict() watch.Verdict { return s.judge.Hear(false) }

// front returns the one that is shown.
func (s *Subject) front() uint32 {
	depth := s.level
	if depth < 0 {
		depth = s.worked()
	}
	return s.Above(s.RowOf[s.focus], depth)
}

// worked returns the depth that the last step has worked on; the depth of the leaves if it worked on
// none.
func (s *Subject) worked() int {
	last := s.Depths() - 1
	switch tree := s.at - 1 - s.Stages(); {
	case s.at == 0 || tree == 0:
		return last
	case tree < 0:
		depth, _ := s.Stage(s.at - 1)
		return depth
	case tree < s.form.steps()-1:
		return tree - 1
	}
	return last
}

// climbed returns the fronts from the source's to the root, if the climb is the last step.
func (s *Subject) climbed() (fronts []uint32) {
	if s.at != s.Stages()+1 {
		return nil
	}
	for i := s.FrontOf[s.RowOf[s.source]]; i != prepared.NoFront; i = s.List[i].Parent {
		fronts = append(fronts, i)
	}
	return fronts
}

// longest reads the greatest length of the front that is shown.
func (s *Subject) longest() (most uint32, err error) {
	f := &s.List[s.front()]
	words := make([]uint32, f.Size()*f.Stride)
	b, first := s.form.lengths(s.front())
	if err := s.be.Read(context.Background(), b, first, words); err != nil {
		return 0, err
	}
	for i := range f.Size() {
		for _, x := range words[i*f.Stride : i*f.Stride+f.Size()] {
			if x < prepared.Unreached {
				most = max(most, x)
			}
		}
	}
	return most, nil
}

// Layers returns the layers to draw and inspect.
func (s *Subject) Layers(compute.Encoder) []compute.Layer {
	n := s.g.Nodes()
	f := &s.List[s.front()]
	lengths, first := s.form.lengths(s.front())
	layers := []compute.Layer{
		{Kind: States, Name: "states of nodes", Buffer: s.states, Count: n, Stride: 1, Type: "state and distance", Text: sssp.StateText, Entry: "node",
			Of: func(node int) compute.Source { return compute.Source{Buffer: s.form.dist(), Word: node} }},
		{Kind: Depths, Name: "depths of nodes", Buffer: s.depths, Count: n, Stride: 1},
		{Kind: Rows, Name: "nodes by row", Buffer: s.form.rows(), Count: n, Stride: 1},
		{Kind: Cuts, Name: "separators near the root", Buffer: s.cuts, Count: s.cutsAt[len(s.cutsAt)-1], Stride: 1},
		{Kind: Lengths, Name: "lengths of a front", Buffer: lengths, First: first, Count: int(f.Size()), Stride: int(f.Stride)},
		{Kind: Inside, Name: "nodes of a separator", Buffer: s.form.rows(), First: int(f.Row), Count: int(f.X), Stride: 1},
		{Kind: Boundary, Name: "nodes of a boundary", Buffer: s.form.boundaries(), First: int(f.Boundary), Count: int(f.B), Stride: 1},
	}
	if s.every != nil {
		layers = append(layers, compute.Layer{Kind: Reached, Name: "colours of all nodes", Buffer: s.every, Count: n, Stride: 1})
	}
	return layers
}

// paint writes the colours of all nodes, unless it has the words of this number already.
func (s *Subject) paint(words []uint32, number uint64) error {
	if words == nil || s.words == number {
		return nil
	}
	if s.every == nil {
		every := s.be.NewBuffer("colours of all nodes", len(words))
		if err := s.be.Flush(context.Background()); err != nil {
			every.Release()
			return err
		}
		s.every = every
		s.memory.Hold(every)
	}
	s.be.Write(s.every, 0, words)
	s.words = number
	return nil
}

// Event returns the event of the last step.
func (s *Subject) Event() compute.Event {
	end, depth := s.ends.At(s.at), s.worked()
	return compute.Event{Step: s.at, Title: s.Title(), Done: s.Done(), GPU: end.GPU, Wall: end.Wall, Facts: []compute.Fact{
		{Name: "depth", Value: float64(depth)},
		{Name: "fronts", Value: float64(s.Levels[depth+1] - s.Levels[depth]), Unit: "fronts"},
	}}
}

// Title describes the last step.
func (s *Subject) Title() string {
	fronts := func(depth int) string {
		return fmt.Sprintf("%s at depth %d", format.Count(int(s.Levels[depth+1]-s.Levels[depth]), "front"), depth)
	}
	switch tree := s.at - 1 - s.Stages(); {
	case s.at == 0:
		return "weights, and no lengths yet"
	case tree < 0:
		depth, down := s.Stage(s.at - 1)
		if down {
			return "customization, down: " + fronts(depth)
		}
		return "customization, up: " + fronts(depth)
	case tree == 0:
		return "climb from the source to the root"
	case tree < s.form.steps()-1:
		return "sweep: " + fronts(tree-1)
	case tree < s.form.steps():
		return "sweep: all subtrees"
	}
	return "colours of all nodes"
}
