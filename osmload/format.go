package osmload

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"kernelscope/osmload/internal/pbf"
)

var errHistory = pbf.ErrHistory

// format is the format of a file as detected from its first bytes.
type format int

const (
	formatUnknown format = iota
	formatPBF
	formatXML
	formatGzip
	formatBzip2
)

// headBytes is the number of bytes that detect needs.
const headBytes = 512

// detect returns the format of a file by its first bytes. If the file cannot be read, the error
// says what it is.
func detect(head []byte) (format, error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	has := func(prefix string) bool { return bytes.HasPrefix(head, []byte(prefix)) }
	hasText := func(prefix string) bool {
		return len(text) >= len(prefix) && strings.EqualFold(string(text[:len(prefix)]), prefix)
	}
	switch {
	case len(head) == 0:
		return 0, errors.New("the file is empty")
	case has("\x1f\x8b"):
		return formatGzip, nil
	case has("BZh"):
		return formatBzip2, nil
	case len(head) > 6 && head[0] == 0 && head[1] == 0 && head[4] == 0x0a:
		return formatPBF, nil
	case has("\xff\xe0\x04o5m2"), has("\xff\xe0\x04o5c2"):
		return 0, errors.New("this is an o5m file; convert it with: osmium cat FILE -o map.osm.pbf")
	case has("PK\x03\x04"):
		return 0, errors.New("this is a zip archive; unpack it first")
	case has("\x28\xb5\x2f\xfd"), has("\xfd7zXZ\x00"):
		return 0, errors.New("this file is compressed with zstd or xz; unpack it first")
	case has("version https://git-lfs"):
		return 0, errors.New("this is a Git LFS pointer, not the file itself; fetch it with: git lfs pull")
	case hasText("<!doctype html"), hasText("<html"):
		return 0, errors.New("this is an HTML page, perhaps an error message that was saved as a map; download the file again")
	case hasText("{"), hasText("["):
		return 0, errors.New("this is JSON; export OSM XML (.osm) or PBF (.osm.pbf) instead")
	case looksLikeOPL(text):
		return 0, errors.New("this is an OPL file; convert it with: osmium cat FILE -o map.osm.pbf")
	case hasText("<"):
		return formatXML, nil
	case len(head) < 6:
		return 0, errors.New("the file is too short to be a map")
	}
	return 0, errors.New("this is not an OpenStreetMap file (.osm.pbf, .osm, .osm.gz, .osm.bz2), a graph (.gr, .e, .mtx, .csv) or a drawing (.svg)")
}

// looksLikeOPL recognizes lines such as "n123 v1 dV c0 t i0 u T x1.5 y2.5".
func looksLikeOPL(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := strings.Fields(string(line))
	if len(fields) < 2 || !strings.ContainsAny(fields[0][:1], "nwrc") || len(fields[0]) < 2 {
		return false
	}
	return strings.Trim(fields[0][1:], "-0123456789") == "" && strings.HasPrefix(fields[1], "v")
}

// unpack returns the contents of a compressed file. Both decompressors support files with several
// streams.
func unpack(f format, r io.Reader) (io.Reader, error) {
	switch f {
	case formatGzip:
		z, err := gzip.NewReader(bufio.NewReaderSize(r, 1<<16))
		if err != nil {
			return nil, fmt.Errorf("the gzip header is cut off or damaged: %w", err)
		}
		return z, nil
	case formatBzip2:
		return bzip2.NewReader(bufio.NewReaderSize(r, 1<<16)), nil
	}
	return r, nil
}
