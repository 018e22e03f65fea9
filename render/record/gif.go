package record

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image/color"
	"io"
)

// GIF writes an animated GIF (CompuServe, version 89a, 1990) that repeats forever, in the colours
// of a palette, dithered for other colours. A frame contains only the changed rectangle. Frames are
// written immediately, so a long recording takes no more memory than a short one. A comment has the
// command that shows the animation, unless it is empty.
func GIF(w io.Writer, width, height, fps int, palette []color.RGBA, command string) (Writer, error) {
	if width > 0xffff || height > 0xffff {
		return nil, fmt.Errorf("record: a GIF of %d × %d pixels; at most %d a side can be written", width, height, 0xffff)
	}
	if len(palette) > 255 {
		return nil, fmt.Errorf("record: %d colours; a GIF holds 255 and the transparent one", len(palette))
	}
	g := &animation{w: bufio.NewWriter(w), width: width, height: height, fps: fps, dither: newDither(palette)}
	g.shown, g.now = make([]byte, width*height), make([]byte, width*height)
	g.header(palette)
	if command != "" {
		_, _ = g.w.WriteString("\x21\xfe")
		comment := &subBlocks{w: g.w}
		_, _ = comment.Write([]byte(commandKey + ": " + command))
		_ = comment.close()
	}
	return g, nil
}

type animation struct {
	w             *bufio.Writer
	width, height int
	fps           int
	dither        *dither
	shown, now    []byte // indices on the screen, and of the current frame
	frames        int
}

// transparent is the index of pixels that do not change.
const transparent = 255

func (g *animation) word(v int) { _ = binary.Write(g.w, binary.LittleEndian, uint16(v)) }

func (g *animation) header(palette []color.RGBA) {
	_, _ = g.w.WriteString("GIF89a")
	g.word(g.width)
	g.word(g.height)
	_, _ = g.w.Write([]byte{0xf7, 0, 0}) // a table of 256 colours
	for i := range 256 {
		c := color.RGBA{}
		if i < len(palette) {
			c = palette[i]
		}
		_, _ = g.w.Write([]byte{c.R, c.G, c.B})
	}
	_, _ = g.w.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // repeat forever
}

// Frame writes the changed rectangle.
func (g *animation) Frame(pixels []byte) error {
	g.dither.indices(g.now, pixels, g.width)
	x0, y0, x1, y1 := g.changed()
	// Hundredths of a second, rounded such that errors do not accumulate.
	delay := (g.frames+1)*100/g.fps - g.frames*100/g.fps
	_, _ = g.w.Write([]byte{0x21, 0xf9, 4, 0x05}) // leave in place; one index is transparent
	g.word(delay)
	_, _ = g.w.Write([]byte{transparent, 0, 0x2c})
	g.word(x0)
	g.word(y0)
	g.word(x1 - x0)
	g.word(y1 - y0)
	_, _ = g.w.Write([]byte{0, 8})
	blocks := &subBlocks{w: g.w}
	compressor := lzw.NewWriter(blocks, lzw.LSB, 8)
	row := make([]byte, x1-x0)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			i := y*g.width + x
			row[x-x0] = g.now[i]
			if g.frames > 0 && g.now[i] == g.shown[i] {
				row[x-x0] = transparent
			}
		}
		if _, err := compressor.Write(row); err != nil {
			return err
		}
	}
	if err := compressor.Close(); err != nil {
		return err
	}
	g.shown, g.now = g.now, g.shown
	g.frames++
	return blocks.close()
}

// changed returns the rectangle of pixels that differ from those on the screen, at least one pixel.
func (g *animation) changed() (x0, y0, x1, y1 int) {
	if g.frames == 0 {
		return 0, 0, g.width, g.height
	}
	x0, y0 = g.width, g.height
	for y := range g.height {
		for x := range g.width {
			if i := y*g.width + x; g.now[i] != g.shown[i] {
				x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1)
			}
		}
	}
	if x1 == 0 {
		return 0, 0, 1, 1
	}
	return x0, y0, x1, y1
}

// Note writes a comment.
func (g *animation) Note(text string) error {
	_, _ = g.w.WriteString("\x21\xfe")
	comment := &subBlocks{w: g.w}
	_, _ = comment.Write([]byte(noteKey + ": " + text + "\n"))
	return comment.close()
}

func (g *animation) Close() error {
	_ = g.w.WriteByte(0x3b)
	return g.w.Flush() // the first error of all writes
}

// subBlocks splits data into blocks of up to 255 bytes.
type subBlocks struct {
	w     *bufio.Writer
	block [255]byte
	n     int
}

func (s *subBlocks) Write(b []byte) (int, error) {
	for _, c := range b {
		s.block[s.n] = c
		if s.n++; s.n == len(s.block) {
			if err := s.flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(b), nil
}

func (s *subBlocks) flush() error {
	if s.n == 0 {
		return nil
	}
	_ = s.w.WriteByte(byte(s.n))
	_, err := s.w.Write(s.block[:s.n])
	s.n = 0
	return err
}

func (s *subBlocks) close() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.w.WriteByte(0)
}
