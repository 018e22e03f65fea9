// Package pbf decodes the blocks of OpenStreetMap's binary format
// (https://wiki.openstreetmap.org/wiki/PBF_Format). It checks every size before it allocates
// memory, and every error names the position of its blob. It does not decide which ways are roads.
package pbf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"
)

// Limits of the format, from its specification.
const (
	maxHeader = 64 << 10
	maxBlob   = 32 << 20
	maxBlobs  = 1 << 22 // our limit: keeps the index of blobs below 64 MiB
)

// Error is the error of a damaged or unsupported file, with its position.
type Error struct {
	Offset int64 // start of the blob in the file
	Err    error
}

// Error names the offset in the file.
func (e *Error) Error() string { return fmt.Sprintf("blob at byte %d: %v", e.Offset, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrHistory is the error for files with several versions of an object.
var ErrHistory = errors.New("this is a history file; make a snapshot of it first, for example with osmium time-filter")

// File is the list of a file's data blobs.
type File struct {
	Bounds *osm.Bounds // the area that the header claims to cover; nil without a claim

	r     io.ReaderAt
	blobs []blob
}

type blob struct {
	offset int64
	size   int32
}

// Open reads the headers of all blobs and the contents of the header blobs.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r}
	var d Decoder
	header := false
	for at := int64(0); at < size; {
		kind, b, err := readHeader(r, at, size)
		if err != nil {
			return nil, &Error{at, err}
		}
		at = b.offset + int64(b.size)
		switch kind {
		case "OSMHeader":
			header = true
			raw, err := d.inflate(r, b)
			if err == nil {
				err = f.header(raw)
			}
			if err != nil {
				return nil, &Error{b.offset, err}
			}
		case "OSMData":
			if !header {
				return nil, &Error{b.offset, errors.New("data before the header")}
			}
			if len(f.blobs) == maxBlobs {
				return nil, &Error{b.offset, fmt.Errorf("more than %d blobs", maxBlobs)}
			}
			f.blobs = append(f.blobs, b)
		}
	}
	if !header {
		return nil, &Error{0, errors.New("the file has no header")}
	}
	return f, nil
}

// readHeader reads a length and a BlobHeader at an offset.
func readHeader(r io.ReaderAt, at, size int64) (kind string, b blob, err error) {
	var buffer [4 + 256]byte
	n, err := r.ReadAt(buffer[:min(int64(len(buffer)), size-at)], at)
	if err != nil && err != io.EOF {
		return "", b, err
	}
	if n < 4 {
		return "", b, errors.New("the file is cut off")
	}
	length := int64(binary.BigEndian.Uint32(buffer[:]))
	if length == 0 || length > maxHeader {
		return "", b, fmt.Errorf("a header of %d bytes; at most %d are allowed", length, maxHeader)
	}
	if length > size-at-4 {
		return "", b, errors.New("the file is cut off")
	}
	header := buffer[4:]
	if length > int64(n-4) {
		header = make([]byte, length)
		if _, err := r.ReadAt(header, at+4); err != nil {
			return "", b, err
		}
	}
	b = blob{offset: at + 4 + length, size: -1}
	for header = header[:length]; len(header) > 0; {
		var f field
		if f, header, err = nextField(header); err != nil {
			return "", b, err
		}
		switch {
		case f.isBytes(1):
			kind = string(f.bytes)
		case f.isNumber(3) && f.number > maxBlob:
			return "", b, fmt.Errorf("a blob of %d bytes; at most %d are allowed", f.number, maxBlob)
		case f.isNumber(3):
			b.size = int32(f.number)
		}
	}
	if kind == "" || b.size < 0 {
		return "", b, errors.New("the header lacks a type or a size")
	}
	if int64(b.size) > size-b.offset {
		return "", b, errors.New("the file is cut off")
	}
	return kind, b, nil
}

// header reads the contents of a header blob. It refuses files that require features this package
// lacks.
func (f *File) header(header []byte) error {
	for len(header) > 0 {
		var v field
		var err error
		if v, header, err = nextField(header); err != nil {
			return err
		}
		switch {
		case v.isBytes(1):
			f.Bounds, err = readBounds(v.bytes)
		case v.isBytes(4):
			err = checkFeature(string(v.bytes))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func checkFeature(name string) error {
	switch name {
	case "OsmSchema-V0.6", "DenseNodes":
		return nil
	case "HistoricalInformation":
		return ErrHistory
	}
	return fmt.Errorf("the file needs the feature %.40q, which is not supported", name)
}

// readBounds reads a HeaderBBox, whose sides are in units of 1e-9 degrees.
func readBounds(b []byte) (*osm.Bounds, error) {
	var bounds osm.Bounds
	sides := map[protowire.Number]*float64{1: &bounds.MinLon, 2: &bounds.MaxLon, 3: &bounds.MaxLat, 4: &bounds.MinLat}
	for len(b) > 0 {
		var f field
		var err error
		if f, b, err = nextField(b); err != nil {
			return nil, err
		}
		if side := sides[f.num]; side != nil && f.typ == protowire.VarintType {
			*side = float64(zigzag(f.number)) * 1e-9
		}
	}
	return &bounds, nil
}

// Blobs returns the number of data blobs.
func (f *File) Blobs() int { return len(f.blobs) }

// Size returns the stored size of blob i.
func (f *File) Size(i int) int { return int(f.blobs[i].size) }

// Fail adds the position of blob i to an error.
func (f *File) Fail(i int, err error) error { return &Error{f.blobs[i].offset, err} }
