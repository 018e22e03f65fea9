package view

import (
	"fmt"
	"image"
	"image/color"
	"math/bits"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// The stages of odd-even mergesort follow from its recursion (Batcher 1968; "Parallel Sorting on
// GPU: Part 2", 2023, derives them and names the constants): sort sorts both halves of its keys and
// merges them; merge merges the keys at even positions and those at odd positions, then compares
// neighbours. A stage consists of all calls of the same kind and size.

// call is a call of sort or merge with size keys, stride apart, from start.
type call struct{ start, size, stride int }

// keys lists the positions of the keys.
func (c call) keys() (all []string) {
	for i := range c.size {
		all = append(all, fmt.Sprint(c.start+i*c.stride))
	}
	return all
}

// inForms writes a list of words in three forms: all, the first and the last, the first alone.
func inForms(words []string) [3]string {
	return [3]string{strings.Join(words, " "), words[0] + ".." + words[len(words)-1], words[0]}
}

// labels labels the calls of a level in the same form, the longest that fits for each: by the lists
// that they return, if these are known, otherwise by the positions of their keys.
func (l level) labels(fits func(string) bool) []string {
	for form := range 3 {
		var out []string
		for i, c := range l.calls {
			words := c.keys()
			if l.lists != nil {
				words = l.lists[i]
			}
			if text := inForms(words)[form]; fits(text) {
				out = append(out, text)
			}
		}
		if len(out) == len(l.calls) {
			return out
		}
	}
	return make([]string, len(l.calls))
}

// level has the calls of one depth of the recursion and their stages.
type level struct {
	calls  []call
	stages []stage
	lists  [][]string // that the calls return; nil if they work in place
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

// constants determine what an invocation of the article's kernel does in a stage, beside n. Keys are
// numbered by their position in a call of merge. Key i is the left one of a comparator if its number
// modulo two is innerReminder and the number is less than innerLastIdx.
type constants struct{ stride, strideTrailingZeros, innerReminder, innerLastIdx int }

func constantsOf(g stage) constants {
	c := constants{g.stride, bits.TrailingZeros(uint(g.stride)), 1, g.run/g.stride - 1}
	if g.stride == g.run/2 {
		c.innerReminder = 0
	}
	return c
}

// inner returns the number of key i in its call of merge.
func (c constants) inner(i int) int { return i >> c.strideTrailingZeros & c.innerLastIdx }

// isLeftIndex reports whether key i is the left one of a comparator.
func (c constants) isLeftIndex(i int) bool {
	inner := c.inner(i)
	return inner%2 == c.innerReminder && inner < c.innerLastIdx
}

// lines describes the constants.
func (c constants) lines(n int) []string {
	which := "odd keys of a call are left ones"
	if c.innerReminder == 0 {
		which = "even keys of a call are left ones"
	}
	return []string{
		fmt.Sprintf("n %s: keys after the last one are ∞", format.Thousands(n)),
		fmt.Sprintf("stride %s: the distance between keys of a call", format.Thousands(c.stride)),
		fmt.Sprintf("stride_trailing_zeros %d: inner_i is i >> %d", c.strideTrailingZeros, c.strideTrailingZeros),
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

// derivation draws the calls of sort and of merge, the constants of the last stage, and the lines of
// the kernel, with those lit that decide in this stage. Before the first stage it draws the first form:
// the lists that calls return, and its code.
func (u *panel) derivation(list ui.List, t sorting.Type, lane session.Lane, stages []stage, first, end, n int, r image.Rectangle) {
	now := stages[max(0, end-1)]
	keys := stages[len(stages)-1].run
	sorts, merges := sortLevels(keys), mergeLevels(now.run)
	titles := [2]string{"sort: both halves, then merge them", "merge: even keys, odd keys, then neighbours"}
	constants, code := constantsOf(now).lines(n), sourceOf(lane)
	if end == 0 && len(lane.Trail) > 0 {
		sorts, merges = listsOf(t, lane, keys, n)
		titles = [2]string{"first form: the lists that sort returns", "the lists of the last merge: even, odd"}
		constants, code = nil, firstForm
	}
	heading, line := u.Whole(17), u.Whole(14)
	rows := len(sorts) + bitsOfRun(stages) // leaves room for the largest merge, so that the layout is stable
	row := func() float32 {                // its height, as far as the text below leaves room
		below := float32(len(constants)+len(code))*line + u.Whole(12)
		return float32(int((float32(r.Dy()) - 2*heading - u.Whole(6) - below) / float32(rows)))
	}
	if row() < u.Whole(11) {
		code = nil
	}
	if row() < u.Whole(11) {
		constants = nil
	}
	tall := min(u.Whole(22), row())
	y := float32(r.Min.Y)
	tree := func(title string, levels []level) {
		u.Text(list, float32(r.Min.X), y-u.Px(2), ui.Plain(u.Theme.Dim), title)
		y += heading
		for _, l := range levels {
			u.calls(list, l, stages, first, end, n, image.Rect(r.Min.X, int(y), r.Max.X, int(y+tall)))
			y += tall
		}
	}
	tree(titles[0], sorts)
	y += u.Whole(6)
	tree(titles[1], merges)
	y = float32(r.Min.Y) + 2*heading + float32(rows)*tall + u.Whole(12)
	write := func(text string, c color.NRGBA) {
		u.Text(list, float32(r.Min.X), y, c, ui.Fitting(text, float32(r.Dx())))
		y += line
	}
	for _, text := range constants {
		write(text, ui.Plain(u.Theme.Dim))
	}
	y += u.Whole(6)
	for i, text := range code {
		c := ui.Plain(u.Theme.Dim)
		if end > 0 && decides(code, i, now) {
			c = u.LaneColour(1)
		}
		write(strings.ReplaceAll(text, "\t", "  "), c)
	}
}

// sourceOf returns the lines of the lane's kernel that select comparators; none if it fuses stages.
func sourceOf(l session.Lane) []string {
	b, ok := l.Algorithm.(sorting.Batcher)
	if !ok {
		return nil
	}
	return b.Source(param(l, sorting.Mapping))
}

// decides reports whether a line of the kernel decides which keys a stage compares: at the first
// stride of a run the early return, if there is one, otherwise the last lines.
func decides(code []string, line int, g stage) bool {
	early := slices.IndexFunc(code, func(text string) bool { return strings.Contains(text, "return true") })
	if early >= 0 && g.stride == g.run/2 {
		return line == early || line == early-1
	}
	last := slices.IndexFunc(code, func(text string) bool { return strings.HasPrefix(text, "\treturn") })
	return line > early && (early >= 0 || line >= last)
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
	width := float32(r.Dx())/float32(len(l.calls)) - max(1, u.Whole(1))
	labels := l.labels(func(text string) bool { return imgui.CalcTextSize(text, false, 0).X < width-u.Px(2) })
	for i, call := range l.calls {
		colour := c
		if call.start >= n { // beyond the last key
			colour = ui.Plain(u.Theme.Field)
		}
		x := func(i int) float32 { return float32(r.Min.X + r.Dx()*i/len(l.calls)) }
		low, high := imgui.Vec2{X: x(i), Y: float32(r.Min.Y)}, imgui.Vec2{X: x(i+1) - max(1, u.Whole(1)), Y: float32(r.Max.Y) - max(1, u.Whole(1))}
		ui.Box(list, low, high, imgui.Packed(colour))
		if size := imgui.CalcTextSize(labels[i], false, 0); size.Y <= high.Y-low.Y+u.Px(3) {
			u.Text(list, (low.X+high.X-size.X)/2, (low.Y+high.Y-size.Y)/2-u.Px(1), inkOn(color.NRGBA(colour)), labels[i])
		}
	}
}
