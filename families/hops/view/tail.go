package view

import (
	"kernelscope/families/hops/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// tailWidth is the width of the histogram beside the plots, in pixels of a plain display.
const tailWidth = 300

// tail returns what builds the histogram of the work of workgroups beside the plots; nil if it is not known.
func (u *panel) tail(l *session.Lane) func() {
	if len(l.Tail) == 0 {
		return nil
	}
	sum, least, most := uint64(0), l.Tail[0], uint32(1)
	for _, x := range l.Tail {
		sum, least, most = sum+uint64(x), min(least, x), max(most, x)
	}
	mean := uint32(sum / uint64(len(l.Tail)))
	h := ui.Histogram{Name: "workgroups by edges", Counts: make([]int, ui.Bin(most)+1), Least: max(1, least), Most: most + 1, At: max(1, mean),
		Tip: "How many workgroups walk how many edges in the expansion of this level, on a logarithmic scale. The line is the mean: the farther right the last bar, the longer all others wait for that workgroup, the tail of the dispatch."}
	above := 0
	for _, x := range l.Tail {
		h.Counts[ui.Bin(max(1, x))]++
		if x >= mean {
			above++
		}
	}
	h.Below = ui.Portion{Name: format.Thousands(len(l.Tail)-above) + " below", Colour: ui.Plain(u.Theme.Good)}
	h.Above = ui.Portion{Name: format.Thousands(above) + " above", Colour: ui.Plain(u.Theme.Second)}
	return func() { u.Histogram(h) }
}
