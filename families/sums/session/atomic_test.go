package session_test

import (
	"testing"

	"kernelscope/compute"
	sums "kernelscope/families/sums/session"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

func TestFailingActionChangesNothing(t *testing.T) {
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := sums.NewSession(be, true)
			return s, func() any { return s.Snapshot() }
		},
		All:   []watch.Action{sums.SetInput{Input: sums.Input{N: 900, Seed: 1}}, watch.Set{Values: compute.Values{"workgroup": 128}}, watch.Set{Lane: 1, Values: compute.Values{"workgroup": 256}}},
		Wrong: []watch.Action{sums.SetInput{}, watch.Set{Values: compute.Values{"workgroup": 33}}},
	}.FailingChangesNothing(t)
}
