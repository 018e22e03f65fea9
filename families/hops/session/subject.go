// Package session shows searches for the fewest edges between pairs of nodes level by level, forward
// and back, by one scheme or two compared. It depends on neither a device nor a panel.
package session

import (
	"context"
	"fmt"
	"maps"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/oracle"
	"kernelscope/compute/profile"
	"kernelscope/compute/timing"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Subject is a search for many pairs on its timeline. Its steps are the ones of bfs.Steps. It goes
// back by keyframes.
type Subject struct {
	be      compute.Backend
	graph   *graph.Graph
	pairs   []bfs.Pair
	steps   *bfs.Steps
	at      int
	known   []Level // after each step that was made; the first one is the start
	ends    timing.Ends
	whole   bool
	ended   ended
	past    *past
	course  string
	version uint64 // another number whenever the layers may have changed
	frames  watch.Keyframes[*bfs.Keyframe]
	judge   watch.Judge
	found   *Found // nil if it is not known whether the pair that is followed has a path
	read    uint64 // moment of found and of rows
	rows    *Rows
	tail    tail

	profiler *watch.Profiler // nil if dispatches are not timed
	kernels  [][]profile.Row // dispatches of each step that was made, beside known
}

// Level describes the state after a step.
type Level = bfs.Progress

// NewSubject makes a subject at its start. The graph on the device must be of the same graph. Errors
// wrap fault.Limit and compute.ErrValue.
func NewSubject(be compute.Backend, g *graph.Graph, on *bfs.Graph, pairs []bfs.Pair, o bfs.Options, follow int) (*Subject, error) {
	values := maps.Clone(o.Values)
	if values == nil {
		values = compute.Values{}
	}
	if o.Scheme == bfs.Paired || o.Scheme == bfs.Auto {
		values[bfs.Groups] = 1 // pairs are watched one after another
	}
	p, err := on.Plan(pairs, bfs.Options{Scheme: o.Scheme, Values: values})
	if err != nil {
		return nil, err
	}
	steps, err := on.Steps(p, follow)
	if err != nil {
		return nil, err
	}
	s := &Subject{be: be, graph: g, pairs: pairs, steps: steps, frames: watch.NewKeyframes[*bfs.Keyframe](be.Limits()), version: 1, past: newPast(), course: courseOf(p, pairs)}
	s.known, s.ends = []Level{steps.Progress()}, timing.NewEnds()
	s.kernels = make([][]profile.Row, 1)
	s.whole = s.known[0].Done
	return s, nil
}

// Release releases everything except the graph.
func (s *Subject) Release() {
	s.frames.Release()
	s.steps.Release()
}

// Length returns the number of steps that are known.
func (s *Subject) Length() (steps int, whole bool) { return len(s.known) - 1, s.whole }

// Known reports whether all steps were made.
func (s *Subject) Known() bool { return s.whole }

// At returns how many steps are done.
func (s *Subject) At() int { return s.at }

// Busy reports whether a verdict is pending.
func (s *Subject) Busy() bool { return s.Verdict().Pending() }

// Reading returns the device time of a step's end in ms, the pairs answered by then, or the
// number of steps.
func (s *Subject) Reading(c timeline.Clock, step int) float64 {
	i := min(step, len(s.known)-1)
	switch c {
	case timeline.DeviceTime:
		return s.ends[i].GPU
	case timeline.Progress:
		return float64(s.known[i].Answered)
	}
	return float64(step)
}

// Seek goes to the state after some steps: from the last keyframe before it, unless the
// present state is closer.
func (s *Subject) Seek(to int, until time.Time) (there bool, err error) {
	if s.whole {
		to = min(to, len(s.known)-1)
	}
	if err := s.jump(to); err != nil {
		return false, err
	}
	for s.at < to && !(s.whole && s.at == len(s.known)-1) {
		if err := s.step(); err != nil {
			return false, err
		}
		if time.Now().After(until) {
			break
		}
	}
	there = s.at == to || s.whole && s.at == len(s.known)-1
	return there, s.conclude()
}

// jump goes back, or to a keyframe on the way.
func (s *Subject) jump(to int) error {
	k, at, ok := s.frames.Before(to)
	switch {
	case ok && (to < s.at || at > s.at):
		s.at = at
		s.version++
		return s.steps.Restore(context.Background(), k)
	case to < s.at:
		s.at = 0
		s.version++
		return s.steps.Restart(context.Background())
	}
	return nil
}

// step makes the next step. Its time counts the first time only.
func (s *Subject) step() error {
	s.profiler.Drop() // what others have dispatched
	if err := s.steps.Step(context.Background()); err != nil {
		return err
	}
	s.at++
	s.version++
	if s.at < len(s.known) {
		return nil
	}
	now := s.steps.Progress()
	s.known = append(s.known, now)
	s.ends.Add(timing.Times{GPU: timing.Milliseconds(now.GPU), Wall: timing.Milliseconds(now.Wall)})
	if now.Ended {
		s.ended = ended{s.at, now.Part + 1}
	}
	if s.whole = now.Done; s.whole {
		s.past.note(s)
	}
	s.kernels = append(s.kernels, s.profiler.Take(s.at, fmt.Sprintf("step %d: %s", s.at, s.Title())))
	return s.frames.Keep(s.at, now.Wall, s.steps.Keep)
}

// conclude passes the lengths to the judge, once.
func (s *Subject) conclude() error {
	if !s.whole || s.at < len(s.known)-1 || s.Verdict().Asked {
		return nil
	}
	g, pairs, lengths := s.graph, s.pairs, s.steps.Lengths()
	s.judge.Ask(func() error { return verify(g, pairs, lengths) })
	return nil
}

// verify compares lengths with those that a queue finds.
func verify(g *graph.Graph, pairs []bfs.Pair, lengths []uint32) error {
	sources, targets := make([]uint32, len(pairs)), make([]uint32, len(pairs))
	for i, p := range pairs {
		sources[i], targets[i] = p.Source, p.Target
	}
	want, err := oracle.BFSLengths(context.Background(), g.FirstOut, g.Head, sources, targets)
	if err != nil {
		return err
	}
	for i, w := range want {
		if lengths[i] != w {
			return fmt.Errorf("pair %d, from node %d to %d, has length %s, not %s", i, sources[i], targets[i], InEdges(lengths[i]), InEdges(w))
		}
	}
	return nil
}

// InEdges writes a length.
func InEdges(length uint32) string {
	if length == bfs.Unreachable {
		return "unreachable"
	}
	return fmt.Sprint(length)
}

// Conclude hears the judge, and reads what pictures need on the host.
func (s *Subject) Conclude(wait bool) error {
	s.judge.Hear(wait)
	return s.update()
}

// Verdict returns the judge's verdict on the lengths.
func (s *Subject) Verdict() watch.Verdict { return s.judge.Hear(false) }

// Layers returns the layers to draw and inspect; see package bfs.
func (s *Subject) Layers(compute.Encoder) []compute.Layer { return s.steps.Layers() }

// Event returns the event of the last step.
func (s *Subject) Event() compute.Event {
	now, end := s.known[s.at], s.ends[s.at]
	e := compute.Event{Step: s.at, Title: s.Title(), Done: s.whole && s.at == len(s.known)-1, GPU: end.GPU, Wall: end.Wall, Facts: []compute.Fact{
		{Name: "part", Value: float64(now.Part)}, {Name: "level", Value: float64(now.Level)},
		{Name: "frontier", Value: float64(now.Nodes), Unit: "nodes"}, {Name: "edges", Value: float64(now.Edges), Unit: "edges"},
		{Name: "served", Value: float64(now.Searches), Unit: "searches"}, {Name: "sharing", Value: 100 * Sharing(now), Unit: "%"},
		{Name: "columns", Value: float64(now.Columns), Unit: "columns"}, {Name: "retired", Value: float64(now.Retired), Unit: "columns"},
		{Name: "answered", Value: float64(now.Answered), Unit: "pairs"},
	}}
	switch {
	case s.steps.Scheme == bfs.Paired:
		e.Facts = append(e.Facts, compute.Fact{Name: "side", Value: float64(now.Side)})
	case now.Upward:
		e.Facts = append(e.Facts, compute.Fact{Name: "bottom-up", Value: 1})
	default:
		e.Facts = append(e.Facts, compute.Fact{Name: "bottom-up", Value: 0})
	}
	if s.steps.Scheme == bfs.Single {
		e.Facts = append(e.Facts, compute.Fact{Name: "variant", Value: float64(now.Variant)})
	}
	if now.Phase != bfs.Whole {
		e.Facts = append(e.Facts, compute.Fact{Name: "phase", Value: float64(now.Phase)})
	}
	return e
}

// Title describes the last step.
func (s *Subject) Title() string {
	now := s.known[s.at]
	switch {
	case s.steps.Searched == 0:
		return "no pair needs a search"
	case s.steps.Scheme == bfs.Paired && s.at == 0:
		return "both ends of the first pair"
	case s.steps.Scheme == bfs.Paired:
		side := [2]string{"source", "target"}[now.Side]
		return fmt.Sprintf("pair %d of %d: level %d around the %s", now.Part+1, now.Parts, now.Sides[now.Side], side)
	case s.steps.Scheme == bfs.Single && s.at == 0:
		return "where the first search begins"
	case s.steps.Scheme == bfs.Single:
		return fmt.Sprintf("search %d of %d: level %d, %s", now.Part+1, now.Parts, now.Level, VariantOf(now))
	case s.at == 0:
		return fmt.Sprintf("where %d searches begin", now.Columns)
	}
	return fmt.Sprintf("sweep %d of %d: level %d, %s", now.Part+1, now.Parts, now.Level, action(s.steps.Scheme, now))
}

// action names a step of a sweep.
func action(s bfs.Scheme, l Level) string {
	switch {
	case l.Phase == bfs.Expand:
		return "expand " + Direction(l)
	case l.Phase == bfs.Identify && !s.HasQueue():
		return "merge"
	case l.Phase == bfs.Identify:
		return "identify"
	}
	return Direction(l)
}

// VariantOf names what expanded a level of scheme single.
func VariantOf(l Level) string {
	p, _ := compute.ParamOf(bfs.Single.Params(), bfs.Variant)
	return p.Text(l.Variant)
}

// Direction names the direction of a level of a sweep.
func Direction(l Level) string {
	if l.Upward {
		return "bottom-up"
	}
	return "top-down"
}

// Sharing returns the mean share of a sweep's searches that a node of the frontier serves: 1 if
// all searches have found the same nodes.
func Sharing(l Level) float64 {
	if l.Nodes == 0 || l.Columns == 0 {
		return 0
	}
	return float64(l.Searches) / float64(l.Nodes) / float64(l.Columns)
}
