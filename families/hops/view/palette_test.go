package view

import (
	"testing"

	"kernelscope/render"
	"kernelscope/scene/graph"
)

// Ends and the frontier have the colours that they have on the map of searches, which are told apart by all eyes, and their
// balls the colours of the ends.
func TestColours(t *testing.T) {
	for _, of := range render.Themes {
		got := render.HopsOf(of)
		if got.Source != of.Source || got.Target != of.Target || got.States[frontierState] != of.States[graph.StateNear] || got.States[sourceState] != of.Source || got.States[targetState] != of.Target {
			t.Errorf("%s: the ends are %v and %v, the states %v", of.Name, got.Source, got.Target, got.States)
		}
	}
}
