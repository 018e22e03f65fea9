// Package view shows many searches for the fewest edges between pairs of nodes on a map or a graph,
// level by level, with one scheme or two side by side.
package view

import (
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/profile"
	"kernelscope/families/hops/session"
	"kernelscope/families/maps"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Name is the name of the view on its tab.
const Name = "Many searches"

// Family is the view of the family of breadth-first searches.
var Family = studio.Family{
	Tab:   ui.Tab{Name: Name, Tip: "Many searches for the fewest edges between pairs of nodes, level by level", Key: input.KeyF3},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: func(in any) bool { i, ok := in.(open.Input); return ok && i.Map != nil },
}

// View shows a map and which of its nodes many searches have seen.
type View struct {
	maps.View
	Session *session.Session
	Pairs   string // path of the last file of pairs; empty if there is none

	panel    panel
	verified [2]bool
	rings    rings
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	v := &View{Session: session.New(s.Computer.Backend, s.Steady), panel: panel{Panel: maps.Panel{UI: s.UI}, theme: render.HopsOf(s.UI.Theme)}}
	v.View = maps.New(s, &v.panel.Panel, &v.panel.theme, func() maps.Shown { return v.panel.onMap(v.snapshot(), v.Camera) })
	return v
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.Close()
}

// Begin opens the map that another view opened last, or else the built-in map. The first visit shows many
// searches that share their levels.
func (v *View) Begin() error {
	v.Session.Watch()
	if v.Roads == nil {
		if err := cli.ApplyAll(v.Session, watch.Set{Algorithm: bfs.Coalesced.Name()}, session.SetInput{Input: session.Input{N: 256, Seed: 1}},
			session.SetView{View: session.View{Colour: session.BySearches}}); err != nil {
			return err
		}
	}
	return v.BeginMap(v.Open)
}

// Open shows a map and plays searches. On an error the previous map stays.
func (v *View) Open(in any) error {
	if err := v.OpenMap(in.(open.Input).Map); err != nil {
		return err
	}
	return v.Session.Apply(timeline.Play{})
}

// OpenMap shows a map and the searches before their first step.
func (v *View) OpenMap(m *scene.Map) error {
	if err := v.ShowMap(m, v.Session.Open); err != nil {
		return err
	}
	return v.Arrange()
}

// Rebuild recreates the pictures of the map and the searches on a new device.
func (v *View) Rebuild() error {
	if err := v.RebuildMap(); err != nil {
		return err
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Title returns the name of the map.
func (v *View) Title() string { return v.MapTitle(Name) }

func (v *View) state() state {
	s := state{Snapshot: v.snapshot(), Status: v.Status(), Camera: v.Camera}
	s.Missing = v.Missing()
	return s
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action {
	v.Refit()
	return v.panel.frame(v.state(), in)
}

// Apply executes an action of the map or its searches.
func (v *View) Apply(action watch.Action) (taken bool, err error) {
	switch a := action.(type) {
	case session.SetEnds:
		a.Source, a.Target = v.given(a.Source, a.Within), v.given(a.Target, a.Within)
		action = a
	case watch.SetCompare, watch.Set, session.SetView, session.SetInput, session.SetPairs:
		return true, v.Keep(func() error { return v.Session.Apply(a) })
	}
	if v.Move(action) {
		return true, nil
	}
	return watch.Taken(v.Session.Apply(action))
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) ([]draw.Call, error) {
	n := v.snapshot()
	return v.Runs(func(lane int, roads *render.Map, c render.Camera, look render.Look) ([]draw.Call, error) {
		return v.half(cmd, n, lane, roads, c, look)
	})
}

// half draws a search: the map, and the image of its rows in the dock.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, roads *render.Map, c render.Camera, look render.Look) ([]draw.Call, error) {
	of := &n.Lanes[lane]
	look.ByDistance, look.Reach, look.Moment = n.View.Colour == session.BySearches || of.Plan.Scheme != bfs.Paired, n.Reach(), of.Moment
	look.Log = n.View.Colour == session.BySearches // most nodes are shared by few
	v.SetPath(lane, of.Found, func() []geom.Point { return of.Found.Points(n.Map) })
	rows := render.Bits{Columns: of.Now().Columns}
	states := bfs.Levels
	if n.View.Colour == session.BySearches {
		states = bfs.Searches
	}
	for _, l := range v.Session.Layers(v.Encoder(cmd, lane), lane) {
		b, err := v.Drawn(l.Buffer, lane)
		if err != nil {
			return nil, err
		}
		switch l.Kind {
		case states:
			look.States = b
		case bfs.FrontierNodes:
			if !n.IsSmall() && (n.View.Joint || of.Plan.Scheme == bfs.Paired) { // the overlay draws the other nodes
				look.Dots = append(look.Dots, render.Dots{List: b, Count: l.Count, First: l.First, Stride: l.Stride, Tint: v.panel.theme.States[frontierState]})
			}
		case bfs.Seen:
			rows.Seen, rows.Words, rows.Nodes = b, l.Stride, l.Count
		case bfs.Fresh:
			rows.Fresh = b
		}
	}
	calls := roads.Frame(cmd, c, look)
	if a := v.panel.areas(n, v.Width, v.Height)[lane]; !a.bits.Empty() {
		colours := v.panel.bitsColours(of.Plan.Scheme == bfs.Paired)
		calls = append(calls, rows.Call(v.GPU, a.bits, colours, v.Ratio)...)
		if of.Plan.Scheme == bfs.Paired { // the right column is the target's side
			colours.Some = v.panel.theme.Target
			for _, c := range rows.Call(v.GPU, a.bits, colours, v.Ratio) {
				c.Scissor[0] += a.bits.Dx() / 2
				c.Scissor[2] -= a.bits.Dx() / 2
				calls = append(calls, c)
			}
		}
	}
	return calls, nil
}

// Advance advances time, and logs steps and verdicts.
func (v *View) Advance(frame, budget time.Duration) error {
	v.Prefetch()
	if err := v.Arrange(); err != nil {
		return err
	}
	err := v.Session.Advance(frame, budget)
	for i, l := range v.Session.Snapshot().Lanes {
		v.Log.Step(i, l.Event)
		if heard := l.Verdict.Heard; heard != v.verified[i] {
			if v.verified[i] = heard; heard {
				v.Log.Write("answered", map[string]any{"scheme": l.Plan.Scheme, "right": l.Verdict.Wrong == nil, "pairs": l.Plan.Pairs})
			}
		}
	}
	return err
}

// Waiting reports whether searches play, the oracle is at work or the map settles.
func (v *View) Waiting() bool { return v.Session.Waiting() || v.Settling() }

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
