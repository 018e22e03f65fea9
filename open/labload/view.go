package labload

import (
	"kernelscope/compute/lab"
	"kernelscope/scene"
)

// View is how a buffer is drawn.
type View struct {
	Buffer    string
	Kind      Kind
	Width     *lab.Formula // elements of a row of a field; nil for a square
	Low, High float64      // of the scale; both zero for the contents' own
	Map       *scene.Map   // of the kind OnMap
}

// Columns returns the number of elements in a row of a field of n.
func (v View) Columns(env lab.Env, n int) int {
	if v.Width != nil {
		if x, err := v.Width.Number(env); err == nil && x >= 1 && x <= float64(n) {
			return int(x)
		}
	}
	side := 1
	for side*side < n {
		side++
	}
	return side
}

// maxDrawn is the greatest number of buffers that are drawn where a lab does not say which.
const maxDrawn = 6

// Drawn lists the drawings of a lab: the views of its file, or its first buffers, written ones before others.
func (l *Lab) Drawn() []View {
	if len(l.Views) > 0 {
		return l.Views
	}
	var views []View
	for _, written := range []bool{true, false} {
		for _, b := range l.Buffers {
			if len(views) < maxDrawn && b.Output == written {
				views = append(views, View{Buffer: b.Name, Kind: Bars})
			}
		}
	}
	return views
}

// Kind is a kind of drawing.
type Kind string

// The kinds of drawings: a bar for each element, a rectangle of coloured cells, or a map whose nodes have a colour each.
const (
	Bars  Kind = "bars"
	Field Kind = "field"
	OnMap Kind = "map"
)
