package ui

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/watch/timeline"
)

// dispatchTable is the dispatches that made a step, as text.
type dispatchTable struct {
	title string
	lines []string
	first int // line of the first dispatch
	all   []compute.Dispatched
	whole bool // they made no other step
}

// dispatchList lists the dispatches that made the present step, after their sums by kernel. A click looks inside one.
func (u *UI) dispatchList(t timeline.State) {
	d := u.dispatchTable(t)
	imgui.PushFont(u.Small)
	imgui.Text(Fitting(d.title, imgui.ContentRegionAvail().X-u.Px(dockRoom)))
	imgui.PopFont()
	u.lines("dispatches", imgui.Vec2{}, len(d.lines), -1, func(first, n int, line func(int, float32, color.NRGBA, string)) {
		at, each := imgui.CursorScreenPos(), u.lineHeight()
		for i := first; i < first+n; i++ {
			k := i - d.first
			if isOne := k >= 0 && k < len(d.all); isOne && u.CanRecord {
				low := imgui.Vec2{X: at.X, Y: at.Y + each*float32(i)}
				u.dispatchRow(d, k, low, imgui.Vec2{X: at.X + imgui.ContentRegionAvail().X, Y: low.Y + each})
			}
			line(i, 0, Plain(u.Theme.Text), d.lines[i])
		}
	})
	u.dock.dispatches = d
}

// dispatchRow lets a person choose a dispatch.
func (u *UI) dispatchRow(d dispatchTable, k int, low, high imgui.Vec2) {
	mouse := imgui.MousePos()
	over := imgui.IsWindowHovered() && mouse.Y >= low.Y && mouse.Y < high.Y
	if over || k == u.dock.chosen-1 {
		Box(OnPanel(), low, high, imgui.Packed(Plain(u.Theme.Hover)))
	}
	if over {
		u.Told("A click looks inside this dispatch (Up, Down and Enter; I: inside the one that costs the most).")
		if imgui.IsMouseClicked(0) {
			u.look(d, k)
		}
	}
}

// look looks inside a dispatch.
func (u *UI) look(d dispatchTable, k int) {
	of, number := d.all[k], 0
	for _, o := range d.all[:k+1] {
		if o.Kernel == of.Kernel && o.Grid.X*o.Grid.Y > 0 {
			number++
		}
	}
	switch {
	case of.Grid.X*of.Grid.Y == 0:
		u.Do(Refuse{of.Kernel + " was dispatched over no workgroups: there is nothing inside"})
	case !d.whole:
		number = 1
		fallthrough
	default:
		u.Do(OpenLens{Kernel: of.Kernel, Number: number})
	}
}

// dispatchKeys chooses a dispatch and looks inside it.
func (u *UI) dispatchKeys(in input.Frame) {
	n := len(u.dock.dispatches.all)
	if u.dock.page != dispatchesPage || n == 0 || !u.CanRecord {
		return
	}
	c := &u.dock.chosen
	if in.Pressed(input.KeyDown) {
		*c++
	}
	if in.Pressed(input.KeyUp) {
		*c--
	}
	if *c = max(0, min(n, *c)); *c > 0 && in.Pressed(input.KeyEnter) {
		u.look(u.dock.dispatches, *c-1)
	}
}

// dispatchTable describes the dispatches that made the present step: in a line, and in a table.
func (u *UI) dispatchTable(t timeline.State) (d dispatchTable) {
	if t.Clock != timeline.Steps {
		d.title = "dispatches are listed by step: choose that clock"
		return d
	}
	parts := partsAt(u.Probe.Dispatches, int(t.At))
	if len(parts) == 0 {
		d.title = "no dispatches of this step were timed: go a step on"
		return d
	}
	var b strings.Builder
	rows := profile.Rows(parts)
	total := profile.Total(rows)
	count := format.Plural(total.Dispatches, "dispatch", "dispatches")
	d.title, d.all, d.whole = parts[0].Name+": "+count, dispatched(parts), true
	if t.At < float64(parts[0].Step) {
		d.title, d.whole = fmt.Sprintf("%s of one submission, up to %s", count, parts[0].Name), false
	}
	if !u.Probe.Steady {
		b.WriteString(profile.Table(rows, u.Bandwidth))
		fmt.Fprintf(&b, "\n%4s  %-24s %10s   %-6s %12s %12s %10s\n", "", "dispatch", "workgroups", "of", "began after", "GPU", "moved")
	}
	d.first = strings.Count(b.String(), "\n")
	for i, x := range d.all {
		if u.Probe.Steady {
			fmt.Fprintf(&b, "%-24s %10s × %d\n", x.Kernel, groups(x.Grid), x.Grid.Size)
			continue
		}
		moved := "-"
		if bytes := movedBy(x, rows); bytes > 0 {
			moved = format.Bytes(bytes)
		}
		fmt.Fprintf(&b, "%4d  %-24s %10s × %-6d %12s %12s %10s\n", i+1, x.Kernel, groups(x.Grid), x.Grid.Size,
			format.Milliseconds(1e3*(x.Begin-d.all[0].Begin).Seconds()), format.Milliseconds(1e3*(x.End-x.Begin).Seconds()), moved)
	}
	d.lines = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	return d
}

// movedBy returns what a dispatch has moved: what its kernel has, if it was the only one with something to do.
func movedBy(d compute.Dispatched, rows []profile.Row) int64 {
	for _, r := range rows {
		if r.Kernel == d.Kernel && r.Dispatches-r.Idle == 1 && d.Grid.Invocations() > 0 {
			return r.Bytes
		}
	}
	return d.Bytes
}

// partsAt returns the parts that made a step: all parts of the first step from it on that has any.
func partsAt(all func() []profile.Part, step int) (parts []profile.Part) {
	if all == nil || step == 0 {
		return nil
	}
	for _, p := range all() {
		switch {
		case p.Step < step || len(parts) > 0 && p.Step > parts[0].Step:
		case len(parts) > 0 && p.Step == parts[0].Step:
			parts = append(parts, p)
		default:
			parts = []profile.Part{p}
		}
	}
	return parts
}

// dispatched lists the dispatches of parts, in order.
func dispatched(parts []profile.Part) (all []compute.Dispatched) {
	for _, p := range parts {
		for _, s := range p.Submissions {
			all = append(all, s.Dispatches...)
		}
	}
	return all
}

// groups writes how many workgroups a dispatch has.
func groups(g compute.Grid) string {
	if g.X*g.Y == 0 {
		return "idle"
	}
	return format.Thousands(g.X * g.Y)
}
