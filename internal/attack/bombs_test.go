package attack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// bomb is a small file that stands for much.
type bomb struct {
	file  string
	write func(io.Writer) error
	args  string // FILE is its name
	codes []int
	slow  bool // to write, or to read: only in the long form
}

// repeated writes a unit until a total is reached, between a head and a tail.
func repeated(head, unit string, total int, tail string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, head)
		block := strings.Repeat(unit, max(1, 1<<20/len(unit)))
		for n := 0; n < total && err == nil; n += len(block) {
			_, err = io.WriteString(w, block)
		}
		if err == nil {
			_, err = io.WriteString(w, tail)
		}
		return err
	}
}

// text writes a text.
func text(s string) func(io.Writer) error { return repeated(s, " ", 0, "") }

// packed compresses what write writes.
func packed(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil {
			return err
		}
		if err := write(z); err != nil {
			return err
		}
		return z.Close()
	}
}

// nested is a drawing in which each of some groups uses the one before ten times.
func nested(levels int) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"><rect id="u0" width="5" height="5"/>`)
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, `<g id="u%d">%s</g>`, i, strings.Repeat(fmt.Sprintf(`<use href="#u%d"/>`, i-1), 10))
	}
	return b.String() + "</svg>"
}

// blocks writes a map of n data blobs, each the same compressed block.
func blocks(n int, block []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		var z bytes.Buffer
		deflate := zlib.NewWriter(&z)
		_, _ = deflate.Write(block)
		_ = deflate.Close()
		content := message(protowire.AppendVarint(protowire.AppendTag(nil, 2, protowire.VarintType), uint64(len(block))), 3, z.Bytes())
		header := protowire.AppendVarint(protowire.AppendTag(message(nil, 1, []byte("OSMData")), 3, protowire.VarintType), uint64(len(content)))
		one := append(append([]byte{0, 0, 0, byte(len(header))}, header...), content...)
		if _, err := w.Write(blob(nil, "OSMHeader", message(nil, 4, []byte("OsmSchema-V0.6")))); err != nil {
			return err
		}
		for range n {
			if _, err := w.Write(one); err != nil {
				return err
			}
		}
		return nil
	}
}

// oneWay is a block with a highway of n references, each one node further.
func oneWay(n int) []byte {
	table := message(message(message(nil, 1, nil), 1, []byte("highway")), 1, []byte("primary"))
	way := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1)
	way = message(message(message(way, 2, []byte{1}), 3, []byte{2}), 8, bytes.Repeat([]byte{2}, n))
	return message(message(nil, 1, table), 2, message(nil, 3, way))
}

// tinyWays is a block with n highways without a node.
func tinyWays(n int) []byte {
	table := message(message(message(nil, 1, nil), 1, []byte("highway")), 1, []byte("primary"))
	way := message(message(protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1), 2, []byte{1}), 3, []byte{2})
	return message(message(nil, 1, table), 2, bytes.Repeat(message(nil, 3, way), n))
}

const (
	svgHead = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">`
	osmHead = `<osm version="0.6">`
	mtxHead = "%%MatrixMarket matrix coordinate pattern general\n"
	giga    = 1 << 30
)

var (
	refused  = []int{badInput, limit}
	survives = []int{ok, badInput, limit}
)

