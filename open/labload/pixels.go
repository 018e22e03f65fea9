package labload

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decoders of image.Decode
	_ "image/png"
	"maps"
	"slices"

	"kernelscope/compute/lab"
	"kernelscope/internal/fault"
)

// maxPixels is the greatest size of a picture.
const maxPixels = 1 << 26

// pictures reads the pictures of the lab. Formulas have NAME.width and NAME.height.
func (r *reader) pictures() error {
	for _, name := range slices.Sorted(maps.Keys(r.file.Picture)) {
		key := "picture." + name
		if err := r.free(key, name); err != nil {
			return err
		}
		path, b, err := r.data(key+".file", r.file.Picture[name].File)
		if err != nil {
			return err
		}
		m, err := decoded(b)
		if err != nil {
			return fault.Input.Errorf("%s: %w", path, err)
		}
		r.images[name] = m
		r.give(name, map[string]any{"width": m.Bounds().Dx(), "height": m.Bounds().Dy()})
	}
	return nil
}

// free refuses a name that formulas have already.
func (r *reader) free(key, name string) error {
	if slices.Contains(reserved, name) || r.env[name] != nil {
		return r.wrong(key, "the name %s has another meaning in formulas", name)
	}
	return nil
}

// give gives formulas the sizes of a file.
func (r *reader) give(name string, sizes map[string]any) {
	r.env[name], r.out.Given[name] = sizes, sizes
}

// decoded reads a picture.
func decoded(b []byte) (image.Image, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPixels/c.Height {
		return nil, fmt.Errorf("%d × %d pixels; at most %d are read", c.Width, c.Height, maxPixels)
	}
	m, _, err := image.Decode(bytes.NewReader(b))
	return m, err
}

// pixels returns the pixels of a picture, row by row: their brightness from 0 to 1 as floats, or red, green, blue and alpha in the
// bytes of an integer, red in the lowest.
func pixels(m image.Image, t lab.Type) []uint32 {
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
	return out
}
