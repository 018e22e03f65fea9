package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
)

// Noter is a writer of files with a note, a text of at most 200 bytes that ReadNote can read. The
// note is written after the last frame.
type Noter interface {
	Writer
	// Note writes the text.
	Note(text string) error
}

// The key begins the note, and a line feed ends it.
const (
	noteKey  = "Hashes"
	noteTail = 1024 // bytes at the end of a file in which the note is searched
)

// ReadNote returns the note of a file, or "".
func ReadNote(r io.ReadSeeker) string {
	end, err := r.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = r.Seek(max(0, end-noteTail), io.SeekStart)
	}
	if err != nil {
		return ""
	}
	tail, err := io.ReadAll(io.LimitReader(r, noteTail))
	if err != nil {
		return ""
	}
	text := string(tail)
	i := strings.LastIndex(text, noteKey)
	if i < 0 {
		return ""
	}
	text, _, ok := strings.Cut(text[i+len(noteKey):], "\n")
	if !ok {
		return ""
	}
	return strings.TrimLeft(text, "\x00: ")
}

// addNote writes a note at the end of an MP4 video, as a box that players skip (ISO/IEC 14496-12,
// free), or of a WebM video, as an element that they skip (RFC 8794, Void).
func addNote(path, ending, text string) error {
	body := noteKey + ": " + text + "\n"
	var b []byte
	if ending == ".mp4" {
		b = append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), "free"...)
	} else {
		b = binary.BigEndian.AppendUint16([]byte{0xEC}, 0x4000|uint16(len(body)))
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err = f.Write(append(b, body...)); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// errFrames returns the error for a number of frames that differs from the announced one.
func errFrames(n, announced int) error {
	return fmt.Errorf("record: %d frames, and %d were announced", n, announced)
}
