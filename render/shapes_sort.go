package render

import (
	"context"
	"image"
	"image/color"
	"math"

	"kernelscope/internal/vector"
	"kernelscope/shaders"
)

// rampAt returns the colour of a ramp of nine at t, from 0 to 1, as the shaders do.
func rampAt(ramp []uint32, t float64) color.NRGBA { return along(ramp, 7.999*max(0, min(1, t))) }

// cellShapes draws an array from its cells on the device.
func (p *SortPicture) cellShapes(i int, g sortGrid, area image.Rectangle, l SortLook) shapes {
	ramp, ground := p.theme.ramps()[0], p.theme.Background
	if l.Tint == TintMoved {
		ramp = p.theme.ramps()[1]
	}
	return func(ctx context.Context, to *vector.Figure) error {
		all, err := words(ctx, p.d, p.cells[i], 0, 2*g.columns*g.rows)
		if err != nil {
			return err
		}
		if l.View == SortBars {
			bars(to, g, area, all, ramp)
			return nil
		}
		c := cells{corner: corner(area.Min), wide: float64(g.cell[0]), tall: float64(g.cell[1]), columns: g.columns, count: g.count, dots: l.View == SortPlot}
		c.tint = func(i int) color.NRGBA { return rampAt(ramp, float64(all[2*i+1])/255) }
		if l.View == SortPlot {
			c.tint = func(i int) color.NRGBA {
				n, sum := float64(all[2*i]), float64(all[2*i+1])
				if n == 0 {
					return color.NRGBA{ground.R, ground.G, ground.B, 0}
				}
				t := sum / (255 * n)
				if l.Tint == TintValue {
					t = 1 - (float64(i/g.columns)+0.5)*c.tall/float64(area.Dy())
				}
				tint := mixed(ground, color.RGBA(rampAt(ramp, t)), 0.3+0.7*(1-math.Exp(-float64(g.density)*n)))
				return color.NRGBA{tint.R &^ 3, tint.G &^ 3, tint.B &^ 3, 255} // few colours
			}
		}
		c.draw(to)
		return nil
	}
}

// bars draws a bar for each cell. Bars that touch overlap a little, so that no line shows between them.
func bars(to *vector.Figure, g sortGrid, area image.Rectangle, all, ramp []uint32) {
	wide, overlap := float64(g.cell[0]), 0.25
	if wide >= 4 {
		overlap = -1
	}
	for i := range g.count {
		tall := max(1, float64(all[2*i])/65535*float64(area.Dy()))
		left := float64(area.Min.X) + float64(i)*wide
		to.Rect(rampAt(ramp, float64(all[2*i+1])/255), vector.Point{X: left, Y: float64(area.Max.Y) - tall}, vector.Point{X: left + wide + overlap, Y: float64(area.Max.Y)})
	}
}

// digitShapes draws the counts of a digit, and the lines of keys, from the buffers of the device.
func (p *SortPicture) digitShapes(a SortArray, areas SortAreas, digits, step int, width float64) (counts, lines shapes) {
	ramp := p.theme.ramps()[0]
	tint := func(digit int) color.NRGBA { return rampAt(ramp, float64(digit)/float64(max(1, digits-1))) }
	counts = func(ctx context.Context, to *vector.Figure) error {
		prefix, err := words(ctx, p.d, a.Prefix, a.PrefixAt, a.PrefixStride*(digits-1)+1)
		if err != nil {
			return err
		}
		keys, most, area := make([]float64, digits), 1.0, areas.Histogram
		for d := range keys {
			end := uint32(a.Count)
			if d+1 < digits {
				end = prefix[a.PrefixStride*(d+1)]
			}
			keys[d] = float64(end - prefix[a.PrefixStride*d])
			most = max(most, keys[d])
		}
		for d, n := range keys {
			left, right := area.Min.X+area.Dx()*d/digits, area.Min.X+area.Dx()*(d+1)/digits
			if area.Dx() >= 3*digits {
				right--
			}
			if tall := int(max(1, n/most*float64(area.Dy()))); n > 0 {
				to.Rect(tint(d), corner(image.Pt(left, area.Max.Y-tall)), corner(image.Pt(right, area.Max.Y)))
			}
		}
		return nil
	}
	lines = func(ctx context.Context, to *vector.Figure) error {
		all, err := words(ctx, p.d, p.lines, 0, 2*flowBlocks)
		if err != nil {
			return err
		}
		area := areas.Lines
		at := func(place int) float64 { return (float64(place) + 0.5) / float64(a.Count) * float64(area.Dx()) }
		for i := range (a.Count + step - 1) / step {
			from, end := at(i*step), at(int(all[2*i]))
			var curve []vector.Point
			for k := range shaders.SortPieces + 1 {
				t := float64(k) / shaders.SortPieces
				curve = append(curve, vector.Point{X: float64(area.Min.X) + from + (end-from)*t*t*(3-2*t), Y: float64(area.Min.Y) + t*float64(area.Dy())})
			}
			to.Line(tint(int(all[2*i+1])), max(0.4*width, width-1), curve...) // as wide as the soft line appears
		}
		return nil
	}
	return counts, lines
}
