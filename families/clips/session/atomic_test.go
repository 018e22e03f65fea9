package session_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	clips "kernelscope/families/clips/session"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

func TestFailingActionChangesNothing(t *testing.T) {
	sequence, err := clipseq.Make("random", 300, 4)
	if err != nil {
		t.Fatal(err)
	}
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := clips.New(be, clip.Forms(), true)
			return s, func() any { return s.Snapshot() }
		},
		All: []watch.Action{
			clips.SetInput{Input: clips.Input{Shape: "random", N: 500, Seed: 1}}, clips.SetSequence{Name: "some", Sequence: sequence}, clips.SetText{Text: "[(.)]"}, watch.Shuffle{}, clips.Select{Partition: 0}, clips.SelectElement{Element: 7},
			clips.SetView{View: clips.View{Page: clips.Partitioned, Peel: -1, Pinned: -1}}, watch.Set{Algorithm: "tree"}, watch.Set{Lane: 1, Values: compute.Values{"workgroup": 128}},
		},
		Wrong: []watch.Action{clips.SetInput{Input: clips.Input{N: -1}}, clips.SetText{Text: "( 1"}, clips.SetInput{Input: clips.Input{Shape: "nonsense", N: 5}}, clips.Select{Lane: 9}, watch.Set{Values: compute.Values{"workgroup": 3}}},
	}.FailingChangesNothing(t)
}