var bombs = []bomb{
	{"nodes.osm.gz", packed(repeated(osmHead, `<node id="1" lat="1" lon="1"/>`+"\n", giga, "</osm>")), "info FILE", refused, true},
	{"refs.osm.gz", packed(repeated(osmHead+`<way id="1">`, `<nd ref="1"/>`, giga, `<tag k="highway" v="primary"/></way></osm>`)), "info FILE", refused, true},
	{"attribute.osm.gz", packed(repeated(osmHead+`<node id="`, "1", giga/8, `"/></osm>`)), "info FILE", refused, false},
	{"spaces.osm.gz", packed(repeated(osmHead, " ", giga/8, "</osm>")), "info FILE", refused, false},
	{"way.osm.pbf", blocks(12, oneWay(28<<20)), "info FILE", refused, false},
	{"tiny.osm.pbf", blocks(20, tinyWays(2<<20)), "info FILE", refused, false},
	{"empty.osm.pbf", blocks(1_000_000, []byte{0x0a, 0}), "info FILE", survives, true},
	{"edges.el.gz", packed(repeated("", "1 2\n", giga, "")), "info FILE", refused, true},
	{"arcs.gr.gz", packed(repeated("p sp 100 100000000\n", "a 1 2 3\n", giga, "")), "info FILE", refused, true},
	{"entries.mtx.gz", packed(repeated(mtxHead+"100000000 100000000 100000000\n", "1 2\n", giga/4, "")), "info FILE", refused, true},
	{"lie.gr", text("p sp 134217728 134217728\na 1 2 3\n"), "info FILE", refused, false},
	{"lie.mtx", text(mtxHead + "134217728 134217728 134217728\n1 2\n"), "info FILE", refused, false},
	{"line.el.gz", packed(repeated("1", "1", giga/8, "")), "info FILE", refused, false},
	{"attributes.svgz", packed(repeated(svgHead+"<g", ` a=""`, 126<<20, "/></svg>")), "run clip FILE", refused, false},
	{"tags.svgz", packed(repeated(svgHead, `<rect width="1" height="1"/>`, 100<<20, "</svg>")), "run clip FILE", refused, true},
	{"most-tags.svgz", packed(repeated(svgHead, `<rect id="aaaaaaaa" width="1" height="1"/>`, 41<<20, "</svg>")), "run clip FILE", survives, true},
	{"levels.svgz", packed(repeated(svgHead, "<g>", giga, "")), "run clip FILE", refused, true},
	{"points.svgz", packed(repeated(svgHead+`<path d="M0 0`, "h1", 16<<20, `"/></svg>`)), "run clip FILE", survives, true},
	{"clips.svg", repeated(svgHead+`<clipPath id="c"><rect width="5" height="5"/></clipPath>`, `<g clip-path="url(#c)">`, 10<<20, "</svg>"), "run clip FILE", survives, true},
	{"entities.svg", repeated(`<!DOCTYPE svg [<!ENTITY a "`+strings.Repeat("x", 60000)+`">]>`+svgHead+"<text>", "&a;", 60000, "</text></svg>"), "run clip FILE", refused, false},
	{"uses.svg", text(nested(39)), "run clip FILE", refused, true},
	{"dash.svg", text(svgHead + `<path d="M0 0H1e9" stroke="red" stroke-dasharray="1e-6"/></svg>`), "run clip FILE", survives, false},
	{"arcs.svg", repeated(svgHead+`<path stroke="blue" stroke-width="1e30" d="M0 0`, "a1e30 1e30 0 0 1 1 1", 2<<20, `"/></svg>`), "run clip FILE", survives, false},
	{"open.txt.gz", packed(repeated("", "(", giga/4, "")), "run clip FILE", survives, true},
	{"places.csv", repeated("place\n", "#1\n", 64<<20, ""), "run table gen:grid,width=9,height=9 -s FILE", refused, true},
	{"line.csv", repeated("place\n", "#", 64<<20, ""), "run table gen:grid,width=9,height=9 -s FILE", refused, false},
	{"pairs.csv", repeated("1,2\n", "1", 64<<20, ""), "run bfs gen:grid,width=9,height=9 --pairs FILE", refused, false},
	{"deep.json", repeated("", "[", 64<<20, ""), "bench draw FILE", refused, false},
	{"zeros.bin", nil, "run sort --input FILE", refused, false},
}

// TestBombs reads each bomb under the address space and the time that no run may exceed, and
// logs a table of what it takes.
func TestBombs(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	for _, b := range bombs {
		if b.slow && !long {
			continue
		}
		path := filepath.Join(dir, b.file)
		if err := b.plant(path); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		o := attempt{args: strings.Fields(strings.ReplaceAll(b.args, "FILE", path))}.run(t)
		if p := o.problem(b.codes...); p != "" {
			t.Errorf("%s: %s", b.file, p)
		}
		said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(o.err), "viewer: "), "\n")
		t.Logf("%-16s %12d bytes  exit %d  %5.1f s  %4d MiB  %.110s", b.file, info.Size(), o.code, o.elapsed.Seconds(), o.peak>>20, said)
		os.Remove(path)
	}
}

// plant writes the file; one without contents has 12 GB of zeros.
func (b bomb) plant(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if b.write == nil {
		return f.Truncate(12 << 30)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := b.write(w); err != nil {
		return err
	}
	return w.Flush()
}
