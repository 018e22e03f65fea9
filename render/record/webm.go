package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
)

// Ids of the elements of a WebM file (RFC 9559).
const (
	webmSegment = 0x18538067
	webmCluster = 0x1F43B675
	webmGroup   = 0xA0 // group with one block
	webmBlock   = 0xA1
	webmSimple  = 0xA3 // block outside a group
)

// checkWebM reports whether a WebM file is complete: elements fill the file, and its clusters have
// a block for each frame.
func checkWebM(path string, frames int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	n, segments := 0, 0
	var inside func(in *io.SectionReader) error
	inside = func(in *io.SectionReader) error {
		return elements(in, func(id uint64, body *io.SectionReader) error {
			switch id {
			case webmSegment:
				segments++
				return inside(body)
			case webmCluster, webmGroup:
				return inside(body)
			case webmBlock, webmSimple:
				n++
			}
			return nil
		})
	}
	if err := inside(io.NewSectionReader(f, 0, info.Size())); err != nil {
		return err
	}
	switch {
	case segments != 1:
		return fmt.Errorf("the file has no part for frames: it is not complete")
	case n != frames:
		return fmt.Errorf("the file holds %d of %d frames", n, frames)
	}
	return nil
}

// elements calls visit for the EBML elements (RFC 8794) that fill a part of a file.
func elements(in *io.SectionReader, visit func(id uint64, body *io.SectionReader) error) error {
	for at := int64(0); at < in.Size(); {
		id, head, err := number(in, at, true)
		if err != nil {
			return err
		}
		size, more, err := number(in, at+head, false)
		begin := at + head + more
		if err != nil || size > uint64(in.Size()-begin) {
			return fmt.Errorf("the file is cut off")
		}
		if err := visit(id, io.NewSectionReader(in, begin, int64(size))); err != nil {
			return err
		}
		at = begin + int64(size)
	}
	return nil
}

// number reads a number of variable length, which is given by the number of zeros before its first
// set bit. In ids of elements that bit is part of the number.
func number(in *io.SectionReader, at int64, marked bool) (v uint64, length int64, err error) {
	var b [8]byte
	n, _ := in.ReadAt(b[:], at)
	length = int64(bits.LeadingZeros8(b[0])) + 1
	if n == 0 || length > 8 || int64(n) < length {
		return 0, 0, fmt.Errorf("the file is cut off")
	}
	v = binary.BigEndian.Uint64(b[:]) >> (64 - 8*length)
	if !marked {
		v &^= 1 << (7 * length)
	}
	return v, length, nil
}
