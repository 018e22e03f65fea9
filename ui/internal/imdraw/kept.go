package imdraw

import (
	"image"
	"math"
	"slices"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
)

// A software device needs 1 to 2 µs for each triangle, of which a panel has thousands, though little of it changes from
// frame to frame. Its picture is therefore kept in a layer. The layer is divided into tiles, and only those whose
// triangles differ from the frame before are drawn anew.

type layerArgs struct{ Layer *draw.Texture }

var layerDrawing = draw.NewDrawing[layerArgs]("roads_resolve", "layer", draw.Vertex{})

// Tiles are as high as a line of text, and wide, because lines change as a whole.
const (
	tileWidth  = 128
	tileHeight = 16
)

// kept is the picture of the last frame.
type kept struct {
	layer *draw.Layer // nil until first used
	room  draw.Room
	sums  []uint64 // of the triangles over each tile, row by row; zero for none; nil if the layer does not show the last frame
	boxes []box    // of the triangles of a frame
}

// box is the part of a target that a triangle may change.
type box struct{ x0, y0, x1, y1 int16 }

func (b box) meets(r image.Rectangle) bool {
	return int(b.x0) < r.Max.X && int(b.x1) > r.Min.X && int(b.y0) < r.Max.Y && int(b.y1) > r.Min.Y
}

// Kept draws what differs from the frame before into a layer, and returns the calls that show the layer. Otherwise it is
// like Calls. Its picture differs by rounding, since translucent shapes are blended with each other first.
func (p *Painter) Kept(cmd *gpu.Commands, frame, width, height int) ([]Call, error) {
	k := &p.kept
	if l := k.layer; l == nil || l.Width != width || l.Height != height {
		k.layer.Release()
		if k.layer, k.sums = nil, nil; k.room.For(width, height) {
			var err error
			if k.layer, err = draw.NewLayer(p.d, "of the interface", width, height); err != nil {
				k.room.Lacking(width, height)
			}
		}
		if k.layer == nil {
			return p.Calls(frame, width, height) // they take no memory
		}
	}
	f := &p.frames[frame]
	commands, err := p.commands(&f.vertices, width, height)
	if err != nil {
		return nil, err
	}
	changed, covered := k.update(commands, width, height)
	var b batch
	for _, area := range changed {
		k.drawn(&b, commands, area)
	}
	calls, err := b.upload(p, &f.indices)
	if err != nil {
		k.sums = nil
		return nil, err
	}
	if len(changed) > 0 {
		draw.Redraw(cmd, k.layer, changed, calls)
	}
	var shown []Call
	for _, a := range covered {
		c := layerDrawing.Call(layerArgs{k.layer.Texture})
		c.Vertices, c.Scissor = 3, &[4]int{a.Min.X, a.Min.Y, a.Dx(), a.Dy()}
		shown = append(shown, c)
	}
	return shown, nil
}

// update returns the areas that differ from the frame before, and those that have triangles.
func (k *kept) update(commands []command, width, height int) (changed, covered []image.Rectangle) {
	columns, rows := (width+tileWidth-1)/tileWidth, (height+tileHeight-1)/tileHeight
	before := k.sums
	k.sums = k.sum(commands, columns, rows)
	within := func(areas []image.Rectangle) []image.Rectangle {
		for i := range areas {
			areas[i] = areas[i].Intersect(image.Rect(0, 0, width, height))
		}
		return areas
	}
	return within(rectangles(columns, rows, func(i int) bool { return before == nil || k.sums[i] != before[i] })),
		within(rectangles(columns, rows, func(i int) bool { return k.sums[i] != 0 }))
}

// sum returns the sums of tiles, which depend on all triangles over them and their order, and notes the boxes of the
// triangles.
func (k *kept) sum(commands []command, columns, rows int) []uint64 {
	sums := make([]uint64, columns*rows)
	k.boxes = k.boxes[:0]
	for _, c := range commands {
		of := mixed(mixed(mixed(1, uint64(c.area.Min.X)<<32|uint64(c.area.Min.Y)), uint64(c.area.Max.X)<<32|uint64(c.area.Max.Y)), uint64(c.texture))
		for i := 0; i+2 < len(c.indices); i += 3 {
			a, b, d := &c.vertices[c.indices[i]], &c.vertices[c.indices[i+1]], &c.vertices[c.indices[i+2]]
			x := boxOf(c.area, a, b, d)
			k.boxes = append(k.boxes, x)
			if x.x0 >= x.x1 || x.y0 >= x.y1 {
				continue
			}
			s := d.mixed(b.mixed(a.mixed(of)))
			for y := int(x.y0) / tileHeight; y <= (int(x.y1)-1)/tileHeight; y++ {
				for t := y*columns + int(x.x0)/tileWidth; t <= y*columns+(int(x.x1)-1)/tileWidth; t++ {
					sums[t] = max(1, mixed(sums[t], s))
				}
			}
		}
	}
	return sums
}

// mixed returns a sum that depends on one before and a value.
func mixed(sum, value uint64) uint64 {
	sum = (sum ^ value) * 0x9E3779B97F4A7C15
	return sum ^ sum>>29
}

func (v *vertex) mixed(sum uint64) uint64 {
	f := func(a, b float32) uint64 { return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b)) }
	return mixed(mixed(mixed(sum, f(v.x, v.y)), f(v.u, v.v)), uint64(v.colour))
}

// boxOf returns the box of a triangle within an area.
func boxOf(area image.Rectangle, a, b, c *vertex) box {
	within := func(v float32, from, to int) int16 { return int16(max(from, min(to, int(v)))) }
	return box{
		within(min(a.x, b.x, c.x), area.Min.X, area.Max.X), within(min(a.y, b.y, c.y), area.Min.Y, area.Max.Y),
		within(max(a.x, b.x, c.x)+1, area.Min.X, area.Max.X), within(max(a.y, b.y, c.y)+1, area.Min.Y, area.Max.Y),
	}
}

// drawn adds the calls that draw an area: for each command, its triangles that meet the area.
func (k *kept) drawn(to *batch, commands []command, area image.Rectangle) {
	n := 0
	var indices []uint16
	for _, c := range commands {
		boxes := k.boxes[n:][:len(c.indices)/3]
		n += len(boxes)
		part := c.area.Intersect(area)
		if part.Empty() {
			continue
		}
		indices = indices[:0]
		for i, x := range boxes {
			if x.meets(part) {
				indices = append(indices, c.indices[3*i:3*i+3]...)
			}
		}
		if len(indices) > 0 {
			to.add(c, part, indices)
		}
	}
}

// rectangles returns the areas of chosen tiles: runs of tiles in a row, joined with equal runs in the rows below.
func rectangles(columns, rows int, chosen func(tile int) bool) (out []image.Rectangle) {
	var open []image.Rectangle // that end with the row before
	for y := range rows {
		var now []image.Rectangle
		for x := 0; x < columns; x++ {
			first := x
			for x < columns && chosen(y*columns+x) {
				x++
			}
			if x == first {
				continue
			}
			run := image.Rect(first*tileWidth, y*tileHeight, x*tileWidth, (y+1)*tileHeight)
			if i := slices.IndexFunc(open, func(r image.Rectangle) bool { return r.Min.X == run.Min.X && r.Max.X == run.Max.X }); i >= 0 {
				run.Min.Y = open[i].Min.Y
				open = slices.Delete(open, i, i+1)
			}
			now = append(now, run)
		}
		out, open = append(out, open...), now
	}
	return append(out, open...)
}
