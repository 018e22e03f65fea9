package view

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/ui"
)

// The stages of odd-even mergesort follow from its recursion (Batcher 1968; "Parallel Sorting on
// GPU: Part 2", 2023, derives them and names the constants): sort sorts both halves of its keys and
// merges them; merge merges the keys at even positions and those at odd positions, then compares
// neighbours. A stage consists of all calls of the same kind and size.

// call is a call of sort or merge with size keys, stride apart, from start.
type call struct{ start, size, stride int }

// keys lists the positions of the keys, abbreviated until the text fits.
func (c call) keys(fits func(string) bool) string {
	var all []string
	for i := range c.size {
		all = append(all, fmt.Sprint(c.start+i*c.stride))
	}
	short := fmt.Sprintf("%d..%d", c.start, c.start+(c.size-1)*c.stride)
	for _, text := range []string{strings.Join(all, " "), short, fmt.Sprint(c.start)} {
		if fits(text) {
			return text
		}
	}
	return ""
}

// level has the calls of one depth of the recursion and their stages.
type level struct {
	calls  []call
	stages []stage
}

// sortLevels returns the calls of sort for a power of two of keys, the largest first.
func sortLevels(keys int) (out []level) {
	for size := keys; size > 1; size /= 2 {
		var l level
		for start := 0; start < keys; start += size {
			l.calls = append(l.calls, call{start, size, 1})
		}
		for stride := size / 2; stride > 0; stride /= 2 {
			l.stages = append(l.stages, stage{size, stride})
		}
		out = append(out, l)
	}
	return out
}

// mergeLevels returns the calls of merge for the first run of a length.
func mergeLevels(run int) (out []level) {
	order := []int{0} // starts of the calls, even positions before odd ones
	for stride := 1; stride < run; stride *= 2 {
		l := level{stages: []stage{{run, stride}}}
		for _, start := range order {
			l.calls = append(l.calls, call{start, run / stride, stride})
		}
		out = append(out, l)
		var next []int
		for _, start := range order {
			next = append(next, start, start+stride)
		}
		order = next
	}
	return out
}

// constants determine what an invocation of the article's kernel does in a stage. Keys are numbered
// by their position in a call of merge. Key i is the left one of a comparator if its number modulo
// two is innerReminder and the number is less than innerLastIdx.
type constants struct{ stride, innerReminder, innerLastIdx int }

func constantsOf(g stage) constants {
	c := constants{g.stride, 1, g.run/g.stride - 1}
	if g.stride == g.run/2 {
		c.innerReminder = 0
	}
	return c
}

// isLeftIndex reports whether key i is the left one of a comparator.
func (c constants) isLeftIndex(i int) bool {
	inner := i / c.stride % (c.innerLastIdx + 1)
	return inner%2 == c.innerReminder && inner < c.innerLastIdx
}

// lines describes the constants.
func (c constants) lines() []string {
	which := "odd keys of a call are left ones"
	if c.innerReminder == 0 {
		which = "even keys of a call are left ones"
	}
	return []string{
		fmt.Sprintf("stride %s: the distance between keys of a call", format.Thousands(c.stride)),
		fmt.Sprintf("inner_reminder %d: %s", c.innerReminder, which),
		fmt.Sprintf("inner_last_idx %s: the last key of a call, never a left one", format.Thousands(c.innerLastIdx)),
	}
}

// derivationWidth is the width of the recursion beside a network, which must be wide enough for
// both.
const (
	derivationWidth = 290
	minWithTree     = 620
)

// derivation draws the calls of sort and of merge, and the constants of the last stage.
func (u *panel) derivation(list ui.List, stages []stage, first, end, n int, r image.Rectangle) {
	now := stages[max(0, end-1)]
	sorts, merges := sortLevels(stages[len(stages)-1].run), mergeLevels(now.run)
	heading, line := u.Whole(17), u.Whole(15)
	rows := len(sorts) + bitsOfRun(stages) // leaves room for the largest merge, so that the layout is stable
	tall := min(u.Whole(22), float32(int((float32(r.Dy())-2*heading-5*line)/float32(rows))))
	y := float32(r.Min.Y)
	tree := func(title string, levels []level) {
		u.Text(list, float32(r.Min.X), y-u.Px(2), ui.Plain(u.Theme.Dim), title)
		y += heading
		for _, l := range levels {
			u.calls(list, l, stages, first, end, n, image.Rect(r.Min.X, int(y), r.Max.X, int(y+tall)))
			y += tall
		}
	}
	tree("sort: both halves, then merge them", sorts)
	y += u.Whole(6)
	tree("merge: even keys, odd keys, then neighbours", merges)
	y = float32(r.Max.Y) - 4*line
	c := constantsOf(now)
	if end == 0 {
		return
	}
	for _, text := range c.lines() {
		u.Text(list, float32(r.Min.X), y, ui.Plain(u.Theme.Dim), ui.Fitting(text, float32(r.Dx())))
		y += line
	}
	u.Text(list, float32(r.Min.X), y, ui.Plain(u.Theme.Dim), "is_left_index")
	left := float32(r.Min.X) + u.Whole(84)
	for i := range n {
		x := func(i int) float32 { return float32(int(left + (float32(r.Max.X)-left)*float32(i)/float32(n))) }
		colour := ui.Plain(u.Theme.Field)
		if c.isLeftIndex(i) && i+c.stride < n {
			colour = u.LaneColour(1)
		}
		ui.Box(list, imgui.Vec2{X: x(i), Y: y + u.Whole(3)}, imgui.Vec2{X: x(i+1) - 1, Y: y + u.Whole(13)}, imgui.Packed(colour))
	}
}

// bitsOfRun returns the number of levels of the longest merge.
func bitsOfRun(stages []stage) int { return len(mergeLevels(stages[len(stages)-1].run)) }

// calls draws the calls of a level in the colours of its stages.
func (u *panel) calls(list ui.List, l level, stages []stage, first, end, n int, r image.Rectangle) {
	c := u.stageColour(slices.Index(stages, l.stages[len(l.stages)-1]), first, end)
	for _, g := range l.stages {
		if i := slices.Index(stages, g); i >= first && i < end {
			c = u.stageColour(i, first, end)
		}
	}
	for i, call := range l.calls {
		colour := c
		if call.start >= n { // beyond the last key
			colour = ui.Plain(u.Theme.Field)
		}
		x := func(i int) float32 { return float32(r.Min.X + r.Dx()*i/len(l.calls)) }
		low, high := imgui.Vec2{X: x(i), Y: float32(r.Min.Y)}, imgui.Vec2{X: x(i+1) - max(1, u.Whole(1)), Y: float32(r.Max.Y) - max(1, u.Whole(1))}
		ui.Box(list, low, high, imgui.Packed(colour))
		text := call.keys(func(text string) bool { return imgui.CalcTextSize(text, false, 0).X < high.X-low.X-u.Px(4) })
		size := imgui.CalcTextSize(text, false, 0)
		if size.Y <= high.Y-low.Y+u.Px(2) {
			u.Text(list, (low.X+high.X-size.X)/2, (low.Y+high.Y-size.Y)/2-u.Px(1), inkOn(color.NRGBA(colour)), text)
		}
	}
}
