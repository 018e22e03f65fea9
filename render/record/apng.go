package record

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// APNG writes an animated PNG (PNG, third edition, W3C 2025, section 11.3.4) of a given number
// of frames, which repeats forever. A frame contains only the changed rectangle, in exact
// colours. Programs that support only PNG show the first frame. A text holds the command that
// shows it; none if empty.
func APNG(w io.Writer, width, height, fps, frames int, command string) Writer {
	a := &animatedPNG{w: bufio.NewWriter(Labelled(w, command)), width: width, height: height, fps: fps, frames: frames}
	_, _ = a.w.WriteString(pngHead)
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	a.chunk("IHDR", append(head, 8, 6, 0, 0, 0)) // bits of a channel; red, green, blue, alpha
	a.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(frames)), 0))
	return a
}

type animatedPNG struct {
	w                  *bufio.Writer
	width, height, fps int
	frames             int
	shown              []byte // pixels of the frame before; nil before the first one
	n                  int    // frames written
	sequence           uint32 // of chunks of the animation
}

// chunk writes a chunk: its length, kind, body and checksum. The writer keeps the first error.
func (a *animatedPNG) chunk(kind string, body []byte) {
	_, _ = a.w.Write(pngChunk(kind, body))
}

// pngChunk returns the bytes of a chunk.
func pngChunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// Frame writes the rectangle that has changed.
func (a *animatedPNG) Frame(pixels []byte) error {
	left, top, right, bottom := a.changed(pixels)
	head := a.numbered()
	for _, v := range []int{right - left, bottom - top, left, top} {
		head = binary.BigEndian.AppendUint32(head, uint32(v))
	}
	head = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(head, 1), uint16(a.fps)) // seconds
	a.chunk("fcTL", append(head, 0, byte(min(1, a.n))))                                         // leave in place; the first replaces what is there, others are over it
	var data bytes.Buffer
	if a.n > 0 {
		data.Write(a.numbered())
	}
	if err := a.compress(&data, pixels, left, top, right, bottom); err != nil {
		return err
	}
	if a.n == 0 {
		a.chunk("IDAT", data.Bytes())
	} else {
		a.chunk("fdAT", data.Bytes())
	}
	a.shown = append(a.shown[:0], pixels...)
	a.n++
	return nil
}

// numbered begins the body of a chunk with its number.
func (a *animatedPNG) numbered() []byte {
	a.sequence++
	return binary.BigEndian.AppendUint32(nil, a.sequence-1)
}

// changed returns the rectangle of pixels that differ from the frame before, at least one pixel.
func (a *animatedPNG) changed(pixels []byte) (left, top, right, bottom int) {
	if a.shown == nil {
		return 0, 0, a.width, a.height
	}
	left, top = a.width, a.height
	for y := range a.height {
		row, old := pixels[4*a.width*y:4*a.width*(y+1)], a.shown[4*a.width*y:4*a.width*(y+1)]
		if bytes.Equal(row, old) {
			continue
		}
		top, bottom = min(top, y), y+1
		for x := range a.width {
			if !bytes.Equal(row[4*x:4*x+3], old[4*x:4*x+3]) {
				left, right = min(left, x), max(right, x+1)
			}
		}
	}
	if right == 0 {
		return 0, 0, 1, 1
	}
	return left, top, right, bottom
}

// compress writes the rows of a rectangle. What has not changed is transparent.
func (a *animatedPNG) compress(to io.Writer, pixels []byte, left, top, right, bottom int) error {
	z, err := zlib.NewWriterLevel(to, zlib.BestCompression)
	if err != nil {
		return err
	}
	row := make([]byte, 1+4*(right-left)) // begins with 0: there is no filter
	for y := top; y < bottom; y++ {
		at := 4 * (y*a.width + left)
		copy(row[1:], pixels[at:at+len(row)-1])
		for i := 1; i < len(row); i += 4 {
			if a.shown != nil && bytes.Equal(row[i:i+3], a.shown[at+i-1:at+i+2]) {
				copy(row[i:], []byte{0, 0, 0, 0})
			}
		}
		if _, err := z.Write(row); err != nil {
			return err
		}
	}
	return z.Close()
}

// Note writes a text.
func (a *animatedPNG) Note(text string) error {
	a.chunk("iTXt", []byte(noteKey+"\x00\x00\x00\x00\x00"+text+"\n"))
	return nil
}

// Close ends the file, if all frames were written.
func (a *animatedPNG) Close() error {
	if a.n != a.frames {
		return errFrames(a.n, a.frames)
	}
	a.chunk("IEND", nil)
	return a.w.Flush() // the first error of all writes
}
