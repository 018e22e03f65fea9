package view

import (
	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
)

// header describes a search, its last step and the time of this step.
func (u *panel) header(s state, lane int, l *session.Lane) ui.Header {
	lanes := [][]compute.ParamState{s.Params}
	if s.Other == nil {
		lane = -1
	} else {
		lanes = append(lanes, s.Other.Params)
	}
	h := ui.Header{Lane: lane, Title: l.Algorithm.Title() + ui.Chosen(l.Params, lanes...), Time: format.Milliseconds(l.Took())}
	if s.Steady {
		h.Time = ""
	}
	h.Story, h.Why = s.Story(l), l.Algorithm.About().Summary
	h.Verdict, h.Colour = u.verdictInWords(l.Result)
	return h
}

// compareSection builds the controls of the comparison.
func (u *panel) compareSection(s state) {
	clicked := u.Compare(s.Other != nil, s.Time, []string{"steps", "time", "settled distance", "edges relaxed"}, "Two searches for the same path, side by side, on one map and one clock.")
	if clicked && s.Other == nil && !u.compared { // a search beside itself shows nothing
		u.compared = true
		u.Do(watch.Set{Lane: 1, Algorithm: rival(s.Algorithm).Name()})
	}
	if s.Other == nil {
		imgui.SameLineV(u.Across(ui.LabelAt), -1)
		if imgui.ButtonV("delta 512 and 4096", imgui.Vec2{X: -1}) {
			for _, a := range session.ArticlePair() {
				u.Do(a)
			}
		}
		u.Tip("Compares Near-Far with a delta of 512 and 32 rounds per submission, and with a delta of 4096 and 512 rounds per submission.")
		return
	}
	imgui.SetNextItemWidth(-1)
	u.algorithmCombo(s, 1, s.Other)
	u.laneParams(s, 1, s.Other)
	u.Ratios(s.Measures(), s.Steady)
	if first, second := s.StepIs(), s.Other.StepIs(); first != second {
		u.Note("a step: " + first + ", second: " + second)
	}
	text, help := s.DistanceInWords(s.Result)
	u.Note("distance: " + text)
	u.Tip(help)
}

// rival returns the search that a comparison first shows beside another.
func rival(a sssp.Algorithm) sssp.Algorithm {
	if a == sssp.Algorithm(sssp.Frontier{}) {
		return sssp.NearFar{}
	}
	return sssp.Frontier{}
}

// nearOfBoth returns the sizes of the near queue in both searches, for the steps of the longer one.
func (u *panel) nearOfBoth(s state) (known int, lines []ui.Series) {
	for lane, l := range s.Lanes() {
		known = max(known, len(l.Sizes))
		lines = append(lines, ui.Series{Name: []string{l.Algorithm.About().States[graph.StateNear] + ", first", "second"}[lane], Colour: u.LaneColour(lane), Value: func(i int) uint32 {
			if i < len(l.Sizes) {
				return l.Sizes[i].Near
			}
			return 0
		}})
	}
	return known, lines
}
