package labload

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decoders of image.Decode
	_ "image/png"

	"kernelscope/compute/lab"
)

// maxPixels is the greatest size of a picture.
const maxPixels = 1 << 26

// pixels returns the pixels of a picture, row by row: their brightness from 0 to 1 as floats, or red, green, blue and alpha in the
// bytes of an integer, red in the lowest.
func pixels(b []byte, t lab.Type) ([]uint32, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPixels/c.Height {
		return nil, fmt.Errorf("%d × %d pixels; at most %d are read", c.Width, c.Height, maxPixels)
	}
	m, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	box := m.Bounds()
	out := make([]uint32, 0, box.Dx()*box.Dy())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if t == lab.F32 {
				g, _ := color.Gray16Model.Convert(m.At(x, y)).(color.Gray16)
				out = append(out, t.Word(float64(g.Y)/0xFFFF))
				continue
			}
			p, _ := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			out = append(out, uint32(p.R)|uint32(p.G)<<8|uint32(p.B)<<16|uint32(p.A)<<24)
		}
	}
	return out, nil
}
