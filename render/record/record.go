// Package record writes frames: numbered pictures, an animated GIF or PNG, or a video through
// ffmpeg. The same frames give the same bytes, except for videos, which ffmpeg encodes.
package record

import (
	"image"
	"image/png"
	"io"
)

// Writer writes frames of one size: bytes of red, green, blue and alpha, row by row. Close
// completes the output.
type Writer interface {
	Frame(pixels []byte) error // writes the next frame; pixels may be reused afterwards
	Close() error              // must be called to complete the output
}

// Picture encodes a frame as PNG, with the command that shows it unless that is empty, and the number of
// pixels for one of a plain display.
func Picture(w io.Writer, pixels []byte, width, height int, command string, ratio float64) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(Labelled(w, command, ratio), frame(pixels, width, height))
}

// frame returns pixels as an opaque image.
func frame(pixels []byte, width, height int) *image.NRGBA {
	return &image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Pictures writes each frame to its own file, which create opens by its number, counted from zero.
// Each has the command and the ratio, like Picture.
func Pictures(create func(n int, write func(io.Writer) error) error, width, height int, command string, ratio float64) Writer {
	return &pictures{create: create, width: width, height: height, command: command, ratio: ratio}
}

type pictures struct {
	create        func(int, func(io.Writer) error) error
	width, height int
	command       string
	ratio         float64
	n             int
}

// Frame writes a file.
func (p *pictures) Frame(pixels []byte) error {
	n := p.n
	p.n++
	return p.create(n, func(w io.Writer) error { return Picture(w, pixels, p.width, p.height, p.command, p.ratio) })
}

func (p *pictures) Close() error { return nil }
