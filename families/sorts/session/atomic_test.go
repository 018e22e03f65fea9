package session_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	sorts "kernelscope/families/sorts/session"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

func TestFailingActionChangesNothing(t *testing.T) {
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := sorts.New(be, sorting.Algorithms(), true)
			return s, func() any { return s.Snapshot() }
		},
		All: []watch.Action{
			sorts.SetInput{Input: sorts.Input{N: 300, Distribution: "uniform", Seed: 1}}, sorts.SetKeys{Name: "some", Words: []uint32{5, 3, 9, 1}}, watch.Shuffle{}, sorts.SetInput{Input: sorts.Input{N: 200, Distribution: "uniform", Payload: true}},
			sorts.SetView{View: sorts.View{Shape: "plot"}}, watch.Set{Algorithm: "batcher"}, watch.Set{Lane: 1, Algorithm: "radix4"},
		},
		Wrong: []watch.Action{sorts.SetInput{}, sorts.SetInput{Input: sorts.Input{N: 9, Distribution: "nonsense"}}, sorts.SetKeys{Name: "none"}, watch.Set{Algorithm: "nonsense"}},
	}.FailingChangesNothing(t)
}
