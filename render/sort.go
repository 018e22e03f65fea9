package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/bits"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/sorting"
	"kernelscope/compute/sorting"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// SortView is the shape of the picture of an array.
type SortView int

// The views. A plot counts all keys by position and value; bars show one key per column, fields one
// key per pixel.
const (
	SortBars  SortView = shaders.SortBars
	SortPlot  SortView = shaders.SortPlot
	SortField SortView = shaders.SortField
)

// SortTint selects the meaning of the colours of keys.
type SortTint int

// The tints.
const (
	TintValue SortTint = shaders.SortTintValue
	TintDigit SortTint = shaders.SortTintDigit // digit read by a radix sort
	TintMoved SortTint = shaders.SortTintMoved // whether the last step changed the key
)

// SortArray is an array on the device after a step of a sort.
type SortArray struct {
	Keys, Before  compute.Buffer // after and before the step
	Form          ref.Format
	Count         int
	Least, Most   uint64 // of all keys, by their ascending order
	sorting.Digit        // shown by tints; its Bits are 0 without one
	// Prefix has the prefix sums of the digit's counts, from word PrefixAt on, PrefixStride words
	// apart. It is nil unless the step has moved keys by them.
	Prefix                 compute.Buffer
	PrefixAt, PrefixStride int
	Version                int // changes with the contents
	// Unstable says that keys with the same digit lie in any order, so that no lines of keys are drawn.
	Unstable bool
}

// SortLook configures how to draw an array.
type SortLook struct {
	View  SortView
	Tint  SortTint
	Ratio float64 // pixels of the target per pixel of a plain display
	// Columns is the number of cells in a row of a field, whose cells are squares then; 0 for as many as fit.
	Columns int
}

// SortAreas are the areas of the target for the parts of a picture. Empty areas are omitted.
type SortAreas struct {
	Array     image.Rectangle
	Histogram image.Rectangle // counts of the digit
	Before    image.Rectangle // the array before the step, as a strip
	Lines     image.Rectangle // lines between the strips
	After     image.Rectangle // the array after the step, as a strip
}

type (
	sortPictureArgs struct {
		Cells, Ramp    compute.Buffer
		Corner, Cell   [2]float32
		Columns, Count uint32
		Height         float32
		Density        float32
		View           uint32
		ByValue        uint32
	}
	sortHistogramArgs struct {
		Prefix, Ramp       compute.Buffer
		Corner, Area, Size [2]float32
		At, Stride         uint32
		Digits, Count      uint32
	}
	sortLinesDrawing struct {
		Lines, Ramp         compute.Buffer
		Corner, Area, Size  [2]float32
		Width               float32
		Digits, Step, Count uint32
	}
)

var (
	ofSort      = compute.Workgroup{Default: 256, Min: 64, Max: 256}
	cellsKernel = compute.NewKernel[ref.SortCells[compute.Buffer]]("sort_cells", ofSort, ref.MirrorSortCells)
	plotKernel  = compute.NewKernel[ref.SortCells[compute.Buffer]]("sort_plot", ofSort, ref.MirrorSortPlot)
	flowKernel  = compute.NewKernel[ref.SortFlow[compute.Buffer]]("sort_flow", ofSort, ref.MirrorSortFlow)
	linesKernel = compute.NewKernel[ref.SortLines[compute.Buffer]]("sort_lines", ofSort, ref.MirrorSortLines)

	sortPicture   = draw.NewDrawing[sortPictureArgs]("roads_resolve", "sort_picture", draw.Vertex{})
	sortHistogram = draw.NewDrawing[sortHistogramArgs]("sort_histogram", "sort_marks", draw.Vertex{})
	sortLines     = draw.NewDrawing[sortLinesDrawing]("sort_lines", "sort_marks", draw.Vertex{})
)

// flowBlocks is the number of blocks whose movement is shown.
const flowBlocks = 64

// stripLook is the look of arrays in strips.
var stripLook = SortLook{View: SortField, Tint: TintDigit}

