package ui

import (
	"fmt"
	"image/color"
	"slices"
	"sort"
	"strings"

	"kernelscope/compute/profile"
	"kernelscope/internal/format"
)

// Dispatches are the dispatches of executed steps.
type Dispatches struct {
	Ends []int           // the last step of each submission, ascending
	Rows [][]profile.Row // by kernel, beside Ends
}

// DispatchesOf returns the dispatches of steps that were each a submission: a list of rows after
// each, the first of which belongs to the start.
func DispatchesOf(kernels [][]profile.Row) (d Dispatches) {
	for i, rows := range kernels[1:] {
		d.Ends, d.Rows = append(d.Ends, i+1), append(d.Rows, rows)
	}
	return d
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

// table lists the dispatches of a step, or of the submission that made it, and of all steps, beside
// what memory can move in a second.
func (d Dispatches) table(step int, bandwidth float64) string {
	i, steps := d.At(step)
	of := "step " + format.Thousands(step)
	if steps > 1 {
		of = fmt.Sprintf("steps %s to %s, one submission", format.Thousands(d.Ends[i]-steps+1), format.Thousands(d.Ends[i]))
	}
	return of + "\n" + profile.Table(d.Rows[i], bandwidth) + "\nall steps\n" + profile.Table(d.total(), bandwidth)
}

// GPUTime plots the time of each step on the device, by kernel, with a table of its dispatches.
// steady hides it.
func (u *UI) GPUTime(d Dispatches, steady bool) Plot {
	return u.byKernel(d, steady, Plot{Name: "GPU time of a step", Top: shortMilliseconds,
		Tip: "By timestamps around each dispatch. Steps that share a submission have equal shares of its time: play step by step for that of each."},
		func(r profile.Row) float64 { return 1e3 * r.GPU.Seconds() })
}

// shortMilliseconds writes a time in a few letters.
func shortMilliseconds(ms float64) string {
	if ms < 0.1 {
		return format.Short(1e3*ms) + " µs"
	}
	return format.Short(ms) + " ms"
}

// Moved plots the bytes that each step reads and writes, by kernel, where kernels declare them.
func (u *UI) Moved(d Dispatches) Plot {
	return u.byKernel(d, false, Plot{Name: "memory moved by a step", Top: shortBytes,
		Tip: "Bytes read and written in memory, where they are known. Of a search they are counted by the nodes, edges and entries that it touched, each word once: a lower bound."},
		func(r profile.Row) float64 { return float64(r.Bytes) })
}

// shortBytes writes a size in a few letters.
func shortBytes(n float64) string {
	unit := "B"
	for _, larger := range []string{"KiB", "MiB", "GiB"} {
		if n >= 1<<10 {
			n, unit = n/(1<<10), larger
		}
	}
	return format.Short(n) + " " + unit
}

// Workgroups plots how many workgroups each step has, by kernel.
func (u *UI) Workgroups(d Dispatches) Plot {
	return u.byKernel(d, false, Plot{Name: "workgroups of a step", Top: func(most float64) string { return format.Thousands(int(most)) },
		Tip: "Of all dispatches of the step. Few of them leave most of a GPU idle."},
		func(r profile.Row) float64 { return float64(r.Workgroups) })
}

// byKernel plots a number of each kernel. One that is zero everywhere is left out.
func (u *UI) byKernel(d Dispatches, hide bool, p Plot, number func(profile.Row) float64) Plot {
	if len(d.Ends) > 0 && !hide {
		p.Table = func(step int) string { return d.table(step, u.Bandwidth) }
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
