package record

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"strings"
)

// Pictures store the command that shows them: PNG in an iTXt chunk (PNG 1.2, section 4.2.3), GIF in
// a comment extension.
const (
	pngHead    = "\x89PNG\r\n\x1a\n"
	commandKey = "Command"
	maxText    = 1 << 16 // greatest length of a command that is read, in bytes
)

// Labelled returns a writer of a PNG file that inserts, after the first chunk, IHDR, how large a pixel is
// (pHYs), and the command unless it is empty. ratio is the number of pixels for one of a plain display, of
// which 96 are an inch; 0 leaves the size of a pixel open.
func Labelled(w io.Writer, command string, ratio float64) io.Writer {
	var chunks []byte
	if perMetre := uint32(math.Round(96 / 0.0254 * ratio)); perMetre > 0 {
		size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("pHYs"), perMetre), perMetre)
		chunks = appendChunk(nil, append(size, 1)) // the unit is the metre
	}
	if command != "" {
		chunks = appendChunk(chunks, []byte("iTXt"+commandKey+"\x00\x00\x00\x00\x00"+command))
	}
	return &labelled{w, chunks, len(pngHead) + 8 + 13 + 4}
}

// appendChunk appends a chunk, given by its kind and contents, to those of a PNG file.
func appendChunk(to, body []byte) []byte {
	to = append(binary.BigEndian.AppendUint32(to, uint32(len(body)-4)), body...)
	return binary.BigEndian.AppendUint32(to, crc32.ChecksumIEEE(body))
}

type labelled struct {
	w      io.Writer
	chunks []byte // nil once written
	before int    // bytes before them
}

// Write writes bytes of the file, and the chunks at their place.
func (l *labelled) Write(p []byte) (n int, err error) {
	if l.chunks == nil || len(p) < l.before {
		l.before -= len(p)
		return l.w.Write(p)
	}
	if n, err = l.w.Write(p[:l.before]); err != nil {
		return n, err
	}
	if _, err = l.w.Write(l.chunks); err != nil {
		return n, err
	}
	l.chunks = nil
	more, err := l.w.Write(p[n:])
	return n + more, err
}

// Command returns the command stored in a picture, or "" if the file is not a picture or has none.
// It reads only the part before the pixels.
func Command(r io.Reader) string {
	head := make([]byte, len(pngHead))
	if _, err := io.ReadFull(r, head); err != nil {
		return ""
	}
	switch {
	case string(head) == pngHead:
		return commandOfPNG(r)
	case string(head[:6]) == "GIF89a":
		return commandOfGIF(io.MultiReader(bytes.NewReader(head[6:]), r))
	}
	return ""
}

// commandOfPNG reads chunks up to the first one with pixels.
func commandOfPNG(r io.Reader) string {
	for range 64 { // our files have fewer before the pixels
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return ""
		}
		size, kind := int64(binary.BigEndian.Uint32(head[:4])), string(head[4:])
		if kind == "IDAT" || size > maxText {
			return ""
		}
		body := make([]byte, size+4) // including the checksum
		if _, err := io.ReadFull(r, body); err != nil {
			return ""
		}
		sum := crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, body[:size])
		text, ok := strings.CutPrefix(string(body[:size]), commandKey+"\x00\x00\x00\x00\x00")
		if kind == "iTXt" && ok && sum == binary.BigEndian.Uint32(body[size:]) {
			return text
		}
	}
	return ""
}

// commandOfGIF reads the header, the colour table and extensions up to the first picture.
func commandOfGIF(r io.Reader) string {
	var screen [7]byte
	if _, err := io.ReadFull(r, screen[:]); err != nil {
		return ""
	}
	table := int64(0)
	if flags := screen[4]; flags&0x80 != 0 {
		table = 3 << (flags&7 + 1)
	}
	if _, err := io.CopyN(io.Discard, r, table); err != nil {
		return ""
	}
	for range 64 {
		var kind [2]byte
		if _, err := io.ReadFull(r, kind[:]); err != nil || kind[0] != 0x21 {
			return ""
		}
		data, ok := readBlocks(r)
		if !ok {
			return ""
		}
		if text, ours := strings.CutPrefix(data, commandKey+": "); ours && kind[1] == 0xfe {
			return text
		}
	}
	return ""
}

// readBlocks reads the blocks of an extension up to the empty one.
func readBlocks(r io.Reader) (data string, ok bool) {
	var out []byte
	for len(out) < maxText {
		var size [1]byte
		if _, err := io.ReadFull(r, size[:]); err != nil {
			return "", false
		}
		if size[0] == 0 {
			return string(out), true
		}
		block := make([]byte, size[0])
		if _, err := io.ReadFull(r, block); err != nil {
			return "", false
		}
		out = append(out, block...)
	}
	return "", false
}
