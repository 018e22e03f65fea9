package render

import (
	"image"
	"image/color"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
)

// bitsArgs are the arguments of the shaders that draw rows of bits.
type bitsArgs struct {
	Seen, Fresh             compute.Buffer
	Corner, Cells           [2]float32
	Words, Columns, Nodes   uint32
	None, Some, Last, Space uint32
}

var bitsDrawing = draw.NewDrawing[bitsArgs]("roads_resolve", "rows_bits", draw.Vertex{})

// Bits are rows of bits on the device, and the bits that are new in each row.
type Bits struct {
	Seen, Fresh    compute.Buffer
	Words          int // words of a row
	Columns, Nodes int // size of the drawn part
}

// BitsColours are the colours of unset, set and new bits.
type BitsColours struct{ None, Some, Last color.RGBA }

// Call draws the bits in an area of the target, with a row of cells for each node, from the top,
// and a column for each bit.
func (b Bits) Call(d *gpu.Device, area image.Rectangle, c BitsColours, ratio float64) (calls []draw.Call) {
	if area.Empty() || b.Columns == 0 || b.Nodes == 0 {
		return nil
	}
	size := pair(area.Size())
	args := bitsArgs{
		Seen: b.Seen, Fresh: b.Fresh, Corner: pair(area.Min), Cells: [2]float32{float32(b.Columns) / size[0], float32(b.Nodes) / size[1]},
		Words: uint32(b.Words), Columns: uint32(b.Columns), Nodes: uint32(b.Nodes), None: packed(c.None), Some: packed(c.Some), Last: packed(c.Last),
	}
	if wide := 6 * float32(ratio); 1/args.Cells[0] >= wide && 1/args.Cells[1] >= wide {
		args.Space = uint32(max(1, ratio))
	}
	call := bitsDrawing.Call(args)
	call.Vertices, call.Scissor, call.Shapes = 3, &[4]int{area.Min.X, area.Min.Y, area.Dx(), area.Dy()}, b.shapes(d, args, area.Size())
	return []draw.Call{call}
}
