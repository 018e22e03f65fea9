package maps

import (
	"kernelscope/families/paths/session"
	"kernelscope/render"
)

// marked identifies the marks shown on a map.
type marked struct {
	pointed, picked *session.Road
	change          *session.Change // the last change, identified by its address: every change replaces the slice
	changes         int
	theme           string
}

// mark marks the pointed, picked and changed roads on a map if they differ from the previous
// frame's.
func (m *marked) mark(roads *render.Map, n session.Roads, t *render.Theme) {
	now := marked{pointed: n.Pointed, picked: n.Picked, changes: len(n.Changes), theme: t.Name}
	if now.changes > 0 {
		now.change = &n.Changes[now.changes-1]
	}
	if now == *m {
		return
	}
	*m = now
	var list []render.Mark
	if n.Picked != nil {
		list = append(list, render.Mark{Lines: n.Picked.Lines, Tint: t.Picked, Rim: 6})
	}
	if n.Pointed != nil {
		list = append(list, render.Mark{Lines: n.Pointed.Lines, Tint: t.Dim, Rim: 5})
	}
	for _, c := range n.Changes {
		tint := t.Changed
		if c.Closed {
			tint = t.Closed
		}
		list = append(list, render.Mark{Lines: c.Lines, Tint: tint, Rim: 4})
	}
	roads.SetMarks(list)
}
