package sorting

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MirrorSortPlot mirrors sort_plot.
func MirrorSortPlot(_ compute.Grid, a SortCells[[]uint32]) {
	form := Format(a.Form)
	for i := range a.Count {
		order := form.Order(form.Key(a.Keys, int(i)))
		moved := order != form.Order(form.Key(a.Before, int(i)))
		row := a.Rows - 1 - a.Level(form, order)*a.Rows>>16
		c := row*a.Columns + a.scaled(i)
		a.Cells[2*c]++
		if a.Tint != shaders.SortTintValue {
			a.Cells[2*c+1] += a.tint(form, order, moved)
		}
	}
}
