// Package record writes frames: numbered pictures, an animated GIF, or a video through
// ffmpeg. The same frames give the same bytes, except for videos, which ffmpeg encodes.
package record

import (
	"image"
	"image/png"
	"io"
)

// Writer writes frames of one size: bytes of red, green, blue and alpha, row by row.
// Close completes the output.
type Writer interface {
	Frame(pixels []byte) error // the next one; pixels are free again afterwards
	Close() error              // without it the output is incomplete
}

// Picture encodes a frame as PNG, with the command that shows it; none if empty.
func Picture(w io.Writer, pixels []byte, width, height int, command string) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(Labelled(w, command), frame(pixels, width, height))
}

// frame views pixels as an opaque image.
func frame(pixels []byte, width, height int) *image.NRGBA {
	return &image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Pictures writes each frame to a file of its own, which create opens by its number,
// counting from zero. All have the command.
func Pictures(create func(n int, write func(io.Writer) error) error, width, height int, command string) Writer {
	return &pictures{create: create, width: width, height: height, command: command}
}

type pictures struct {
	create        func(int, func(io.Writer) error) error
	width, height int
	command       string
	n             int
}

// Frame writes a file.
func (p *pictures) Frame(pixels []byte) error {
	n := p.n
	p.n++
	return p.create(n, func(w io.Writer) error { return Picture(w, pixels, p.width, p.height, p.command) })
}

func (p *pictures) Close() error { return nil }