// SortPicture draws one array.
type SortPicture struct {
	d     *gpu.Device
	theme *Theme

	tinted Theme // theme of the ramps

	ramps [2]compute.Buffer // for values and digits, and for moved keys
	cells [3]compute.Buffer // cells of the array, and of the strips before and after the step
	flow  compute.Buffer
	lines compute.Buffer
	shown sortShown
}

// sortShown holds the inputs of the current cells.
type sortShown struct {
	array SortArray
	areas SortAreas
	look  SortLook
}

// NewSortPicture makes an empty picture. Each frame uses the current colours of the theme.
func NewSortPicture(d *gpu.Device, theme *Theme) (*SortPicture, error) {
	p := &SortPicture{d: d, theme: theme, tinted: *theme}
	for i, name := range []string{"ramp", "ramp of moved keys"} {
		words := theme.ramps()[i]
		p.ramps[i] = d.NewBuffer(name, len(words))
		d.Write(p.ramps[i], 0, words)
	}
	if err := d.Err(); err != nil {
		p.Release()
		return nil, fmt.Errorf("render: %w", err)
	}
	return p, nil
}

// ramps returns the colours of values and digits, and of moved keys.
func (t *Theme) ramps() (out [2][]uint32) {
	for k, c := range t.Ramp {
		out[0] = append(out[0], packed(c))
		out[1] = append(out[1], packed(mixed(t.Still, t.States[graph.StateNear], float64(k)/float64(len(t.Ramp)-1))))
	}
	return out
}

// SortPictures are the pictures of several arrays.
type SortPictures []*SortPicture

