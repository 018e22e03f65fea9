package render

import (
	"image"
	"image/color"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/shaders"
)

// lengthsArgs are the arguments of the shaders that draw a square of lengths.
type lengthsArgs struct {
	Lengths                 compute.Buffer
	Corner                  [2]float32
	Cells                   float32
	First, Stride, Size     uint32
	Separator, Most         uint32
	None, Near, Middle, Far uint32
	Space                   uint32
}

var lengthsDrawing = draw.NewDrawing[lengthsArgs]("roads_resolve", "lengths", draw.Vertex{})

// Lengths is a square of lengths on the device: Size rows of Stride words, from word First on.
// Values of at least shaders.PreparedUnreached mean no path.
type Lengths struct {
	Buffer              compute.Buffer
	First, Stride, Size int
	Separator           int    // number of nodes of the separator, which come first
	Most                uint32 // length at the end of the ramp
}

// LengthsColours are the colours of missing, short, middle and long lengths.
type LengthsColours struct{ None, Near, Middle, Far color.RGBA }

// Call draws the lengths in a square of the target, with a row of cells for each node where paths
// begin, from the top.
func (l Lengths) Call(d *gpu.Device, area image.Rectangle, c LengthsColours, ratio float64) []draw.Call {
	if area.Empty() || l.Size == 0 {
		return nil
	}
	side := min(area.Dx(), area.Dy())
	args := lengthsArgs{
		Lengths: l.Buffer, Corner: pair(area.Min), Cells: float32(l.Size) / float32(side), First: uint32(l.First), Stride: uint32(l.Stride), Size: uint32(l.Size),
		Separator: uint32(l.Separator), Most: max(1, min(l.Most, shaders.PreparedUnreached)),
		None: packed(c.None), Near: packed(c.Near), Middle: packed(c.Middle), Far: packed(c.Far),
	}
	if 1/args.Cells >= 6*float32(ratio) {
		args.Space = uint32(max(1, ratio))
	}
	call := lengthsDrawing.Call(args)
	call.Vertices, call.Scissor, call.Shapes = 3, &[4]int{area.Min.X, area.Min.Y, side, side}, l.shapes(d, args)
	return []draw.Call{call}
}
