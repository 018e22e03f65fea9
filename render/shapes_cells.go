package render

import (
	"cmp"
	"context"
	"image"
	"image/color"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/internal/vector"
	"kernelscope/shaders"
)

// shapes is the type of draw.Call.Shapes.
type shapes = func(ctx context.Context, to *vector.Figure) error

// words reads n words of a buffer.
func words(ctx context.Context, d *gpu.Device, b compute.Buffer, first, n int) ([]uint32, error) {
	out := make([]uint32, n)
	return out, d.Read(ctx, b, first, out)
}

// unpacked returns the colour of a word of packed.
func unpacked(word uint32) color.NRGBA {
	return color.NRGBA{uint8(word), uint8(word >> 8), uint8(word >> 16), uint8(word >> 24)}
}

// along returns the colour at a position of a ramp, from 0 to the number of its last colour.
func along(ramp []uint32, at float64) color.NRGBA {
	i := max(0, min(int(at), len(ramp)-2))
	return color.NRGBA(mixed(color.RGBA(unpacked(ramp[i])), color.RGBA(unpacked(ramp[i+1])), max(0, min(1, at-float64(i)))))
}

func corner(p image.Point) vector.Point { return vector.Point{X: float64(p.X), Y: float64(p.Y)} }

// cells are rectangles in rows of columns, of which the last may be incomplete.
type cells struct {
	corner         vector.Point
	wide, tall     float64 // of a cell
	columns, count int
	space          float64                 // at the left of each cell and above it
	dots           bool                    // most cells are empty
	tint           func(i int) color.NRGBA // transparent for none, above the colour of the ground
}

// maxCells is the greatest number of cells that are shapes of their own.
const maxCells = 1 << 16

// draw draws cells that touch as a picture with a pixel for each: between areas that touch, viewers show
// lines. Other cells become areas, unless there are too many.
func (c cells) draw(to *vector.Figure) {
	m := image.NewNRGBA(image.Rect(0, 0, c.columns, (c.count+c.columns-1)/c.columns))
	var seen []int
	for i := range c.count {
		tint := c.tint(i)
		m.SetNRGBA(i%c.columns, i/c.columns, tint)
		if tint.A > 0 {
			seen = append(seen, i)
		}
	}
	place := func(x, y int) vector.Point {
		return vector.Point{X: c.corner.X + float64(x)*c.wide, Y: c.corner.Y + float64(y)*c.tall}
	}
	if c.space == 0 && !c.dots || len(seen) > maxCells {
		to.Picture(place(0, 0), place(m.Rect.Dx(), m.Rect.Dy()), m)
		return
	}
	colour := func(i int) color.NRGBA { return m.NRGBAAt(i%c.columns, i/c.columns) }
	slices.SortStableFunc(seen, func(a, b int) int { // areas of one colour become one
		return cmp.Compare(packed(color.RGBA(colour(a))), packed(color.RGBA(colour(b))))
	})
	for _, i := range seen {
		low, high := place(i%c.columns, i/c.columns), place(i%c.columns+1, i/c.columns+1)
		low.X, low.Y = low.X+c.space, low.Y+c.space
		to.Rect(colour(i), low, high)
	}
}

// shapes draws a square of lengths.
func (l Lengths) shapes(d *gpu.Device, args lengthsArgs) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		all, err := words(ctx, d, l.Buffer, l.First, (l.Size-1)*l.Stride+l.Size)
		if err != nil {
			return err
		}
		side := 1 / float64(args.Cells)
		none := color.RGBA(unpacked(args.None))
		c := cells{corner: vector.Point{X: float64(args.Corner[0]), Y: float64(args.Corner[1])}, wide: side, tall: side, columns: l.Size, count: l.Size * l.Size, space: float64(args.Space)}
		c.tint = func(i int) color.NRGBA {
			x, y := i%l.Size, i/l.Size
			length := all[y*l.Stride+x]
			if length >= shaders.PreparedUnreached {
				return color.NRGBA(none)
			}
			tint := along([]uint32{args.Near, args.Middle, args.Far}, 2*math.Min(1, math.Sqrt(float64(length)/float64(args.Most))))
			if min(x, y) >= l.Separator {
				tint = color.NRGBA(mixed(color.RGBA(tint), none, 0.45))
			}
			return tint
		}
		c.draw(to)
		return nil
	}
}

// shapes draws rows of bits. A cell stands for as many nodes and columns as share a pixel.
func (b Bits) shapes(d *gpu.Device, args bitsArgs, size image.Point) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		seen, err := words(ctx, d, b.Seen, 0, b.Nodes*b.Words)
		fresh, err1 := words(ctx, d, b.Fresh, 0, b.Nodes*b.Words)
		if err := cmp.Or(err, err1); err != nil {
			return err
		}
		columns, rows := min(b.Columns, size.X), min(b.Nodes, size.Y)
		c := cells{
			corner: vector.Point{X: float64(args.Corner[0]), Y: float64(args.Corner[1])}, wide: float64(size.X) / float64(columns), tall: float64(size.Y) / float64(rows),
			columns: columns, count: columns * rows, space: float64(args.Space),
		}
		c.tint = func(i int) color.NRGBA {
			x, y, all, old, grown := i%columns, i/columns, 0.0, 0.0, 0.0
			for node := y * b.Nodes / rows; node < (y+1)*b.Nodes/rows; node++ {
				for bit := x * b.Columns / columns; bit < (x+1)*b.Columns/columns; bit++ {
					at := node*b.Words + bit/32
					all, old, grown = all+1, old+float64(seen[at]>>(bit%32)&1), grown+float64(fresh[at]>>(bit%32)&1)
				}
			}
			tint := mixed(color.RGBA(unpacked(args.None)), color.RGBA(unpacked(args.Some)), math.Sqrt(old/all))
			return color.NRGBA(mixed(tint, color.RGBA(unpacked(args.Last)), math.Sqrt(grown/all)))
		}
		c.draw(to)
		return nil
	}
}
