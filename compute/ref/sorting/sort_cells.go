package sorting

import "kernelscope/compute"

// SortCells holds the arguments of sort_cells and sort_plot.
type SortCells[B any] struct {
	Form                compute.Constant // a Format
	Keys, Before, Cells B
	SortShape
}

// MirrorSortCells mirrors sort_cells.
func MirrorSortCells(_ compute.Grid, a SortCells[[]uint32]) {
	form := Format(a.Form)
	for c := range a.Columns * a.Rows {
		i := int(a.scaled(c))
		if i >= int(a.Count) {
			return
		}
		order := form.Order(form.Key(a.Keys, i))
		moved := order != form.Order(form.Key(a.Before, i))
		a.Cells[2*c], a.Cells[2*c+1] = a.Level(form, order), a.tint(form, order, moved)
	}
}
