package record

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// APNG writes an animated PNG (PNG, third edition, W3C 2025, section 11.3.4) with a given number of
// frames that repeats forever. A frame contains only the changed rectangle, in exact colours.
// Programs that support only PNG show the first frame. A text chunk has the command that shows the
// animation, unless it is empty.
func APNG(w io.Writer, width, height, fps, frames int, command string) Writer {
	a := &animatedPNG{w: bufio.NewWriter(Labelled(w, command, 0)), width: width, height: height, fps: fps, frames: frames}
	_, _ = a.w.WriteString(pngHead)
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	a.chunk("IHDR", append(head, 8, 6, 0, 0, 0)) // 8 bits per channel; red, green, blue, alpha
	a.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(frames)), 0))
	return a
}

type animatedPNG struct {
	w                  *bufio.Writer
	width, height, fps int
	frames             int
	shown              []byte // pixels of the previous frame; nil before the first one
	n                  int    // frames written
	sequence           uint32 // sequence number of the animation's chunks
}

// chunk writes a chunk: its length, kind, body and checksum. The first error is kept by the writer.
func (a *animatedPNG) chunk(kind string, body []byte) {
	_, _ = a.w.Write(pngChunk(kind, body))
}

// pngChunk returns the bytes of a chunk.
func pngChunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// Frame writes the changed rectangle.
func (a *animatedPNG) Frame(pixels []byte) error {
	left, top, right, bottom := a.changed(pixels)
	head := a.numbered()
	for _, v := range []int{right - left, bottom - top, left, top} {
		head = binary.BigEndian.AppendUint32(head, uint32(v))
	}
	head = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(head, 1), uint16(a.fps)) // seconds
	a.chunk("fcTL", append(head, 0, byte(min(1, a.n))))                                         // leave in place; the first frame replaces the contents, others are blended over them
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

// numbered returns the start of a chunk's body, its sequence number.
func (a *animatedPNG) numbered() []byte {
	a.sequence++
	return binary.BigEndian.AppendUint32(nil, a.sequence-1)
}

// changed returns the rectangle of pixels that differ from the previous frame, at least one pixel.
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

// compress writes the rows of a rectangle. Unchanged pixels are transparent.
func (a *animatedPNG) compress(to io.Writer, pixels []byte, left, top, right, bottom int) error {
	z, err := zlib.NewWriterLevel(to, zlib.BestCompression)
	if err != nil {
		return err
	}
	row := make([]byte, 1+4*(right-left)) // the first byte, 0, means no filter
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

// Note writes a text chunk.
func (a *animatedPNG) Note(text string) error {
	a.chunk("iTXt", []byte(noteKey+"\x00\x00\x00\x00\x00"+text+"\n"))
	return nil
}

// Close ends the file. It is an error if frames are missing.
func (a *animatedPNG) Close() error {
	if a.n != a.frames {
		return errFrames(a.n, a.frames)
	}
	a.chunk("IEND", nil)
	return a.w.Flush() // the first error of all writes
}
