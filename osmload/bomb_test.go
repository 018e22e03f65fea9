package osmload

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"

	"kernelscope/internal/fault"
	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
)

// gzipped returns a head, many copies of a unit and a tail, gzipped.
func gzipped(head, unit string, times int, tail string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(head))
	block := []byte(strings.Repeat(unit, 1000))
	for range times / 1000 {
		_, _ = z.Write(block)
	}
	_, _ = z.Write([]byte(tail))
	_ = z.Close()
	return b.Bytes()
}

// deflated returns a data blob with a string table.
func deflated(table string) []byte {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	block := append(protowire.AppendTag(nil, 1, protowire.BytesType), protowire.AppendBytes(nil, []byte(table))...)
	_, _ = w.Write(block)
	_ = w.Close()
	blob := protowire.AppendVarint([]byte{2 << 3}, uint64(len(block)))
	blob = protowire.AppendBytes(append(blob, 3<<3|2), z.Bytes())
	header := protowire.AppendVarint(append([]byte("\x0a\x07OSMData"), 3<<3), uint64(len(blob)))
	return append(append([]byte{0, 0, 0, byte(len(header))}, header...), blob...)
}

// TestBombs reads small files that expand to large data. They must be refused before they use much
// memory.
func TestBombs(t *testing.T) {
	const start, highway, finish = "<osm version='0.6'>", "<tag k='highway' v='primary'/>", "</osm>"
	long := func(first osm.NodeID) pbfwrite.TaggedWay {
		refs := make([]osm.NodeID, 4<<20)
		for i := range refs {
			refs[i] = first + osm.NodeID(i)
		}
		return street(osm.WayID(first), refs...)
	}
	short := slices.Repeat([]pbfwrite.TaggedWay{street(1)}, 1<<20)
	for name, file := range map[string][]byte{
		"references in PBF": encode(pbfwrite.Zlib, nodes(row(1)), ways(long(1)), ways(long(1<<30))),
		"ways in PBF":       encode(pbfwrite.Zlib, nodes(row(1)), ways(short...)),
		"strings in PBF":    append(encode(pbfwrite.Zlib, nodes(row(1))), deflated(strings.Repeat("\x0a\x00", 4<<20))...),
		"references in XML": gzipped(start+"<way id='1'>", "<nd ref='1'/>", 4<<20, highway+"</way>"+finish),
		"nodes in XML":      gzipped(start, "<node id='1' lat='1' lon='1'/>", 5<<19, finish),
		"ways in XML":       gzipped(start, "<way id='1'>"+highway+"</way>", 1<<20, finish),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readBytes(file)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "packed so densely") {
			t.Errorf("%s, %d bytes: %v", name, len(file), err)
		}
		if taken := after.Sys - before.Sys; taken > 512<<20 {
			t.Errorf("%s: took %d MiB", name, taken>>20)
		}
	}
}

// TestMembers reads a road and a relation whose members repeat other nodes, as Overpass writes
// geometry. The road must not get them.
func TestMembers(t *testing.T) {
	const road = `<node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.1"/><node id="3" lat="0" lon="0.2"/><node id="4" lat="0" lon="0.3"/>
		<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>`
	const relation = `<relation id="9"><member type="way" ref="1" role=""><nd ref="3"/><nd ref="4"/></member></relation>`
	for _, content := range []string{road, road + relation} {
		m, err := readBytes([]byte(`<osm version="0.6">` + content + `</osm>`))
		if err != nil || len(m.Points) != 2 {
			t.Errorf("%s: %d points (%v)", content, len(m.Points), err)
		}
	}
}

// TestCutBetweenBlobs truncates a file where nothing in it indicates that more follows.
func TestCutBetweenBlobs(t *testing.T) {
	n := row(4000)
	var w []pbfwrite.TaggedWay
	for i := range osm.NodeID(2500) {
		w = append(w, street(osm.WayID(i), i+1, i+2))
	}
	for name, c := range map[string]struct {
		file  []byte
		doubt bool
	}{
		"whole":          {encode(pbfwrite.Zlib, nodes(n[:2000]), nodes(n[2000:]), ways(w[:2000]...), ways(w[2000:]...)), false},
		"after ways":     {encode(pbfwrite.Zlib, nodes(n[:2000]), nodes(n[2000:]), ways(w[:2000]...)), true},
		"after nodes":    {encode(pbfwrite.Zlib, nodes(n[:2000]), nodes(n[2000:3000])), true},
		"a single block": {encode(pbfwrite.Zlib, ways(w[:2000]...)), false},
	} {
		if m, err := readBytes(c.file); err != nil || (m.Doubt != "") != c.doubt {
			t.Errorf("%s: doubt %q (%v)", name, m.Doubt, err)
		}
	}
	for name, file := range map[string][]byte{"header alone": encode(pbfwrite.Zlib), "XML": []byte("<osm version='0.6'/>")} {
		if m, err := readBytes(file); err != nil || !strings.Contains(m.Doubt, "no objects") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, path := range []string{osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmtest.Module(t, "delaware-latest.osm.pbf")} {
		if m, err := Load(t.Context(), path, Options{}); err != nil || m.Doubt != "" {
			t.Errorf("%s: %v (%v)", filepath.Base(path), m, err)
		}
	}
}

// TestCutCompressed truncates compressed files at many positions. Each error has a message and, if
// contents were read, a position.
func TestCutCompressed(t *testing.T) {
	bz2, err := os.ReadFile(osmtest.Data(t, "osm", "liechtenstein-2013.osm.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	gz := gzipped("<osm version='0.6'>", "<node id='1' lat='1' lon='1'/>\n", 2000, "</osm>")
	for _, file := range [][]byte{gz[:5], gz[:30], gz[:len(gz)-6], bz2[:3], bz2[:9], bz2[:1000], bz2[:len(bz2)/2]} {
		_, err := readBytes(file)
		if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("%d bytes: %v", len(file), err)
		}
	}
}
