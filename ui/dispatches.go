package ui

import (
	"fmt"
	"image/color"
	"slices"
	"sort"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/profile"
	"kernelscope/format"
	"kernelscope/timeline"
)

// PlotsHeight is the height of a dock of plots, pixels of a plain display.
const PlotsHeight = 236

// DockHeight returns the height that a dock of plots hides at the foot of the picture, in
// pixels.
func (u *UI) DockHeight() int { return int(u.Whole(PlotsHeight) + u.Whole(PanelMargin)) }

// Dock builds plots at the foot of a picture, in a window beside the panel. beside may be nil;
// else it fills the right of the window, as wide as it says, where there is room for both.
func (u *UI) Dock(width, height int, t timeline.State, steps int, plots []Plot, moments []Moment, wide float32, beside func()) {
	const least = 300 // of the plots, pixels of a plain display
	left := float32(u.PanelWidth()) + u.Whole(PanelMargin)
	size := imgui.Vec2{X: float32(width) - left - u.Whole(PanelMargin), Y: u.Whole(PlotsHeight)}
	if size.X < u.Px(200) {
		return // there is no room
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: left, Y: float32(height) - u.Whole(PanelMargin) - size.Y})
	imgui.SetNextWindowSize(size)
	imgui.BeginV("plots", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
	defer imgui.End()
	room := imgui.ContentRegionAvail()
	if beside != nil && size.X >= u.Px(wide+least) {
		room.X -= u.Whole(wide)
	} else {
		beside = nil
	}
	imgui.BeginChildV("steps", room, false, imgui.WindowFlagsNoScrollbar)
	u.Above(room.X-u.Px(72), 0, u.traceButton)
	u.Plots(t, steps, plots, moments)
	imgui.EndChild()
	if beside != nil {
		imgui.SameLineV(0, u.Whole(14))
		beside()
	}
}

// traceButton saves what was dispatched.
func (u *UI) traceButton() {
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(6), Y: 0})
	imgui.PushFont(u.Small)
	if imgui.ButtonV("Save trace", imgui.Vec2{X: u.Px(68)}) {
		u.Do(SaveTrace{})
	}
	imgui.PopFont()
	imgui.PopStyleVar()
	u.Tip("Writes the dispatches since the plots were opened as a Chrome trace, for Perfetto (Ctrl-T).")
}

// Dispatches are the dispatches of executed steps.
type Dispatches struct {
	Ends []int           // the last step of each submission, ascending
	Rows [][]profile.Row // by kernel, beside Ends
}

// At returns the number of the submission that made a step, and how many steps it made.
func (d Dispatches) At(step int) (i, steps int) {
	i = min(sort.SearchInts(d.Ends, step), len(d.Ends)-1)
	if i == 0 {
		return 0, max(1, d.Ends[0])
	}
	return i, max(1, d.Ends[i]-d.Ends[i-1])
}

// total sums up all dispatches, by the names of kernels.
func (d Dispatches) total() []profile.Row {
	rows := profile.Sum(d.Rows...)
	slices.SortFunc(rows, func(a, b profile.Row) int { return strings.Compare(a.Kernel, b.Kernel) })
	return rows
}

// table lists the dispatches of a step, or of the submission that made it, and of all steps.
func (d Dispatches) table(step int) string {
	i, steps := d.At(step)
	of := "step " + format.Thousands(step)
	if steps > 1 {
		of = fmt.Sprintf("steps %s to %s, one submission", format.Thousands(d.Ends[i]-steps+1), format.Thousands(d.Ends[i]))
	}
	return of + "\n" + profile.Table(d.Rows[i], 0) + "\nall steps\n" + profile.Table(d.total(), 0)
}

// GPUTime plots the time of each step on the device, by kernel, with a table of its dispatches.
// steady hides it.
func (u *UI) GPUTime(d Dispatches, steady bool) Plot {
	return u.byKernel(d, steady, Plot{Name: "GPU time of a step", Top: func(most float64) string { return format.Short(most) + " ms" },
		Tip: "By timestamps around each dispatch. Steps of one submission have equal shares of its time: play step by step to time each."},
		func(r profile.Row) float64 { return 1e3 * r.GPU.Seconds() })
}

// Moved plots the bytes that each step reads and writes, by kernel, where kernels declare them.
func (u *UI) Moved(d Dispatches) Plot {
	return u.byKernel(d, false, Plot{Name: "memory moved by a step", Top: func(most float64) string { return format.Bytes(int64(most)) },
		Tip: "Bytes read and written in memory, if the kernels declare them."},
		func(r profile.Row) float64 { return float64(r.Bytes) })
}

// byKernel plots a number of each kernel. One that is zero everywhere is left out.
func (u *UI) byKernel(d Dispatches, hide bool, p Plot, number func(profile.Row) float64) Plot {
	if len(d.Ends) > 0 && !hide {
		p.Table = d.table
		for k, total := range d.total() {
			if number(total) == 0 {
				continue
			}
			p.Bands = append(p.Bands, Band{Name: total.Kernel, Colour: u.kernelColour(k), Value: func(step int) float64 {
				i, steps := d.At(step)
				for _, r := range d.Rows[i] {
					if r.Kernel == total.Kernel {
						return number(r) / float64(steps)
					}
				}
				return 0
			}})
		}
	}
	if len(p.Bands) == 0 {
		p.Name += ": not known"
		p.Bands = []Band{{Value: func(int) float64 { return 0 }}}
	}
	return p
}

// kernelColour tells kernels apart.
func (u *UI) kernelColour(k int) color.NRGBA {
	all := []color.RGBA{u.Theme.Accent, u.Theme.Second, u.Theme.Good, u.Theme.Error, u.Theme.Changed, u.Theme.Target}
	return Plain(all[k%len(all)])
}
