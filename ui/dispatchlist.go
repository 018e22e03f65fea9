package ui

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/internal/format"
	"kernelscope/watch/timeline"
)

// dispatchList lists the dispatches that made the present step, after their sums by kernel.
func (u *UI) dispatchList(t timeline.State) {
	title, text := u.dispatchText(t)
	imgui.PushFont(u.Small)
	imgui.Text(Fitting(title, imgui.ContentRegionAvail().X-u.Px(dockRoom)))
	imgui.PopFont()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	u.lines("dispatches", imgui.Vec2{}, len(lines), -1, func(first, n int, line func(int, float32, color.NRGBA, string)) {
		for i := first; i < first+n; i++ {
			line(i, 0, Plain(u.Theme.Text), lines[i])
		}
	})
}

// dispatchText describes the dispatches that made the present step: in a line, and in a table.
func (u *UI) dispatchText(t timeline.State) (title, text string) {
	if t.Clock != timeline.Steps {
		return "dispatches are listed by step: choose that clock", ""
	}
	parts := partsAt(u.Probe.Dispatches, int(t.At))
	if len(parts) == 0 {
		return "no dispatches of this step were timed: go a step on", ""
	}
	var b strings.Builder
	rows := profile.Rows(parts)
	total := profile.Total(rows)
	count := format.Plural(total.Dispatches, "dispatch", "dispatches")
	title = parts[0].Name + ": " + count
	if t.At < float64(parts[0].Step) {
		title = fmt.Sprintf("%s of one submission, up to %s", count, parts[0].Name)
	}
	if u.Probe.Steady {
		for _, d := range dispatched(parts) {
			fmt.Fprintf(&b, "%-24s %10s × %d\n", d.Kernel, groups(d.Grid), d.Grid.Size)
		}
		return title, b.String()
	}
	b.WriteString(profile.Table(rows, u.Bandwidth))
	fmt.Fprintf(&b, "\n%4s  %-24s %10s   %-6s %12s %12s %10s\n", "", "dispatch", "workgroups", "of", "began after", "GPU", "moved")
	all := dispatched(parts)
	for i, d := range all {
		moved := "-"
		if bytes := movedBy(d, rows); bytes > 0 {
			moved = format.Bytes(bytes)
		}
		fmt.Fprintf(&b, "%4d  %-24s %10s × %-6d %12s %12s %10s\n", i+1, d.Kernel, groups(d.Grid), d.Grid.Size,
			format.Milliseconds(1e3*(d.Begin-all[0].Begin).Seconds()), format.Milliseconds(1e3*(d.End-d.Begin).Seconds()), moved)
	}
	return title, b.String()
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
