package open

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"strings"

	"kernelscope/assets"
	"kernelscope/open/graphload"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
)

// Detect returns the kind of an input by its first bytes. If they are not conclusive, or the
// file cannot be read, the name decides between drawing, map and text with brackets.
func Detect(path string) Kind {
	kind, _ := detect(path)
	return kind
}

// detect returns whether the contents tell the kind, too.
func detect(path string) (kind Kind, sure bool) {
	if text, ok := strings.CutPrefix(path, gen.Prefix); ok {
		if name, _, _ := strings.Cut(text, ","); name == clipseq.Generator().Name || name == clipseq.JSON().Name {
			return Sequence, true
		}
		return Graph, true
	}
	if _, ok := maps[path]; ok {
		return Map, true
	}
	if path == assets.NestName {
		return SVG, true
	}
	head := headOf(path)
	if kind, ok := kindOf(head); ok {
		return kind, true
	}
	byContents, byName := clipseq.IsDocument(path, head)
	if byContents {
		return Sequence, true
	}
	if head != nil && graphload.Detect(path) {
		return Graph, true
	}
	switch KindOfName(path) {
	case SVG.String():
		return SVG, false
	case Map.String():
		return Map, false
	}
	if head != nil && (byName || isXML(head)) {
		return Sequence, true
	}
	return Map, false
}

// headBytes are looked at: a drawing may begin with a long comment.
const headBytes = 1 << 16

// headOf returns the beginning of a file, unzipped; nil if it cannot be read, or is a pipe,
// which can be read only once.
func headOf(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	r := bufio.NewReader(f)
	in := io.Reader(r)
	if begin, _ := r.Peek(2); bytes.Equal(begin, []byte{0x1f, 0x8b}) {
		if in, err = gzip.NewReader(r); err != nil {
			return nil
		}
	}
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(in, head)
	return head[:n]
}

// kindOf returns the kind of a file that begins with head, unless it is a graph or unknown.
func kindOf(head []byte) (kind Kind, ok bool) {
	if bytes.Contains(head[:min(len(head), 32)], []byte("OSMHeader")) {
		return Map, true // the first block of a .osm.pbf file
	}
	if bytes.HasPrefix(head, []byte("\xfe\xff")) || bytes.HasPrefix(head, []byte("\xff\xfe")) {
		return SVG, true // nothing else is read as UTF-16
	}
	if isXML(head) {
		return kindOfXML(head)
	}
	for line := range bytes.Lines(bytes.TrimPrefix(head, mark)) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return Sequence, bytes.IndexByte([]byte("()."), line[0]) >= 0
		}
	}
	return Map, false
}

// mark is what some editors begin UTF-8 with.
var mark = []byte("\ufeff")

func isXML(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n"), []byte("<"))
}

// kindOfXML returns the kind by the name of the first tag.
func kindOfXML(head []byte) (kind Kind, ok bool) {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(head, mark)))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // names of tags are ASCII
	for {
		token, err := d.RawToken()
		if err != nil {
			return Map, false
		}
		if tag, ok := token.(xml.StartElement); ok {
			switch tag.Name.Local {
			case "svg":
				return SVG, true
			case "osm", "osmChange":
				return Map, true
			}
			return Map, false
		}
	}
}