// NewSortPictures makes n empty pictures.
func NewSortPictures(d *gpu.Device, theme *Theme, n int) (all SortPictures, err error) {
	for range n {
		p, err := NewSortPicture(d, theme)
		if err != nil {
			all.Release()
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// Release releases all device memory.
func (all SortPictures) Release() {
	for _, p := range all {
		p.Release()
	}
}

func mixed(a, b color.RGBA, t float64) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// Release releases all device memory.
func (p *SortPicture) Release() {
	for _, b := range append(append(p.ramps[:], p.cells[:]...), p.flow, p.lines) {
		if b != nil {
			b.Release()
		}
	}
}

// Frame records the work before a frame's pass and returns the draw calls of the pass.
func (p *SortPicture) Frame(cmd compute.Encoder, target image.Point, a SortArray, areas SortAreas, l SortLook) []draw.Call {
	if a.Count == 0 || areas.Array.Empty() {
		return nil
	}
	if p.tinted != *p.theme {
		p.tinted = *p.theme
		for i, words := range p.theme.ramps() {
			cmd.Update(p.ramps[i], 0, words...)
		}
	}
	now := sortShown{a, areas, l}
	changed := now != p.shown
	p.shown = now
	ramp := p.ramps[0]
	if l.Tint == TintMoved {
		ramp = p.ramps[1]
	}
	g := gridOf(l, areas.Array, a.Count)
	if changed {
		p.reduce(cmd, 0, a, g, l)
	}
	calls := []draw.Call{p.call(0, g, areas.Array, ramp, l)}
	if a.Prefix != nil && !areas.Lines.Empty() {
		calls = append(calls, p.digit(cmd, target, a, areas, changed)...)
	}
	return calls
}

// reduce computes the cells of an array.
func (p *SortPicture) reduce(cmd compute.Encoder, i int, a SortArray, g sortGrid, l SortLook) {
	p.cells[i] = p.room(p.cells[i], "cells of an array", 2*g.columns*g.rows)
	args := ref.SortCells[compute.Buffer]{
		Form: compute.Constant(a.Form), Keys: a.Keys, Before: a.Before, Cells: p.cells[i], SortShape: a.shape(g, l),
	}
	if l.View == SortPlot {
		cmd.Fill(p.cells[i], 0, 2*g.columns*g.rows, 0)
		plotKernel.On(p.d.Limits()).Dispatch(cmd, a.Count, args)
	} else {
		cellsKernel.On(p.d.Limits()).Dispatch(cmd, g.columns*g.rows, args)
	}
}

// room returns a buffer of at least the given number of words.
func (p *SortPicture) room(b compute.Buffer, name string, words int) compute.Buffer {
	if b != nil && b.Len() >= words {
		return b
	}
	if b != nil {
		b.Release()
	}
	return p.d.NewBuffer(name, words)
}

// shape describes an array for kernels.
func (a SortArray) shape(g sortGrid, l SortLook) ref.SortShape {
	span := a.Most - a.Least
	shift := max(0, bits.Len64(span)-16)
	cells, keys := g.columns*g.rows, a.Count
	if l.View == SortPlot {
		cells, keys = a.Count, g.columns // columns per key
	} else {
		cells = min(cells, a.Count)
	}
	first := uint32(a.First)
	if a.Radix > 0 {
		first = uint32(a.Weight())
	}
	return ref.SortShape{
		Count: uint32(a.Count), Columns: uint32(g.columns), Rows: uint32(g.rows),
		Step: uint32(keys / cells), Fraction: uint32(uint64(keys%cells) << 32 / uint64(cells)),
		MinLow: uint32(a.Least), MinHigh: uint32(a.Least >> 32), Shift: uint32(shift), Span: max(1, uint32(span>>shift)),
		First: first, Bits: uint32(a.Bits), Tint: uint32(l.Tint), At: uint32(a.PrefixAt), Stride: uint32(a.PrefixStride), Radix: a.Radix,
	}
}

// call draws cells.
func (p *SortPicture) call(i int, g sortGrid, area image.Rectangle, ramp compute.Buffer, l SortLook) draw.Call {
	byValue := uint32(0)
	if l.Tint == TintValue {
		byValue = 1
	}
	c := sortPicture.Call(sortPictureArgs{
		Cells: p.cells[i], Ramp: ramp, Corner: pair(area.Min), Cell: g.cell, Columns: uint32(g.columns), Count: uint32(g.count),
		Height: float32(area.Dy()), Density: g.density, View: uint32(l.View), ByValue: byValue,
	})
	c.Vertices, c.Scissor, c.Shapes = 3, &[4]int{area.Min.X, area.Min.Y, area.Dx(), area.Dy()}, p.cellShapes(i, g, area, l)
	return c
}

// digit draws a pass of a radix sort: the counts of the digit and the movement of keys.
func (p *SortPicture) digit(cmd compute.Encoder, target image.Point, a SortArray, areas SortAreas, changed bool) []draw.Call {
	before, after := stripOf(areas.Before, a.Count), stripOf(areas.After, a.Count)
	step := (a.Count + flowBlocks - 1) / flowBlocks
	digits := a.Symbols()
	if changed {
		was := a
		was.Keys = a.Before
		p.reduce(cmd, 1, was, before, stripLook)
		p.reduce(cmd, 2, a, after, stripLook)
		p.flow = p.room(p.flow, "flow of digits", flowBlocks<<a.Bits)
		p.lines = p.room(p.lines, "lines of keys", 2*flowBlocks)
		shape := was.shape(before, stripLook)
		shape.Step = uint32(step)
		form := compute.Constant(a.Form)
		cmd.Fill(p.flow, 0, flowBlocks<<a.Bits, 0)
		flowKernel.On(p.d.Limits()).Dispatch(cmd, a.Count, ref.SortFlow[compute.Buffer]{Form: form, Keys: a.Before, Flow: p.flow, SortShape: shape})
		linesKernel.On(p.d.Limits()).Dispatch(cmd, flowBlocks, ref.SortLines[compute.Buffer]{
			Form: form, Keys: a.Before, Flow: p.flow, Prefix: a.Prefix, Lines: p.lines, SortShape: shape,
		})
	}
	size := pair(target)
	bars := sortHistogram.Call(sortHistogramArgs{
		Prefix: a.Prefix, Ramp: p.ramps[0], Corner: pair(areas.Histogram.Min), Area: pair(areas.Histogram.Size()), Size: size,
		At: uint32(a.PrefixAt), Stride: uint32(a.PrefixStride), Digits: uint32(digits), Count: uint32(a.Count),
	})
	width := max(1.2, float32(areas.Before.Dy())/6)
	counts, curves := p.digitShapes(a, areas, digits, step, float64(width))
	bars.Vertices, bars.Instances, bars.Shapes = 6, digits, counts
	lines := sortLines.Call(sortLinesDrawing{
		Lines: p.lines, Ramp: p.ramps[0], Corner: pair(areas.Lines.Min), Area: pair(areas.Lines.Size()), Size: size,
		Width: width, Digits: uint32(digits), Step: uint32(step), Count: uint32(a.Count),
	})
	lines.Vertices, lines.Instances, lines.Shapes = 6*shaders.SortPieces, (a.Count+step-1)/step, curves
	calls := []draw.Call{bars, p.call(1, before, areas.Before, p.ramps[0], stripLook), p.call(2, after, areas.After, p.ramps[0], stripLook)}
	if a.Unstable {
		return calls
	}
	return slices.Insert(calls, 1, lines)
}

func pair(p image.Point) [2]float32 { return [2]float32{float32(p.X), float32(p.Y)} }

// sortGrid is the division of a picture into cells.
type sortGrid struct {
	columns, rows, count int
	cell                 [2]float32 // size of a cell in pixels
	density              float32    // density of a single key in a plot
}

// gridOf divides an area into cells for n keys.
func gridOf(l SortLook, area image.Rectangle, n int) sortGrid {
	w, h := area.Dx(), area.Dy()
	switch l.View {
	case SortBars:
		g := stripOf(area, n)
		const filled = 0.96 // of the area, at least
		if whole := float32(int(g.cell[0])); whole >= 3 && whole < 12 && whole >= filled*g.cell[0] {
			g.cell[0] = whole // all cells have the same width, even if one more pixel would fit
		}
		return g
	case SortPlot:
		fine := max(1, int(l.Ratio+0.5))
		dot := max(fine, min(4*fine, int(math.Sqrt(float64(w*h)/float64(n)))))
		g := sortGrid{columns: max(1, min(n, w/dot)), rows: max(1, h/dot)}
		g.count = g.columns * g.rows
		g.cell = [2]float32{float32(w) / float32(g.columns), float32(h) / float32(g.rows)}
		if keys := float32(n) / float32(g.count); keys < 1 {
			g.density = 4 // most dots are single keys
		} else {
			g.density = 1.2 / keys
		}
		return g
	}
	if l.Columns > 0 {
		g := sortGrid{columns: l.Columns, count: n, rows: (n + l.Columns - 1) / l.Columns}
		side := min(float32(w)/float32(g.columns), float32(h)/float32(g.rows))
		if whole := float32(max(1, int(l.Ratio+0.5))); side >= whole { // in pixels of a plain display
			side = whole * float32(int(side/whole))
		}
		g.cell = [2]float32{side, side}
		return g
	}
	if n >= w*h {
		return sortGrid{columns: w, rows: h, count: w * h, cell: [2]float32{1, 1}}
	}
	side := max(1, min(w, h, int(math.Sqrt(float64(w*h)/float64(n)))))
	for side > 1 && (n+w/side-1)/(w/side)*side > h {
		side--
	}
	g := sortGrid{columns: w / side, count: n}
	g.rows = (n + g.columns - 1) / g.columns
	g.cell = [2]float32{float32(w) / float32(g.columns), float32(h) / float32(g.rows)}
	return g
}

// SortBar returns the left and right edge of bar i of n in an area.
func SortBar(area image.Rectangle, n, i int) (left, right float32) {
	width := gridOf(SortLook{View: SortBars}, area, n).cell[0]
	return float32(area.Min.X) + float32(i)*width, float32(area.Min.X) + float32(i+1)*width
}

// stripOf divides an area into one row of cells.
func stripOf(area image.Rectangle, n int) sortGrid {
	columns := max(1, min(n, area.Dx()))
	return sortGrid{columns: columns, rows: 1, count: columns, cell: [2]float32{float32(area.Dx()) / float32(columns), float32(area.Dy())}}
}
